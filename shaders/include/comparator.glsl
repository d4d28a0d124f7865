// The comparator: which two elements a pass compares, and when it exchanges them.
// Twin: app/bitonic_scope/network/comparator.py, function by function. Source: Batcher 1968.

uint partner(uint element, uint partner_mask) {
    return element ^ partner_mask;
}

bool is_lower(uint element, uint compare_distance) {
    return (element & compare_distance) == 0u;
}

// Alternating network: blocks alternate, so each pair of blocks is bitonic for the next stage.
// Flip network: the mask is 0; every block is ascending.
bool is_ascending(uint element, uint direction_mask, bool descending) {
    return ((element & direction_mask) == 0u) != descending;
}

// A 64-bit key: x compares first, y breaks ties.
bool is_above(uvec2 key, uvec2 other_key) {
    return key.x != other_key.x ? key.x > other_key.x : key.y > other_key.y;
}

// Equal keys are never exchanged: both ends see the same pair, so no payload is lost or duplicated.
bool is_out_of_order(uvec2 lower_key, uvec2 upper_key, bool ascending) {
    return ascending ? is_above(lower_key, upper_key) : is_above(upper_key, lower_key);
}
