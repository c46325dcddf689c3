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

#endif
