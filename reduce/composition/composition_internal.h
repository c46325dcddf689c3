#ifndef HEDDLE_REDUCE_COMPOSITION_COMPOSITION_INTERNAL_H
#define HEDDLE_REDUCE_COMPOSITION_COMPOSITION_INTERNAL_H

#include "base/arena.h"
#include "base/array.h"
#include "base/run.h"
#include "model/lts.h"
#include "reduce/composition/composition.h"
#include "reduce/composition/seam.h"
#include "reduce/composition/sequences.h"

struct memory;

/* A product of parts, minimised. */
struct composition_piece {
    enum composition_skip skip; /* unless DONE, only counts of what was reached follow */
    uint64_t limit;             /* TOO_LARGE: it has more states than this */
    enum equivalence equivalence;
    struct lts *lts;
    uint32_t label_count; /* of the sub-network */
    uint32_t *class_of;   /* [label_count]: class in the component, or NETWORK_DEAD_CLASS */
    uint64_t states, transitions, minimised_states, minimised_transitions;
};

/* A component that there is or was: one of the original network, or parts that became a piece. */
struct composition_node {
    uint32_t component;      /* of the original network; COMPOSITION_PIECE: a piece */
    uint32_t piece;          /* number in composition.pieces */
    struct network *network; /* of the parts, whose labels are those of the piece; owned */
    uint32_t *parts;         /* [network->component_count]: their nodes, in the arena */
    uint32_t depth;          /* of the tree below */
};

#define COMPOSITION_PIECE UINT32_MAX

struct composition {
    const struct composition_options *options;
    const struct run *run;
    struct run product_run; /* for the product at hand */
    struct memory *memory;
    struct error *error;
    const struct network *original;
    struct network *network; /* what it is now; NULL: the original */
    int is_rated;            /* a label of the network has probabilities or rates */
    arena *arena;            /* names */
    struct sequences keys;   /* of pieces: what they were made of */
    GROWING(struct composition_piece) pieces;
    GROWING(struct composition_step) steps;
    GROWING(struct composition_node) nodes; /* with options->keep_tree */
    GROWING(uint32_t) roots;                /* the node of each component of the present network */
    unsigned joins;                         /* of several parts, so far */
    uint64_t limit;                         /* of states of a product, for the time being */
    uint64_t effort;                        /* states of all products that were made or begun */
};

static inline const struct network *composition_now(const struct composition *composition) {
    return composition->network != NULL ? composition->network : composition->original;
}

/*
 * The product of the seam's parts, minimised: its number, from earlier if the same was made before. -1 with
 * the error filled.
 */
int64_t composition_piece(struct composition *composition, const struct seam *seam);
/* *complete: whether the present network has at most about that many states. 0, or -1 with the error filled.
 */
int composition_probe(struct composition *composition, uint64_t most, int *complete);
void composition_free_pieces(struct composition *composition);
/* Starts the tree of what is joined (tree.c), with a node for each component of the original network; adds a
 * node for a piece that replaces the seam's parts; frees all nodes. 0, or -1 with the error filled. */
int composition_tree_begin(struct composition *composition);
int composition_tree_join(struct composition *composition, const struct seam *seam, uint32_t piece);
void composition_tree_free(struct composition *composition);

/* Whether a component of the present network has that name: then *component is its number. */
int composition_find(const struct composition *composition, const char *name, uint32_t *component);

/* Components of the present network that are joined. */
struct composition_parts {
    const uint32_t *numbers; /* [count], ascending */
    uint32_t count;
    const char *name; /* of what they become; NULL: the next number */
};

/* Replaces the parts. *done: whether it was done or skipped. 0, or -1 with the error filled. */
int composition_join(struct composition *composition, const struct composition_parts *parts, int *done);

/* Joins what is best until nothing pays. 0 or -1. */
int composition_join_greedily(struct composition *composition);

#endif
