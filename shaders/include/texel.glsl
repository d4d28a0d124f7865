// The texel of element i: x = i & (width - 1), y = i >> log2(width), y upwards.
// Shifts and masks on unsigned integers are exact for every size; floats are not.
// Twin: app/bitonic_scope/data/texture_layout.py.

uniform uint log2_width;  // 0..14

uint element_at(ivec2 texel) {
    return (uint(texel.y) << log2_width) | uint(texel.x);
}

ivec2 texel_of(uint element) {
    return ivec2(element & ((1u << log2_width) - 1u), element >> log2_width);
}
