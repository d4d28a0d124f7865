// The tile: the elements that one workgroup holds; where they lie in the buffer, and in shared
// memory while they pass from thread to thread.
//
// Bits of a place in the tile:    [ row | column ]                    TILE_BITS of them
// Bits of the index in the whole: [ group | row | group | column ]    row begins at row_bit
// Rows are the bits that the passes of this dispatch compare; columns keep neighbours together, so
// that memory is read in whole lines. In a tile of neighbours all bits are rows, from bit 0.

uniform uvec3 rows;  // column_bits; row_bit; the group bits that the upper half has complemented

shared Element tile[TILE_SIZE];

// The first pass of a flip stage mirrors whole blocks, so the partners of a tile's lower half lie
// where the bits of the group are complemented too.
uvec4 index_bits(uvec4 place) {
    uint column_bits = rows.x;
    uvec4 column = place & ((1u << column_bits) - 1u);
    uvec4 index = ((place >> column_bits) << rows.y) | column;
    return index ^ (place >> (TILE_BITS - 1u)) * rows.z;
}

// The index in the whole of what each register holds.
Numbers indexes(Arrangement own) {
    uint group = workgroup_number();
    uint column_bits = rows.x;
    uint below = group & ((1u << (rows.y - column_bits)) - 1u);
    uint group_bits = ((group - below) << TILE_BITS) | (below << column_bits);
    Numbers place = places(own);
    return Numbers(group_bits ^ index_bits(uvec4(place.thread)).x, index_bits(place.registers));
}

// Shared memory has 32 banks, and serves threads at once only if they want different banks. Bits
// 4..8 mixed into the lowest five make that so in every arrangement, and in no more memory.
uvec4 slot_bits(uvec4 place) {
    return place ^ ((place >> 4u) & 31u);
}

// Where in shared memory each register puts what it holds.
Numbers slots(Arrangement own) {
    Numbers place = places(own);
    return Numbers(slot_bits(uvec4(place.thread)).x, slot_bits(place.registers));
}

// Passes the tile on from one arrangement to another.
void rearrange(Arrangement from, Arrangement to) {
    // A thread writes only slots that it alone has read since the last wait: nobody misses them.
    uint[REGISTER_COUNT] slot = each_of(slots(from));
#define PUT(number) tile[slot[number]] = kept[number];
    FOR_EACH_REGISTER(PUT)

    wait_for_workgroup();  // what a thread takes next was put there by others

    slot = each_of(slots(to));
#define TAKE(number) kept[number] = tile[slot[number]];
    FOR_EACH_REGISTER(TAKE)
}
