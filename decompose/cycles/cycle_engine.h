#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_ENGINE_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_ENGINE_H

/* The steps of the search for cycles on the side of the graph (cycle_cpu.c, cycle_cuda.cu); cycle.c builds
 * the lasso from these steps in the same way for all engines.
 */
#include "decompose/cycles/cycle.h"
#include "decompose/components/components.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CYCLE_NONE COMPONENT_NONE /* stands for "no vertex" */

/* The wanted edges: those with a label of the set, or those to the target. */
struct cycle_want {
    const uint8_t *labels; /* set of labels, on the host; NULL: edges are selected by their target */
    uint32_t target;
};

/* Functions return 0, or -1 with *error filled. */
struct cycle_engine {
    void *context;
    uint32_t label_count;
    /* Finds components over the live edges; *vertex: the least vertex on a matching cycle, or CYCLE_NONE. */
    int (*decompose)(void *context, const struct cycle_goal *goal, uint32_t *vertex, struct error *error);
    /* The following functions use the live edges inside that vertex's component. This one begins a
     * breadth-first search: the queue has one vertex. */
    int (*begin)(void *context, uint32_t vertex, const struct cycle_want *want, struct error *error);
    /* Expands the vertices [first, end) of the queue; *least: the least of them with a wanted edge, or
     * CYCLE_NONE. Appends successors that were not visited before; *count: vertices in the queue. */
    int (*expand)(void *context, uint64_t first, uint64_t end, uint32_t *least, uint64_t *count,
                  struct error *error);
    /* Finds the least wanted edge of a vertex, by label, then target. */
    int (*edge)(void *context, uint32_t vertex, const struct cycle_want *want, uint32_t *label,
                uint32_t *target, struct error *error);
    /* Finds the least of the vertices [first, end) of the queue with an edge to the target. */
    int (*before)(void *context, uint64_t first, uint64_t end, uint32_t target, uint32_t *vertex,
                  struct error *error);
    /* Uses all edges: finds the least of the graph's vertices [first, end) with an edge to the target, and
     * the least label of such an edge. */
    int (*before_in_graph)(void *context, uint64_t first, uint64_t end, uint32_t target, uint32_t *vertex,
                           uint32_t *label, struct error *error);
};

int cycle_find_with(const struct cycle_engine *engine, const struct cycle_levels *levels,
                    const struct cycle_goal *goal, const struct run *run, struct cycle *cycle,
                    struct error *error);

#ifdef __cplusplus
}
#endif
#endif
