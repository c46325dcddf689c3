#ifndef HEDDLE_TESTS_SUPPORT_FORCED_PATH_H
#define HEDDLE_TESTS_SUPPORT_FORCED_PATH_H

#include <stdint.h>

#include "tests/support/formula_case.h"

/*
 * The shortest path that the winner of a game can force, straight from docs/evidence-format.md: for 0, 1, 2,
 * .. steps it tries all strategies with one move for each vertex, deciding a move where the play first needs
 * it. For a small network and a small formula.
 */
enum forced_path {
    FORCED_NONE,  /* every strategy lets the loser choose */
    FORCED_FOUND, /* *steps: until the loser has lost, or until a set of vertices recurs in which plays can be
                   */
    FORCED_UNKNOWN /* too many vertices, steps or strategies */
};

enum forced_path forced_path_find(const struct formula_case *given, uint64_t *steps);

#endif
