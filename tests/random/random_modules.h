#ifndef HEDDLE_TESTS_RANDOM_RANDOM_MODULES_H
#define HEDDLE_TESTS_RANDOM_RANDOM_MODULES_H

#include <stdint.h>

struct test_folder;

/*
 * Writes a random PRISM model to modules.prism in the folder: a few modules that share little, so that much
 * can be left out by partial-order reduction, and that end in deadlocks often. Actions are r0 .. r5. No state
 * has an error. Returns the path, which is valid until the next call.
 */
const char *random_modules_write(const struct test_folder *folder, uint64_t *random);

#endif
