#version 430 core
// Many passes of the bitonic sorting network in one dispatch; each invocation holds 16 elements in
// registers, or 8 pairs, which are as many words.
//
// Example with 2 register bits: 16 elements as one tile, 4 threads of 4 registers. Indexes held in
// registers 0 to 3, by the low_bit of the arrangement, and the passes that need no other thread:
//
//   low_bit  thread 0   thread 1   thread 2    thread 3     compare_distance
//         2  0 4 8 12   1 5 9 13   2 6 10 14   3 7 11 15    8, 4
//         1  0 2 4 6    1 3 5 7    8 10 12 14  9 11 13 15   4, 2
//         0  0 1 2 3    4 5 6 7    8 9 10 11   12 13 14 15  2, 1
//
// All four stages: fetch at 2 (coalesced); stages 1, 2 at 0; stage 3 at 1, 0; stage 4 at 2, 0;
// store at 2. Each change of low_bit rearranges the tile through shared memory. Stage 4 of the flip
// network mirrors: at 2 thread 0 holds 0 4 11 15, and the first pass compares 0-15 and 4-11.
//
// With 4 register bits (3 for pairs) an arrangement runs up to 4 (3) passes. A tile of neighbours
// serves partners within it; for more distant partners a tile takes rows from all over the buffer.
//
// in, out: elements, the state
// FLOAT32, UINT32 or PAIR, with or without STABLE; GROUP_SIZE: threads per workgroup, a power of
// two from 1 to 1024; GROUP_BITS: its log2; FLIP: 1 for the flip network, 0 for the alternating one
// Twin: app/bitonic_scope/gpu/compute/dispatch_plan.py, plan_tiles(), which sets the uniforms.
// Source: Batcher 1968; several passes in registers: H. Peters, O. Schulz-Hildebrandt,
// N. Luttenberger, "Fast in-place, comparison-based sorting with CUDA: a study with bitonic sort",
// Concurrency and Computation: Practice and Experience 23, 2011.

#include "include/comparator.glsl"
#include "compute/include/element.glsl"
#include "compute/include/workgroup.glsl"
#include "compute/include/registers.glsl"
#include "compute/include/arrangement.glsl"
#include "compute/include/tile.glsl"

layout(local_size_x = GROUP_SIZE) in;

// The first and last pass to run, inclusive: the stage, 1..28, and the bit of the place in the tile
// that the pass compares, 0..TILE_BITS - 1. Only a tile of neighbours spans several stages.
uniform uvec4 passes;     // first stage, first bit, last stage, last bit
uniform bool descending;  // the order of the whole network

const bool flip = FLIP == 1;  // which network

// From this low_bit on, 16 neighbouring threads hold neighbours in each register: 64 bytes or more,
// enough for full bandwidth. Below it, elements go through shared memory to coalesce.
const uint DIRECT_LOW_BIT = min(4u, TILE_BITS - REGISTER_BITS);

uint turn_at(uint index, uint direction_mask, bool descends) {
    return is_ascending(index, direction_mask, descends) ? 0u : ~0u;
}

// All bits for a register that holds an element of a descending block, none for an ascending block.
// Complemented elements of descending blocks sort ascending, so one kind of comparator is enough.
Numbers turns(Arrangement own, uint stage) {
    uint direction_mask = flip ? 0u : 1u << stage;
    Numbers index = indexes(own);
    return Numbers(
        turn_at(index.thread, direction_mask, descending),
        uvec4(
            turn_at(index.registers.x, direction_mask, false),
            turn_at(index.registers.y, direction_mask, false),
            turn_at(index.registers.z, direction_mask, false),
            turn_at(index.registers.w, direction_mask, false)));
}

// Complements the elements of descending blocks; a second call restores them.
void turn(Numbers complements) {
    uint[REGISTER_COUNT] complement = each_of(complements);
#define TURN(number) kept[number] ^= complement[number];
    FOR_EACH_REGISTER(TURN)
}

bool is_mirror(uint stage, uint bit) {
    return flip && bit + rows.y - rows.x + 1u == stage;
}

// The arrangement whose registers differ in this bit and the bits just below it.
Arrangement arrangement_for(uint stage, uint bit) {
    uint low_bit = max(bit, REGISTER_BITS - 1u) - (REGISTER_BITS - 1u);
    return Arrangement(low_bit, is_mirror(stage, bit) ? (1u << low_bit) - 1u : 0u);
}

void main() {
    uint stage = passes.x, bit = passes.y, last_stage = passes.z, last_bit = passes.w;
    Arrangement direct = Arrangement(TILE_BITS - REGISTER_BITS, 0u);
    Arrangement next = arrangement_for(stage, bit);
    Arrangement own = next.low_bit >= DIRECT_LOW_BIT ? next : direct;

    uint[REGISTER_COUNT] index = each_of(indexes(own));
#define FETCH(number) kept[number] = fetch_element(index[number], descending);
    FOR_EACH_REGISTER(FETCH)
    turn(turns(own, stage));

    while (true) {
        if (next != own) {
            rearrange(own, next);
            own = next;
        }
        uint end_bit = stage == last_stage ? max(last_bit, own.low_bit) : own.low_bit;
        run_columns(bit - own.low_bit, end_bit - own.low_bit, is_mirror(stage, bit));

        if (stage == last_stage && end_bit == last_bit) {
            break;
        }
        if (end_bit > 0u) {
            bit = end_bit - 1u;
        } else {  // next stage: its first pass compares the highest bit of a block
            Numbers old = turns(own, stage);
            bit = stage;
            stage++;
            Numbers current = turns(own, stage);
            turn(Numbers(old.thread ^ current.thread, old.registers ^ current.registers));
        }
        next = arrangement_for(stage, bit);
    }

    turn(turns(own, stage));
    if (own.low_bit < DIRECT_LOW_BIT) {
        rearrange(own, direct);
        own = direct;
    }
    index = each_of(indexes(own));
#define STORE(number) store_element(index[number], kept[number], descending);
    FOR_EACH_REGISTER(STORE)
}
