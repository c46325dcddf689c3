#ifndef HEDDLE_TESTS_RANDOM_RANDOM_CTL_H
#define HEDDLE_TESTS_RANDOM_RANDOM_CTL_H

#include "base/arena.h"
#include "tests/oracle/oracle_ctl.h"

/* What random formulas of CTL are about. */
struct random_ctl_model {
    const char *const *labels; /* with those that never occur */
    uint32_t label_count;
    /* Variables, with the values that their local states 0, 1, .. stand for; there may be none. */
    const char *const *variables;
    const int64_t *lowest;
    const uint32_t *values; /* how many local states are compared with */
    const int *is_bool;
    uint32_t variable_count;
};

/* A formula of so many operators, in the arena. */
const struct oracle_ctl *random_ctl(uint64_t *random, arena *arena, const struct random_ctl_model *model,
                                    unsigned operators);
/* Its text, in one of the spellings that CTL has; free() frees it. */
char *random_ctl_print(uint64_t *random, const struct random_ctl_model *model,
                       const struct oracle_ctl *formula);

#endif
