#ifndef HEDDLE_TESTS_SUPPORT_DRAWN_MODEL_H
#define HEDDLE_TESTS_SUPPORT_DRAWN_MODEL_H

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/definitions.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
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

/* A drawn network or model as it is read, with the graph that the naive explorer makes of it. */
struct explored_model {
    const struct random_network *drawn;
    const char *folder; /* of its files */
    uint64_t number;    /* from 0 on */
    struct memory memory;
    struct run run; /* with one thread */
    struct error error;
    language_tree *tree;
    struct oracle_graph *graph;
    struct network *network;
};

/*
 * Draws `cases` random networks, or models with data, in a folder, from $HEDDLE_SEED or else `seed` on, and
 * calls `check` with those of at most so many states and no errors, until it returns how much was wrong;
 * asserts that nothing is, and that no memory is left. The files of a case with something wrong stay.
 */
void drawn_models_check(int with_data, uint64_t cases, uint64_t seed, uint64_t most_states,
                        unsigned (*check)(struct explored_model *model, void *context), void *context);

#endif
