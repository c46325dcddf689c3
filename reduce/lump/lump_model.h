#ifndef HEDDLE_REDUCE_LUMP_LUMP_MODEL_H
#define HEDDLE_REDUCE_LUMP_LUMP_MODEL_H

#include <stdint.h>

#include "reduce/lump/lump.h"
#include "reduce/lump/lump_numbers.h"

struct error;
struct mdp;
struct run;

/* Classes of the states of one or two models. Begins as zeros. */
struct model_lumping {
    struct memory *memory;
    const struct mdp *models[2];
    uint32_t count;        /* of models */
    uint32_t *class_of[2]; /* [states]: by the order of the least states, the first model's before the
                              second's; LUMP_NONE: no initial state reaches the state */
    uint32_t *drawn_of[2]; /* [choices]: a number for choices that are alike; the same for states in chains */
    uint32_t *number_of[2]; /* [edges]: the number of the probability or rate, in `numbers` */
    uint64_t classes, rounds;
    uint64_t reached[2]; /* states */
    struct lump_numbers numbers;
    refine_weight *weight; /* [weights]: by number, in units of 1 / units */
    uint64_t weights;
    refine_weight units;
};

/* What a model has after lumping. */
struct model_size {
    uint64_t states, choices, edges;
};

/*
 * Finds the classes of probabilistic equivalence of Markov chains and decision processes, `count` (1 or 2) of
 * the same kind, with probabilities or rates, by the refiner (NULL: refine_cpu): the coarsest partition in
 * which states of a class have the same labels (without `init`) and rewards, and the same choices; choices
 * are the same if they have the same name (in chains, names do not count) and rewards, and give each class
 * the same probability or rate. Sums are exact, of the rational numbers that the doubles stand for
 * (lump_numbers.h). Labels and rewards of two models are matched by their names, and rewards without a name
 * by their order; what one of them lacks is false or 0 there. In a chain, a state has at most one choice. The
 * method is that of lump_graph.
 *
 * 0, or -1 with *error filled: ERROR_LIMIT (numbers too long for sums of 128 bits, too many vertices),
 * ERROR_MEMORY, ERROR_INTERRUPTED. Free *lumping in any case; the models outlive it.
 */
int lump_models(const struct mdp *const *models, uint32_t count, const struct lump_refiner *refiner,
                const struct run *run, struct model_lumping *lumping, struct error *error);
void model_lumping_free(struct model_lumping *lumping);

/*
 * The model of the classes of a lumping of one model: class 0, 1, .. are its states, with the labels, rewards
 * and choices of each class's least state; each choice once. Classes of initial states are initial. Numbers
 * are the doubles nearest to the sums. The caller frees it (mdp_free). NULL with *error filled, as above.
 */
struct mdp *lump_model_quotient(const struct model_lumping *lumping, const struct run *run,
                                struct error *error);
/* The size of the quotient of model k alone. 0, or -1 with *error filled. */
int lump_model_size(const struct model_lumping *lumping, uint32_t k, const struct run *run,
                    struct model_size *size, struct error *error);
/* *equal: whether each initial state of either of two models is in the class of an initial state of the
 * other. 0, or -1 with *error filled (ERROR_MEMORY). */
int lump_models_equal(const struct model_lumping *lumping, int *equal, struct error *error);

#endif
