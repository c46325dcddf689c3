#ifndef HEDDLE_DECOMPOSE_MDP_MDP_NETWORK_H
#define HEDDLE_DECOMPOSE_MDP_MDP_NETWORK_H

#include "decompose/mdp/mdp.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The MDP of an explored network (docs/mdp.md; Hermanns, Interactive Markov Chains, 2002, for maximal
 * progress): `prob` edges with the same choice number and the same L are one choice; in a state without
 * internal edges all `rate` edges are one (a race), in others they are none, unless keep_races; every other
 * edge is one of its own. (Distributions of mCRL2's probabilistic AUT, where the network is such a file
 * alone, are a choice each.) Numbers of states are the graph's. States that the initial one no longer reaches
 * since races were cut off have no choices, and mdp->reachable tells them.
 *
 * The graph has labels, and choices where the network has any; it is not changed. Within a state, choices are
 * in the order of mdp_edge_key (decompose/mdp/mdp_core.h). On run->threads threads. It takes, beside the MDP,
 * 4 bytes a state where maximal progress cuts off anything. The result does not refer to graph or network.
 * NULL with *error filled: probabilities of a reachable state that are not positive or do not sum to 1 within
 * 1e-6 (ERROR_INPUT; the error names the least such state, L and the sum), ERROR_LIMIT, ERROR_MEMORY,
 * ERROR_INTERRUPTED.
 */
struct mdp *mdp_from_graph(const struct graph *graph, const struct network *network,
                           int keep_races /* --no-maximal-progress */, const struct run *run,
                           struct error *error);

/*
 * The same with probabilities, to be written. Edges with labels `rate R` are an error (ERROR_INPUT), and so
 * are distributions of an AUT file, which its reader keeps (mdp_read_as) and the graph does not.
 */
struct mdp *mdp_from_graph_to_write(const struct graph *graph, const struct network *network,
                                    const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
