#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_GATHER_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_GATHER_H

/*
 * A small graph of which each rank has some vertices and edges (explorer/graph/graph_part.h), brought
 * together in all ranks: each shows a word for each of its vertices, and two for each of its edges. In all
 * ranks a vertex then has the same place, by rank and number.
 */
#include <stdint.h>

#include "explorer/distributed/mail.h"

struct error;
struct run;

struct graph_gather {
    const struct run *run;
    struct error *error;
    mail *mail;
    uint64_t *counts;         /* [2 * ranks] vertices and edges of each rank */
    uint64_t vertices, edges; /* of all ranks */
    uint64_t *own, *all;      /* words that this rank shows, and those of all */
    uint64_t most_vertices;   /* of a rank */
    uint64_t own_words;       /* words of each rank: vertices, then edges, each filled up to the most */
};

/*
 * Collective: opens it for so many vertices and edges of this rank. Then the rank fills its words: a vertex
 * has its own number in the lower 32 bits, ascending, and what the caller likes in the others; an edge, in
 * two words, the place of one end among these vertices, and the other end, in the whole graph. 0, or -1 in
 * all ranks, with *error filled: ERROR_MEMORY, ERROR_LIMIT where another rank is the reason. Close it in any
 * case.
 */
int graph_gather_open(struct graph_gather *gather, uint64_t vertices, uint64_t edges, mail *mail,
                      const struct run *run, struct error *error);
uint64_t *graph_gather_own_vertices(const struct graph_gather *gather);
uint64_t *graph_gather_own_edges(const struct graph_gather *gather);
/* Collective: shows all words to all. */
void graph_gather_share(struct graph_gather *gather);
/* Collective: whether no rank has failed to work on what was gathered. 0 or -1. */
int graph_gather_agree(const struct graph_gather *gather, int failed);
void graph_gather_close(struct graph_gather *gather);

/* What a rank showed: its words, and the place of its first vertex. */
const uint64_t *graph_gather_vertices(const struct graph_gather *gather, uint32_t rank);
const uint64_t *graph_gather_edges(const struct graph_gather *gather, uint32_t rank);
uint64_t graph_gather_first(const struct graph_gather *gather, uint32_t rank);
/* The place of a vertex of the whole graph; UINT64_MAX: it was not shown. And the other way round. */
uint64_t graph_gather_place(const struct graph_gather *gather, uint64_t vertex);
uint64_t graph_gather_vertex(const struct graph_gather *gather, uint64_t place);

#endif
