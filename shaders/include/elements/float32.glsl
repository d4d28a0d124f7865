// The element format float32: one value in the red channel of an R32F texel.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.

#include "include/float_key.glsl"

uniform sampler2D sort_texture;  // the state to read: NEAREST, clamped

#define Element float
#define Texel float

Element fetch_element(ivec2 texel) {
    return texelFetch(sort_texture, texel, 0).r;
}

Texel stored(Element element) {
    return element;
}

// x: the key of the value; y: the tie-break, here none.
uvec2 sort_key(Element element, bool descending) {
    return uvec2(float_key(floatBitsToUint(element)), 0u);
}

bool is_padding(Element element) {
    return is_nan_pattern(floatBitsToUint(element));
}
