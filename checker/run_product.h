#ifndef HEDDLE_CHECKER_RUN_PRODUCT_H
#define HEDDLE_CHECKER_RUN_PRODUCT_H

#include "specs/ltl/ltl_alternating.h"

struct error;
struct graph;
struct ltl_tree;
struct run;

/*
 * The product of a graph and of the runs that violate a formula (ltl_alternating.h), for certificates: pairs
 * of a vertex and a set of obligations that it reaches. Where runs end, the vertex has an edge to itself in
 * the product, with the letter of the end.
 */
#define RUN_END UINT32_MAX /* the label of such an edge */

struct run_pair {
    uint32_t vertex, set;
};

struct run_edge {
    uint32_t target; /* a pair */
    uint32_t label;
    uint64_t unmet; /* eventual obligations that it leaves unmet */
};

/* What the letters are: bits of atoms. Borrowed. */
struct run_letters_of {
    const uint64_t *label;  /* by label of the graph */
    const uint64_t *vertex; /* by vertex, true of its predicates; NULL: there are none */
    uint64_t end;
};

struct run_product {
    const struct run *run;
    struct error *error;
    const struct graph *graph;
    struct run_letters_of letters;
    struct ltl_alternating automaton;
    GROWING(uint64_t) set; /* of obligations */
    struct index set_index;
    GROWING(struct run_pair) pair; /* the initial ones first */
    struct index pair_index;
    GROWING(uint64_t) row; /* by pair, and one more: where its edges begin */
    GROWING(struct run_edge) edge;
};

/* The graph has labels. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_LIMIT, ERROR_INTERRUPTED. The caller
 * frees it in either case. The graph, the letters and the tree must outlive it. */
int run_product_make(struct run_product *product, const struct graph *graph, const struct ltl_tree *tree,
                     const struct run_letters_of *letters, const struct run *run, struct error *error);
void run_product_free(struct run_product *product);

#endif
