#ifndef HEDDLE_EXPLORER_TRACE_TRACE_PATH_H
#define HEDDLE_EXPLORER_TRACE_TRACE_PATH_H

/* What engines share that rebuild traces: the path found so far, and the step from a state that is known. */
#include <stdint.h>

#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;
struct trace;
struct trace_goal;

/* A path, last state first: vectors, and the label that leads on from each but the first. Zeros to begin
 * with. */
struct trace_path {
    uint64_t *vectors; /* length times the model's words */
    uint32_t *labels;  /* MODEL_NONE for moves of the observer alone */
    uint64_t length;   /* states */
    uint64_t vector_capacity, label_capacity;
};

/* Adds a state in front, and the label that leads on from it (MODEL_NONE for the last state). 0, or -1 with
 * *error filled. */
int trace_path_push(struct trace_path *path, const model *model, const uint64_t *vector, uint32_t label,
                    const struct run *run, struct error *error);
/* Writes the path as a trace, the right way round; moves of the observer alone are no steps. 0 or -1. */
int trace_path_write(const struct trace_path *path, const model *model, const struct run *run,
                     struct trace *trace, struct error *error);
void trace_path_free(struct trace_path *path, const struct run *run);

/*
 * The least transition from `source`, a vector. With a goal: the least of its labels, then the least target,
 * which is written to `target`. Without: the least label of those that lead to `target`. *label is not set
 * when there is none. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT for none.
 */
int trace_path_step(const model *model, const struct trace_goal *goal, const uint64_t *source,
                    uint64_t *target, uint32_t *label, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
