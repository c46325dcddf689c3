#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_EXPLAIN_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_EXPLAIN_H

#include "specs/syntax/formula.h"

struct error;
struct strategy;
struct strategy_counter;
struct strategy_moves;

/*
 * Explains why the path of a strategy ends where it does: sets strategy->explanation, a JSON object
 * (docs/evidence-format.md) that depends on the strategy, the text of its formula, the network, and which
 * large regions `counter` counts (checker/strategy/strategy_region.h; NULL: none), alone. All texts in it are
 * for people. strategy_path_find must have found the path. Returns 0, or -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED, ERROR_INPUT; or the error of the counter.
 */
int strategy_explain(struct strategy *strategy, const formula_text *formula, struct strategy_moves *moves,
                     const struct strategy_counter *counter, struct error *error);

/* The texts of an explanation, one for each end of the path, in the order in which people should read them:
 * the end of the path first. NULL if there is no such text. Valid as long as the strategy. */
const char *strategy_explanation_text(const struct strategy *strategy, uint64_t index);

#endif
