// Elements in a storage buffer, in index order. A define selects the element format:
// FLOAT32: a word holds the bits of a float. UINT32: a word is a whole number.
// PAIR: two words, key and tag; bit 31 of the tag marks padding.
// A fetch converts an element to a form that compares as unsigned numbers; a store restores it bit
// for bit. Twin: app/bitonic_scope/data/elements.py, sort_keys().

#include "include/float_key.glsl"

#ifdef PAIR
#define Element uvec2
#else
#define Element uint
#endif

layout(std430, binding = 0) buffer Elements {
    Element elements[];
};

bool is_element(uint index) {
    return index < uint(elements.length());
}

// A workgroup may have more places than elements. Places beyond the last element fetch it again;
// they are compared only with each other, as no pass leads out of 2^m elements, and never stored.
Element fetch_element(uint index, bool descending) {
    Element element = elements[min(index, uint(elements.length()) - 1u)];
#if defined(FLOAT32)
    element = float_key(element);
#elif defined(PAIR)
    element.y ^= descending ? ~0u : 0u;  // in both orders the earlier of two equals comes first
#endif
    return element;
}

void store_element(uint index, Element element, bool descending) {
#if defined(FLOAT32)
    element = (element >> 31u) == 1u ? element ^ 0x80000000u : ~element;  // inverse of float_key
#elif defined(PAIR)
    element.y ^= descending ? ~0u : 0u;
#endif
    if (is_element(index)) {
        elements[index] = element;
    }
}

// x: the key of the value; y: the tie-break, which is the whole tag of a pair if STABLE is defined,
// else only its padding bit.
uvec2 sort_key(Element element) {
#if defined(PAIR) && defined(STABLE)
    return element;
#elif defined(PAIR)
    return uvec2(element.x, element.y >> 31u);
#else
    return uvec2(element, 0u);
#endif
}
