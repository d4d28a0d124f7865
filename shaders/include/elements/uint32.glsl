// The element format uint32: one whole number in the red channel of an R32UI texel.
// It is its own sort key. With no bit pattern to spare it has no padding: pairs take that over.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.

uniform usampler2D sort_texture;  // the state that is read: NEAREST, clamped

#define Element uint
#define Texel uint

Element fetch_element(ivec2 texel) {
    return texelFetch(sort_texture, texel, 0).r;
}

Texel stored(Element element) {
    return element;
}

// x: the key of the value; y: what decides between equal values, here nothing.
uvec2 sort_key(Element element, bool descending) {
    return uvec2(element, 0u);
}

bool is_padding(Element element) {
    return false;
}
