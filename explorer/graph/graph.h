#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_H

#include <stdint.h>

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct graph_states;
struct network;
struct run;

#define GRAPH_MOST_VERTICES ((uint64_t)UINT32_MAX - 1)
#define GRAPH_DEAD_END 0x80000000u /* flag of an observer's state: the vertex had no successor */

/* Arrays of a graph that are made on demand. */
#define GRAPH_LABELS 1u
#define GRAPH_CHOICES 2u /* networks without choices get no array */
#define GRAPH_OBSERVER                                                                                       \
    4u /* for a game: `observer`; vertices without successors get an edge to themselves                      \
        */

/* How to build the graph of an exploration. NULL stands for labels and choices, without states. */
struct graph_options {
    unsigned arrays; /* GRAPH_ bits */
    /*
     * Receives the states of the vertices (graph_states.h), which the caller frees; stays unchanged if
     * building fails. NULL: not needed.
     */
    struct graph_states **states;
};

/*
 * An explored state space, in compressed rows. Vertex numbers are canonical: by BFS level, within a level by
 * the tuple of component states; vertex 0 is initial. So the graph does not depend on thread count, layout
 * and backend. Rows are sorted by (label, target, choice), without duplicates. Labels are ranks in byte order
 * of their text.
 *
 * The order ignores arrays that were not requested (graph_options): a graph without labels and choices has
 * rows sorted by target, without duplicates. The graph of a search with an observer may be made for a game
 * (GRAPH_OBSERVER): then a vertex without successors has itself as its only successor, and `observer` is the
 * observer's state of each vertex.
 */
struct graph {
    uint64_t vertices; /* at most GRAPH_MOST_VERTICES */
    uint64_t edges;
    uint64_t *offsets;  /* [vertices + 1] */
    uint32_t *targets;  /* edges */
    uint32_t *labels;   /* [edges], ranks; or NULL */
    uint32_t *choices;  /* [edges], or NULL; UINT32_MAX: the edge is a choice of its own */
    uint32_t *observer; /* [vertices], for a game, perhaps with GRAPH_DEAD_END; else NULL */
    const char *const
        *label_text; /* label_count texts, sorted; the graph owns the array, the network the texts */
    uint32_t label_count;
    uint32_t initial;       /* 0 in an explored graph; arbitrary in one from a file */
    uint64_t initial_count; /* above 1: the vertices from 0 to this number, exclusive, are initial; else
                               `initial` alone is */
    struct memory *memory;
    struct memory_range offset_range, target_range, label_range, choice_range, observer_range;
};

/*
 * The graph of a complete exploration that kept its levels. Consumes the exploration's table and levels:
 * their memory is freed, counts remain. NULL with *error filled: ERROR_LIMIT for too many vertices,
 * ERROR_MEMORY, ERROR_INTERRUPTED. The network must outlive the graph.
 */
struct graph *graph_build_cpu(struct exploration *exploration, const struct graph_options *options,
                              const struct run *run, struct error *error);
/*
 * graph_build_cpu for an exploration of explore_cuda: the graph is built on its GPU (graph_device.h), or on
 * the host if the GPU has too little memory. The graph equals the CPU's.
 */
struct graph *graph_build_cuda(struct exploration *exploration, const struct graph_options *options,
                               const struct run *run, struct error *error);
/* A copy of *options, or for NULL the defaults. */
struct graph_options graph_options_of(const struct graph_options *options);
void graph_free(struct graph *graph);

/*
 * Whether an edge of the row that starts at `begin` differs only in its choice from the edge before it; and
 * the number of other edges, which are the transitions in AUT, where each (from, label, to) occurs once. For
 * graphs with labels.
 */
int graph_edge_is_repeated(const struct graph *graph, uint64_t edge, uint64_t row_begin);
uint64_t graph_distinct_edges(const struct graph *graph);

/* --- for code that builds graphs --- */

/* Whether a graph can have a vertex for each state: 0, or -1 with *error filled (ERROR_LIMIT). */
int graph_check_size(const struct exploration *exploration, struct error *error);
/*
 * A graph without edges yet: allocates offsets, the label texts, and of the arrays those of `arrays` (GRAPH_
 * bits; the observer's states are not filled). NULL with *error filled when memory runs out.
 */
struct graph *graph_create(uint64_t vertices, const struct network *network, unsigned arrays,
                           const struct run *run, struct error *error);
/* The same with labels alone, whose texts are given in byte order; the graph borrows the texts. */
struct graph *graph_create_labelled(uint64_t vertices, const char *const *texts, uint32_t label_count,
                                    const struct run *run, struct error *error);
/* Adds the array of choices to a graph without edges. 0, or -1 when memory runs out. */
int graph_add_choices(struct graph *graph);
/* Makes room for `edges` edges in total. 0, or -1 when memory runs out. */
int graph_extend(struct graph *graph, uint64_t edges);

#ifdef __cplusplus
}
#endif
#endif
