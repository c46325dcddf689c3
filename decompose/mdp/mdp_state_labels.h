#ifndef HEDDLE_DECOMPOSE_MDP_MDP_STATE_LABELS_H
#define HEDDLE_DECOMPOSE_MDP_MDP_STATE_LABELS_H

#include <stdint.h>

#include "decompose/mdp/mdp.h"
#include "decompose/mdp/mdp_builder.h"
#include "decompose/mdp/mdp_names.h"

/* Labels of states in the making, and the initial state, which the label `init` names. */
struct mdp_state_bits {
    uint32_t *words; /* as far as bits were set */
    uint64_t capacity;
};

struct mdp_state_labels {
    struct memory *memory;
    const char *name; /* of the file, for messages */
    mdp_names *names;
    struct mdp_state_bits *bits; /* of each name */
    uint64_t bits_capacity;
    uint32_t init; /* the name, when it is known */
    int has_initial;
    uint32_t initial;
};

/* Borrows name. mdp_state_labels_close in any case. 0, or -1 with *error filled, as for all of these. */
int mdp_state_labels_open(struct mdp_state_labels *labels, const char *name, struct memory *memory,
                          struct error *error);
void mdp_state_labels_close(struct mdp_state_labels *labels);

/* The number of a label, new or known; MDP_NO_NAME with *error filled. */
uint32_t mdp_state_labels_name(struct mdp_state_labels *labels, const char *text, size_t length,
                               struct error *error);
/* The state has the label. A second initial state is an error at the place. */
int mdp_state_labels_set(struct mdp_state_labels *labels, uint32_t label, uint32_t state,
                         struct mdp_place place, struct error *error);
/* Gives the MDP (which has none yet) its labels and its initial state. */
int mdp_state_labels_finish(struct mdp_state_labels *labels, struct mdp *mdp, struct error *error);

#endif
