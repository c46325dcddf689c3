#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_REVERSE_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_REVERSE_H

#include <stdint.h>

#include "explorer/graph/digraph.h"

struct memory;
struct run;
struct team;

/* The live edges of a digraph the other way round, in host memory: all of them are live. */
struct graph_reverse {
    struct digraph graph; /* views what follows */
    uint64_t *offsets;    /* vertices + 1 */
    uint32_t *targets;    /* edges: where an edge came from, in any order within a row */
};

/* Bytes that it takes at most: as many as it takes where all edges are live. */
uint64_t graph_reverse_bytes(const struct digraph *graph);

/*
 * By counting: how many edges come to each vertex, where its row begins, each edge to its place. On the
 * threads of the team, which must not be in a phase. 0, 1 when memory is spent, -1 to stop; free it in any
 * case.
 */
int graph_reverse_make(struct team *team, const struct digraph *graph, const struct run *run,
                       struct graph_reverse *reverse);
void graph_reverse_free(struct graph_reverse *reverse, struct memory *memory);

#endif
