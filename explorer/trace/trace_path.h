#ifndef HEDDLE_EXPLORER_TRACE_TRACE_PATH_H
#define HEDDLE_EXPLORER_TRACE_TRACE_PATH_H

/*
 * Declarations that the engines share that rebuild traces: the path found so far, and a step from a known
 * state.
 */
#include <stdint.h>

#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;
struct trace;
struct trace_goal;

/*
 * A path, last state first: vectors, and with each except the first the label of the step from it. Initially
 * zeroed.
 */
struct trace_path {
    uint64_t *vectors; /* [length * words of the model] */
    uint32_t *labels;  /* MODEL_NONE for moves of the observer alone */
    uint64_t length;   /* states */
    uint64_t vector_capacity, label_capacity;
};

/*
 * Adds a state in front, and the label of the step from it (MODEL_NONE for the last state). 0, or -1 with
 * *error filled.
 */
int trace_path_push(struct trace_path *path, const model *model, const uint64_t *vector, uint32_t label,
                    const struct run *run, struct error *error);
/* Writes the path as a trace, first state first; moves of the observer alone are omitted. 0 or -1. */
int trace_path_write(const struct trace_path *path, const model *model, const struct run *run,
                     struct trace *trace, struct error *error);
void trace_path_free(struct trace_path *path, const struct run *run);

/*
 * The least transition from `source`, a vector. With a goal: the least of the goal's labels, then the least
 * target, which is written to `target`. Without a goal: the least label of the transitions to `target`. 0, or
 * -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, or ERROR_LIMIT if there is none; then *label is not
 * set.
 */
int trace_path_step(const model *model, const struct trace_goal *goal, const uint64_t *source,
                    uint64_t *target, uint32_t *label, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
