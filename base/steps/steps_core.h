#ifndef HEDDLE_BASE_STEPS_STEPS_CORE_H
#define HEDDLE_BASE_STEPS_STEPS_CORE_H

/*
 * Step machines: work on a large graph as a sequence of steps, each over many items that are independent of
 * one another, on CPU threads (base/steps/steps_host.h) or on a GPU (base/steps/steps.cuh).
 *
 * A machine M is a struct M_view, which is passed by value to kernels, and a list of its steps, one macro
 *
 *     #define M_STEPS(STEP) STEP(M, NAME, item, row, act) ..
 *
 * from which the enum, the functions of the host and the kernels are made. To add a step is to add a row. For
 * a step, all functions over (const struct M_view *view, ..):
 *
 *     uint32_t item(view, uint64_t at)             the vertex that an item stands for
 *     uint64_t row(view, uint32_t vertex)          how many parts it has; a row of many parts is shared by
 * threads void act(view, vertex, uint32_t lane, uint32_t lanes)      the lane's part: each lanes-th, from it
 * on
 *
 * A step of two halves has STEP(M, NAME, item, row, look, end, line) instead. All lanes look; then one of
 * them ends the item, with what they saw, or-ed:
 *
 *     uint32_t look(view, vertex, lane, lanes, const struct step_sink *sink)
 *     void end(view, const struct step_item *item, sink)
 *     struct step_sink line(view)                  where it appends vertices
 *
 * A step whose items are for one thread each, and are counted, has STEP(M, NAME, act, over, counter):
 *
 *     uint32_t act(view, uint64_t at)              what it adds to the counter
 *     uint64_t *counter(view)
 *     int over(view)                               whether nothing is left to be done, whatever the items
 */
#include <stddef.h>

#include "base/shared_core.h"

/* For lists of any kind: the names of an enum. */
#define STEPS_ENUM(machine, name, ...) name,

/* Where vertices are appended: to a line, on a GPU by way of the block's memory. */
struct step_sink {
    uint32_t *line;
    uint64_t *tail;
    uint32_t *staged, *staged_count; /* NULL: none */
    uint32_t staged_most;
};

CORE_FUNCTION void step_append(const struct step_sink *sink, uint32_t vertex) {
    if (sink->staged != NULL) {
        uint32_t at = shared_add(sink->staged_count, 1);
        if (at < sink->staged_most) {
            sink->staged[at] = vertex;
            return;
        }
    }
    sink->line[shared64_add(sink->tail, 1)] = vertex;
}

/* What the second half of a step is given. */
struct step_item {
    uint64_t at;
    uint32_t vertex;
    uint32_t seen; /* by all lanes */
};

/* For columns of a list: items that are vertices themselves; rows of one part; halves that do nothing; steps
 * that are always to be done. */
CORE_FUNCTION uint32_t step_vertex(const void *view, uint64_t at) {
    (void)view;
    return (uint32_t)at;
}

CORE_FUNCTION uint64_t step_one(const void *view, uint32_t vertex) {
    (void)view;
    (void)vertex;
    return 1;
}

CORE_FUNCTION uint32_t step_no_look(const void *view, uint32_t vertex, uint32_t lane, uint32_t lanes,
                                    const struct step_sink *sink) {
    (void)view;
    (void)vertex;
    (void)lane;
    (void)lanes;
    (void)sink;
    return 0;
}

CORE_FUNCTION void step_no_end(const void *view, const struct step_item *item, const struct step_sink *sink) {
    (void)view;
    (void)item;
    (void)sink;
}

CORE_FUNCTION int step_not_over(const void *view) {
    (void)view;
    return 0;
}

#endif
