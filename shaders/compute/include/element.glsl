// Elements in a storage buffer, in order of their index. The element format is a define:
// FLOAT32: a word holds the bits of a float. UINT32: a word is a whole number.
// PAIR: two words, key and tag; bit 31 of the tag marks padding.
// While it is sorted, an element has a form that compares as unsigned numbers; fetching makes that
// form and storing undoes it, bit for bit. Twin: app/bitonic_scope/data/elements.py, sort_keys().

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

// A workgroup may be larger than all the elements. Beyond the last one, that is fetched again, is
// compared with its like, since a pass never leads out of 2^m elements, and is not stored.
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
    element = (element >> 31u) == 1u ? element ^ 0x80000000u : ~element;  // float_key undone
#elif defined(PAIR)
    element.y ^= descending ? ~0u : 0u;
#endif
    if (is_element(index)) {
        elements[index] = element;
    }
}

// x: the key of the value; y: what decides between equal values: of a pair the whole tag where
// STABLE is defined, else only whether it is padding.
uvec2 sort_key(Element element) {
#if defined(PAIR) && defined(STABLE)
    return element;
#elif defined(PAIR)
    return uvec2(element.x, element.y >> 31u);
#else
    return uvec2(element, 0u);
#endif
}
