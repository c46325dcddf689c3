#ifndef HEDDLE_DECOMPOSE_COMPONENTS_COMPONENT_ORDER_H
#define HEDDLE_DECOMPOSE_COMPONENTS_COMPONENT_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/scope.h"
#include "model/digraph.h"

struct error;
struct memory;
struct run;

/* The edges that were live when this was made, sorted by target. */
struct reversed {
    uint64_t vertices, capacity; /* edges */
    uint64_t *offsets;           /* vertices + 1 */
    uint32_t *sources;
    uint64_t *edges; /* numbers of the edges, or NULL */
};

/* Call it at each step of a loop: every 65,536th reports progress and checks the stop flag. 0, or -1
 * with *error filled. */
int certificate_check_stop(const struct run *run, uint64_t done, uint64_t total, struct error *error);

/* Clears the live edges of the choice that contains the edge, in a row that ends at row_end. */
void digraph_remove_choice(const struct digraph *graph, uint64_t edge, uint64_t row_end, uint32_t *live);

int reversed_make(const struct digraph *graph, int with_edges, const struct run *run,
                  struct reversed *reversed, struct error *error);
void reversed_free(struct reversed *reversed, const struct run *run);

/* Fills a bitmap over the edges with those that are live; bits after the last edge are undefined. */
void digraph_copy_live(const struct digraph *graph, uint32_t *live);
/* Adds to each vertex's count the number of its choices in such a bitmap. */
void digraph_count_choices(const struct digraph *graph, const uint32_t *live, uint32_t *choices);

/*
 * All vertices in a line, and the cuts between neighbours (decompose/components/component_certificate.h):
 * vertices of one leaf have no cut between them. Begins as zeros; component_order_free frees it, whatever was
 * returned.
 */
struct component_order {
    struct scope scope; /* of the arrays */
    uint64_t vertices;
    uint32_t *line; /* vertices */
    uint32_t
        *cut; /* by position in the line: the cut between the previous position and this one; 0 for none */
};

/* Orders strongly connected components, each before those that lead to it; all cuts are 1. Returns 0 or -1.
 */
int component_order_scc(const struct digraph *graph, const struct run *run, struct component_order *order,
                        struct error *error);
/*
 * Orders maximal end components and single vertices. graph->live must not be NULL, and it changes: afterwards
 * the internal choices are live. `reversed` has edges.
 */
int component_order_mec(const struct digraph *graph, uint32_t *live, const struct reversed *reversed,
                        const struct run *run, struct component_order *order, struct error *error);
void component_order_free(struct component_order *order);

#endif
