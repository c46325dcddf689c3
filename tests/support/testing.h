#ifndef HEDDLE_TESTS_SUPPORT_TESTING_H
#define HEDDLE_TESTS_SUPPORT_TESTING_H

#include <CUnit/CUnit.h>
#include <stdint.h>

struct test_folder;

/* Every tests/ROOM/test_NAME.c has one of these. */
#define SUITE(name) void suite_##name(void);
#include "tests/suites.inc"
#undef SUITE

/*
 * Adds a suite with its tests: after `open` and `close`, which may be NULL, the title and the function of
 * each test, and NULL at the end. More tests can be added to the suite that it returns.
 */
CU_pSuite suite_add(const char *name, CU_InitializeFunc open, CU_CleanupFunc close, ...)
    __attribute__((sentinel));
/* The same for tests of the command, in a folder of its own. Without a command it is skipped, and NULL. */
CU_pSuite command_suite(const char *name, ...) __attribute__((sentinel));

/* Says that something could not be tested here and why; counted in the closing line. */
void test_skip(const char *name, const char *reason);
/* Whether an engine is available; if not, prints once for all tests that share *told that it is skipped. */
int test_can_run(const char *name, int (*available)(const char **reason), int *told);

/* The number in an environment variable, `otherwise` where it is not set. */
uint64_t number_from_environment(const char *name, uint64_t otherwise);

/*
 * How many random cases to draw: $HEDDLE_CASES, or `otherwise`, or several times as many where test_is_long,
 * as with `make check-long`, which also runs tests that take long.
 */
uint64_t number_of_cases(uint64_t otherwise);
int test_is_long(void);
/* Whether $HEDDLE_CASES is less than this, as it is for tools that make a GPU many times slower. */
#define SHORT_CASES 10u
int test_is_short(void);
/*
 * Calls `judge` with number_of_cases(cases) seeds, from $HEDDLE_SEED or else `seed` on, until *mismatches is
 * 10; asserts that it is 0 then. Returns the number of cases, 0 if there were mismatches.
 */
uint64_t judge_seeds(uint64_t cases, uint64_t seed, void (*judge)(uint64_t seed, void *context),
                     void *context, const uint64_t *mismatches);
/* The same with a folder that is made before and removed afterwards. */
uint64_t judge_in_folder(struct test_folder *folder, uint64_t cases, uint64_t seed,
                         void (*judge)(uint64_t seed, void *context), void *context,
                         const uint64_t *mismatches);

/* Prints what a test of random cases has counted: a text before each uint64_t, and NULL at the end. */
void report_counts(const char *text, ...) __attribute__((sentinel));

/* `part`, repeated, between the head and the tail; the caller frees it. */
char *text_repeated(const char *head, const char *part, size_t times, const char *tail);

/* Appends to a text in so many bytes, which must suffice. */
void text_append(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* A block that must be there: ends the test run if it is NULL. */
void *test_present(void *block);
/* `count` elements of zeros; not NULL for none, either. The caller frees them. */
void *test_allocate(uint64_t count, uint64_t size);

/* Pseudo-random 64-bit numbers: the next after *state, which any number may begin. */
uint64_t random_next(uint64_t *state);
/* One of 0 .. bound - 1, by the next random number. */
uint32_t random_draw(uint64_t *state, uint32_t bound);
void random_shuffle(uint64_t *state, uint32_t *items, uint32_t count);

#endif
