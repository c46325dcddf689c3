#ifndef HEDDLE_TESTS_RANDOM_RANDOM_LTL_H
#define HEDDLE_TESTS_RANDOM_RANDOM_LTL_H

#include "base/arena.h"
#include "tests/oracle/oracle_ltl.h"

/* A formula of so many operators over atoms 0 .. atoms-1, in the arena. */
const struct oracle_ltl *random_ltl(uint64_t *random, arena *arena, unsigned operators, unsigned atoms);
struct oracle_word random_ltl_word(uint64_t *random, unsigned atoms);

#endif
