#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_RANKS_INTERNAL_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_RANKS_INTERNAL_H

/* What the parts of graph_ranks.c share: the work of one rank. */
#include <stdint.h>

#include "base/memory.h"
#include "base/sort.h"
#include "explorer/graph/successor_row.h"
#include "explorer/search/expand.h"

struct error;
struct exploration;
struct ranks;
struct run;

/* As rank 0 gets it. */
struct ranks_edge {
    uint64_t source, label, target;
};

struct growing {
    uint64_t *words;
    uint64_t capacity;
};

struct rank_rows {
    struct exploration *exploration;
    const struct run *run;
    const struct ranks *ranks;
    struct error *error;
    const struct model_header *header;
    const uint64_t *keys;        /* of this rank's states, by level and vector */
    uint64_t count;              /* of these */
    uint64_t *numbers;           /* [count] in the one numbering */
    struct memory_range by_slot; /* the same by slot of the table */
    struct expansion expansion;
    struct successor_row row;
    uint64_t chunk; /* words of vectors that a rank shows the others at a time; at least one vector */
    uint64_t next;  /* the first state that has not been expanded */

    /* --- a window --- */
    struct ranks_edge *edges;
    uint64_t edge_count, edge_capacity;
    uint64_t *asked; /* [edges] the question for the target, or NOT_ASKED */
    uint64_t asked_capacity;
    uint64_t questions;               /* vectors whose numbers others know .. */
    struct growing question, answers; /* .. after their number; the numbers of those of all ranks */
    struct growing shared, all;       /* what this rank shows, and what it sees */
};

/* Collective: *most becomes the greatest of all ranks. 0, or -1 with the error filled if some rank failed. */
int graph_ranks_agree(const struct rank_rows *rows, int failed, uint64_t *most);
/* Makes room for so many words; 0, or -1 with the error filled. */
int graph_ranks_grow(const struct rank_rows *rows, struct growing *growing, uint64_t words);
/* Collective: the numbers of all states of this rank, by place. 0 or -1. */
int graph_ranks_number(struct rank_rows *rows);

#endif
