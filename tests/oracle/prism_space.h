#ifndef HEDDLE_TESTS_ORACLE_PRISM_SPACE_H
#define HEDDLE_TESTS_ORACLE_PRISM_SPACE_H

#include <stdint.h>
#include <stdio.h>

#include "base/array.h"
#include "base/index.h"
#include "frontend/prism/walk/prism_walk.h"

/* The states of a PRISM model that are reachable, found one after the other by the walker, and their counts.
 */
struct prism_space {
    const struct prism_model *model;
    struct memory *memory;
    GROWING(int32_t) values; /* of all states, in the order in which they were found */
    struct index index;
    uint64_t states, choices, transitions, deadlocks, initial;
};

/*
 * Explores, up to `most` states. 0, or -1 with *error filled (ERROR_LIMIT beyond them). In either case
 * prism_space_free frees.
 */
int prism_space_explore(struct prism_space *space, const prism_tree *tree, uint64_t most,
                        const struct run *run, struct error *error);
void prism_space_free(struct prism_space *space);
const int32_t *prism_space_state(const struct prism_space *space, uint64_t number);
/* The number of a state, or UINT64_MAX. */
uint64_t prism_space_find(const struct prism_space *space, const int32_t *state);

/*
 * Writes the states with their labels, rewards and rows, for tests/oracle/prism_storm.py. 0, or -1 with
 * *error filled.
 */
int prism_space_write(const struct prism_space *space, const prism_tree *tree, const struct run *run,
                      FILE *file, struct error *error);

#endif
