// Sixteen elements a thread, in registers, and the columns of comparators among them.
//
// An array stays in registers only while every subscript is a number that the compiler knows. So
// the columns are written out, by macros, instead of looped over: the lists below are the network.

Element kept[16];

#define FOR_EACH_REGISTER(DO) \
    DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) \
    DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

// Always ascending: elements of descending blocks are complemented meanwhile, see turns() in
// fast.comp.
void compare_exchange(inout Element lower, inout Element upper) {
#ifdef PAIR
    bool exchange = is_above(sort_key(lower), sort_key(upper));
    Element lesser = exchange ? upper : lower;
    upper = exchange ? lower : upper;
#else
    Element lesser = min(lower, upper);  // equal elements are equal bits: min and max lose nothing
    upper = max(lower, upper);
#endif
    lower = lesser;
}

#define PAIR_OF(lower, upper) compare_exchange(kept[lower], kept[upper]);

#define DISTANCE_8 \
    PAIR_OF(0, 8) PAIR_OF(1, 9) PAIR_OF(2, 10) PAIR_OF(3, 11) \
    PAIR_OF(4, 12) PAIR_OF(5, 13) PAIR_OF(6, 14) PAIR_OF(7, 15)
#define DISTANCE_4 \
    PAIR_OF(0, 4) PAIR_OF(1, 5) PAIR_OF(2, 6) PAIR_OF(3, 7) \
    PAIR_OF(8, 12) PAIR_OF(9, 13) PAIR_OF(10, 14) PAIR_OF(11, 15)
#define DISTANCE_2 \
    PAIR_OF(0, 2) PAIR_OF(1, 3) PAIR_OF(4, 6) PAIR_OF(5, 7) \
    PAIR_OF(8, 10) PAIR_OF(9, 11) PAIR_OF(12, 14) PAIR_OF(13, 15)
#define DISTANCE_1 \
    PAIR_OF(0, 1) PAIR_OF(2, 3) PAIR_OF(4, 5) PAIR_OF(6, 7) \
    PAIR_OF(8, 9) PAIR_OF(10, 11) PAIR_OF(12, 13) PAIR_OF(14, 15)

// The first pass of a flip stage: each register with its mirror image in a block of 16, 8 or 4.
#define MIRROR_16 \
    PAIR_OF(0, 15) PAIR_OF(1, 14) PAIR_OF(2, 13) PAIR_OF(3, 12) \
    PAIR_OF(4, 11) PAIR_OF(5, 10) PAIR_OF(6, 9) PAIR_OF(7, 8)
#define MIRROR_8 \
    PAIR_OF(0, 7) PAIR_OF(1, 6) PAIR_OF(2, 5) PAIR_OF(3, 4) \
    PAIR_OF(8, 15) PAIR_OF(9, 14) PAIR_OF(10, 13) PAIR_OF(11, 12)
#define MIRROR_4 \
    PAIR_OF(0, 3) PAIR_OF(1, 2) PAIR_OF(4, 7) PAIR_OF(5, 6) \
    PAIR_OF(8, 11) PAIR_OF(9, 10) PAIR_OF(12, 15) PAIR_OF(13, 14)

// Runs the passes of bits high..low of the register number, 3 >= high >= low, the high one first.
void run_columns(uint high, uint low, bool starts_with_mirror) {
    uint columns = (2u << high) - (1u << low);
    if (starts_with_mirror && high > 0u) {  // in a block of 2 the mirror image is the neighbour
        if (high == 3u) { MIRROR_16 } else if (high == 2u) { MIRROR_8 } else { MIRROR_4 }
        columns ^= 1u << high;
    }
    if ((columns & 8u) != 0u) { DISTANCE_8 }
    if ((columns & 4u) != 0u) { DISTANCE_4 }
    if ((columns & 2u) != 0u) { DISTANCE_2 }
    if ((columns & 1u) != 0u) { DISTANCE_1 }
}
