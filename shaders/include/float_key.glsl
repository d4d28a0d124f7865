// The sort key of a float: unsigned, in the order of the values, exact for every bit pattern.
// Negatives have all bits flipped, others the sign bit set. No float is ever compared: a compare
// may flush subnormals and cannot tell -0 from +0.
// Twin: app/bitonic_scope/data/elements.py, float_keys().

uint float_key(uint bits) {
    return (bits >> 31u) == 1u ? ~bits : bits | 0x80000000u;
}

// Padding among floats is NaN, which no input holds; its bits are above those of infinity.
bool is_nan_pattern(uint bits) {
    return (bits & 0x7fffffffu) > 0x7f800000u;
}
