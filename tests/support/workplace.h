#ifndef HEDDLE_TESTS_SUPPORT_WORKPLACE_H
#define HEDDLE_TESTS_SUPPORT_WORKPLACE_H

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/folder.h"

/* What most tests need: accounted memory, a run of one thread with this memory, room for an error, and files.
 */
struct workplace {
    struct test_folder folder; /* created when it is first used */
    struct memory memory;
    struct run run;
    struct error error;
};

/* `bytes`: how much memory there is. */
void workplace_begin(struct workplace *workplace, uint64_t bytes);
/* Another budget, to see what happens without enough memory; asserts that all memory was given back. */
void workplace_limit(struct workplace *workplace, uint64_t bytes);
/* Removes the folder; CUnit asserts that all memory was given back. */
void workplace_end(struct workplace *workplace);

/* The workplace of a suite; kept here, because CUnit's tests take no context. Its folder is that of
 * tests/support/command.h. */
extern struct workplace place;
/* For suite_add, with 1 GiB; closing fails if memory was not given back. */
int workplace_open(void);
int workplace_close(void);

/* The error of `place` must have exactly this position and code, and contain the text; `of` is the input that
 * was read. */
void place_expect_error(const char *of, struct source_position position, enum error_code code,
                        const char *text);

#endif
