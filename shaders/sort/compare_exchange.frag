#version 330 core
// One pass of the bitonic sorting network; each invocation makes one texel of the next state.
//
// A comparator joins two elements. A fragment writes only its own texel, so no invocation can write
// both: both ends run this shader, compare the same ordered pair, and each keeps the element that
// belongs at its own place.
//
// in:  sort_texture, the state before the pass; never the target texture
// out: kept, the element at this place after the pass
// FORMAT: a file of include/elements/
// Twin: app/bitonic_scope/network/reference.py, sources(). Source: Batcher 1968.

#include "include/texel.glsl"
#include "include/elements/FORMAT.glsl"
#include "include/comparator.glsl"

uniform uint compare_distance;  // 2^(stage - pass): the distance between compared elements
uniform uint partner_mask;      // the partner of element i is i xor partner_mask
uniform uint direction_mask;    // element i is in an ascending block where i & mask is 0
uniform bool descending;        // the order of the whole network

out Texel kept;

void main() {
    uint place = element_at(ivec2(gl_FragCoord.xy));
    uint other_place = partner(place, partner_mask);

    Element own = fetch_element(texel_of(place));
    Element other = fetch_element(texel_of(other_place));

    bool is_lower_end = is_lower(place, compare_distance);
    uvec2 lower_key = sort_key(is_lower_end ? own : other, descending);
    uvec2 upper_key = sort_key(is_lower_end ? other : own, descending);

    bool ascending = is_ascending(place, direction_mask, descending);
    bool exchange = is_out_of_order(lower_key, upper_key, ascending);
    kept = stored(exchange ? other : own);
}
