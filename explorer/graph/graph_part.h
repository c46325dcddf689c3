#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_PART_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_PART_H

#include <stdint.h>

#include "base/memory.h"

struct error;
struct exploration;
struct model_header;
struct run;

/*
 * The part of a graph that one rank has, of a state space that several have: the vertices are the states that
 * it owns, by level and within a level by vector, and the edges are those that begin in them. In the whole
 * graph a vertex is the number of its rank and its own number there, so that only each rank is limited to
 * GRAPH_MOST_VERTICES. The order of all vertices, that of struct graph, is by level and vector
 * (graph_part_vector), whatever their ranks.
 */
struct graph_part {
    uint32_t rank, ranks;
    uint64_t vertices, edges;
    uint64_t *offsets;  /* [vertices + 1] */
    uint64_t *targets;  /* [edges] of the whole graph */
    uint32_t *labels;   /* [edges]; rows are sorted by label, without duplicates */
    uint64_t all_edges; /* of all ranks; those that differ in their choice are different, as in a struct graph
                           with labels and choices */
    uint64_t levels;
    const uint64_t *level_begin; /* [levels + 1] of this rank's vertices; the exploration's */
    const struct model_header *header;
    const uint64_t *pairs; /* of folded keys; the exploration's */
    const uint64_t *keys;  /* of the vertices */
    uint64_t *scratch;     /* for a vector and what unfolds it */
    struct memory *memory;
    struct memory_range key_range, target_range, label_range;
};

#define GRAPH_PART_NONE UINT64_MAX /* no vertex */

static inline uint64_t graph_part_vertex(uint32_t rank, uint64_t index) {
    return (uint64_t)rank << 32 | index;
}

static inline uint32_t graph_part_rank(uint64_t vertex) {
    return (uint32_t)(vertex >> 32);
}

static inline uint64_t graph_part_index(uint64_t vertex) {
    return vertex & UINT32_MAX;
}

/*
 * Collective, with run->ranks: the graph of a complete search that kept its levels, whose table and levels
 * are used up; the exploration must outlive the graph. Each rank expands its states again and asks the owners
 * of targets for their numbers, a window of edges at a time (window_edges; 0: the default). It takes 12 bytes
 * for each edge, 8 and the key for each vertex, while it is built also 4 for each slot of the table. NULL in
 * all ranks, with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT, for more than
 * GRAPH_MOST_VERTICES states of a rank, too.
 */
struct graph_part *graph_part_build(struct exploration *exploration, uint64_t window_edges,
                                    const struct run *run, struct error *error);
/* NULL is allowed. */
void graph_part_free(struct graph_part *part);

/* The level of a vertex of this rank, and its vector, of header->words words. Not thread-safe. */
uint64_t graph_part_level(const struct graph_part *part, uint64_t index);
void graph_part_vector(const struct graph_part *part, uint64_t index, uint64_t *vector);

#endif
