/* The MDP of an explored network. */
#include "decompose/mdp/mdp_state_labels.h"
#include "decompose/mdp/mdp_network.h"

#include "base/error.h"
#include "base/run.h"
#include "decompose/mdp/mdp_convert.h"
#include "decompose/mdp/mdp_weights.h"
#include "explorer/graph/graph.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/model/network.h"

enum mdp_use { MDP_TO_DECOMPOSE, MDP_TO_WRITE, MDP_TO_WEIGH };

static struct mdp *convert_graph(const struct graph *graph, const struct network *network, int keep_races,
                                 enum mdp_use use, const struct run *run, struct error *error) {
    struct mdp_source source = {.states = graph->vertices,
                                .row_states = graph->vertices,
                                .offsets = graph->offsets,
                                .targets = graph->targets,
                                .labels = graph->labels,
                                .choices = graph->choices,
                                .more_initial = (uint32_t)(network->initial_count - 1),
                                .keep = use == MDP_TO_WRITE};
    struct mdp_labels labels;
    struct mdp *mdp = NULL;
    int failed = use == MDP_TO_WEIGH ? mdp_labels_make(network->labels, network->label_count,
                                                       MDP_OF_DATA_TO_WRITE, run->memory, &labels, error)
                                     : mdp_labels_of_network(network, run->memory, &labels, error);
    if (!failed) {
        mdp = mdp_convert(&source, &labels, keep_races, run, error);
    }
    if (mdp != NULL && network_is_weighted(network)) {
        mdp->chain = network_is_chain(network);
        mdp->rates = network->data->kind == DATA_CTMC;
    }
    mdp_labels_free(&labels);
    return mdp;
}

struct mdp *mdp_from_graph(const struct graph *graph, const struct network *network, int keep_races,
                           const struct run *run, struct error *error) {
    return convert_graph(graph, network, keep_races, MDP_TO_DECOMPOSE, run, error);
}

static struct mdp *weighed(const struct graph *graph, const graph_states *states,
                           const struct network *network, int action_labels, const struct run *run,
                           struct error *error) {
    struct mdp *mdp = convert_graph(graph, network, 0, MDP_TO_WEIGH, run, error);
    if (mdp != NULL && mdp_weigh(mdp, network, states, action_labels, run, error) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    return mdp;
}

/* Names the initial states of a network that has several, the first ones. */
static int label_initial(struct mdp *mdp, const struct network *network, struct memory *memory,
                         struct error *error) {
    struct mdp_state_labels labels;
    int failed = mdp_state_labels_open(&labels, "the network", memory, error);
    const uint32_t init = failed ? MDP_NO_NAME : mdp_state_labels_name(&labels, "init", 4, error);
    failed = failed || init == MDP_NO_NAME;
    for (uint64_t i = 0; i < network->initial_count && !failed; i++) {
        failed = mdp_state_labels_set(&labels, init, (uint32_t)i, error) != 0;
    }
    failed = failed || mdp_state_labels_finish(&labels, mdp, error) != 0;
    mdp_state_labels_close(&labels);
    return failed ? -1 : 0;
}

struct mdp *mdp_from_graph_to_write(const struct graph *graph, const graph_states *states,
                                    const struct network *network, int action_labels, const struct run *run,
                                    struct error *error) {
    if (network_is_weighted(network)) {
        return weighed(graph, states, network, action_labels, run, error);
    }
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        if (network->labels[graph->labels[edge]].kind == LABEL_RATE) {
            error_set(error, ERROR_INPUT,
                      "\"%.200s\" is a rate, which .drn and .tra cannot hold here: write .aut, which keeps "
                      "labels as they are",
                      network->labels[graph->labels[edge]].text);
            return NULL;
        }
    }
    if (network->data == NULL && network->component_count == 1 && network->components[0].lts->distributions) {
        error_set(error, ERROR_INPUT, "an .aut file with distributions is written by `heddle convert`");
        return NULL;
    }
    struct mdp *mdp = convert_graph(graph, network, 0, MDP_TO_WRITE, run, error);
    if (mdp != NULL && network->initial_count > 1 && label_initial(mdp, network, run->memory, error) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    return mdp;
}
