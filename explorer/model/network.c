/* What all networks share, whatever they were made of. */
#include "explorer/model/network.h"

#include <stddef.h>

#include "explorer/model/data/data_model_core.h"

int network_is_chain(const struct network *network) {
    return network_is_weighted(network) && network->data->kind != DATA_MDP;
}

int network_has_models(const struct network *network) {
    return network->data != NULL && network->data->kind == DATA_NETWORK;
}

int network_is_weighted(const struct network *network) {
    return network->data != NULL && network->data->kind != DATA_NETWORK;
}

void network_free(struct memory *memory, struct network *network) {
    if (network != NULL) {
        network->free(memory, network);
    }
}
