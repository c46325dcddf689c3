#ifndef HEDDLE_TESTS_RANDOM_RANDOM_GRAPH_H
#define HEDDLE_TESTS_RANDOM_RANDOM_GRAPH_H

#include <stdint.h>

#include "model/digraph.h"

/* What random graphs look like, before numbers are scrambled and edges die. */
enum random_shape {
    RANDOM_SHAPE_SPARSE,
    RANDOM_SHAPE_DENSE,
    RANDOM_SHAPE_CHAIN, /* a path, with a few edges forwards, or backwards */
    RANDOM_SHAPE_TREE,  /* edges away from the root, or towards it */
    RANDOM_SHAPE_DAG,
    RANDOM_SHAPE_CYCLE,           /* a single one */
    RANDOM_SHAPE_CHAIN_OF_CYCLES, /* cycles of several lengths */
    RANDOM_SHAPE_CYCLE_OF_CYCLES, /* one component, unless edges die */
    RANDOM_SHAPE_DAG_OF_CYCLES,   /* random edges from earlier cycles to later ones */
    RANDOM_SHAPE_DISJOINT_CYCLES, /* nothing between them */
    RANDOM_SHAPE_LOOPS,           /* self-loops and parallel edges */
    RANDOM_SHAPE_ISOLATED,        /* most vertices have no edge at all */
    RANDOM_SHAPE_GIANT,           /* one large component, small ones before and after it */
    RANDOM_SHAPE_POWER_LAW,       /* few vertices have most edges */
    RANDOM_SHAPE_GRID,            /* to the right and down, a few edges back */
    RANDOM_SHAPE_EMPTY,           /* no edges; maybe no vertices */
    RANDOM_SHAPES
};

const char *random_shape_name(enum random_shape shape);

struct random_graph {
    enum random_shape shape;
    struct digraph graph; /* views the arrays below, or some of them: `live` may be NULL; no `begins` */
    uint64_t *offsets;
    uint32_t *targets, *live;
};

/*
 * A random graph of at most most_vertices vertices; the same seed gives the same one. Rows are in any order.
 * One in three has a mask of live edges; half of them have scrambled numbers. Aborts when memory runs out.
 */
void random_graph_make(uint64_t seed, uint64_t most_vertices, struct random_graph *out);
void random_graph_free(struct random_graph *graph);

#endif
