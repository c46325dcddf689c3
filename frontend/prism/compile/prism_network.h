#ifndef HEDDLE_FRONTEND_PRISM_COMPILE_PRISM_NETWORK_H
#define HEDDLE_FRONTEND_PRISM_COMPILE_PRISM_NETWORK_H

#include "base/text/label.h"
#include "explorer/model/network.h"
#include "frontend/prism/syntax/prism_tree.h"

struct error;
struct run;

/*
 * Compiles a model to a network with data (prism_compile), with a component for each variable and a label for
 * each action; without action: the internal one. Adds the actions to `labels`. Tree and labels must outlive
 * the network, which the caller frees by network_free with the run's memory. NULL with *error filled:
 * ERROR_INPUT for constants without value, a failure in init .. endinit, or no initial state; ERROR_LIMIT,
 * ERROR_MEMORY, ERROR_INTERRUPTED.
 */
struct network *prism_network(const prism_tree *tree, label_table *labels, const struct run *run,
                              struct error *error);
/* Compiles again, if the tree has got more predicates. 0, or -1 with *error filled and the network unchanged,
 * but for the names of predicates. */
int prism_network_predicates(struct network *network, const struct run *run, struct error *error);

#endif
