#ifndef HEDDLE_BENCH_FAMILY_ROWS_H
#define HEDDLE_BENCH_FAMILY_ROWS_H

#include "bench/graph_family.h"

/* Graphs from a function of a vertex's number, or of an edge's; called by several threads at once. */

#define FAMILY_ROW_MOST 64u /* edges of a row that is made from a vertex's number */

struct family_rows {
    uint64_t vertices;
    uint32_t (*row)(const void *context, uint32_t vertex, uint32_t *targets); /* returns how many */
    const void *context;
};

struct family_edges {
    uint64_t vertices, edges;
    void (*edge)(const void *context, uint64_t number, uint32_t *source, uint32_t *target);
    const void *context;
};

/* 0, or -1 with *error filled and nothing to free. */
int family_rows_make(const struct family_rows *rows, const struct run *run, struct family_graph *made,
                     struct error *error);
/* The targets of a row come out sorted. */
int family_edges_make(const struct family_edges *edges, const struct run *run, struct family_graph *made,
                      struct error *error);

#endif
