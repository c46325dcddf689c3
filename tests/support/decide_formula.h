#ifndef HEDDLE_TESTS_SUPPORT_DECIDE_FORMULA_H
#define HEDDLE_TESTS_SUPPORT_DECIDE_FORMULA_H

#include "checker/check.h"
#include "tests/support/small_network.h"

/* The verdict of a formula in mCRL2's dialect; *doubt: why it is not exact, or "", until the next call. */
enum verdict decide_formula(struct small_network *small, const char *text, const char **doubt);

/* A formula and its verdict. */
struct formula_verdict {
    const char *text;
    enum verdict verdict;
};
/* Asserts the verdicts on a graph, after the sections `declared`, or "". An undecided formula must have a
 * doubt. */
void check_formula_verdicts(const struct formula_verdict *cases, size_t count, const char *declared,
                            const char *aut);

#endif
