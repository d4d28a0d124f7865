// The element format pair: sort key and tag in the two channels of an RG32UI texel.
// The tag is the index in the input and moves with the key; its top bit marks padding.
// Row of app/bitonic_scope/data/element_format.py; twin: app/bitonic_scope/data/elements.py.

uniform usampler2D sort_texture;  // the state to read: NEAREST, clamped

#define Element uvec2
#define Texel uvec2

Element fetch_element(ivec2 texel) {
    return texelFetch(sort_texture, texel, 0).rg;
}

Texel stored(Element element) {
    return element;
}

// x: the key of the value; y: the tie-break, which is the index in the input if STABLE is defined,
// else only the padding bit. In both orders the earlier of two equals comes first, padding last.
uvec2 sort_key(Element element, bool descending) {
#ifdef STABLE
    uint tie = element.y;
#else
    uint tie = element.y >> 31u;
#endif
    return uvec2(element.x, descending ? ~tie : tie);
}

bool is_padding(Element element) {
    return (element.y >> 31u) == 1u;
}

uint place_in_input(Element element) {
    return element.y & 0x7fffffffu;
}
