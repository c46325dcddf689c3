#ifndef HEDDLE_TESTS_ORACLE_ORACLE_LOCAL_H
#define HEDDLE_TESTS_ORACLE_ORACLE_LOCAL_H

#include <stdint.h>

#include "frontend/exp/syntax/exp_tree.h"

/* A step of a network, with the own labels that evidence gives to its leaves. */
struct oracle_step {
    const uint32_t *from, *to; /* states: a local state for each leaf */
    const char *label;         /* of the network */
    const char *const *own;    /* [leaf]: the leaf moves by this label; NULL: the evidence gives none */
};

/*
 * Whether some moves of leaves make the step: tries all moves of all leaves from `from` to `to`, and finds
 * for each combination which labels every operator of the tree gives it, from the leaves up, by the
 * operator's definition. Patterns are matched as the search matches them (base/text/pattern.h). Shares
 * nothing with the walker. Priorities are ignored: they only remove steps. 1, 0, or -1 if there are too many
 * combinations.
 */
int oracle_step_exists(const exp_tree *tree, const struct oracle_step *step);

#endif
