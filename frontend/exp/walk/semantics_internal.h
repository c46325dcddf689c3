#ifndef HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_INTERNAL_H
#define HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/memory.h"
#include "frontend/exp/walk/semantics.h"
#include "base/error.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "frontend/prism/walk/prism_walk.h"
#include "frontend/walk/walker_language.h"
#include "base/text/label.h"

/*
 * Declarations that the walker's files share. Every operator and process of the unfolded tree (in which a
 * file that is included twice occurs twice) is a node. When a node is made, its possible labels and the new
 * label of each of its operands' labels are computed; a walk then only looks up and combines.
 *
 * Functions that can fail return 0, or -1 (NULL) with *semantics->error filled.
 */

#define SEMANTICS_NONE UINT32_MAX

/* A transition of a node: the index of its label in the node's labels, its moves in the list's moves. */
struct semantics_fired {
    uint32_t label;
    uint32_t move_count;
    uint64_t move_begin;
    uint32_t fault; /* 0, or 1 + the number of an error of a model, which is met if the transition happens */
    double chance;  /* as of a transition (frontend/walk/walker.h), without numbers in labels */
};

/* The transitions of a node in one state. */
struct semantics_list {
    GROWING(struct semantics_fired) fired;
    GROWING(struct walker_move) moves; /* the moves of each transition, by process */
};

/* A process that is a PRISM model; its own label k is action k of the model, the last one that of choices
 * without action. */
struct semantics_model {
    const struct prism_model *tree;
    const char *name; /* of the process */
    prism_walk *walk;
    int32_t *values;                       /* [variable_count] of the state */
    uint64_t initial_begin, initial_count; /* its initial states in the walker's `starts`; number of them */
};

/* A component of the walker: a variable of a process that is a PRISM model, or a process that is no PRISM
 * model or has no variables. */
struct semantics_component {
    const struct semantics_node *node;
    const struct prism_variable *variable; /* or NULL */
};

/* A transition of a PRISM model. */
struct semantics_step {
    uint32_t label;        /* the node's */
    uint32_t own;          /* the model's */
    const int32_t *target; /* NULL: it has an error */
    uint32_t fault;        /* as of semantics_fired */
    double chance;
    const struct prism_choice *choice;
};

/* Modules that make a move of a PRISM model: a part of `movers`. */
struct semantics_movers {
    uint64_t begin, count;
};

/* A branch and an index into its labels. */
struct semantics_participant {
    uint32_t branch, label;
};

/* One way to follow a vector of `par using`: the first participant, and the range of the others. */
struct semantics_way {
    struct semantics_participant first;
    uint32_t label; /* the resulting label */
    uint32_t more_count;
    uint64_t more_begin; /* index into the node's `more` */
};

struct semantics_node {
    const struct exp_node *syntax;
    struct semantics_node **children;
    uint32_t child_count;
    uint32_t leaf;                 /* for EXP_LEAF: the first component of the process */
    uint32_t process;              /* .. its own number, or that of the model's first module */
    struct semantics_model *model; /* for EXP_LEAF: the PRISM model, or NULL */
    uint32_t *labels; /* ids of the labels that the node can have, ascending; with those that prio removes */
    uint32_t label_count;
    /*
     * [branch][index of the branch's label] (EXP_LEAF: one branch, and its own labels): the node's label if
     * the branch moves alone or (`joins`) must join others; else SEMANTICS_NONE
     */
    uint32_t **up;
    unsigned char **joins;
    /*
     * for operators that synchronise equal labels: how many branches must take part; several numbers if `par`
     * lists the gate several times
     */
    uint32_t **degrees; /* [label]; NULL if branches move alone */
    uint32_t *degree_count;
    uint64_t *meeting; /* [label]: 1 + the first link of the label, during a walk */
    /* for `par using` */
    struct semantics_way *ways; /* sorted by their first participant */
    uint64_t way_count;
    uint64_t **way_begin; /* [branch][label + 1]: where the label's ways begin */
    struct semantics_participant *more;
    /* for prio: sets of `words` words over the distinct patterns */
    uint64_t words;
    uint64_t *matches; /* [label]: the patterns that it matches */
    uint64_t *below;   /* [label]: the patterns below one of these */
    uint64_t *removed; /* during a walk: patterns that lose against a label that is possible */
    struct semantics_list list;
};

/* A transition of a branch that meets those of other branches under one label. */
struct semantics_link {
    const struct semantics_fired *fired;
    uint32_t branch, label;
    uint64_t next; /* 1 + number of the next link of the label */
};

/* The links of one label, side by side; `group` k: those of the k-th branch that takes part. */
struct semantics_entry {
    const struct semantics_fired *fired;
    uint32_t branch, group;
};

/* An entry that is chosen for the combination, and the number of moves before its own. */
struct semantics_choice {
    uint64_t entry, moves_before;
};

typedef struct semantics semantics;

