#ifndef HEDDLE_FRONTEND_FORMATS_MDP_WRITE_H
#define HEDDLE_FRONTEND_FORMATS_MDP_WRITE_H

#include "model/mdp.h"
#include "decompose/mdp/mdp_valuations.h"

/*
 * Write an MDP to a file; "-" is standard output, and files whose names end in .gz or .zst are compressed. If
 * the MDP has no probabilities (mdp_read.h), all edges of a choice get the same one. A name or label that the
 * format cannot hold is an ERROR_INPUT, before anything appears under the name. Each returns 0, or -1 with
 * *error filled: ERROR_IO, ERROR_MEMORY, ERROR_INTERRUPTED, too.
 */

struct mdp_write_options {
    const char *label_path; /* .tra: the .lab file for the initial state and labels of states, or NULL */
    /* Instead of the MDP's own labels of states: `deadlock`, and for each name of choices the states that
     * have such a choice. A choice named `init` or `deadlock` is then an error. */
    int state_labels;
    int deadlock_loops; /* a state without choices gets one, without a name, that leads back to it */
    /* Of a model with variables, values of which DRN has in comments; NULL: none. */
    struct mdp_valuations *valuations;
    const char *value_path; /* .tra: the .sta file of these values, or NULL */
    /* .tra: for each reward structure the .srew file for states and the .trew file for transitions; NULL:
     * rewards are not written. */
    const struct mdp_reward_paths *reward_paths;
};

struct mdp_reward_paths {
    const char *states, *transitions;
};

/* PRISM's explicit transitions (a .tra file), and the files beside it. options: NULL for none. */
int mdp_write(const struct mdp *mdp, const char *path, const struct mdp_write_options *options,
              const struct run *run, struct error *error);

/* Storm's DRN. options: NULL for none. */
int mdp_write_drn(const struct mdp *mdp, const char *path, const struct mdp_write_options *options,
                  const struct run *run, struct error *error);

/*
 * AUT, where choices without a name are internal. A choice of several edges is a distribution in mCRL2's
 * dialect, and there the last of its states takes the rest; in CADP's it is a transition `L; prob P` or `prob
 * P` for each edge, so that a state has one such choice for each L. Labels of states are not written. Rates
 * of a CTMC, and several initial states, are an ERROR_INPUT.
 */
enum mdp_dialect { MDP_DIALECT_CADP, MDP_DIALECT_MCRL2 };
int mdp_write_aut(const struct mdp *mdp, const char *path, enum mdp_dialect dialect, const struct run *run,
                  struct error *error);
#endif
