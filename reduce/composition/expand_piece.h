#ifndef HEDDLE_REDUCE_COMPOSITION_EXPAND_PIECE_H
#define HEDDLE_REDUCE_COMPOSITION_EXPAND_PIECE_H

#include <stdint.h>

#include "reduce/refine/refine.h"

struct composition;
struct composition_node;
struct error;
struct graph;
struct graph_states;

/* The graph of a piece, made again: the states of the parts' product and their classes. */
struct expand_piece {
    struct graph *graph; /* NULL: not made yet */
    struct graph_states *states;
    struct partition partition;
    uint32_t *label_of;    /* [classes of the piece's component]: label of the graph */
    uint32_t label_number; /* allocated */
    uint32_t internal;     /* label of the graph that is the internal action; UINT32_MAX: none */
    int has_inert;         /* steps within a class may be passed over */
    /* Of a search for a step: */
    uint32_t *queue, *before; /* [vertices]: states in the order found; the place of each one's predecessor */
    uint32_t *seen, search;   /* [vertices]: the last search that found the state; the present one */
};

/* 0, or -1 with *error filled; expand_piece_free in any case. */
int expand_piece_make(struct expand_piece *piece, const struct composition *composition,
                      const struct composition_node *node, struct error *error);
void expand_piece_free(struct expand_piece *piece, const struct composition *composition);

/* A step that a state of the product makes after some inert ones. */
struct expand_step {
    uint32_t place; /* in piece->queue: the state that makes it; `before` leads back to the first, at 0 */
    uint32_t target;
};

/*
 * Finds the fewest inert steps from the state `vertex` to one with a step of that label to a state of that
 * class. Returns 1, or 0 if there is none.
 */
int expand_piece_find(struct expand_piece *piece, uint32_t vertex, uint32_t label, uint32_t target_class,
                      struct expand_step *step);

#endif
