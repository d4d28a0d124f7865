// How invocations of a dispatch divide the work, and wait for each other.

uniform uint first_group;  // of this dispatch; long work is split into several

// Workgroups are dispatched in rows, because drivers may limit a row to 65,535.
uint workgroup_number() {
    return first_group + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

// Threads of a workgroup run at different times. Before a thread reads another thread's write to
// shared memory, that thread must have reached the write, and the write must be visible.
void wait_for_workgroup() {
    memoryBarrierShared();
    barrier();
}

// The lower element of the n-th comparator of a pass: n with a 0 inserted at the bit of
// compare_distance, where the two elements differ; the bits from there up move up by one.
uint lower_end(uint comparator, uint compare_distance) {
    return 2u * comparator - (comparator & (compare_distance - 1u));
}
