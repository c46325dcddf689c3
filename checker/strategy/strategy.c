/* The graph of a strategy, built node by node. */
#include "checker/strategy/strategy.h"

#include <jansson.h>

#include "base/memory.h"

int strategy_add_edge(struct strategy *strategy, uint32_t label, uint32_t target) {
    struct memory *memory = strategy->memory;
    uint64_t need = strategy->edges + 1;
    if (MEMORY_GROW(memory, &strategy->targets, &strategy->edge_capacity, need) != 0 ||
        MEMORY_GROW(memory, &strategy->edge_labels, &strategy->label_capacity, need) != 0) {
        return -1;
    }
    strategy->edge_labels[strategy->edges] = label;
    strategy->targets[strategy->edges++] = target;
    return 0;
}

int strategy_end_node(struct strategy *strategy, int is_chosen) {
    struct memory *memory = strategy->memory;
    if (MEMORY_GROW(memory, &strategy->offsets, &strategy->offset_capacity, strategy->nodes + 2) != 0 ||
        MEMORY_GROW(memory, &strategy->chosen, &strategy->chosen_capacity, strategy->nodes + 1) != 0) {
        return -1;
    }
    strategy->offsets[0] = 0;
    strategy->chosen[strategy->nodes] = is_chosen != 0;
    strategy->offsets[++strategy->nodes] = strategy->edges;
    return 0;
}

const uint32_t *strategy_tuple(const struct strategy *strategy, uint64_t node) {
    return strategy->tuples + node * (strategy->components + 1);
}

const struct observer_state *strategy_state(const struct strategy *strategy, uint64_t node) {
    return &strategy->observer->observer.state[strategy_tuple(strategy, node)[strategy->components]];
}

int strategy_is_winners(const struct strategy *strategy, uint64_t node) {
    enum strategy_player winner = strategy->holds ? STRATEGY_EVEN : STRATEGY_ODD;
    return strategy_state(strategy, node)->owner == winner;
}

void strategy_clear(struct strategy *strategy) {
    strategy->nodes = strategy->edges = 0;
}

void strategy_free(struct strategy *strategy) {
    struct memory *memory = strategy->memory;
    if (memory == NULL) {
        return;
    }
    trace_free(memory, &strategy->trace);
    GROWING_FREE(memory, strategy->ends);
    json_decref(strategy->explanation);
    memory_free(memory, strategy->chosen, strategy->chosen_capacity * sizeof *strategy->chosen);
    memory_free(memory, strategy->tuples, strategy->tuple_capacity * sizeof *strategy->tuples);
    memory_free(memory, strategy->offsets, strategy->offset_capacity * sizeof *strategy->offsets);
    memory_free(memory, strategy->targets, strategy->edge_capacity * sizeof *strategy->targets);
    memory_free(memory, strategy->edge_labels, strategy->label_capacity * sizeof *strategy->edge_labels);
    *strategy = (struct strategy){0};
}