struct semantics {
    walker walker; /* the first member: a pointer to it is one to all */
    struct memory *memory;
    arena *arena;
    const struct exp_options *options;
    const exp_tree *tree; /* of semantics_create_of, for predicates */
    label_table *labels;
    struct error *error; /* the current call's */
    struct semantics_node *root;
    GROWING(struct semantics_node *) nodes; /* all nodes */
    GROWING(struct semantics_node *) leaves;
    GROWING(struct semantics_component) components;
    const char **names;         /* [number of components] */
    const char **process_names; /* [number of processes], with PRISM models */
    uint32_t processes;         /* those of which fairness speaks */
    GROWING(uint32_t) starts;   /* initial states of PRISM models */
    int has_models;
    /* --- for the node that is being made --- */
    GROWING(uint32_t) ids;
    GROWING(char) text;
    GROWING(struct semantics_way) ways;
    GROWING(struct semantics_participant) more;
    /* --- for the node that is being walked --- */
    GROWING(struct semantics_link) links;
    GROWING(struct semantics_entry) entries;
    GROWING(uint64_t) groups; /* where each group begins, and where the last one ends */
    GROWING(struct semantics_choice) choices;
    GROWING(struct walker_move) moves;
    GROWING(struct semantics_step) steps;
    GROWING(struct error) faults;
    /* --- for the transitions of a state --- */
    GROWING(struct semantics_movers) made_by; /* moves of PRISM models, by their `by` */
    GROWING(uint32_t) movers;                 /* modules */
};

/* --- semantics.c --- */
int semantics_memory(struct semantics *semantics);
/* Counts a step of long work; fails, at a check of the stop flag, if the run must stop. */
int semantics_step(struct semantics *semantics);
/* Zeroed memory, freed with the walker. */
void *semantics_allocate(struct semantics *semantics, uint64_t count, uint64_t size);
int semantics_grow(struct semantics *semantics, void **data, uint64_t *capacity, uint64_t need,
                   uint64_t size);
/* Appends a value to a growing array: 0 or -1. */
#define SEMANTICS_ADD(semantics, array, ...)                                                                 \
    (GROWING_ADD((semantics)->memory, array, __VA_ARGS__) != 0 ? semantics_memory(semantics) : 0)
/* Makes room for `need` elements. */
#define SEMANTICS_RESERVE(semantics, stack, need)                                                            \
    ((need) <= (stack).capacity ? 0                                                                          \
                                : semantics_grow((semantics), (void **)&(stack).data, &(stack).capacity,     \
                                                 (need), sizeof *(stack).data))
/* The id of a text; LABEL_NONE on failure. */
uint32_t semantics_intern(struct semantics *semantics, const char *text, size_t length);

/* --- semantics_node.c --- */
struct semantics_node *semantics_node_create(struct semantics *semantics, const struct exp_node *syntax,
                                             const label_table *labels);
/* Frees the lists of all nodes; the rest is in the arena. */
void semantics_nodes_free(struct semantics *semantics);
/*
 * Gives the node the labels whose ids are on the stack (in any order, with duplicates), and empties the
 * stack.
 */
int semantics_set_labels(struct semantics *semantics, struct semantics_node *node);
/* The node's index of a label id, or SEMANTICS_NONE. */
uint32_t semantics_find(const struct semantics_node *node, uint32_t id);
/* Turns `up` from label ids into indices. */
void semantics_translate(struct semantics_node *node);
/*
 * Whether the text equals the part of the label that the mode compares: the gate under EXP_MODE_GATE, else
 * all of it.
 */
int semantics_key_equals(const struct semantics *semantics, uint32_t id, enum exp_mode mode,
                         const char *text);
/* Whether a label can synchronise, being neither internal nor stochastic. */
int semantics_is_plain(const struct semantics *semantics, uint32_t id);

/* Each completes a node whose operands are complete: its labels, `up`, and the data of its operator. */
int semantics_make_relabel(struct semantics *semantics, struct semantics_node *node); /* hide, cut, rename */
int semantics_make_prio(struct semantics *semantics, struct semantics_node *node);
int semantics_make_sync(struct semantics *semantics, struct semantics_node *node);
int semantics_make_vectors(struct semantics *semantics, struct semantics_node *node);

/* semantics_relabel.c: whether the whole text of a label matches a pattern, for prio. */
int semantics_match_labels(struct semantics *semantics, const struct exp_text *text,
                           const struct semantics_node *operand, unsigned char *matches);

/* --- semantics_model.c: processes that are PRISM models --- */
/* Opens the model of a leaf, and adds its components and its own labels to `ids`. */
int semantics_make_model(struct semantics *semantics, struct semantics_node *node);
void semantics_models_free(struct semantics *semantics);
/* Whether a predicate of the model of a leaf holds in the global state: 1, 0, or -1 with *error filled. */
int semantics_model_holds(const struct semantics_node *leaf, uint32_t predicate, const uint32_t *state,
                          struct error *error);
/* Fills node->list with the transitions of the model in the global state. */
int semantics_walk_model(struct semantics *semantics, struct semantics_node *node, const uint32_t *state);
/* Adds every combination of initial states of the processes to the walker. */
int semantics_add_initial(struct semantics *semantics);

/* semantics_walk.c: adds a transition to a list. */
int semantics_list_add(struct semantics *semantics, struct semantics_list *list,
                       const struct semantics_fired *fired, const struct walker_move *moves);
/* semantics_walk.c: fills node->list with the transitions of the node in the global state. */
int semantics_walk(struct semantics *semantics, struct semantics_node *node, const uint32_t *state);
/* Adds a branch's transition to the node's, under another label. */
int semantics_add(struct semantics *semantics, struct semantics_node *node, uint32_t branch,
                  const struct semantics_fired *fired, uint32_t label);
/* semantics_prio.c: the transitions of the operand that have no transition above them. */
int semantics_prioritise(struct semantics *semantics, struct semantics_node *node);

#endif
