#ifndef HEDDLE_CHECKER_CHECK_SCHEDULERS_H
#define HEDDLE_CHECKER_CHECK_SCHEDULERS_H

#include <stdint.h>

#include "explorer/graph_states.h"

struct check_result;
struct error;
struct evidence_subject;
struct graph;
struct network;
struct property;
struct run;

/* A property about schedulers with its result. */
struct scheduler_check {
    const struct property *property;
    struct check_result *result;
};

struct scheduler_checks {
    const struct scheduler_check *checks;
    uint32_t count;
    int keep_races;   /* rates count beside internal transitions, too (decompose/mdp_network.h) */
    const char *path; /* file for the scheduler of the only one, or for that there is none; or NULL */
    const struct evidence_subject *subject; /* for that file */
    int *written;                           /* whether it is there now */
    struct error *write_error;              /* why not, when it could not be written */
};

/*
 * Decides whether some scheduler does what the properties say, from the initial state, by almost-sure
 * reachability (decompose/almost_sure.h) on the Markov decision process of the network (docs/mdp.md). The
 * graph is in host memory, with choices; states: of its vertices, NULL where there is no path. What cannot
 * be decided is undecided, and `why` says why: also ERROR_INPUT for probabilities that are wrong.
 */
void check_schedulers(const struct scheduler_checks *schedulers, const struct graph *graph,
                      const graph_states *states, const struct network *network, const struct run *run);

#endif
