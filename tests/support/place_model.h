#ifndef HEDDLE_TESTS_SUPPORT_PLACE_MODEL_H
#define HEDDLE_TESTS_SUPPORT_PLACE_MODEL_H

#include "explorer/model/model.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_prism.h"

/* A model that a test writes or draws: in a file of `place`, with its memory and its error. */
struct placed_model {
    char *text; /* of a random PRISM model; else NULL */
    language_tree *tree;
    struct network *network;
    model *model; /* NULL before placed_model_compile */
};

/*
 * Loads a PRISM model, with values of constants as --const takes them, or ""; a random PRISM model; a random
 * network. 0, or -1 with the error: no initial state, an error in one, or what networks may not be.
 * placed_model_free frees in either case.
 */
int placed_model_load(struct placed_model *placed, const char *text, const char *given);
int placed_model_draw(struct placed_model *placed, struct random_prism *random, uint64_t seed);
int placed_model_draw_network(struct placed_model *placed, uint64_t seed);
/* There must be one. */
model *placed_model_compile(struct placed_model *placed, const struct model_options *layout);
void placed_model_free(struct placed_model *placed);

/*
 * Judges the random PRISM model of a seed, or the random network if `random` is NULL, unless it cannot be
 * loaded; prints what `judge` finds wrong. Returns whether that is something.
 */
unsigned placed_model_judge(struct random_prism *random, uint64_t seed,
                            const char *(*judge)(void *context, struct placed_model *placed, uint64_t seed),
                            void *context);
/* Prints what is wrong in the case of a seed, with the model's text, unless it is NULL. Returns whether it
 * is. */
unsigned placed_model_tell(const struct placed_model *placed, uint64_t seed, const char *what);

/* The tree of a PRISM model alone. */
prism_tree *prism_text_read(const char *text, const char *given);

#endif
