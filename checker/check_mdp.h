#ifndef HEDDLE_CHECKER_CHECK_MDP_H
#define HEDDLE_CHECKER_CHECK_MDP_H

#include <stdint.h>

struct component_subject;
struct error;
struct mdp;
struct property;
struct run;

/* The head of evidence, and its file; path: NULL for none. */
struct mdp_evidence {
    const struct component_subject *subject;
    const char *path;
    const char *product; /* file for the product of the only formula, of an MDP with probabilities; or NULL */
};

/* Whether the states have the label of a predicate {goal} or {"goal"}: one of the file, or deadlock. */
int check_mdp_has_label(const struct mdp *mdp, const char *predicate);

/*
 * Checks properties about schedulers of a Markov decision process in host memory (check_goal). Where memory
 * or time runs out, a property is undecided, and its `why` gives the reason. NULL with *error filled if
 * nothing could be checked. check_free frees the result.
 */
struct check *check_mdp(const struct mdp *mdp, const struct property *properties, uint32_t count,
                        const struct mdp_evidence *evidence, const struct run *run, struct error *error);

#endif
