#ifndef HEDDLE_CHECKER_SIMULATE_CHOOSE_H
#define HEDDLE_CHECKER_SIMULATE_CHOOSE_H

#include <stdint.h>

#include "base/text/label.h"
#include "checker/verify/walk.h"

struct error;

/* How a text names transitions of the current state, from the most to the least exact. Own labels are those
 * of the processes that take part, where they differ from the transition's. */
enum choose_match {
    CHOOSE_NONE,       /* no label begins like the text */
    CHOOSE_LABEL,      /* it is a label */
    CHOOSE_GATE,       /* it is the gate of one label */
    CHOOSE_OWN_LABEL,  /* it is an own label */
    CHOOSE_OWN_GATE,   /* it is the gate of one own label */
    CHOOSE_PREFIX,     /* one label begins with it */
    CHOOSE_OWN_PREFIX, /* one own label begins with it */
    CHOOSE_SEVERAL     /* it is the gate of several labels, or the beginning of several */
};

/* The choices of walk_choices that a text names. */
struct choose_result {
    enum choose_match match;
    enum choose_match found; /* the match, except that it is not SEVERAL: how they are named */
    uint64_t first, count;   /* the first one, and how many (SEVERAL: all that the text may mean; NONE: 0) */
};

/*
 * Finds the choices of the walk's current state that a text names: by a label; else a gate; else, for own
 * labels, in the same way; else the beginning of labels, or of own labels (only if may_shorten, and not for
 * an empty text). `labels` knows the names of the internal action and whether case matters. Returns 0, or -1
 * with *error filled, as walk_choices.
 */
int choose_find(walk *walk, const label_table *labels, const char *text, int may_shorten,
                struct choose_result *result, struct error *error);
/* The label or own label of a choice that a text names in this way; NULL if it does not name the choice. */
const char *choose_named(const walk *walk, const label_table *labels, const char *text,
                         enum choose_match found, const struct walker_transition *choice);

#endif
