#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_ENGINE_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_ENGINE_H

/*
 * What seeking cycles does where the graph is (cycle_cpu.c, cycle_cuda.cu); the way from these steps to a
 * lasso is the same for all (cycle.c).
 */
#include "decompose/cycles/cycle.h"
#include "decompose/components/components.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CYCLE_NONE COMPONENT_NONE /* no such vertex */

/* Edges that are wanted: with one of the labels, or to the vertex. */
struct cycle_want {
    const uint8_t *labels; /* on the host; NULL: by their target */
    uint32_t target;
};

/* Functions return 0, or -1 with *error filled. */
struct cycle_engine {
    void *context;
    uint32_t label_count;
    /* Components over the live edges; *vertex: the least on a violating cycle, or CYCLE_NONE. */
    int (*decompose)(void *context, const struct cycle_goal *goal, uint32_t *vertex, struct error *error);
    /* The following go along the live edges inside that vertex's component. Begins a breadth-first search:
     * the queue has one vertex. */
    int (*begin)(void *context, uint32_t vertex, const struct cycle_want *want, struct error *error);
    /* Looks at the vertices [first, end) of the queue: *least: the least with a wanted edge, or CYCLE_NONE.
     * Appends what was not visited before; *count: vertices in the queue. */
    int (*expand)(void *context, uint64_t first, uint64_t end, uint32_t *least, uint64_t *count,
                  struct error *error);
    /* The least wanted edge of a vertex, by label, then target. */
    int (*edge)(void *context, uint32_t vertex, const struct cycle_want *want, uint32_t *label,
                uint32_t *target, struct error *error);
    /* The least of the vertices [first, end) of the queue with an edge to the target. */
    int (*before)(void *context, uint64_t first, uint64_t end, uint32_t target, uint32_t *vertex,
                  struct error *error);
    /* Along any edges: the least of the graph's vertices [first, end) with an edge to the target, and the
     * least label of such an edge. */
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
