#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_MOVES_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_MOVES_H

#include <stdint.h>

#include "frontend/exp/walk/semantics.h"
#include "explorer/model/observer.h"
#include "base/text/label.h"
#include "specs/automata/formula_observer.h"

struct error;
struct memory;

#define FORMULA_NO_LABEL UINT32_MAX /* of a move of the observer alone: the network stands still */

/*
 * The moves of a vertex of the game of a network and an observer, straight from the definition of the
 * product, with the transitions that a walk over the network's tree gives. A vertex is a tuple: the local
 * states of the components, and that of the observer behind them.
 */
struct formula_moves {
    struct memory *memory;
    semantics *semantics;            /* borrowed, as these are: */
    const struct observer *observer; /* has a class for each of the labels */
    const struct label_texts *labels;
    label_table *table; /* their texts */
    uint32_t *number;   /* by ids of the table: of the label; UINT32_MAX where it is none */
    uint64_t number_count;
    uint32_t width;           /* of a tuple */
    uint32_t *state, *target; /* scratch, of a tuple each */
    /* What formula_moves_find found. */
    uint64_t count;
    uint32_t *label_of; /* number of the label, or FORMULA_NO_LABEL */
    uint32_t *tuples;   /* count * width; some may be there twice */
    uint64_t label_capacity, tuple_capacity;
    const char *unknown; /* a label of the network that is none of those given */
};

/* Begins as zeros with what is borrowed set, and the memory. 0, or -1 with *error filled. formula_moves_close
 * frees it, whatever this returned. */
int formula_moves_open(struct formula_moves *moves, struct error *error);
void formula_moves_close(struct formula_moves *moves);

/* Finds the moves of a vertex, whose local states exist: 1; 0 when a transition has an unknown label; or -1
 * with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED. They last until the next call. */
int formula_moves_find(struct formula_moves *moves, const uint32_t *tuple, struct error *error);
const uint32_t *formula_moves_tuple(const struct formula_moves *moves, uint64_t move);

#endif
