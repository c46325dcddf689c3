#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_INTERNAL_H

#include "checker/verify/evidence_rows.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify_choices.h"
#include "checker/verify/verify_components.h"
#include "checker/verify/verify_internal.h"
#include "base/text/pattern.h"

/* What was found of a state. */
enum {
    CHECK_REACHED = 1,
    CHECK_FORWARD = 2,  /* there is the edge from its forward parent */
    CHECK_BACKWARD = 4, /* there is the edge to its backward parent */
    CHECK_LEFT = 8,     /* of the smallest member of a component: an edge leaves it */
    CHECK_MARKED = 16   /* for the checks of a kind */
};

/* Evidence at work. Functions return 1, 0 with the reason in the verification, or -1 with *error filled. */
struct component_check {
    struct verifier *verifier;
    const struct evidence *evidence;
    const struct verify_input *input;
    struct verified_counts *counts;
    struct tuple_set set; /* of a network: the states by number */
    struct evidence_row *rows;
    uint64_t states, row_capacity;
    struct evidence_choices listed;
    unsigned char *found; /* states: CHECK_.. */
    uint32_t *queue;      /* states in the order in which they are looked at */
    uint64_t head, tail;
    struct choices choices; /* of the state that is looked at */
    uint32_t *label_name;   /* names of the evidence's labels */
    /* MEC */
    uint32_t *cuts;          /* tree of least cuts: 2 * states numbers (checker/verify/verify_mec.c) */
    uint32_t *rank_owner;    /* by rank: the leaf */
    struct choice_key *keys; /* scratch: internal and listed choices of a state */
    uint64_t key_capacity;
    /* SCHEDULER */
    const uint32_t *goal_states; /* bitmap, or NULL */
    uint32_t goal_name;          /* of the exact label, or CHOICE_NO_NAME */
    pattern *goal_pattern;
    unsigned char *is_goal_name; /* with a pattern, by name: not known yet, no, yes */
    uint64_t goal_name_capacity;
};

/* --- parts that kinds share (checker/verify/verify_components.c) --- */

int check_stopped(const struct component_check *check, const char *phase, uint64_t done, uint64_t total);
int check_memory(const struct component_check *check);
/* (producer 1, consumer 0), or 17; with the line, and the number where states have tuples */
void check_say_state(struct component_check *check, uint32_t state);
/* "a" to (producer 1, consumer 0), .. */
void check_say_choice(struct component_check *check, const struct verified_choice *choice,
                      const uint32_t *targets);

/* Rows by themselves: components name their smallest members, parents are members of them and less deep. */
int check_members(struct component_check *check);
/* An edge inside a component, for trees; one that leaves it, for counts. */
void check_inner_edge(struct component_check *check, uint32_t from, uint32_t to);
/* Whether all trees have their edges; counts components. */
int check_trees(struct component_check *check);

/* --- kinds --- */

/* Each kind: rows by themselves; a state with its choices; what is left at the end. */
int check_scc_begin(struct component_check *check);
int check_scc_state(struct component_check *check, uint32_t state);
int check_scc_end(struct component_check *check);
int check_mec_begin(struct component_check *check);
int check_mec_state(struct component_check *check, uint32_t state);
int check_mec_end(struct component_check *check);
void check_mec_close(struct component_check *check);
int check_scheduler_begin(struct component_check *check);
int check_scheduler_state(struct component_check *check, uint32_t state);
int check_scheduler_end(struct component_check *check);

/*
 * The choice that is at *at of those that rows list, *at moves past it: its targets are in
 * check->listed.numbers, ascending and each once. 1, or 0 when a target is no state.
 */
int check_take_listed(struct component_check *check, uint32_t state, uint64_t *at,
                      struct verified_choice *choice);

#endif
