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
 *     uint32_t item(view, uint64_t at)             the vertex of an item
 *     uint64_t row(view, uint32_t vertex)          the number of its parts; threads share a row of many parts
 * void act(view, vertex, uint32_t lane, uint32_t lanes)      does every lanes-th part, from `lane` on
 *
 * A step of two halves has STEP(M, NAME, item, row, look, end, line) instead. All lanes look; then one of
 * them ends the item, with the bitwise or of the lanes' results:
 *
 *     uint32_t look(view, vertex, lane, lanes, const struct step_sink *sink)
 *     void end(view, const struct step_item *item, sink)
 *     struct step_sink line(view)                  the line to which it appends vertices
 *
 * A step that does each item with one thread and counts has STEP(M, NAME, act, over, counter):
 *
 *     uint32_t act(view, uint64_t at)              the number to add to the counter
 *     uint64_t *counter(view)
 *     int over(view)                               whether the whole step can be skipped
 */
#include <stddef.h>

#include "base/shared_core.h"

/* A row of a list as a member of an enum. */
#define STEPS_ENUM(machine, name, ...) name,

/*
 * The destination of appended vertices: a line; on a GPU they are first collected in the block's shared
 * memory.
 */
struct step_sink {
    uint32_t *line;
    uint64_t *tail;                  /* of the line; in the memory of the GPU, or of a block */
    uint32_t *staged, *staged_count; /* of a block; NULL: vertices go directly to the line */
    uint32_t staged_most;
};

CORE_FUNCTION void step_append(const struct step_sink *sink, uint32_t vertex) {
    if (sink->staged != NULL) {
        uint32_t at = shared_add_in_block(sink->staged_count, 1);
        if (at < sink->staged_most) {
            sink->staged[at] = vertex;
            return;
        }
    }
    sink->line[shared64_add_anywhere(sink->tail, 1)] = vertex;
}

/*
 * Where a view keeps items whose rows are too long for a block of a GPU, until a whole grid does them. Begins
 * as zeros: there are none.
 */
struct step_huge {
    uint32_t *line;
    uint64_t *tail;
    uint64_t least; /* parts of a row for which it is wanted */
};

/* The item, for the second half of a step. */
struct step_item {
    uint64_t at;
    uint32_t vertex;
    uint32_t seen; /* bitwise or of all lanes' results */
};

/*
 * Functions for columns of a list: items that are vertices themselves; rows of one part; halves that do
 * nothing; steps that are never skipped.
 */
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
