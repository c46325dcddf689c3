#ifndef HEDDLE_TESTS_SUPPORT_DRAWN_MODEL_H
#define HEDDLE_TESTS_SUPPORT_DRAWN_MODEL_H

#include "base/memory.h"
#include "base/text/definitions.h"
#include "tests/random/random_network.h"

/* A random PRISM model in a file, or a network with such, as suites of random networks take it: its path, and
 * how it is read. */
struct drawn_model {
    struct random_network network; /* without features; its options name the definitions */
    struct memory memory;
    struct definitions definitions;
};

/* Writes the model into the folder: of each four seeds that follow each other, one gives a random network
 * with PRISM models in place of tables, and one a network of random PRISM models. */
void drawn_model_open(struct drawn_model *drawn, uint64_t seed, const char *folder);
void drawn_model_close(struct drawn_model *drawn);

/*
 * Calls `check` with `cases` random networks, or models with data, in a folder, from $HEDDLE_SEED or else
 * `seed` on, with numbers from 0 on, until it returns how much was wrong; asserts that nothing is. The files
 * of a case with something wrong stay.
 */
void drawn_models_check(int with_data, uint64_t cases, uint64_t seed,
                        unsigned (*check)(const struct random_network *drawn, const char *folder,
                                          uint64_t number, void *context),
                        void *context);

#endif
