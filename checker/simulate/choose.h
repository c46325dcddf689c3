#ifndef HEDDLE_CHECKER_SIMULATE_CHOOSE_H
#define HEDDLE_CHECKER_SIMULATE_CHOOSE_H

#include <stdint.h>

#include "base/text/label.h"
#include "checker/verify/walk.h"

struct error;

/* How a text names transitions of the current state, from the most to the least exact. */
enum choose_match {
    CHOOSE_NONE,   /* no label begins like the text */
    CHOOSE_LABEL,  /* it is a label */
    CHOOSE_GATE,   /* it is the gate of one label */
    CHOOSE_PREFIX, /* one label begins with it */
    CHOOSE_SEVERAL /* it is the gate of several labels, or the beginning of several */
};

/* The choices that a text names: [first, first + count) of walk_choices. */
struct choose_result {
    enum choose_match match;
    uint64_t first, count; /* SEVERAL: all choices that the text may mean; NONE: count is 0 */
};

/*
 * Finds the choices of the walk's current state that a text names: a label; else a gate; else the beginning
 * of labels (only if may_shorten, and not for an empty text). `labels` knows the names of the internal action
 * and whether case matters. Returns 0, or -1 with *error filled, as walk_choices.
 */
int choose_find(walk *walk, const label_table *labels, const char *text, int may_shorten,
                struct choose_result *result, struct error *error);

#endif
