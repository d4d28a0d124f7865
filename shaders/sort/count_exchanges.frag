#version 330 core
// How many pairs the next pass will exchange; each invocation counts its share of them.
//
// Pairs are numbered by their lower ends: pair q has its lower end where a 0 is put into q at the
// bit of compare_distance. An invocation counts every counter_count-th pair from its own number, so
// that neighbours read neighbouring texels.
//
// in:  sort_texture, the state before the pass
// out: exchanges, of the share of this invocation
// FORMAT: a file of include/elements/
// Twin: app/bitonic_scope/network/exchange_counts.py. Source: Batcher 1968.

#include "include/texel.glsl"
#include "include/elements/FORMAT.glsl"
#include "include/comparator.glsl"

uniform uint compare_distance;  // 2^(stage - pass): the distance between compared elements
uniform uint partner_mask;      // the partner of element i is i xor partner_mask
uniform uint direction_mask;    // element i is in an ascending block where i & mask is 0
uniform bool descending;        // the order of the whole network
uniform uint first_pair;        // of this draw, 0..2^27
uniform uint end_pair;          // one above the last pair of this draw
uniform uint counters_across;   // invocations in a row
uniform uint counter_count;     // invocations in all

out uint exchanges;

uint lower_end(uint pair) {
    uint below = compare_distance - 1u;
    return ((pair & ~below) << 1u) | (pair & below);
}

void main() {
    uvec2 place = uvec2(gl_FragCoord.xy);
    exchanges = 0u;
    uint pair = first_pair + place.y * counters_across + place.x;
    for (; pair < end_pair; pair += counter_count) {
        uint lower = lower_end(pair);
        uint upper = partner(lower, partner_mask);
        uvec2 lower_key = sort_key(fetch_element(texel_of(lower)), descending);
        uvec2 upper_key = sort_key(fetch_element(texel_of(upper)), descending);
        bool ascending = is_ascending(lower, direction_mask, descending);
        exchanges += uint(is_out_of_order(lower_key, upper_key, ascending));
    }
}
