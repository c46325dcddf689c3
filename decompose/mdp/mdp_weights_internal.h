#ifndef HEDDLE_DECOMPOSE_MDP_MDP_WEIGHTS_INTERNAL_H
#define HEDDLE_DECOMPOSE_MDP_MDP_WEIGHTS_INTERNAL_H

#include "model/mdp.h"
#include "model/digraph_core.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/network.h"

/* Labels of states and rewards, while mdp_weigh fills them (mdp_values.c). */
struct mdp_values {
    struct mdp *mdp;
    const struct data_header *image;
    struct memory *memory;
    uint32_t *deadlock;        /* bitmap of the label */
    uint32_t label_predicates; /* of the model: labels of states */
    uint32_t **predicates;     /* [label_count]: bitmaps, of `init`, `deadlock`, predicates, and actions */
    uint64_t label_count;
    uint32_t **actions; /* [action_count]: by label of the network, its bitmap, or NULL; NULL: actions are no
                           labels of states */
    uint64_t action_count;
    uint64_t *first_choice; /* [states]: the number of the first choice; NULL: choices earn nothing */
    int have_states;        /* some structure has rewards of states */
};

/* Adds the labels and reward structures to the MDP, all empty but `init`. 0, or -1 with *error filled; to be
 * closed in any case. */
int mdp_values_open(struct mdp_values *values, struct mdp *mdp, const struct network *network,
                    int action_labels, struct memory *memory, struct error *error);
void mdp_values_close(struct mdp_values *values);

/*
 * The state's labels and rewards; its values are in scratch->fields. 0, or 1 if something has no value, or a
 * reward is negative or infinite. Threads have states of different words of bitmaps.
 */
int mdp_values_state(struct mdp_values *values, struct data_scratch *scratch, uint64_t state);
/* Something with the network's label can happen in the state. */
static inline void mdp_values_action(struct mdp_values *values, uint32_t label, uint64_t state) {
    if (values->actions != NULL && values->actions[label] != NULL) {
        bitmap_set(values->actions[label], state);
    }
}
/* Adds to what a row of the state earns: `choice`, counted in the state. In a DTMC the model's choice with
 * the action counts for one of `weight`, else `weight` times. */
int mdp_values_choice(struct mdp_values *values, struct data_scratch *scratch, uint32_t action,
                      uint64_t state, uint64_t choice, double weight);

#endif
