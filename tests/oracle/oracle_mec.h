#ifndef HEDDLE_TESTS_ORACLE_ORACLE_MEC_H
#define HEDDLE_TESTS_ORACLE_ORACLE_MEC_H

#include <stdint.h>

#include "model/digraph.h"

/* Deliberately naive: sets of states are words of 64 bits. Live choices of an MDP of at most 64 states. */
#define ORACLE_STATES 64u

struct oracle_choice {
    uint32_t state;
    uint64_t begin, end; /* edges */
    uint64_t support;
};

struct oracle_mdp {
    uint64_t states, choice_count;
    struct oracle_choice choices[4096];
};

void oracle_mdp_make(const struct digraph *graph, struct oracle_mdp *out);

/* Whether the set is an end component, by its definition. */
int oracle_is_end_component(const struct oracle_mdp *mdp, uint64_t set);

/* MECs by trying all sets of at most 16 states: component[state] is the smallest state of its MEC, or
 * COMPONENT_NONE. */
void oracle_mec_by_sets(const struct oracle_mdp *mdp, uint32_t *component);

/*
 * MECs by removal, a round at a time: choices that leave their SCC (from a closure of all pairs), then states
 * without choices and choices that lead to those. fell: in which round a state was removed, or 0.
 */
void oracle_mec(const struct oracle_mdp *mdp, uint32_t *component, uint32_t *fell);

#endif
