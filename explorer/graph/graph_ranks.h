#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_RANKS_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_RANKS_H

#include <stdint.h>

struct error;
struct exploration;
struct run;

/*
 * What takes a graph row by row: `begin` once, with its numbers of different edges and of states, then `edge`
 * for each edge, in the order of source, label and target. Each returns 0, or -1 with *error filled.
 */
struct graph_sink {
    void *context;
    int (*begin)(void *context, uint64_t edges, uint64_t states, struct error *error);
    int (*edge)(void *context, uint64_t source, const char *label, uint64_t target, struct error *error);
    uint64_t window_edges; /* about so many edges are in a window of all ranks; 0: the default */
    uint64_t chunk_words;  /* of vectors that a rank shows the others at a time; 0: the default */
};

/*
 * The graph of a complete search by several ranks (run->ranks) that has kept its levels: the same states,
 * numbers and edges as those of struct graph, without choices. Collective; rank 0 alone calls the sink. No
 * rank holds more than its own states and a window of rows, so that there may be more than 2^32 states.
 * sink: NULL if this rank cannot take them, with *error filled. The exploration's levels are used up. *edges
 * becomes the number of different edges. 0, or -1 with *error filled, in all ranks.
 */
int graph_ranks_rows(struct exploration *exploration, const struct graph_sink *sink, uint64_t *edges,
                     const struct run *run, struct error *error);

#endif
