/* What all networks share, whatever they were made of. */
#include "explorer/model/network.h"

#include <stddef.h>

void network_free(struct memory *memory, struct network *network) {
    if (network != NULL) {
        network->free(memory, network);
    }
}
