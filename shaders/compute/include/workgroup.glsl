// What the invocations of a dispatch share out among themselves, and how they wait for each other.

uniform uint first_group;  // 0, or where a part of the work begins: all of it may take too long

// Groups are dispatched in rows, because a row may be no longer than 65,535.
uint workgroup_number() {
    return first_group + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

// Threads of a group run at different times. Two things are needed before one may read what another
// wrote to shared memory: the write has arrived, and the other has got as far as writing it.
void wait_for_workgroup() {
    memoryBarrierShared();
    barrier();
}

// The lower element of the n-th comparator of a pass: n with a 0 put in where the elements of a
// comparator differ, the bit of compare_distance; the bits above it move up by one.
uint lower_end(uint comparator, uint compare_distance) {
    return 2u * comparator - (comparator & (compare_distance - 1u));
}
