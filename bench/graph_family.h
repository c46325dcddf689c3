#ifndef HEDDLE_BENCH_GRAPH_FAMILY_H
#define HEDDLE_BENCH_GRAPH_FAMILY_H

#include <stdint.h>

#include "model/digraph.h"

struct error;
struct memory;
struct run;

enum family_kind {
    /* A box of vertices, numbered with x fastest, each with an edge to the next along every dimension. */
    FAMILY_LATTICE,
    /* `cycles` cycles of `length` vertices, with an edge from each cycle to the next. */
    FAMILY_CYCLES,
    /* `vertices` vertices, each with 1 to `degree` (at most 64) edges to vertices drawn at random. */
    FAMILY_RANDOM,
    /* 2^`scale` vertices and `degree` times as many edges, R-MAT with 0.57, 0.19, 0.19, 0.05. */
    FAMILY_POWER_LAW,
    /*
     * The cells of a solid ring: size[0] around it, size[1] around its tube, size[2] from the middle of the
     * tube outward. A ray in a fixed direction crosses the face between two neighbouring cells, which gives
     * an edge from the one that it meets first; a share `wrong` of the edges is reversed.
     */
    FAMILY_SOLID_RING,
    /*
     * `cycles` cycles of `length` (at least 4) vertices on average, one after the other; each vertex but the
     * last has an edge to one of the next 2 * `length` vertices as well.
     */
    FAMILY_CHORDS
};

/* How a lattice ends along a dimension. */
enum lattice_end {
    LATTICE_OPEN,
    LATTICE_CLOSED, /* the last vertices have edges to the first ones */
    LATTICE_FLIPPED /* the same, mirrored: y for ends of x, x for those of y and z */
};

/* Graphs of a kind; the same values give the same graph on every machine. */
struct graph_family {
    enum family_kind kind;
    uint32_t size[3]; /* LATTICE: along x, y, z; each at least 1 */
    enum lattice_end ends[3];
    double mutual; /* LATTICE: how many of the edges along x have one back */
    int turned; /* LATTICE: edges along x are reversed in the second half of x, as in a flow around a ring */
    double wrong; /* SOLID_RING */
    uint32_t cycles, length;
    uint32_t vertices, degree, scale;
    uint64_t seed;
};

/* A graph in host memory. */
struct family_graph {
    struct memory *memory;
    struct digraph graph; /* its arrays are owned */
};

/* Makes it on run->threads threads. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED. */
int graph_family_make(const struct graph_family *family, const struct run *run, struct family_graph *made,
                      struct error *error);
/* A graph of zeros is allowed. */
void family_graph_free(struct family_graph *made);

/* The number of SCCs that such a graph has; 0 if it is not known. */
uint64_t graph_family_components(const struct graph_family *family);

/*
 * The same graph with renamed vertices: v becomes position[v], a random permutation
 * (from `seed`) that is returned in position[0 .. vertices). 0, or -1 with *error filled.
 */
int digraph_scramble(const struct digraph *graph, uint64_t seed, const struct run *run, uint32_t *position,
                     struct family_graph *made, struct error *error);

#endif
