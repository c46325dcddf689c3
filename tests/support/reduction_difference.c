/* Compares searches with partial-order reduction (reduction_difference.h). */
#include "tests/support/reduction_difference.h"

#include <stddef.h>

#include "explorer/search/explore.h"

const char *reduction_difference(const struct explore_result *one, const struct explore_result *other) {
    return other->outcome != one->outcome                 ? "outcomes"
           : other->states != one->states                 ? "numbers of states"
           : other->transitions != one->transitions       ? "numbers of transitions"
           : other->deadlocks != one->deadlocks           ? "numbers of deadlocks"
           : other->levels != one->levels                 ? "numbers of levels"
           : other->reduced != one->reduced               ? "numbers of reduced states"
           : other->reduced_until != one->reduced_until   ? "levels of the trial"
           : other->deadlock_level != one->deadlock_level ? "levels of deadlocks"
                                                          : NULL;
}
