#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_H

#include <stdint.h>

#include "checker/verify/evidence_read.h"
#include "checker/verify/verify.h"

struct error;
struct lts;
struct mdp;
struct run;

/* The input that evidence of components or of a scheduler is about: the field that evidence->input selects
 * is set, the others are NULL. */
struct verify_input {
    language_tree *tree;
    const struct lts *graph;
    const label_table *labels; /* the table that the graph was read with */
    const struct mdp *mdp;
};

/* Counts from evidence that is confirmed. */
struct verified_counts {
    uint64_t states;     /* all states except those that maximal progress cuts off */
    uint64_t components; /* as in struct component_counts (decompose/components/components.h) */
    uint64_t trivial, bottom, largest, states_in_components;
    int initial; /* SCHEDULER: whether the scheduler reaches the goal from the initial state */
};

/*
 * Checks evidence whose rows the reader reads next, visiting every edge of the input once.
 * decompose/components/component_certificate.h and decompose/almost_sure/scheduler_certificate.h explain why
 * this is sufficient, docs/evidence.md lists the checks. Except in a stored graph or MDP, every state must be
 * reachable from the initial one. Needs about 60 bytes per state (MECs: 72) besides tuples and listed
 * choices. Fills *verification and *counts and returns 0, or returns -1 with *error filled, like the
 * functions of checker/verify/verify.h; the caller frees *verification likewise.
 */
int verify_decomposition(evidence_reader *reader, const struct evidence *evidence,
                         const struct verify_input *input, const struct run *run,
                         struct verification *verification, struct verified_counts *counts,
                         struct error *error);

#endif
