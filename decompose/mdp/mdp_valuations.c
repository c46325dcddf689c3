/* The values of variables in the states of a graph. */
#include "decompose/mdp/mdp_valuations.h"

#include "base/error.h"
#include "explorer/model/network.h"

int mdp_valuations_open(struct mdp_valuations *valuations, const struct network *network,
                        const graph_states *states, struct memory *memory, struct error *error) {
    *valuations =
        (struct mdp_valuations){.network = network, .states = states, .memory = memory, .state = UINT64_MAX};
    valuations->local = memory_allocate_array(memory, graph_states_width(states), sizeof(uint32_t));
    return valuations->local == NULL ? error_memory(error, "for the values of variables") : 0;
}

void mdp_valuations_close(struct mdp_valuations *valuations) {
    if (valuations->local != NULL) {
        memory_free(valuations->memory, valuations->local,
                    graph_states_width(valuations->states) * sizeof(uint32_t));
    }
}

uint32_t mdp_valuations_count(const struct mdp_valuations *valuations) {
    return valuations->network->component_count;
}

const char *mdp_valuations_name(const struct mdp_valuations *valuations, uint32_t variable) {
    return valuations->network->components[variable].name;
}

const char *mdp_valuations_value(struct mdp_valuations *valuations, uint64_t state, uint32_t variable) {
    const struct network *network = valuations->network;
    if (state != valuations->state) {
        graph_states_tuple(valuations->states, state, valuations->local);
        valuations->state = state;
    }
    network->show_value(network, variable, valuations->local[variable], valuations->text,
                        sizeof valuations->text);
    return valuations->text;
}
