#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_NAMED_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_NAMED_H

#include <stdint.h>

#include "base/array.h"
#include "specs/syntax/formula.h"

struct memory;

/* The actions that a formula names: labels, patterns and multi-actions. */
struct strategy_named {
    GROWING(const struct action *) actions; /* each once, in no particular order */
};

/* Finds the actions, at most 20; `negated`: those under a `not` of actions, too. The caller frees the list
 * with GROWING_FREE. Returns 0, or -1 when memory runs out. */
int strategy_find_named(const struct formula *formula, int negated, struct memory *memory,
                        struct strategy_named *named);

#endif
