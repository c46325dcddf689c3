#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_INTERNAL_H

#include "checker/verify/evidence_rows.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify_choices.h"
#include "checker/verify/verify_components.h"
#include "checker/verify/verify_internal.h"
#include "base/text/pattern.h"

/* Facts found about a state. */
enum {
    CHECK_REACHED = 1,
    CHECK_FORWARD = 2,  /* the edge from its forward parent exists */
    CHECK_BACKWARD = 4, /* the edge to its backward parent exists */
    CHECK_LEFT = 8,     /* on the smallest member of a component: an edge leaves the component */
    CHECK_MARKED = 16   /* free for the checks of one kind of evidence */
};

/* A check of evidence. Functions return 1, 0 with the reason in the verification, or -1 with *error filled.
 * */
struct component_check {
    struct verifier *verifier;
    const struct evidence *evidence;
    const struct verify_input *input;
    struct verified_counts *counts;
    struct tuple_set set; /* network only: the numbers of the states */
    struct evidence_row *rows;
    uint64_t states, row_capacity;
    struct evidence_choices listed;
    unsigned char *found; /* states: flags CHECK_.. */
    uint32_t *queue;      /* states in the order in which they are visited */
    uint64_t head, tail;
    struct choices choices; /* the choices of the state that is being visited */
    uint32_t *label_name;   /* names of the evidence's labels */
    /* MEC */
    uint32_t *cuts;          /* tree of least cuts: 2 * states numbers (checker/verify/verify_mec.c) */
    uint32_t *rank_owner;    /* the leaf of each rank */
    struct choice_key *keys; /* scratch: internal and listed choices of a state */
    uint64_t key_capacity;
    /* SCHEDULER */
    const uint32_t *goal_states; /* bitmap, or NULL */
    uint32_t goal_name;          /* name of the exact label, or CHOICE_NO_NAME */
    pattern *goal_pattern;
    unsigned char *is_goal_name; /* whether the pattern matches a name: not known yet, no, yes */
    uint64_t goal_name_capacity;
};

/* --- shared by the kinds (checker/verify/verify_components.c) --- */

int check_stopped(const struct component_check *check, const char *phase, uint64_t done, uint64_t total);
int check_memory(const struct component_check *check);
/* Adds a state to the reason: (producer 1, consumer 0), or 17; with its line, and its number if states have
 * tuples. */
void check_say_state(struct component_check *check, uint32_t state);
/* Adds a choice to the reason: "a" to (producer 1, consumer 0), .. */
void check_say_choice(struct component_check *check, const struct verified_choice *choice,
                      const uint32_t *targets);

/* Checks the rows alone: each component is named by its smallest member; a parent is a member of the same
 * component and less deep. */
int check_members(struct component_check *check);
/* Notes an edge inside a component, for the trees; or an edge that leaves it, for the counts. */
void check_inner_edge(struct component_check *check, uint32_t from, uint32_t to);
/* Whether all edges of the trees exist; also counts components. */
int check_trees(struct component_check *check);

/* --- kinds --- */

/* Each kind of evidence has three checks: the rows alone; a state with its choices; the rest at the end. */
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

/* Takes the choice at *at from the choices that the rows list, and moves *at past it. Its targets are in
 * check->listed.numbers, ascending and distinct. Returns 1, or 0 if a target is not a state. */
int check_take_listed(struct component_check *check, uint32_t state, uint64_t *at,
                      struct verified_choice *choice);

#endif
