#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_H

#include <stdint.h>

#include "checker/verify/evidence_read.h"
#include "checker/verify/verify.h"

struct error;
struct lts;
struct mdp;
struct run;

/* What evidence of components or of a scheduler is about: what evidence->input says, and NULL else. */
struct verify_input {
    language_tree *tree;
    const struct lts *graph;
    const label_table *labels; /* that the graph was read with */
    const struct mdp *mdp;
};

/* What was counted in evidence that is confirmed. */
struct verified_counts {
    uint64_t states;     /* that count: all but those that maximal progress cuts off */
    uint64_t components; /* as struct component_counts has them (decompose/components/components.h) */
    uint64_t trivial, bottom, largest, states_in_components;
    int initial; /* SCHEDULER: whether the initial state is one of those from which it reaches the goal */
};

/*
 * Checks evidence whose rows the reader is about to read, by looking at every edge of the input once: see
 * decompose/components/component_certificate.h and decompose/almost_sure/scheduler_certificate.h for what
 * makes it certain, and docs/evidence.md for what is checked. Every state but those of a stored graph or MDP
 * must be reached from the initial one. It takes about 60 bytes a state (MECs: 72) beside tuples and listed
 * choices. Fills *verification and *counts and returns 0, or returns -1 with *error filled, as the functions
 * of checker/verify/verify.h do; the caller frees *verification likewise.
 */
int verify_decomposition(evidence_reader *reader, const struct evidence *evidence,
                         const struct verify_input *input, const struct run *run,
                         struct verification *verification, struct verified_counts *counts,
                         struct error *error);

#endif
