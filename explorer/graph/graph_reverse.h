#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_REVERSE_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_REVERSE_H

#include <stdint.h>

#include "model/digraph.h"

struct memory;
struct run;
struct team;

/* The live edges of a digraph in reverse direction, in host memory; all of them are live. */
struct graph_reverse {
    struct digraph graph; /* a view of the arrays below */
    uint64_t *offsets;    /* [vertices + 1] */
    uint32_t *targets;    /* [edges]: sources of the reversed edges, in any order within a row */
};

/* The most bytes that it takes, which is when all edges are live. */
uint64_t graph_reverse_bytes(const struct digraph *graph);

/*
 * Reverses by counting: counts the edges to each vertex, computes where its row begins, and puts each edge
 * into its place. Runs on the threads of the team, outside its phases. 0, 1 when memory runs out, -1 if the
 * run must stop; the caller frees *reverse in every case.
 */
int graph_reverse_make(struct team *team, const struct digraph *graph, const struct run *run,
                       struct graph_reverse *reverse);
void graph_reverse_free(struct graph_reverse *reverse, struct memory *memory);

#endif
