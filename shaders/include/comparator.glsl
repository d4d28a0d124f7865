// The comparator: which two elements a pass compares, and when it exchanges them.
// Twin: app/network/comparator.py, function by function. Source: Batcher 1968.

uint partner(uint element, uint partner_mask) {
    return element ^ partner_mask;
}

bool is_lower(uint element, uint compare_distance) {
    return (element & compare_distance) == 0u;
}

// Alternating network: blocks take turns, so that each two are bitonic for the next stage.
// Flip network: the mask is 0, all blocks are ascending.
bool is_ascending(uint element, uint direction_mask, bool descending) {
    return ((element & direction_mask) == 0u) != descending;
}

// Equal keys are never exchanged: both ends see the same pair, so no payload is lost or doubled.
bool is_out_of_order(uint lower_key, uint upper_key, bool ascending) {
    return lower_key != upper_key && (lower_key > upper_key) == ascending;
}
