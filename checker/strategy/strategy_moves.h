#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_MOVES_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_MOVES_H

#include <stdint.h>

#include "checker/strategy/strategy.h"
#include "frontend/exp/walk/semantics.h"
#include "base/text/label.h"

struct error;
struct memory;

/*
 * The moves of a vertex of the game of a network and an observer, straight from the definition of the
 * product, with the transitions that a walk over the network's tree gives. A vertex is a tuple: the local
 * states of the components, then that of the observer.
 */
struct strategy_moves {
    struct memory *memory;
    semantics *semantics;            /* borrowed, as these are: */
    const struct observer *observer; /* has a class for each of the labels */
    const struct label_texts *labels;
    label_table *table; /* their texts */
    uint32_t *number;   /* by ids of the table: of the label; UINT32_MAX where it is none */
    uint64_t number_count;
    uint32_t width;           /* of a tuple */
    uint32_t *state, *target; /* scratch, of a tuple each */
    /* What strategy_moves_find found. */
    uint64_t count;
    uint32_t *label_of; /* number of the label, or STRATEGY_NO_LABEL */
    uint32_t *tuples;   /* count * width; some may be there twice */
    uint64_t label_capacity, tuple_capacity;
    const char *unknown; /* a label of the network that is not one of those given */
};

/* Begins as zeros with what is borrowed set, and the memory. 0, or -1 with *error filled.
 * strategy_moves_close frees it, whatever this returned. */
int strategy_moves_open(struct strategy_moves *moves, struct error *error);
void strategy_moves_close(struct strategy_moves *moves);

/* Finds the moves of a vertex, whose local states exist: 1; 0 when a transition has an unknown label; or -1
 * with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED. They last until the next call. */
int strategy_moves_find(struct strategy_moves *moves, const uint32_t *tuple, struct error *error);
const uint32_t *strategy_moves_tuple(const struct strategy_moves *moves, uint64_t move);

#endif
