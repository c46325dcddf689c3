#ifndef HEDDLE_TESTS_SUPPORT_SHORTAGE_H
#define HEDDLE_TESTS_SUPPORT_SHORTAGE_H

#include "base/error.h"
#include "base/memory.h"

/* Memory that does not suffice, from little on, until it does. */
struct shortage {
    struct memory *memory;
    struct error *error; /* of each attempt, or NULL */
    uint64_t more;       /* than is in use: at first */
    uint64_t step, part; /* by how much that grows: `step` and, unless `part` is 0, a part of itself */
    unsigned enough;     /* after so many attempts that succeed it ends; 0: 1 */
    int done;            /* to be set by an attempt that succeeds */
    unsigned failures, successes;
    uint64_t used, limit; /* of the memory, before */
    int begun;
};

/*
 * Whether there is another attempt, which is the body of a loop and frees what it has made:
 *
 *     for (struct shortage shortage = {.memory = .., .error = .., .step = 64}; shortage_goes_on(&shortage);)
 *
 * Asserts after each that nothing stays allocated and, if it did not succeed, that the error is ERROR_MEMORY.
 * At the end the memory has its limit again.
 */
int shortage_goes_on(struct shortage *shortage);

#endif
