/* The MDP of an explored network. */
#include "decompose/mdp_network.h"

#include "base/run.h"
#include "decompose/mdp_convert.h"
#include "explorer/graph.h"
#include "frontend/network.h"

struct mdp *mdp_from_graph(const struct graph *graph, const struct network *network, int keep_races,
                           const struct run *run, struct error *error) {
    struct mdp_source source = {.states = graph->vertices,
                                .row_states = graph->vertices,
                                .offsets = graph->offsets,
                                .targets = graph->targets,
                                .labels = graph->labels,
                                .choices = graph->choices};
    struct mdp_labels labels;
    struct mdp *mdp = NULL;
    if (mdp_labels_of_network(network, run->memory, &labels, error) == 0) {
        mdp = mdp_convert(&source, &labels, keep_races, run, error);
    }
    mdp_labels_free(&labels);
    return mdp;
}
