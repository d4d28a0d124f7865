// The tile: the elements that one workgroup holds; their indexes in the buffer, and their slots in
// shared memory while threads exchange them.
//
// Bits of a place in the tile:     [ row | column ]                   TILE_BITS of them
// Bits of the index in the buffer: [ group | row | group | column ]   row begins at row_bit
// Row bits are the bits that the passes of this dispatch compare; column bits keep neighbours
// together for coalesced access. In a tile of neighbours all bits are row bits, from bit 0.

uniform uvec3 rows;  // column_bits; row_bit; the group bits that the upper half complements

shared Element tile[TILE_SIZE];

// The first pass of a flip stage mirrors whole blocks, so the partners of a tile's lower half have
// complemented group bits too.
uvec4 index_bits(uvec4 place) {
    uint column_bits = rows.x;
    uvec4 column = place & ((1u << column_bits) - 1u);
    uvec4 index = ((place >> column_bits) << rows.y) | column;
    return index ^ (place >> (TILE_BITS - 1u)) * rows.z;
}

// The index in the buffer of the element in each register.
Numbers indexes(Arrangement own) {
    uint group = workgroup_number();
    uint column_bits = rows.x;
    uint below = group & ((1u << (rows.y - column_bits)) - 1u);
    uint group_bits = ((group - below) << TILE_BITS) | (below << column_bits);
    Numbers place = places(own);
    return Numbers(group_bits ^ index_bits(uvec4(place.thread)).x, index_bits(place.registers));
}

// Shared memory has 32 banks, and serves threads in parallel only if they access different banks.
// Mixing bits 4..8 into the lowest five avoids conflicts in every arrangement, without more memory.
uvec4 slot_bits(uvec4 place) {
    return place ^ ((place >> 4u) & 31u);
}

// The slot in shared memory for the element in each register.
Numbers slots(Arrangement own) {
    Numbers place = places(own);
    return Numbers(slot_bits(uvec4(place.thread)).x, slot_bits(place.registers));
}

// Moves the tile from one arrangement to another.
void rearrange(Arrangement from, Arrangement to) {
    // A thread overwrites only slots that no other thread has read since the last wait.
    uint[REGISTER_COUNT] slot = each_of(slots(from));
#define PUT(number) tile[slot[number]] = kept[number];
    FOR_EACH_REGISTER(PUT)

    wait_for_workgroup();  // a thread takes elements that other threads have put

    slot = each_of(slots(to));
#define TAKE(number) kept[number] = tile[slot[number]];
    FOR_EACH_REGISTER(TAKE)
}
