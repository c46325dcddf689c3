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
struct run;

#define GRAPH_MOST_VERTICES ((uint64_t)UINT32_MAX - 1)
#define GRAPH_DEAD_END 0x80000000u /* with an observer's state: the vertex had no successor */

/* Arrays of a graph that are made on demand. */
#define GRAPH_LABELS 1u
#define GRAPH_CHOICES 2u  /* networks without choices get none */
#define GRAPH_OBSERVER 4u /* for a game: `observer`; vertices without successors get themselves */

/* How to build the graph of an exploration; NULL stands for labels and choices, and no states. */
struct graph_options {
    unsigned arrays; /* GRAPH_ bits */
    /* Receives the states of the vertices (graph_states.h), for the caller to free; nothing when building
     * fails. NULL: not wanted. */
    struct graph_states **states;
};

/*
 * An explored state space, in compressed rows. Vertex numbers are canonical: by BFS level, within a level by
 * the tuple of component states; vertex 0 is initial. So every thread count, layout and backend gives the
 * same graph. Rows are sorted by (label, target, choice) and hold each once. Labels are ranks in byte order
 * of their text.
 *
 * Arrays that were not asked for (graph_options) do not count in the order: a graph without labels and
 * choices has rows sorted by target, each once. The graph of a search with an observer may be made for a game
 * (GRAPH_OBSERVER): then a vertex without successors has itself as its only one, and `observer` is the
 * observer's state of each vertex.
 */
struct graph {
    uint64_t vertices; /* at most GRAPH_MOST_VERTICES */
    uint64_t edges;
    uint64_t *offsets;  /* vertices + 1 */
    uint32_t *targets;  /* edges */
    uint32_t *labels;   /* edges; ranks; or NULL */
    uint32_t *choices;  /* edges, or NULL when there are none; UINT32_MAX: the edge is a choice of its own */
    uint32_t *observer; /* for a game: vertices, with GRAPH_DEAD_END where it applies; else NULL */
    const char *const
        *label_text; /* label_count texts, sorted; owned by the graph, their bytes by the network */
    uint32_t label_count;
    uint32_t initial; /* 0 in a graph that was explored; a file's may be any */
    struct memory *memory;
    struct memory_range offset_range, target_range, label_range, choice_range, observer_range;
};

/*
 * The graph of a complete exploration that kept its levels. Consumes the exploration's table and levels
 * (their memory is free afterwards; counts stay). NULL with *error filled: ERROR_LIMIT for too many vertices,
 * ERROR_MEMORY, ERROR_INTERRUPTED. The network must outlive the graph.
 */
struct graph *graph_build_cpu(struct exploration *exploration, const struct graph_options *options,
                              const struct run *run, struct error *error);
/* The options that NULL stands for, or a copy of *options. */
struct graph_options graph_options_of(const struct graph_options *options);
void graph_free(struct graph *graph);

/* Whether an edge, of the row that begins there, differs from the one before it in its choice alone; and how
 * many edges do not: those that AUT shows, which has (from, label, to) once. Of graphs with labels. */
int graph_edge_is_repeated(const struct graph *graph, uint64_t edge, uint64_t row_begin);
uint64_t graph_distinct_edges(const struct graph *graph);

#ifdef __cplusplus
}
#endif
#endif
