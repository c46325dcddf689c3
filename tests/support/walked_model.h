#ifndef HEDDLE_TESTS_SUPPORT_WALKED_MODEL_H
#define HEDDLE_TESTS_SUPPORT_WALKED_MODEL_H

#include <stdio.h>

#include "frontend/walk/walker.h"
#include "tests/support/place_model.h"

/* Small models of `place` with the graph that the walker finds. */
#define WALKED_MOST_STATES 40u
#define WALKED_MOST_EDGES 4000u

/* A PRISM model, or a network of it and of a small one, or another network; `of` is what predicates begin
 * with. */
struct walked_model {
    struct placed_model alone; /* the model */
    language_tree *tree;
    struct network *network;
    const char *path, *of, *joined; /* joined: the text of the network, or NULL */
    walker *walker, *of_model;      /* of_model: that of the model alone, whose names predicates have */
    uint32_t width, states;
    uint64_t initial, edges;
    uint32_t tuples[WALKED_MOST_STATES + 1][32];
    uint64_t offsets[WALKED_MOST_STATES + 1];
    const char *label[WALKED_MOST_EDGES];
    uint32_t target[WALKED_MOST_EDGES];
    int has_movers; /* if not, the next is unknown: a model with data, before walked_model_mark */
    uint32_t movers[WALKED_MOST_EDGES]; /* the processes that take part, as bits, of the first 32 */
    int fails;                          /* a predicate has no value in a state */
};

/* Begins with the model that was placed in `alone`, or failed to be. 0, or -1; free it in any case. */
int walked_model_open(struct walked_model *model, int failed);
/* Begins with a network in a file, without predicates. Likewise. */
int walked_model_read(struct walked_model *model, const char *path, const struct exp_options *options);
/* Makes the model a process of a network. Likewise. */
int walked_model_join(struct walked_model *model, uint64_t seed);
void walked_model_free(struct walked_model *model);
/* Finds all states and transitions. Returns 0 if there are too many, or one has an error. */
int walked_model_explore(struct walked_model *model);
/*
 * After that: finds which modules take part in each transition, by the text of the random model of this seed
 * in which they leave marks (random_prism.h). A transition becomes several where several sets of modules make
 * it. Returns 0 if there are too many. There must not be other components than before, beside the marks.
 */
int walked_model_mark(struct walked_model *model, uint64_t seed);
/* Writes a random predicate of a PRISM model, {E}, other than {"deadlock"}. */
void walked_model_put_test(const struct walked_model *model, uint64_t *random, FILE *out);

#endif
