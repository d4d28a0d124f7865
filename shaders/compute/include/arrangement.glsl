// Which elements of the tile a thread holds: a place for each register; example in fast.comp.
//
// In an arrangement, REGISTER_BITS bits of a place, from low_bit up, are the register number, and
// the other bits are the thread number. So the elements of a thread differ in these bits alone. A
// mirrored arrangement complements the bits below low_bit in the upper half of the registers, which
// then hold the mirror images of the lower half.

const uint TILE_BITS = uint(GROUP_BITS) + REGISTER_BITS;
const uint TILE_SIZE = REGISTER_COUNT * uint(GROUP_SIZE);

struct Arrangement {
    uint low_bit;      // 0..TILE_BITS - REGISTER_BITS
    uint mirror_mask;  // 0, or the bits below low_bit
};

// A number for each register: its place, or a function of the place. All these functions are linear
// over xor, so the number of a register is the number of register 0 xor one number for each bit of
// the register; the latter numbers are the same for all threads.
struct Numbers {
    uint thread;     // of register 0
    uvec4 registers; // xor differences of registers 1, 2, 4 and (without PAIR) 8 to register 0
};

// The numbers of all registers, each by one xor.
uint[REGISTER_COUNT] each_of(Numbers numbers) {
    uint x = numbers.registers.x, y = numbers.registers.y;
    uint z = numbers.registers.z, w = numbers.registers.w;
    uint of_0 = numbers.thread, of_1 = of_0 ^ x, of_2 = of_0 ^ y, of_3 = of_1 ^ y;
    uint of_4 = of_0 ^ z, of_5 = of_1 ^ z, of_6 = of_2 ^ z, of_7 = of_3 ^ z;
    return uint[REGISTER_COUNT](
        of_0, of_1, of_2, of_3, of_4, of_5, of_6, of_7
#ifndef PAIR
        , of_0 ^ w, of_1 ^ w, of_2 ^ w, of_3 ^ w, of_4 ^ w, of_5 ^ w, of_6 ^ w, of_7 ^ w
#endif
    );
}

Numbers places(Arrangement own) {
    uint thread = gl_LocalInvocationID.x;
    uint below = thread & ((1u << own.low_bit) - 1u);
    uvec4 registers = uvec4(1u, 2u, 4u, 8u) << own.low_bit;
    registers[REGISTER_BITS - 1u] ^= own.mirror_mask;
    return Numbers(((thread - below) << REGISTER_BITS) | below, registers);
}
