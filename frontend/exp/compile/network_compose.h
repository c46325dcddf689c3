#ifndef HEDDLE_FRONTEND_EXP_COMPILE_NETWORK_COMPOSE_H
#define HEDDLE_FRONTEND_EXP_COMPILE_NETWORK_COMPOSE_H

#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "frontend/exp/syntax/exp_tree.h"

struct error;
struct run;

/*
 * Flattens the tree (which must outlive the network). Time and memory are proportional to the resulting
 * rules; more than 10^7 rules (or 2^20 processes) is an error with the operator's position. NULL on failure
 * with *error filled. Free it by network_free with the run's memory.
 */
struct network *network_compose(const exp_tree *tree, const struct run *run, struct error *error);
/* Compiles again if the tree has more predicates than the network. 0, or -1 with *error filled; then only
 * the names of predicates may have changed. */
int compose_predicates(struct network *network, const struct run *run, struct error *error);
#endif
