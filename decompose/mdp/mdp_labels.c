/* The meaning of a graph's labels in an MDP. */
#include "decompose/mdp/mdp_labels.h"

#include "base/error.h"
#include "base/memory.h"
#include "model/mdp_names.h"
#include "explorer/model/network.h"
#include "base/text/label.h"

static enum mdp_label_kind kind_of(const struct network_label *label) {
    switch (label->kind) {
    case LABEL_PROB:
        return MDP_PROB;
    case LABEL_RATE:
        return MDP_RATE;
    case LABEL_INTERNAL:
        return MDP_INTERNAL;
    default:
        return MDP_PLAIN;
    }
}

/* Names are numbered in the order of appearance until they are sorted. */
static int describe_label(struct mdp_labels *out, mdp_names *names, const struct network_label *label,
                          uint32_t rank, enum mdp_origin origin) {
    struct mdp_label *mine = &out->labels[rank];
    int of_data = origin == MDP_OF_DATA || origin == MDP_OF_DATA_TO_WRITE;
    enum mdp_label_kind kind = kind_of(label);
    int stochastic = kind == MDP_PROB || kind == MDP_RATE;
    *mine = (struct mdp_label){0, kind, MDP_NAMELESS,
                               of_data                                              ? MDP_JOINS_CHOICE
                               : kind == MDP_PROB || origin == MDP_OF_DISTRIBUTIONS ? MDP_JOINS_NAME
                                                                                    : MDP_JOINS_NOTHING};
    size_t length = label->length; /* of L in "L; prob P"; 0 in "prob P" */
    if (stochastic) {
        mine->value = label_text_value(label->text, length);
        label_text_number(label->text, length, &length);
    }
    out->joins |= stochastic || origin != MDP_OF_NETWORK;
    out->rates |= kind == MDP_RATE;
    out->cuts |= kind == MDP_INTERNAL;
    out->checks |= stochastic;
    if ((stochastic && length == 0) || (kind == MDP_INTERNAL && origin == MDP_OF_DATA_TO_WRITE)) {
        return 0;
    }
    out->named = 1;
    mine->name = stochastic && label->is_action_internal ? mdp_names_intern(names, "i", 1)
                                                         : mdp_names_intern(names, label->text, length);
    return mine->name == MDP_NO_NAME ? -1 : 0;
}

static int sort_names(struct mdp_labels *out, const mdp_names *names) {
    uint32_t count = mdp_names_count(names);
    uint32_t *rank = memory_allocate_array(out->memory, count, sizeof *rank);
    if (rank == NULL) {
        return -1;
    }
    out->text = mdp_names_sorted(names, rank);
    out->text_count = out->text == NULL ? 0 : count;
    for (uint32_t i = 0; i < out->label_count && out->text != NULL; i++) {
        if (out->labels[i].name != MDP_NAMELESS) {
            out->labels[i].name = rank[out->labels[i].name];
        }
    }
    memory_free(out->memory, rank, count * sizeof *rank);
    return out->text == NULL ? -1 : 0;
}

int mdp_labels_make(const struct network_label *labels, uint32_t count, enum mdp_origin origin,
                    struct memory *memory, struct mdp_labels *out, struct error *error) {
    *out = (struct mdp_labels){.memory = memory,
                               .loops = origin == MDP_OF_DATA || origin == MDP_OF_DATA_TO_WRITE};
    if (count >= MDP_NAMELESS) {
        return error_set(error, ERROR_LIMIT, "more than %u labels", MDP_NAMELESS - 1);
    }
    mdp_names *names = mdp_names_create(memory);
    out->labels = memory_allocate_array(memory, count, sizeof *out->labels);
    out->label_count = out->labels == NULL ? 0 : count;
    int failed = names == NULL || out->labels == NULL;
    for (uint32_t rank = 0; rank < count && !failed; rank++) {
        failed = describe_label(out, names, &labels[rank], rank, origin) != 0;
    }
    failed = failed || sort_names(out, names) != 0;
    mdp_names_free(names);
    return failed ? error_memory(error, "for the labels of the MDP") : 0;
}

int mdp_labels_of_network(const struct network *network, struct memory *memory, struct mdp_labels *out,
                          struct error *error) {
    /* Only a network of one process has distributions. */
    enum mdp_origin origin =
        network_is_weighted(network) ? MDP_OF_DATA
        : network->data == NULL && network->component_count == 1 && network->components[0].lts->distributions
            ? MDP_OF_DISTRIBUTIONS
            : MDP_OF_NETWORK;
    if (network_check_numbers(network, LABEL_DOUBLES, error) != 0) {
        *out = (struct mdp_labels){.memory = memory};
        return -1;
    }
    return mdp_labels_make(network->labels, network->label_count, origin, memory, out, error);
}

void mdp_labels_free(struct mdp_labels *labels) {
    memory_free(labels->memory, labels->labels, labels->label_count * sizeof *labels->labels);
    mdp_texts_free(labels->memory, labels->text, labels->text_count);
    labels->labels = NULL;
    labels->text = NULL;
    labels->label_count = labels->text_count = 0;
}
