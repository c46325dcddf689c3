#ifndef HEDDLE_REDUCE_COMPARE_SPLITS_H
#define HEDDLE_REDUCE_COMPARE_SPLITS_H

#include <stdint.h>

#include "reduce/equivalence.h"

struct error;
struct graph;
struct run;

/*
 * Signature refinement of a small graph, round by round, until two vertices part, with the signatures by
 * which blocks were split: what a distinguishing formula is made of (Cleaveland 1990; Korver 1991 for
 * branching). A block keeps its number for one of its parts in each split; the other parts get new numbers.
 */
typedef struct splits splits;

/* The pairs of a signature are label << 32 | block, sorted. The label of divergence, whose block is the own
 * one. */
#define SPLITS_DIVERGENCE UINT32_MAX

/* The split by which two blocks parted: the signatures of both, in the blocks of the round before. */
struct parting {
    uint32_t blocks[2]; /* the parts, by their numbers since */
    uint32_t whole;     /* the number of the block of which they were parts */
    const uint64_t *pairs[2];
    uint64_t counts[2];
};

/*
 * equivalence: strong, branching or divbranching; for the last two, cycles of `i` must be loops, as in
 * quotients. Each round takes time in proportion to the graph. NULL with *error filled: ERROR_LIMIT (the
 * vertices have not parted after most_rounds), ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_USAGE if they are
 * equivalent.
 */
splits *splits_make(const struct graph *graph, enum equivalence equivalence, const uint32_t watched[2],
                    uint32_t most_rounds, const struct run *run, struct error *error);
void splits_free(splits *splits); /* NULL is allowed */
uint32_t splits_block(const splits *splits, uint32_t vertex);
/* How two different blocks parted: blocks[k] contained blocks k, or was it. */
struct parting splits_parting(const splits *splits, uint32_t first, uint32_t second);

#endif
