#version 430 core
// One pass of the bitonic sorting network in place; each invocation is one comparator.
//
// Unlike a fragment, an invocation may write where it likes. So one thread takes both elements of a
// comparator and writes both; no other touches them in this pass, and no second buffer is needed.
// The host puts a memory barrier between two dispatches: the next pass reads what this one wrote.
//
// in, out: elements, the state
// FLOAT32, UINT32 or PAIR, with or without STABLE; GROUP_SIZE: threads of a workgroup, 1..1024
// Twin: app/bitonic_scope/network/reference.py, sources(). Source: Batcher 1968.

#include "compute/include/element.glsl"
#include "compute/include/workgroup.glsl"
#include "include/comparator.glsl"

layout(local_size_x = GROUP_SIZE) in;

uniform uint compare_distance;  // 2^(stage - pass): how far apart compared elements are
uniform uint partner_mask;      // the partner of element i is i xor partner_mask
uniform uint direction_mask;    // element i is in an ascending block where i & mask is 0
uniform bool descending;        // the order of the whole network

void main() {
    uint comparator = workgroup_number() * uint(GROUP_SIZE) + gl_LocalInvocationID.x;
    uint lower = lower_end(comparator, compare_distance);
    uint upper = partner(lower, partner_mask);
    if (!is_element(upper)) {
        return;  // fewer comparators than threads
    }

    Element lower_element = fetch_element(lower, descending);
    Element upper_element = fetch_element(upper, descending);

    bool ascending = is_ascending(lower, direction_mask, descending);
    if (is_out_of_order(sort_key(lower_element), sort_key(upper_element), ascending)) {
        store_element(lower, upper_element, descending);
        store_element(upper, lower_element, descending);
    }
}
