// The element format float32: one value in the red channel of an R32F texel.
// Elements are moved as they are and compared by sort key, never as floats: a float compare may
// flush subnormals and cannot tell -0 from +0. Twin: app/data/element_format.py.

uniform sampler2D sort_texture;  // the state that is read: NEAREST, clamped

#define Element float

Element fetch_element(ivec2 texel) {
    return texelFetch(sort_texture, texel, 0).r;
}

// Unsigned, in the order of the values: negatives with all bits flipped, others with the sign set.
uint sort_key(Element element) {
    uint bits = floatBitsToUint(element);
    return (bits >> 31u) == 1u ? ~bits : bits | 0x80000000u;
}
