/* What all networks share, whatever they were made of. */
#include "explorer/model/network.h"

#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/model/data/data_model_core.h"
#include "model/lts.h"

int network_is_chain(const struct network *network) {
    return network_is_weighted(network) && network->data->kind != DATA_MDP;
}

int network_has_models(const struct network *network) {
    return network->data != NULL && network->data->kind == DATA_NETWORK;
}

int network_is_weighted(const struct network *network) {
    return network->data != NULL && network->data->kind != DATA_NETWORK;
}

int network_has_chances(const struct network *network) {
    const struct data_header *image = network->data;
    uint64_t command = 0;
    if (!network_is_weighted(network) || image->kind != DATA_MDP) {
        return network_is_weighted(network);
    }
    while (command < image->commands.count && data_commands(image)[command].branch_count <= 1) {
        command++;
    }
    return command < image->commands.count;
}

const char **network_names(const struct network *network, struct memory *memory) {
    const char **names = memory_allocate_array(memory, network->component_count, sizeof *names);
    for (uint32_t i = 0; names != NULL && i < network->component_count; i++) {
        names[i] = network->components[i].name;
    }
    return names;
}

void network_free(struct memory *memory, struct network *network) {
    if (network != NULL) {
        network->free(memory, network);
    }
}

/* The first label whose number cannot be used, and which transitions of the network have, in the file of a
 * process; or NULL, and then *lts is nothing. */
static const struct lts_slip *find_faulty(const struct network *network, enum label_numbers numbers,
                                          const struct lts **lts) {
    for (uint32_t k = 0; k < network->component_count; k++) {
        *lts = network->components[k].lts;
        const struct lts_slip *faulty = *lts == NULL ? NULL : &(*lts)->faulty[numbers];
        for (uint32_t i = 0; faulty != NULL && faulty->line != 0 && i < network->label_count; i++) {
            if (strcmp(network->labels[i].text, faulty->text) == 0) {
                return faulty;
            }
        }
    }
    return NULL;
}

int network_check_numbers(const struct network *network, enum label_numbers numbers, struct error *error) {
    const struct lts *lts;
    const struct lts_slip *faulty = find_faulty(network, numbers, &lts);
    struct error fault;
    if (faulty != NULL && label_number_check(faulty->text, numbers, &fault) != 0) {
        return error_at(error, fault.code, (struct source_position){lts->path, faulty->line, faulty->column},
                        "%s", fault.text);
    }
    for (uint32_t i = 0; i < network->label_count; i++) {
        const struct network_label *label = &network->labels[i];
        if ((label->kind == LABEL_PROB || label->kind == LABEL_RATE) &&
            label_number_check(label->text, numbers, error) != 0) {
            return -1;
        }
    }
    return 0;
}
