#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_WEIGHED_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_WEIGHED_H

/*
 * The states of an input in numbers, for evidence about probabilistic equivalence: what a state is by itself,
 * and its moves (specs/measured/measured.h) with exact weights. Derived from a walker or a Markov model that
 * was read, as docs/compare.md defines them.
 */
#include "base/array.h"
#include "base/fraction.h"
#include "base/word_lists.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify_hidden.h"
#include "model/mdp_names.h"
#include "frontend/walk/walker.h"
#include "specs/measured/measured.h"

struct mdp;

/* What both inputs number in the same way. Begins as zeros. */
struct weighed_names {
    struct hidden_labels *hidden;
    struct memory *memory;
    struct error *error;
    mdp_names *texts;         /* labels of states, rewards and actions */
    label_table *kinds[2];    /* of each input: knows the kinds of its labels of transitions */
    struct word_lists values; /* of rewards: a fraction, or the bits of a double */
};

#define WEIGHED_NO_NAME UINT32_MAX
#define WEIGHED_REWARD ((uint64_t)1 << 63) /* a reward, not a label */

struct weighed_draw {
    uint32_t target;
    struct fraction weight;
};

struct weighed_move {
    enum measured_move kind;
    uint32_t name;                   /* of the action; WEIGHED_NO_NAME */
    uint64_t begin, end;             /* of its draws */
    uint64_t earns_begin, earns_end; /* what it earns, as in `own` */
};

/* A transition with a label, and the move that it is part of. */
struct weighed_edge {
    enum measured_move kind;
    uint32_t name, component, choice, target;
    const char *label;
};

struct weighed_input {
    struct weighed_names *names;
    const label_table *kinds;
    walker *walker;        /* or */
    const struct mdp *mdp; /* a Markov model of a file: a state is a tuple of its number */
    struct tuple_set *states;
    int grows; /* targets that are not among the states are added */
    struct error *error;
    /* of the last state: sorted labels, and WEIGHED_REWARD | reward << 32 | value for what it earns, unless 0
     */
    GROWING(uint64_t) own;
    GROWING(uint64_t) earns; /* of moves, in the same way */
    GROWING(struct weighed_move) moves;
    GROWING(struct weighed_draw) draws;
    const char *missing_label; /* of a transition to a state that is not listed; or NULL */
    uint32_t *tuple;           /* that state; scratch */
    GROWING(struct weighed_edge) edges;
};

/* 0, or -1 with *error filled; to be closed in any case. */
int weighed_names_open(struct weighed_names *names, struct hidden_labels *hidden, struct memory *memory,
                       struct error *error);
void weighed_names_close(struct weighed_names *names);
/* The number of a text; WEIGHED_NO_NAME with *error filled. */
uint32_t weighed_names_text(struct weighed_names *names, const char *text);

/* Whether the input is a Markov model, and of what kind: the kind of its moves. */
int weighed_is_model(const struct weighed_input *input, enum measured_move *kind);
int weighed_open(struct weighed_input *input);
void weighed_close(struct weighed_input *input);
/*
 * Finds labels, rewards and moves of the state. 1; 0 if a transition leads to a state that is not listed; or
 * -1 with *error filled: ERROR_INPUT for probabilities of labels that do not sum to 1 and labels with numbers
 * that the evidence hides, ERROR_LIMIT for numbers of more than 128 bits, and as walker_transitions.
 */
int weighed_find(struct weighed_input *input, uint32_t state);

#endif
