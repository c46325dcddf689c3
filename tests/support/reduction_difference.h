#ifndef HEDDLE_TESTS_SUPPORT_REDUCTION_DIFFERENCE_H
#define HEDDLE_TESTS_SUPPORT_REDUCTION_DIFFERENCE_H

struct explore_result;

/* What the results of two searches with partial-order reduction differ in, "numbers of states", or NULL. */
const char *reduction_difference(const struct explore_result *one, const struct explore_result *other);

#endif
