#ifndef HEDDLE_FRONTEND_PRISM_WALK_PRISM_WALK_INTERNAL_H
#define HEDDLE_FRONTEND_PRISM_WALK_PRISM_WALK_INTERNAL_H

#include "base/arena.h"
#include "base/array.h"
#include "base/memory.h"
#include "frontend/prism/syntax/prism_weight.h"
#include "frontend/prism/walk/prism_walk.h"

/* An action, and how many children of a process do it together; at least 2. */
struct walk_need {
    uint32_t action, children;
};

/* An action of a process becomes another, or PRISM_NONE. */
struct walk_shown {
    uint32_t from, to;
};

/* A process of the composition, with what its operator synchronises. */
struct walk_process {
    const struct prism_process *process;
    struct walk_process *children; /* [child_count of the process] */
    struct walk_need *needs;       /* [need_count], by action */
    uint64_t need_count;
    struct walk_shown *shown; /* [shown_count], by action; others stay */
    uint64_t shown_count;
};

/* Commands that happen together. */
struct joint_commands {
    uint32_t action;
    uint64_t begin; /* in `members` */
    uint32_t count;
    uint32_t child; /* of the process whose combinations are being found: where it comes from */
};

/* The combinations of one child with one action. */
struct walk_side {
    uint64_t begin, end, at; /* in `combinations` */
};

/* What a command says in the state that is being expanded: computed when it is first needed. */
struct command_now {
    uint64_t stamp;        /* of the expansion in which the rest was computed */
    uint64_t factors;      /* where its probabilities begin in `factors` */
    uint64_t first_update; /* its first update in `updates` */
};
struct update_now {
    uint64_t stamp;
    uint64_t values; /* where the values that it assigns begin in `values` */
};

struct prism_walk {
    struct memory *memory;
    const struct run *run;
    arena *arena;
    const prism_tree *tree;
    const struct prism_model *model;
    struct walk_process *system;
    /* --- the state that is being expanded --- */
    const int32_t *state;
    struct error *error;
    uint64_t unasked; /* work since the run was asked */
    int stopped;
    uint64_t stamp;
    struct command_now *commands; /* [all commands], by module */
    uint64_t *first_command;      /* [module_count] */
    struct update_now *updates;   /* [all updates] */
    GROWING(const struct prism_command *) enabled;
    uint64_t *enabled_begin; /* [module_count + 1], in `enabled` */
    GROWING(double) factors;
    GROWING(int32_t) values;
    GROWING(struct joint_commands) combinations;
    GROWING(const struct prism_command *) members;
    GROWING(struct walk_side) sides;
    int keeps_faults;           /* errors of choices are theirs */
    GROWING(uint64_t) fault_of; /* [choices]: 0, or 1 + the number of its fault */
    GROWING(struct error) faults;
    /* --- the result: filled as offsets, which become pointers once it is complete --- */
    GROWING(struct prism_choice) choices;
    GROWING(struct prism_branch) branches;
    GROWING(double) branch_factors;
    GROWING(int32_t) targets;
    GROWING(struct prism_row) rows;
    GROWING(struct prism_entry) entries;
    uint32_t *digits; /* [module_count] */
};

/* Fills the error: there is no memory, or walk_ask found that the run must stop. Returns -1. */
int walk_memory(prism_walk *walk, struct error *error);
/* Asks after some work whether the run must stop: 0 or -1. */
int walk_ask(prism_walk *walk, uint64_t work);
/* An expression without a value. `who` (NULL: nothing) says what it belongs to. Returns -1. */
int walk_failure(prism_walk *walk, const struct prism_failure *failure, const int32_t *state, const char *who,
                 struct error *error);
/* The tree of processes with their alphabets; NULL with *error filled (prism_compose.c). */
struct walk_process *walk_process_create(prism_walk *walk, const struct prism_process *process,
                                         struct error *error);
/* The combinations of enabled commands of a process, after those that are there. 0, or -1, for walk_memory.
 */
int walk_compose(prism_walk *walk, const struct walk_process *process);

#define WALK_PUSH(walk, list, ...) GROWING_ADD((walk)->memory, (walk)->list, __VA_ARGS__)

#endif
