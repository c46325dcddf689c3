#ifndef HEDDLE_TESTS_TESTING_H
#define HEDDLE_TESTS_TESTING_H

/* Every tests/test_NAME.c has one of these. */
#define SUITE(name) void suite_##name(void);
#include "tests/suites.inc"
#undef SUITE

/* Says that something could not be tested here and why; counted in the closing line. */
void test_skip(const char *name, const char *reason);

#endif
