#ifndef HEDDLE_DECOMPOSE_MDP_MDP_VALUATIONS_H
#define HEDDLE_DECOMPOSE_MDP_MDP_VALUATIONS_H

#include "explorer/graph/graph_states.h"

struct network;

/* The values of a model's variables in the states of its graph, as texts. For one thread. */
struct mdp_valuations {
    const struct network *network;
    const graph_states *states;
    struct memory *memory;
    uint32_t *local; /* [variables] of `state` */
    uint64_t state;  /* UINT64_MAX: none yet */
    char text[64];
};

/* Borrows network and states (in host memory). 0, or -1 with *error filled (ERROR_MEMORY); to be closed in
 * any case. */
int mdp_valuations_open(struct mdp_valuations *valuations, const struct network *network,
                        const graph_states *states, struct memory *memory, struct error *error);
void mdp_valuations_close(struct mdp_valuations *valuations);

uint32_t mdp_valuations_count(const struct mdp_valuations *valuations);
const char *mdp_valuations_name(const struct mdp_valuations *valuations, uint32_t variable);
/* Valid until the next call. */
const char *mdp_valuations_value(struct mdp_valuations *valuations, uint64_t state, uint32_t variable);

#endif
