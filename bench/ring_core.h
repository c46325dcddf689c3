#ifndef HEDDLE_BENCH_RING_CORE_H
#define HEDDLE_BENCH_RING_CORE_H

/*
 * Hand-coded successors of the token ring. A state has three bits a node, node 0 lowest: 0, 1, 2 idle, 3 and
 * 4 with the token. Nodes in 0, 1 and 3 move alone, by adding 1; a node in 4 passes the token to the next, if
 * that is in 2. `low`: the lowest bit of every node; `bits`: of a state.
 */
#include "base/core.h"

#define RING_INITIAL 3u /* node 0 has the token */

CORE_FUNCTION uint64_t ring_low(uint32_t nodes) {
    uint64_t low = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        low |= (uint64_t)1 << 3 * i;
    }
    return low;
}

/* Nodes that can move alone, by their lowest bits, which are what a move adds: those not in 4, and odd if in
 * 2, 3. */
CORE_FUNCTION uint64_t ring_moves_alone(uint64_t state, uint64_t low) {
    return low & ~(state >> 2) & (~(state >> 1) | state);
}

/* The state after a node in 4 has passed the token on; 0, which is no state, when none can. */
CORE_FUNCTION uint64_t ring_after_pass(uint64_t state, uint64_t low, uint32_t bits) {
    uint64_t giver = (state >> 2) & low;
    uint64_t taker = (giver << 3 | giver >> (bits - 3)) & low;
    return giver != 0 && (state & (taker * 7)) == taker * 2 ? state - giver * 4 + taker : 0;
}

#endif
