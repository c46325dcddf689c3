#ifndef HEDDLE_REDUCE_REFINE_REFINE_H
#define HEDDLE_REDUCE_REFINE_REFINE_H

#include <stdint.h>

#include "reduce/equivalence.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct memory;
struct run;

/* What edges weigh, in some common unit. */
__extension__ typedef unsigned __int128 refine_weight;

/*
 * Labels whose edges are added up: vertices are alike only if, for each part and block, the weights of their
 * edges with labels of the part to the block have the same sum. The sums of the weights of a row are below
 * 2^128.
 */
struct refine_weights {
    uint32_t labels;
    const uint32_t *part;        /* [labels]: the part of each label */
    const refine_weight *weight; /* [labels]; 0: only whether there is such an edge counts */
};

/* Begins as zeros, which are the defaults. */
struct refine_options {
    /* Two vertices, or NULL: refinement may end as soon as they are in different blocks (partition.parted).
     */
    const uint32_t *watched;
    /* [vertices]: blocks to begin with, numbers below start_blocks, none of them empty; each class is within
     * one. NULL: one block. */
    const uint32_t *start;
    uint32_t start_blocks;
    const struct refine_weights *weights; /* for strong alone; NULL: none */
    uint32_t sketch_bits; /* for tests: bits of a signature's sketch that count, so that different signatures
                             look alike; 0: all */
    int full_rounds; /* for tests: each round looks at all vertices, not at those that may change alone */
};

/* The classes of a graph's vertices. */
struct partition {
    uint64_t vertices;
    uint64_t blocks;
    uint32_t *block;     /* [vertices]: the block of each, by the order of the blocks' least vertices */
    uint32_t *divergent; /* divbranching: bitmap over the blocks whose states begin an infinite run of inert
                            steps; else NULL */
    uint64_t divergent_blocks;
    uint64_t rounds;
    int parted; /* the watched vertices are in different blocks, and refinement may have ended early: then the
                   partition is coarser than the equivalence */
};

/*
 * Finds the classes of strong, branching or divbranching equivalence of a graph in host memory that has
 * labels, all of whose vertices count, on run->threads threads. `i` is internal (reduce/prepare/prepare.h).
 * Signature refinement (Blom, Orzan 2003; Blom, van de Pol 2009) with sketches of signatures, followed by a
 * proof that the result is stable, so it is exact. It is the same for any number of threads. Returns 0, or -1
 * with *error filled: ERROR_USAGE for another equivalence, ERROR_MEMORY, ERROR_INTERRUPTED. The caller frees
 * *partition in any case.
 */
int refine_cpu(const struct graph *graph, enum equivalence equivalence, const struct refine_options *options,
               const struct run *run, struct partition *partition, struct error *error);
/* The classes of the first `initial_count` vertices, which are the first classes; 1 for one such vertex. */
uint64_t partition_initial_classes(const struct partition *partition, uint64_t initial_count);
void partition_free(struct partition *partition, struct memory *memory);

#ifdef __cplusplus
}
#endif
#endif
