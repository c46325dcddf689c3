#ifndef HEDDLE_FRONTEND_PRISM_WALK_PRISM_WALK_H
#define HEDDLE_FRONTEND_PRISM_WALK_PRISM_WALK_H

#include <stdint.h>

#include "frontend/prism/syntax/prism_tree.h"

struct error;
struct exact;
struct memory;
struct run;

/*
 * The walker of PRISM models: initial states, choices and rewards, derived from the syntax tree alone, as the
 * language defines them. A state is an array of the values of the model's variables, in their order; a bool
 * is 0 or 1. States are compared as tuples.
 */
typedef struct prism_walk prism_walk;

/* A way in which a choice ends: the branches of its commands together. None has a factor of 0. */
struct prism_branch {
    double weight;         /* the product of the factors: a probability, or the rate of a ctmc */
    const double *factors; /* [command_count of the choice] */
    const int32_t *target; /* a state */
};

/*
 * A command without action, or one enabled command for each module that takes part in an action. All of them
 * are here, for each kind of model: those of a dtmc share its probability equally, those of a ctmc race.
 */
struct prism_choice {
    uint32_t action; /* the action that remains when the system has hidden and renamed; or PRISM_NONE */
    const struct prism_command *const *commands; /* [command_count], in the order of modules */
    uint32_t command_count;
    const struct prism_branch *branches; /* in the order of the commands' updates, the last command fastest */
    uint64_t branch_count;
    const struct error *fault; /* what is wrong with the choice, which then has no branches; or NULL */
};

/* The order: without action first, then by action, then by commands. Valid until the next call. */
struct prism_choices {
    const struct prism_choice *items;
    uint64_t count;
};

/* An entry of the transition matrix: branches of one choice that lead to one state are one. */
struct prism_entry {
    const int32_t *target;
    double weight;
};

/* A row: a choice of an mdp, or all that happens in a state of a dtmc or ctmc. Entries are sorted by target.
 */
struct prism_row {
    const struct prism_entry *entries;
    uint64_t entry_count;
    uint64_t choice; /* of an mdp: the number of the choice; PRISM_NO_CHOICE for all others */
};
#define PRISM_NO_CHOICE UINT64_MAX

struct prism_rows {
    const struct prism_row *items;
    uint64_t count;  /* at least 1 */
    int is_deadlock; /* there is no transition: the only row is a loop of weight 1, which was added */
};

/*
 * The tree, all of whose constants have values (prism_tree_complete), must outlive the walker, as must the
 * run. NULL with *error filled.
 */
prism_walk *prism_walk_create(const prism_tree *tree, const struct run *run, struct error *error);
/* NULL is allowed. */
void prism_walk_free(prism_walk *walk);

/*
 * Calls `visit` for every initial state, in order; a result other than 0 ends it and is returned. -1, too,
 * with *error filled, also if there is no initial state.
 */
int prism_walk_initial(prism_walk *walk, int (*visit)(void *context, const int32_t *state), void *context,
                       struct error *error);

/*
 * The choices of a state, which must not be one of the last result. 0, or -1 with *error filled, of code
 * ERROR_INPUT if the model has an error there: an expression without a value, a value outside of a variable's
 * range, a probability or rate that is negative or infinite, probabilities whose sum is not 1 (within 1e-6).
 */
int prism_walk_choices(prism_walk *walk, const int32_t *state, struct prism_choices *choices,
                       struct error *error);
/*
 * The same, but of errors only guards' are returned: a choice with another one has it as its fault, which
 * matters only if the choice is taken.
 */
int prism_walk_try_choices(prism_walk *walk, const int32_t *state, struct prism_choices *choices,
                           struct error *error);
/* The rows of the state whose choices were asked for last. Sums are in the order of choices and branches; the
 * weights of a dtmc are divided by the number of choices. 0, or -1 with *error filled. */
int prism_walk_rows(prism_walk *walk, struct prism_rows *rows, struct error *error);

/* The exact weight of a branch: the product of its factors. 0, or -1 when memory runs out. */
int prism_walk_weight(const struct prism_choice *choice, const struct prism_branch *branch,
                      struct memory *memory, struct exact *weight);

/*
 * The actions that choices have if the operators between modules alone decide it, whatever the guards say:
 * occurs[action], and occurs[action_count] for choices without action, are 1 or 0. 0, or -1 with *error
 * filled.
 */
int prism_walk_actions(prism_walk *walk, uint8_t *occurs, struct error *error);

/* Whether a label of the model, or another predicate of the tree, holds in a state: 1 or 0; -1 with *error
 * filled. */
int prism_walk_predicate(prism_walk *walk, uint32_t predicate, const int32_t *state, struct error *error);
/* The state reward of a reward structure. 0, or -1 with *error filled: it is negative or infinite, say. */
int prism_walk_state_reward(prism_walk *walk, uint32_t structure, const int32_t *state, double *reward,
                            struct error *error);
/* The reward of taking a choice with this action (PRISM_NONE: none) in a state. */
int prism_walk_action_reward(prism_walk *walk, uint32_t structure, const int32_t *state, uint32_t action,
                             double *reward, struct error *error);

#endif
