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

/* What some scheduler is to do, on a Markov decision process in host memory. */
struct goal_check {
    const struct mdp *mdp;
    const struct evidence_goal *goal;
    const struct exp_options *options;       /* how patterns are read; NULL: as basic ones */
    const char *path;                        /* file for the scheduler, or for that there is none; or NULL */
    const struct component_subject *subject; /* for that file */
    int *written;                            /* whether it is there now; not needed without path */
    struct error *write_error;               /* why not, when it could not be written */
};

/*
 * Whether some scheduler does it with probability 1 from the initial state, by almost-sure reachability
 * (decompose/almost_sure/almost_sure.h). States that are to be visited again and again have no evidence: path
 * is NULL then. 1, 0, or -1 with *error filled: ERROR_INPUT for a pattern that is none, ERROR_MEMORY,
 * ERROR_INTERRUPTED, ERROR_LIMIT.
 */
int check_goal(const struct goal_check *check, const struct run *run, struct error *error);

/* A property about schedulers with its result. */
struct scheduler_check {
    const struct property *property;
    struct check_result *result;
};

struct scheduler_checks {
    const struct scheduler_check *checks;
    uint32_t count;
    int keep_races;   /* rates count beside internal transitions, too (decompose/mdp/mdp_network.h) */
    const char *path; /* file for the scheduler of the only one, or for that there is none; or NULL */
    const struct evidence_subject *subject; /* for that file */
    int *written;                           /* whether it is there now */
    struct error *write_error;              /* why not, when it could not be written */
};

/*
 * Decides whether some scheduler does what the properties say, from the initial state, by almost-sure
 * reachability (decompose/almost_sure/almost_sure.h) on the Markov decision process of the network
 * (docs/mdp.md). The graph is in host memory, with choices; states: of its vertices, NULL where there is no
 * path. What cannot be decided is undecided, and `why` says why: also ERROR_INPUT for probabilities that are
 * wrong.
 */
void check_schedulers(const struct scheduler_checks *schedulers, const struct graph *graph,
                      const graph_states *states, const struct network *network, const struct run *run);

#endif
