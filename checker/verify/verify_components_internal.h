#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_COMPONENTS_INTERNAL_H

#include "base/scope.h"
#include "checker/verify/evidence_rows.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify_choices.h"
#include "checker/verify/verify_internal.h"
#include "checker/verify/verify_product.h"
#include "base/text/pattern.h"

/* Facts found about a state. */
enum {
    CHECK_REACHED = 1,
    CHECK_FORWARD = 2,  /* the edge from its forward parent exists */
    CHECK_BACKWARD = 4, /* the edge to its backward parent exists */
    CHECK_LEFT = 8,     /* on the smallest member of a component: an edge leaves the component */
    CHECK_MARKED = 16   /* free for the checks of one kind of evidence */
};

/* A choice with its targets, for sorting. */
struct choice_key {
    const uint32_t *targets;
    uint64_t count;
    uint32_t name;
};

/* A check of evidence of components or of a scheduler. */
struct component_check {
    struct verifier *verifier;
    const struct evidence *evidence;
    const struct verify_input *input;
    struct verified_counts *counts;
    struct tuple_set set;           /* of a network, or of a product: the numbers of the states */
    struct verify_product *product; /* of a formula; or NULL */
    struct evidence_row *rows;
    uint64_t states, row_capacity;
    struct evidence_choices listed;
    struct scope scope;   /* of what has the size of the states, or of the labels */
    unsigned char *found; /* states: flags CHECK_.. */
    uint32_t *queue;      /* states in the order in which they are visited */
    uint64_t tail;
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

/* Adds a state to the reason: 17, or its number and tuple if it has one: 17 (producer 1, consumer 0) */
void check_say_state(struct component_check *check, uint32_t state);
/* Adds "state 17", as above, and a text to the reason. Returns 0. */
int check_refute(struct component_check *check, uint32_t state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds state, choice and text to the reason: state 17: the choice "a" to state 18, 19 WHAT. Returns 0. */
int check_refute_choice(struct component_check *check, uint32_t state, const struct verified_choice *choice,
                        const uint32_t *targets, const char *what);

/* Checks the rows alone: each component is named by its smallest member; a parent is a member of the same
 * component and less deep. */
int check_members(struct component_check *check);
/* Notes an edge inside a component, for the trees. */
void check_inner_edge(struct component_check *check, uint32_t from, uint32_t to);

/* --- kinds --- */

int check_mec_begin(struct component_check *check);
int check_mec_state(struct component_check *check, uint32_t state);
int check_scheduler_begin(struct component_check *check);
int check_scheduler_state(struct component_check *check, uint32_t state);
int check_scheduler_end(struct component_check *check);

/* Takes the choice at *at from the choices that the rows list, and moves *at past it. Its targets are in
 * check->listed.numbers, ascending and distinct. Returns 1, or 0 if a target is not a state. */
int check_take_listed(struct component_check *check, uint32_t state, uint64_t *at,
                      struct verified_choice *choice);

#endif
