#ifndef HEDDLE_DECOMPOSE_MDP_MDP_CONVERT_H
#define HEDDLE_DECOMPOSE_MDP_MDP_CONVERT_H

#include <stdint.h>

#include "base/steps/steps.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_labels.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A labelled graph in compressed rows, of a network or of an AUT file. Rows are sorted by label and target
 * and hold each (label, target, choice) once; states from row_states on have no edges.
 */
struct mdp_source {
    uint64_t states, row_states;
    uint32_t initial, more_initial; /* the first initial state, and how many follow it */
    const uint64_t *offsets;        /* row_states + 1 */
    const uint32_t *targets;
    const uint32_t *labels;  /* ranks */
    const uint32_t *choices; /* or NULL */
    int all_count;           /* states that the initial state does not reach count, too (in a file) */
    int keep;                /* keep the probabilities */
    const uint32_t *weight; /* edges: for mCRL2's distributions, the index in `weights` of the probability; */
    const double *weights;  /* or NULL. Required where probabilities are kept */
};

/*
 * Returns the MDP of the graph. The MDP takes over the names. keep_races: rates race in states with internal
 * transitions, too. NULL with *error filled: a choice whose probabilities do not sum to 1, a rate or
 * probability that is not positive (ERROR_INPUT; reported for the least such state that counts),
 * ERROR_MEMORY, ERROR_INTERRUPTED.
 */
struct mdp *mdp_convert(const struct mdp_source *source, struct mdp_labels *labels, int keep_races,
                        const struct run *run, struct error *error);

/* A search for the states that remain when maximal progress cuts races off: the initial state, the states
 * that it does not reach even with races (if all states count), and all states that these reach. */
struct mdp_reach {
    struct steps steps;
    const step_function *functions; /* by enum mdp_reach_step */
    struct mdp_reach_view view;     /* the caller fills states, rows and the arrays up to `meaning` */
    uint32_t initial, more_initial;
    int all_count;
};

/*
 * *count: number of these states. view.reached: bitmap of them, which the caller releases on the side; NULL
 * if all states remain. Takes 4 bytes a state. 0, or -1 with the error filled.
 */
int mdp_reach(struct mdp_reach *reach, uint64_t *count);

#ifdef __cplusplus
}
#endif
#endif
