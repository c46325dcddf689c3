#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_MOVES_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_MOVES_H

#include <stdint.h>

#include "checker/strategy/strategy.h"
#include "frontend/walk/walker.h"
#include "base/text/label.h"

struct error;
struct memory;

/* Computes the moves of a vertex in the game of a network and an observer, directly from the definition of
 * the product, with the transitions of the network's tree. A vertex is a tuple: the local states of the
 * processes, then the observer's state. */
struct strategy_moves {
    struct memory *memory;
    walker *walker;                  /* borrowed, like the next two */
    const struct observer *observer; /* has a class for each label */
    const struct label_texts *labels;
    label_table *table; /* the texts of the labels */
    uint32_t
        *number; /* the number of the label for each id of the table; UINT32_MAX if the text is not a label */
    uint64_t number_count;
    uint32_t width;           /* numbers per tuple */
    uint32_t *state, *target; /* scratch, one tuple each */
    /* The result of strategy_moves_find. */
    uint64_t count;
    uint32_t *label_of; /* number of the label, or STRATEGY_NO_LABEL */
    uint32_t *tuples;   /* count * width; a tuple may occur twice */
    uint64_t label_capacity, tuple_capacity;
    const char *unknown; /* a label of the network that is not in `labels` */
};

/* The struct begins as zeros, with the memory and the borrowed fields set. Returns 0, or -1 with *error
 * filled. The caller frees it with strategy_moves_close, even after an error. */
int strategy_moves_open(struct strategy_moves *moves, struct error *error);
void strategy_moves_close(struct strategy_moves *moves);

/* Finds the moves of a vertex, whose local states must exist. Returns 1; 0 if a transition has an unknown
 * label; or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT if the model has an error
 * there. The moves are valid until the next call. */
int strategy_moves_find(struct strategy_moves *moves, const uint32_t *tuple, struct error *error);
/* The observer's state, without those that it passes, when it comes to `state` together with the local states
 * of the tuple. 0, or -1 with *error filled. */
int strategy_moves_pass(struct strategy_moves *moves, const uint32_t *tuple, uint32_t state, uint32_t *end,
                        struct error *error);
const uint32_t *strategy_moves_tuple(const struct strategy_moves *moves, uint64_t move);
/* Whether the moves lead to different vertices. */
int strategy_moves_differ(const struct strategy_moves *moves);
/* The number of the label with a text; STRATEGY_NO_LABEL if it is not one of the labels. */
uint32_t strategy_moves_label(const struct strategy_moves *moves, const char *text);

#endif
