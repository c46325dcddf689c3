#ifndef HEDDLE_TESTS_ORACLE_ORACLE_PRODUCT_H
#define HEDDLE_TESTS_ORACLE_ORACLE_PRODUCT_H

#include "explorer/model/network.h"
#include "model/observer.h"
#include "tests/oracle/oracle.h"

struct oracle_product_edge {
    uint32_t from, to;
};

/*
 * The product of a network's graph and an observer, straight from the definition of their steps, with the
 * canonical numbers of a graph (explorer/graph/graph.h). A pair is a state of the graph times the number of
 * observer states, plus a state of the observer.
 */
struct oracle_product {
    const struct oracle_graph *graph;
    const struct observer *observer;
    const uint32_t *label_of_edge;     /* of the network */
    uint32_t *level;                   /* pairs: UINT32_MAX if not reached */
    uint32_t *queue, *number;          /* the pair of each vertex; the vertex of each pair */
    struct oracle_product_edge *edges; /* edges between vertices, sorted, each once */
    uint64_t vertices, edge_count, edge_capacity;
};

/* All is borrowed; label_of_edge is what oracle_edge_labels returns. */
void oracle_product_make(struct oracle_product *product, const struct oracle_graph *graph,
                         const struct observer *observer, const uint32_t *label_of_edge);
void oracle_product_free(struct oracle_product *product);
/* For each edge of the graph the number of its label in the network; the caller frees the array. */
uint32_t *oracle_edge_labels(const struct oracle_graph *graph, const struct network *network);

#endif
