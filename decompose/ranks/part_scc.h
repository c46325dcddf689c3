#ifndef HEDDLE_DECOMPOSE_RANKS_PART_SCC_H
#define HEDDLE_DECOMPOSE_RANKS_PART_SCC_H

#include <stdint.h>

#include "base/scope.h"

struct component_counts;
struct error;
struct graph_part;
struct run;

/*
 * Strongly connected components of a graph of which each rank has a part (explorer/graph/graph_part.h), over
 * its live edges. All functions are collective, and fail in all ranks if they fail in one: ERROR_MEMORY,
 * ERROR_INTERRUPTED, or ERROR_LIMIT where another rank is the reason.
 */
struct part_scc_options {
    const uint8_t *live;  /* a byte for each label: whether its edges are live; NULL: all are */
    const uint32_t *dead; /* bitmap over edges: these are not, whatever their label; NULL: none */
    int keep_apart;       /* for tests: what remains is not gathered, however small it is */
};

struct part_scc_report {
    uint64_t rounds;   /* in which colours spread */
    uint64_t trimmed;  /* vertices of all ranks that trimming decided */
    uint64_t gathered; /* vertices that every rank decided by itself, as few edges were left */
};

/* Of one rank. */
struct part_components {
    struct scope scope;  /* of the arrays */
    uint64_t *component; /* [vertices] a member of the vertex's component, in the whole graph: the same one
                            for all members, and a member of it */
    uint32_t *core;      /* bitmap over vertices: those that trimming did not decide. The others are alone in
                            their components, and have no live edge to themselves */
    uint32_t *inside;    /* bitmap over edges: live edges within a component */
};

/*
 * Decomposes the graph: first it trims vertices without live edges from others, or to others, again and
 * again. If few edges are left, all ranks gather them, and each decides them by itself. Otherwise colours
 * spread from vertices along edges, and the least one stays: all that reach the origin of their colour,
 * within it, are its component (Orzan, On distributed verification and verified distribution, 2004, chapter
 * 4). The other vertices go on, each colour by itself, in another order of colours: the first is about that
 * of the vertices, so that it searches forward and backward from the initial one.
 *
 * It takes 40 bytes for each vertex while it runs, 8 for each live edge that is not trimmed forward, and 8
 * for each vertex, and three bits for edges and vertices, after that. The caller frees *components with
 * part_components_free, whatever this returns.
 */
int part_scc(const struct graph_part *part, const struct part_scc_options *options, const struct run *run,
             struct part_components *components, struct part_scc_report *report, struct error *error);
void part_components_free(struct part_components *components);

/*
 * Marks components: those of the vertices that are sources of an edge which `wants` chooses. marks: a number
 * for each vertex of this rank; that of the member which names a component becomes `mark` if it was mark - 1
 * before.
 */
struct part_marking {
    int (*wants)(const void *context, uint64_t vertex, uint64_t edge);
    const void *context;
    uint32_t *marks, mark;
};
int part_mark(const struct graph_part *part, const struct part_components *components,
              const struct part_marking *marking, const struct run *run, struct error *error);

/*
 * Counts the components of all ranks, over live edges that are all edges: the same counts in all ranks. It
 * takes 12 bytes for each vertex. The caller frees them with component_counts_free, whatever this returns.
 */
int part_scc_count(const struct graph_part *part, const struct part_components *components,
                   const struct run *run, struct component_counts *counts, struct error *error);

#endif
