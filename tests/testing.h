#ifndef HEDDLE_TESTS_TESTING_H
#define HEDDLE_TESTS_TESTING_H

/* Says that something could not be tested here and why; counted in the closing line. */
void test_skip(const char *name, const char *reason);

#endif
