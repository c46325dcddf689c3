#ifndef HEDDLE_FRONTEND_EXP_COMPILE_NETWORK_OWNED_H
#define HEDDLE_FRONTEND_EXP_COMPILE_NETWORK_OWNED_H

#include "base/arena.h"
#include "explorer/model/network.h"
#include "frontend/exp/syntax/exp_tree.h"

/* A network, and the memory that it owns. */
struct owned_network {
    struct network network;
    const exp_tree *tree;
    arena *arena;
    struct source_warning *warnings;
    /* Of a model with data: what the components are, NULL: locations of a process. [variable_count] */
    const struct prism_variable **variables;
    uint64_t variable_count;
    uint64_t warning_capacity, initial_capacity;
    uint64_t component_capacity, label_capacity, rule_capacity, participant_capacity, need_capacity,
        falsify_capacity;
};

#endif
