#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_CHOICES_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_CHOICES_H

#include <stdint.h>

#include "frontend/walk/walker.h"
#include "checker/strategy/tuple_set.h"
#include "base/text/label.h"
#include "model/lts.h"

struct error;
struct mdp;
struct run;

/* Computes the choices of the states of an input for the verifier: from the transitions of a network's
 * tree, from a stored graph, or from a Markov decision process. States have the same numbers as in the
 * evidence. */
#define CHOICE_NO_NAME UINT32_MAX

struct verified_choice {
    uint32_t
        name; /* name of the label without "; prob P" and "; rate R": an id of `names`; or CHOICE_NO_NAME */
    uint64_t begin, end; /* range of its targets, which are ascending and distinct */
};

struct choice_edge;

/* The fields above the line are the input; the caller sets them and zeroes the rest. choices_free frees the
 * rest. */
struct choices {
    const struct run *run;
    /* the input: a walker with states, lts with lts_labels, or mdp */
    walker *walker;
    const struct tuple_set *states; /* the numbers of the network's states */
    struct tuple_set *added;        /* the same set, where others that are met are added to it; else NULL */
    const struct lts *lts;
    const label_table *lts_labels;
    const struct mdp *mdp;
    const struct exp_options *reading; /* options for reading labels; NULL: the defaults of a file */
    int edges_alone;                   /* every edge is a choice without a name */
    int maximal_progress;              /* rates make no choice in a state with an internal transition */
    /* --- */
    struct error *error; /* the error of the current call */
    label_table *texts;  /* labels of transitions */
    uint32_t *name_of;   /* name of each label, by its id in `texts` */
    uint64_t name_capacity;
    label_table *names; /* names of choices, in UTF-8 */
    struct choice_edge *edges;
    uint64_t edge_count, edge_capacity;
    uint32_t *tuple; /* scratch: a target */
    int internal;    /* the state has an internal transition */
    int ended;       /* it has no transition: a choice of it leads back */
    /* the result of choices_find */
    struct verified_choice *choices;
    uint64_t count, capacity;
    uint32_t *targets;
    uint64_t target_count, target_capacity;
    const char *missing_label; /* label of a transition to a state that the evidence does not list; that state
                                  is in `tuple` */
};

/* Returns 0, or -1 with *error filled. */
int choices_open(struct choices *choices, struct error *error);
void choices_free(struct choices *choices);

/* The id of a UTF-8 text in `names`, which is added if it is new; LABEL_NONE with *error filled. */
uint32_t choices_name(struct choices *choices, const char *text, struct error *error);

/* Forgets the choices; begins one, and adds a target to it. 0, or -1 with the error of the last call. */
void choices_clear(struct choices *choices);
int choices_begin(struct choices *choices, uint32_t name);
int choices_add_target(struct choices *choices, uint32_t target);

/* Finds the choices of a state. Returns 1; 0 with missing_label if some target is not one of the states; or
 * -1 with *error filled. The choices are valid until the next call. */
int choices_find(struct choices *choices, uint32_t state, struct error *error);

#endif
