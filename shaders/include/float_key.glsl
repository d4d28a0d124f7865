// The sort key of a float: unsigned, in the order of the values, exact for every bit pattern.
// Flips all bits of negatives, sets the sign bit of others. Floats are never compared directly:
// a compare may flush subnormals and treats -0 and +0 as equal.
// Twin: app/bitonic_scope/data/elements.py, float_keys().

uint float_key(uint bits) {
    return (bits >> 31u) == 1u ? ~bits : bits | 0x80000000u;
}

// Padding among floats is NaN, which no input holds: its magnitude bits are above infinity's.
bool is_nan_pattern(uint bits) {
    return (bits & 0x7fffffffu) > 0x7f800000u;
}
