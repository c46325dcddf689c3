#ifndef HEDDLE_DECOMPOSE_MDP_MDP_NETWORK_H
#define HEDDLE_DECOMPOSE_MDP_MDP_NETWORK_H

#include "model/mdp.h"
#include "explorer/graph/graph_states.h"

/*
 * Returns the MDP of an explored network (docs/mdp.md; Hermanns, Interactive Markov Chains, 2002, for maximal
 * progress): `prob` edges with the same choice number and the same L are one choice; in a state without
 * internal edges all `rate` edges are one choice (a race), in others they are dropped, unless keep_races;
 * every other edge is a choice of its own. (Where the network is a single file in mCRL2's probabilistic AUT,
 * each distribution is a choice.) In a model with data, edges with the same choice number are one choice, and
 * a state without edges gets a choice that leads back to it. States have the numbers of the graph. States
 * that the initial state no longer reaches once races are cut off have no choices, and mdp->reachable
 * excludes them.
 *
 * The graph has labels, and choices where the network has any; it is not changed. Within a state, choices are
 * in the order of mdp_edge_key (model/mdp_core.h). It runs on run->threads threads. It takes, in
 * addition to the MDP, 4 bytes a state where maximal progress cuts anything off. The result does not refer to
 * graph or network. NULL with *error filled: probabilities of a reachable state that are not positive or do
 * not sum to 1 within 1e-6 (ERROR_INPUT; the error names the least such state, L and the sum), ERROR_LIMIT,
 * ERROR_MEMORY, ERROR_INTERRUPTED.
 */
struct mdp *mdp_from_graph(const struct graph *graph, const struct network *network,
                           int keep_races /* --no-maximal-progress */, const struct run *run,
                           struct error *error);

/*
 * The same with probabilities, for writing the MDP. Edges with labels `rate R` are an error (ERROR_INPUT),
 * and so are distributions of an AUT file: mdp_read_as keeps these, but the graph does not. `states`: of the
 * vertices of a model with data, whose actions become labels of states with action_labels (mdp_weigh); else
 * NULL.
 */
struct mdp *mdp_from_graph_to_write(const struct graph *graph, const graph_states *states,
                                    const struct network *network, int action_labels, const struct run *run,
                                    struct error *error);

#endif
