// The element format uint32: one whole number in the red channel of an R32UI texel.
// It is its own sort key. No bit pattern is free for padding: use pairs where padding is needed.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.

uniform usampler2D sort_texture;  // the state to read: NEAREST, clamped

#define Element uint
#define Texel uint

Element fetch_element(ivec2 texel) {
    return texelFetch(sort_texture, texel, 0).r;
}

Texel stored(Element element) {
    return element;
}

// x: the key of the value; y: the tie-break, here none.
uvec2 sort_key(Element element, bool descending) {
    return uvec2(element, 0u);
}

bool is_padding(Element element) {
    return false;
}
