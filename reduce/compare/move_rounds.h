#ifndef HEDDLE_REDUCE_COMPARE_MOVE_ROUNDS_H
#define HEDDLE_REDUCE_COMPARE_MOVE_ROUNDS_H

#include <stdint.h>

#include "reduce/lump/moves.h"

struct error;
struct run;

/*
 * Refinement of states with moves, round by round: in the first blocks, states have the same properties;
 * after a round, also moves that give each block of the round before the same. Blocks of all rounds are kept,
 * as a tree: what a distinguishing formula is made of (Larsen, Skou 1991; Cleaveland 1990).
 */
typedef struct move_rounds move_rounds;

/* What a move gives to a block. */
struct moves_given {
    uint32_t block;
    fraction_natural weight;
};

/*
 * Refines until some initial state of one input is in a block without an initial state of the other. Each
 * round takes time in proportion to the moves. NULL with *error filled: ERROR_LIMIT (not so far after
 * most_rounds, or after about ten seconds), ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_USAGE if all have
 * equivalent ones.
 */
move_rounds *move_rounds_make(const struct moves *moves, uint32_t most_rounds, const struct run *run,
                              struct error *error);
void move_rounds_free(move_rounds *rounds); /* NULL is allowed */

uint32_t move_rounds_block(const move_rounds *rounds, uint32_t state);
/* Some state that has been in the block since it was made. */
uint32_t move_rounds_member(const move_rounds *rounds, uint32_t block);
/* The round in which two different blocks parted, 0 if their properties differ; *one and *other become the
 * blocks that this round made. */
uint32_t move_rounds_parting(const move_rounds *rounds, uint32_t *one, uint32_t *other);
/* The block that contained the block in an earlier round. */
uint32_t move_rounds_before(const move_rounds *rounds, uint32_t block, uint32_t round);

#endif
