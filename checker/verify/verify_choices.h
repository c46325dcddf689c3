#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_CHOICES_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_CHOICES_H

#include <stdint.h>

#include "frontend/exp/walk/semantics.h"
#include "checker/strategy/tuple_set.h"
#include "base/text/label.h"
#include "explorer/model/lts.h"

struct error;
struct mdp;
struct run;

/*
 * The choices that the states of an input have, for the verifier: derived again from the transitions of a
 * network's tree, or as its reader gave a stored graph or a Markov decision process. States are numbered as
 * in the evidence.
 */
#define CHOICE_NO_NAME UINT32_MAX

struct verified_choice {
    uint32_t name; /* of the label without "; prob P" and "; rate R": an id of `names`; or CHOICE_NO_NAME */
    uint64_t begin, end; /* its targets, ascending, each once */
};

struct choice_edge;

/* Begins as zeros, with what stands above the line set; choices_free frees the rest. */
struct choices {
    const struct run *run;
    /* one of the three */
    semantics *semantics;
    const struct tuple_set *states; /* of the network, by number */
    const struct lts *lts;
    const label_table *lts_labels;
    const struct mdp *mdp;
    const struct exp_options *reading; /* of labels; NULL: as of a file */
    int edges_alone;                   /* every edge is a choice, and none has a name */
    int maximal_progress;              /* a race is no choice where there is an internal transition */
    /* --- */
    struct error *error; /* of the call that runs */
    label_table *texts;  /* of transitions */
    uint32_t *name_of;   /* by their ids */
    uint64_t name_capacity;
    label_table *names; /* of choices, in UTF-8 */
    struct choice_edge *edges;
    uint64_t edge_count, edge_capacity;
    uint32_t *tuple; /* a target */
    /* the result */
    struct verified_choice *choices;
    uint64_t count, capacity;
    uint32_t *targets;
    uint64_t target_count, target_capacity;
    const char *missing_label; /* of a transition whose target is in no line; the target is in `tuple` */
};

/* 0, or -1 with *error filled. */
int choices_open(struct choices *choices, struct error *error);
void choices_free(struct choices *choices);

/* The id in `names` of a text in UTF-8, new or known; LABEL_NONE with *error filled. */
uint32_t choices_name(struct choices *choices, const char *text, struct error *error);

/*
 * Finds the choices of a state: 1; 0 when some target is not one of the states, with missing_label; or -1
 * with *error filled. They last until the next call.
 */
int choices_find(struct choices *choices, uint32_t state, struct error *error);

#endif
