#version 430 core
// One pass of the bitonic sorting network in place; each invocation is one comparator.
//
// Unlike a fragment, a compute invocation may write anywhere. So one thread reads and writes both
// elements of a comparator; no other thread touches them in this pass, and one buffer is enough.
// The host issues a memory barrier between dispatches, because the next pass reads these writes.
//
// in, out: elements, the state
// FLOAT32, UINT32 or PAIR, with or without STABLE; GROUP_SIZE: threads per workgroup, 1..1024
// Twin: app/bitonic_scope/network/reference.py, sources(). Source: Batcher 1968.

#include "compute/include/element.glsl"
#include "compute/include/workgroup.glsl"
#include "include/comparator.glsl"

layout(local_size_x = GROUP_SIZE) in;

uniform uint compare_distance;  // 2^(stage - pass): the distance between compared elements
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
