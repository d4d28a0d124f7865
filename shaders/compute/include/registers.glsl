// Sixteen words per thread, in registers, and the columns of comparators among their elements.
//
// An array stays in registers only if every subscript is a compile-time constant. So macros unroll
// the columns: the lists below are the network for eight elements, starting at `first`.

#define LOWER_EIGHT(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define UPPER_EIGHT(DO) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

#ifdef PAIR  // an element is two words
const uint REGISTER_BITS = 3u;
#define FOR_EACH_REGISTER(DO) LOWER_EIGHT(DO)
#define FOR_EACH_EIGHT(DO) DO(0)
#else
const uint REGISTER_BITS = 4u;
#define FOR_EACH_REGISTER(DO) LOWER_EIGHT(DO) UPPER_EIGHT(DO)
#define FOR_EACH_EIGHT(DO) DO(0) DO(8)
#endif

const uint REGISTER_COUNT = 1u << REGISTER_BITS;

Element kept[REGISTER_COUNT];

// Always ascending: elements of descending blocks are complemented, see turns() in fast.comp.
void compare_exchange(inout Element lower, inout Element upper) {
#ifdef PAIR
    if (is_above(sort_key(lower), sort_key(upper))) {
        Element greater = lower;
        lower = upper;
        upper = greater;
    }
#else
    Element lesser = min(lower, upper);  // equal elements have equal bits: min and max lose nothing
    upper = max(lower, upper);
    lower = lesser;
#endif
}

#define PAIR_OF(lower, upper) compare_exchange(kept[lower], kept[upper]);

#define DISTANCE_8 \
    PAIR_OF(0, 8) PAIR_OF(1, 9) PAIR_OF(2, 10) PAIR_OF(3, 11) \
    PAIR_OF(4, 12) PAIR_OF(5, 13) PAIR_OF(6, 14) PAIR_OF(7, 15)
#define DISTANCE_4(first) \
    PAIR_OF(first, first + 4) PAIR_OF(first + 1, first + 5) \
    PAIR_OF(first + 2, first + 6) PAIR_OF(first + 3, first + 7)
#define DISTANCE_2(first) \
    PAIR_OF(first, first + 2) PAIR_OF(first + 1, first + 3) \
    PAIR_OF(first + 4, first + 6) PAIR_OF(first + 5, first + 7)
#define DISTANCE_1(first) \
    PAIR_OF(first, first + 1) PAIR_OF(first + 2, first + 3) \
    PAIR_OF(first + 4, first + 5) PAIR_OF(first + 6, first + 7)

// The first pass of a flip stage: each register and its mirror image in a block of 16, 8 or 4.
#define MIRROR_16 \
    PAIR_OF(0, 15) PAIR_OF(1, 14) PAIR_OF(2, 13) PAIR_OF(3, 12) \
    PAIR_OF(4, 11) PAIR_OF(5, 10) PAIR_OF(6, 9) PAIR_OF(7, 8)
#define MIRROR_8(first) \
    PAIR_OF(first, first + 7) PAIR_OF(first + 1, first + 6) \
    PAIR_OF(first + 2, first + 5) PAIR_OF(first + 3, first + 4)
#define MIRROR_4(first) \
    PAIR_OF(first, first + 3) PAIR_OF(first + 1, first + 2) \
    PAIR_OF(first + 4, first + 7) PAIR_OF(first + 5, first + 6)

// Runs the passes of register number bits high..low, high first; REGISTER_BITS > high >= low.
void run_columns(uint high, uint low, bool starts_with_mirror) {
    uint columns = (2u << high) - (1u << low);
    if (starts_with_mirror && high > 0u) {  // in a block of 2 the mirror image is the neighbour
        if (high == 1u) { FOR_EACH_EIGHT(MIRROR_4) }
        if (high == 2u) { FOR_EACH_EIGHT(MIRROR_8) }
#ifndef PAIR
        if (high == 3u) { MIRROR_16 }
#endif
        columns ^= 1u << high;
    }
#ifndef PAIR
    if ((columns & 8u) != 0u) { DISTANCE_8 }
#endif
    if ((columns & 4u) != 0u) { FOR_EACH_EIGHT(DISTANCE_4) }
    if ((columns & 2u) != 0u) { FOR_EACH_EIGHT(DISTANCE_2) }
    if ((columns & 1u) != 0u) { FOR_EACH_EIGHT(DISTANCE_1) }
}
