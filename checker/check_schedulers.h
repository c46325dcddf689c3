#ifndef HEDDLE_CHECKER_CHECK_SCHEDULERS_H
#define HEDDLE_CHECKER_CHECK_SCHEDULERS_H

#include <stdint.h>

#include "explorer/graph/graph_states.h"

struct check_result;
struct component_subject;
struct error;
struct evidence_goal;
struct exp_options;
struct mdp;
struct evidence_subject;
struct graph;
struct network;
struct property;
struct run;

/* A goal for a scheduler, on a Markov decision process in host memory. */
struct goal_check {
    const struct mdp *mdp;
    const struct evidence_goal *goal;
    uint64_t initial; /* the states below this number are the initial ones; 0: the MDP says which are */
    const struct exp_options *options; /* how patterns are read; NULL: as basic ones */
    const char *path; /* output file for the evidence: a scheduler that reaches the goal (of a goal of every
                         scheduler: that avoids it), or a proof that there is none; or NULL */
    const struct component_subject *subject; /* head of that file */
    int *written;              /* set to whether the file was written; NULL is allowed if path is NULL */
    struct error *write_error; /* why the file could not be written */
};

/* Why there is no evidence for states that are visited repeatedly. */
extern const char check_no_repeated_evidence[];

/*
 * Whether some scheduler, or every scheduler, reaches the goal with probability 1 from the initial states, by
 * almost-sure reachability (decompose/almost_sure/almost_sure.h). There is no evidence for states that must
 * be visited repeatedly: path must be NULL for them. Returns 1, 0, or -1 with *error filled: ERROR_INPUT for
 * a malformed pattern, ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT.
 */
int check_goal(const struct goal_check *check, const struct run *run, struct error *error);

#endif
