#version 430 core
// Many passes of the bitonic sorting network in one dispatch; each invocation holds 16 elements, or
// 8 pairs: as many words.
//
// Four passes that compare the bits b + 3 .. b of the index stay within groups of 16 elements that
// differ in these bits alone. A thread with such a group in its registers runs the four passes with
// no memory touched; then all threads pass their elements on through shared memory, to have 16 that
// differ in the next four bits. Of pairs it is three passes and groups of 8. A tile of neighbours
// serves all passes within it; for passes with partners further apart, a tile takes rows from all
// over the buffer, as many as the passes need.
//
// in, out: elements, the state
// FLOAT32, UINT32 or PAIR, with or without STABLE; GROUP_SIZE: threads of a workgroup, a power of
// two from 1 to 1024; GROUP_BITS: its log2; FLIP: 1 for the flip network, 0 for the alternating one
// Twin: app/bitonic_scope/gpu/compute/dispatch_plan.py, plan_tiles(), gives the uniforms.
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

// The first pass and the last, both run: stage 1..28, and the bit of the place in the tile that the
// pass compares, 0..TILE_BITS - 1. From a stage to the next, the tile is one of neighbours.
uniform uvec4 passes;     // stage and bit of the first, stage and bit of the last
uniform bool descending;  // the order of the whole network

const bool flip = FLIP == 1;  // which network

// From this low_bit on, 16 neighbouring threads hold neighbours in each register: 64 bytes or more,
// which the buffer serves as well as any longer line. Below, shared memory has to turn them round.
const uint DIRECT_LOW_BIT = min(4u, TILE_BITS - REGISTER_BITS);

uint turn_at(uint index, uint direction_mask, bool descends) {
    return is_ascending(index, direction_mask, descends) ? 0u : ~0u;
}

// All bits where a register holds an element of a descending block, none where of an ascending one.
// Complemented, descending elements sort ascending: one kind of comparator is enough.
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

// Complements what has to be; a second time undoes it.
void turn(Numbers complements) {
    uint[REGISTER_COUNT] complement = each_of(complements);
#define TURN(number) kept[number] ^= complement[number];
    FOR_EACH_REGISTER(TURN)
}

bool is_mirror(uint stage, uint bit) {
    return flip && bit + rows.y - rows.x + 1u == stage;
}

// The arrangement in which registers differ in a bit and those below it, as many as there are.
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
        } else {  // on to the next stage, whose first pass compares its highest bit
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
