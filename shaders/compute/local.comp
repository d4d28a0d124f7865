#version 430 core
// Many passes of the bitonic sorting network in one dispatch; each invocation is one comparator of
// each pass.
//
// A workgroup loads a tile of consecutive elements into shared memory, which is many times faster
// than the buffer, runs all passes whose partners lie within the tile, and stores the tile. Places
// are relative to the tile, but the direction comes from the index in the buffer: otherwise every
// tile would be ascending, and later stages could not merge the tiles.
//
// in, out: elements, the state
// FLOAT32, UINT32 or PAIR, with or without STABLE; GROUP_SIZE: threads per workgroup, 1..1024;
// FLIP: 1 for the flip network, 0 for the alternating one
// Twin: app/bitonic_scope/network/schedule.py, BitonicNetwork.passes. Source: Batcher 1968.

#include "compute/include/element.glsl"
#include "compute/include/workgroup.glsl"
#include "include/comparator.glsl"

layout(local_size_x = GROUP_SIZE) in;

const uint TILE_SIZE = 2u * uint(GROUP_SIZE);  // elements: one comparator per thread

// The first and last pass to run, inclusive; each compare_distance is at most half a tile.
uniform uint first_stage;     // 1..28
uniform uint first_distance;  // the compare_distance of the first pass
uniform uint last_stage;      // first_stage..28
uniform uint last_distance;   // the compare_distance of the last pass
uniform bool descending;      // the order of the whole network

const bool flip = FLIP == 1;  // which network

shared Element tile[TILE_SIZE];

void compare_exchange(uint lower, uint upper, bool ascending) {
    Element lower_element = tile[lower];
    Element upper_element = tile[upper];
    if (is_out_of_order(sort_key(lower_element), sort_key(upper_element), ascending)) {
        tile[lower] = upper_element;
        tile[upper] = lower_element;
    }
}

void main() {
    uint thread = gl_LocalInvocationID.x;
    uint tile_start = workgroup_number() * TILE_SIZE;

    // Neighbouring threads fetch neighbouring elements: coalesced reads.
    for (uint place = thread; place < TILE_SIZE; place += uint(GROUP_SIZE)) {
        tile[place] = fetch_element(tile_start + place, descending);
    }

    for (uint stage = first_stage; stage <= last_stage; stage++) {
        uint block_size = 1u << stage;
        uint direction_mask = flip ? 0u : block_size;
        uint from_distance = stage == first_stage ? first_distance : block_size / 2u;
        uint to_distance = stage == last_stage ? last_distance : 1u;

        for (uint compare_distance = from_distance; compare_distance >= to_distance;
             compare_distance /= 2u) {
            // This pass reads elements that other threads fetched, or wrote in the previous pass.
            wait_for_workgroup();

            bool is_mirror = flip && compare_distance == block_size / 2u;
            uint partner_mask = is_mirror ? block_size - 1u : compare_distance;
            uint lower = lower_end(thread, compare_distance);
            uint upper = partner(lower, partner_mask);
            bool ascending = is_ascending(tile_start + lower, direction_mask, descending);
            compare_exchange(lower, upper, ascending);
        }
    }

    wait_for_workgroup();  // threads store elements that other threads wrote in the last pass
    for (uint place = thread; place < TILE_SIZE; place += uint(GROUP_SIZE)) {
        store_element(tile_start + place, tile[place], descending);
    }
}
