#version 330 core
// One pass of the alternating network as textbooks write it: each invocation makes one texel. The
// program does not use it; tests/evidence compares it with compare_exchange.frag, to show what shifts
// and masks save.
//
// It computes indexes with *, / and %, branches on which end of the comparator the fragment is, and
// compares floats. The result equals that of compare_exchange.frag bit for bit, unless the input
// has NaN or both zeros.
//
// in:  sort_texture, one float per texel; never the target texture
// out: kept, the element at this place after the pass
// Twin: app/bitonic_scope/network/reference.py, sources(). Source: Batcher 1968.

uniform sampler2D sort_texture;  // NEAREST, clamped
uniform int width;               // of the texture: 1..16384
uniform int block_size;          // 2^stage
uniform int compare_distance;    // 2^(stage - pass)
uniform bool descending;         // the order of the whole network

out float kept;

float element_of(int place) {
    return texelFetch(sort_texture, ivec2(place % width, place / width), 0).r;
}

void main() {
    int place = int(gl_FragCoord.y) * width + int(gl_FragCoord.x);
    bool ascending = (place / block_size % 2 == 0) != descending;

    int other_place;
    bool keeps_lesser;
    if (place / compare_distance % 2 == 0) {
        other_place = place + compare_distance;
        keeps_lesser = ascending;
    } else {
        other_place = place - compare_distance;
        keeps_lesser = !ascending;
    }

    float own = element_of(place);
    float other = element_of(other_place);
    if ((own > other) == keeps_lesser) {
        kept = other;
    } else {
        kept = own;
    }
}
