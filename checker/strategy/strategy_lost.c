/* Finds the nodes of a strategy from which the loser has lost: searches backwards, from the nodes at which
 * the winner moves. */
#include "checker/strategy/strategy_lost.h"

#include <string.h>

#include "base/memory.h"
#include "checker/strategy/strategy.h"
#include "model/transpose.h"

/* The graph, backwards. */
struct backward_graph {
    const struct strategy *strategy;
    uint8_t *rest;
    uint64_t *begin; /* nodes + 1: where the predecessors of a node begin */
    uint32_t *predecessors;
    uint32_t *queue; /* nodes */
    uint64_t queued;
};

/* Lowers the rest of a node. */
static void lower(struct backward_graph *backward, uint32_t node, enum strategy_rest rest) {
    if (backward->rest[node] > rest) {
        backward->rest[node] = (uint8_t)rest;
        backward->queue[backward->queued++] = node;
    }
}

/* Lowers the rest of all nodes that reach a node at which the winner moves; for OPEN: at which it has a
 * choice. */
static void lower_all(struct backward_graph *backward, enum strategy_rest rest) {
    const struct strategy *strategy = backward->strategy;
    backward->queued = 0;
    for (uint64_t node = 0; node < strategy->nodes; node++) {
        if (rest == STRATEGY_OPEN ? strategy->chosen[node] : strategy_is_winners(strategy, node)) {
            lower(backward, (uint32_t)node, rest);
        }
    }
    for (uint64_t head = 0; head < backward->queued; head++) {
        uint32_t node = backward->queue[head];
        for (uint64_t k = backward->begin[node]; k < backward->begin[node + 1]; k++) {
            lower(backward, backward->predecessors[k], rest);
        }
    }
}

int strategy_find_lost(const struct strategy *strategy, uint8_t *rest) {
    struct memory *memory = strategy->memory;
    struct backward_graph backward = {.strategy = strategy, .rest = rest};
    backward.begin = memory_allocate_array(memory, strategy->nodes + 1, sizeof *backward.begin);
    backward.predecessors = memory_allocate_array(memory, strategy->edges, sizeof *backward.predecessors);
    backward.queue = memory_allocate_array(memory, strategy->nodes, sizeof *backward.queue);
    int failed = backward.begin == NULL || backward.predecessors == NULL || backward.queue == NULL;
    if (!failed) {
        transpose_rows(strategy->nodes, strategy->edges, strategy->offsets, strategy->targets, backward.begin,
                       backward.predecessors);
        memset(rest, STRATEGY_ALONE, strategy->nodes);
        lower_all(&backward, STRATEGY_LOST);
        lower_all(&backward, STRATEGY_OPEN);
    }
    memory_free(memory, backward.begin, (strategy->nodes + 1) * sizeof *backward.begin);
    memory_free(memory, backward.predecessors, strategy->edges * sizeof *backward.predecessors);
    memory_free(memory, backward.queue, strategy->nodes * sizeof *backward.queue);
    return failed ? -1 : 0;
}
