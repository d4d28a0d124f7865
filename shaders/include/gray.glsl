// The gray of a sort key: the number of gray_keys not above it.
// A table by the key's upper bits has the gray, or the few among which a binary search decides: a
// search alone would take most of the time of a recorded frame on software GL.
// Twin: app/bitonic_scope/data/gray_scale.py, GrayTable.

uniform uint gray_keys[255];    // the least sort key of each gray from 1 on, ascending
uniform usampler2D gray_table;  // by slot: the grays of its first key and of its last one
uniform uint gray_table_start;  // the first key of slot 0
uniform int gray_table_shift;   // 2^shift keys share a slot

const uint SLOT_COUNT = 16384u, SLOTS_PER_ROW = 128u;

int gray_of(uint key) {
    uint start = gray_table_start;
    uint slot = min((max(key, start) - start) >> uint(gray_table_shift), SLOT_COUNT - 1u);
    ivec2 place = ivec2(slot % SLOTS_PER_ROW, slot / SLOTS_PER_ROW);
    ivec2 grays = ivec2(texelFetch(gray_table, place, 0).rg);
    int least = grays.x, most = grays.y;
    while (least < most) {
        int middle = (least + most + 1) / 2;
        if (key >= gray_keys[middle - 1]) least = middle;
        else most = middle - 1;
    }
    return least;
}
