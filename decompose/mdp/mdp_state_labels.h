#ifndef HEDDLE_DECOMPOSE_MDP_MDP_STATE_LABELS_H
#define HEDDLE_DECOMPOSE_MDP_MDP_STATE_LABELS_H

#include <stdint.h>

#include "model/mdp.h"
#include "decompose/mdp/mdp_builder.h"
#include "model/mdp_names.h"

/* Builds labels of states, and finds the initial states, which have the label `init`. */
struct mdp_state_bits {
    uint32_t *words; /* length in bits, up to the last bit that was set */
    uint64_t capacity;
};

struct mdp_state_labels {
    struct memory *memory;
    const char *name; /* name of the file, for messages */
    mdp_names *names;
    struct mdp_state_bits *bits; /* for each name */
    uint64_t bits_capacity;
    uint32_t init; /* the name "init", or MDP_NO_NAME */
    int has_initial, has_several;
    uint32_t initial;
};

/* Borrows name. The caller calls mdp_state_labels_close in any case. All these functions return 0, or -1 with
 * *error filled. */
int mdp_state_labels_open(struct mdp_state_labels *labels, const char *name, struct memory *memory,
                          struct error *error);
void mdp_state_labels_close(struct mdp_state_labels *labels);

/* Returns the number of a label, and adds it if it is new; MDP_NO_NAME with *error filled. */
uint32_t mdp_state_labels_name(struct mdp_state_labels *labels, const char *text, size_t length,
                               struct error *error);
/* Gives the state the label. */
int mdp_state_labels_set(struct mdp_state_labels *labels, uint32_t label, uint32_t state,
                         struct error *error);
/* Moves the labels and the initial state to the MDP, which has no labels yet. */
int mdp_state_labels_finish(struct mdp_state_labels *labels, struct mdp *mdp, struct error *error);

#endif
