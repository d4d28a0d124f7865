// The element format packed: the bits of a float32 in the four bytes of an RGBA8 texel, low byte
// first. So an ordinary RGBA8 texture is enough where drivers have no float textures.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.

#include "include/float_key.glsl"

uniform sampler2D sort_texture;  // the state to read: NEAREST, clamped

#define Element vec4  // each byte in 255ths
#define Texel vec4

Element fetch_element(ivec2 texel) {
    return texelFetch(sort_texture, texel, 0);
}

Texel stored(Element element) {
    return element;
}

uint bits_of(Element element) {
    uvec4 bytes = uvec4(element * 255.0 + 0.5);
    return bytes.r | (bytes.g << 8u) | (bytes.b << 16u) | (bytes.a << 24u);
}

// x: the key of the value; y: the tie-break, here none.
uvec2 sort_key(Element element, bool descending) {
    return uvec2(float_key(bits_of(element)), 0u);
}

bool is_padding(Element element) {
    return is_nan_pattern(bits_of(element));
}
