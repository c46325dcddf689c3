#ifndef HEDDLE_TESTS_SUPPORT_LTL_BUILD_H
#define HEDDLE_TESTS_SUPPORT_LTL_BUILD_H

#include <stdio.h>

#include "specs/ltl/tgba.h"
#include "tests/oracle/oracle_ltl.h"

/* A formula as tests have it, in a store. */
ltl ltl_build(struct ltl_store *store, const struct oracle_ltl *of);
/* Writes a formula, whose atoms have these texts. */
void ltl_put(const struct oracle_ltl *of, const char *const *atom, FILE *out);
/* Whether an automaton accepts a word. */
int ltl_accepts(const struct tgba *automaton, const struct oracle_word *word, unsigned atoms);
/* Whether a word satisfies a formula of a store, by definition. */
int ltl_holds_on(const struct ltl_store *store, ltl formula, const struct oracle_word *word);

#endif
