#ifndef HEDDLE_DECOMPOSE_MDP_MDP_WEIGHTS_H
#define HEDDLE_DECOMPOSE_MDP_MDP_WEIGHTS_H

#include "model/mdp.h"
#include "explorer/graph/graph_states.h"

/*
 * Gives the MDP of an explored model with data (mdp_from_graph) what searches do not keep: the probabilities
 * or rates of its edges, labels of states (`init`, `deadlock`, and the model's predicates), and rewards. The
 * states of the graph are expanded once more, by several threads.
 *
 * Branches of a choice with the same target are added in their order. In a DTMC each weight is first divided
 * by the number of the state's choices. A deadlock's loop has weight 1 and earns nothing; the state earns its
 * reward. A choice of a DTMC earns the mean of the model's choices there, one of a CTMC the sum of rate times
 * reward (an exit rate times the mean reward).
 *
 * With action_labels, each action is a label of the states in which it can happen; one that is called like
 * another label is an error (ERROR_INPUT).
 *
 * `states`: of the graph's vertices, in host memory. The result does not refer to network or states. 0, or -1
 * with *error filled: a predicate or reward without a value, a reward that is negative or infinite, or a
 * weight, as a product or sum, beyond the range of doubles, in the least such state (ERROR_INPUT);
 * ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int mdp_weigh(struct mdp *mdp, const struct network *network, const graph_states *states, int action_labels,
              const struct run *run, struct error *error);

#endif
