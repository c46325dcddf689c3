#ifndef HEDDLE_TESTS_SUPPORT_EVIDENCE_CASE_H
#define HEDDLE_TESTS_SUPPORT_EVIDENCE_CASE_H

#include <stdint.h>

#include "model/mdp.h"
#include "model/lts.h"
#include "tests/support/evidence_file.h"

/*
 * Evidence judged naively: its claims, and whether every condition of docs/evidence-format.md holds, each by
 * looking at all states and choices. Sets of states are words of 64 bits.
 */
#define CASE_STATES 60u
#define CASE_CHOICES 4096u

struct case_choice {
    uint32_t state, label; /* label: index into the labels of the evidence, UINT32_MAX for none */
    uint64_t support;
    int goal; /* whether it performs the goal */
};

/* A graph (every edge a choice) or MDP. */
struct evidence_case {
    uint64_t states, choice_count;
    struct case_choice choices[CASE_CHOICES];
    uint64_t goal_states;
    int repeatedly, every;
};

/* Whether the rows meet every condition for SCCs, for MECs, for a scheduler. */
int case_scc_holds(const struct evidence_case *given, const struct evidence_file *file);
int case_mec_holds(const struct evidence_case *given, const struct evidence_file *file);
int case_scheduler_holds(const struct evidence_case *given, const struct evidence_file *file);

/* Whether the rows name these components (and, if `choices`, list the internal choices that these have). */
int case_claims(const struct evidence_case *given, const struct evidence_file *file,
                const uint32_t *component, int choices);

/* The states from which some scheduler reaches the goal with probability 1, by the fixpoint that defines
 * them; `every`: from which one avoids it with positive probability. */
uint64_t case_winning(const struct evidence_case *given);
/* Whether the choices of the rows reach the goal with probability 1 (`every`: avoid it with positive
 * probability) from every state that has a rank, and these states are `winning`. */
int case_scheduler_wins(const struct evidence_case *given, const struct evidence_file *file,
                        uint64_t winning);

#endif
