#ifndef HEDDLE_EXPLORER_TRACE_TRACE_PATH_H
#define HEDDLE_EXPLORER_TRACE_TRACE_PATH_H

/*
 * What the engines share that rebuild traces: the path found so far, the order of passes over levels, and
 * steps from known states.
 */
#include <stdint.h>

#include "explorer/trace/trace_rebuild.h"

#ifdef __cplusplus
extern "C" {
#endif

struct model_header;

#define TRACE_INTERRUPTED "stopped while the trace was rebuilt"

/* What a pass over a level looks for: the least vector of this kind. */
enum trace_pass {
    TRACE_PASS_DEADLOCK,   /* sources without transitions */
    TRACE_PASS_FAULT,      /* sources in which the model has an error */
    TRACE_PASS_LABEL,      /* sources of transitions with a label of the goal */
    TRACE_PASS_ERROR,      /* targets that are error states */
    TRACE_PASS_PREDECESSOR /* sources of transitions to the path's first state */
};

/* A path, last state first: vectors, and with each except the first the label of the step from it. */
struct trace_path {
    struct exploration *exploration;
    const struct trace_goal *goal;
    const struct run *run;
    struct error *error;
    const struct model_header *header; /* the model's header, in host memory */
    uint64_t *vectors;                 /* [length * header->words] */
    uint32_t *labels;                  /* MODEL_NONE for moves of the observer alone */
    uint64_t length;                   /* states */
    uint64_t vector_capacity, label_capacity;
};

/* An engine's passes. `context` is the engine's own. */
struct trace_engine {
    /*
     * Does a pass over a level. `vectors` has room for two vectors: the first receives the least one that the
     * pass finds, the second may receive its least predecessor in case of TRACE_PASS_ERROR. Returns how many
     * it found, or -1 with the error filled.
     */
    int (*search)(void *context, enum trace_pass pass, uint64_t level, uint64_t *vectors);
    /*
     * Adds predecessors of several levels below `level`, the level of the path's first state. Returns the new
     * first state's level: `level` if it added none, UINT64_MAX with the error filled on failure. May be
     * NULL.
     */
    uint64_t (*walk)(void *context, uint64_t level);
};

/* Finds the path and writes it as a trace. 0, or -1 with the error filled and an empty trace. */
int trace_path_rebuild(struct trace_path *path, const struct trace_engine *engine, void *context,
                       struct trace *trace);
/* The path's first state, which was added last. */
uint64_t *trace_path_first(const struct trace_path *path);
/* Adds a predecessor of the first state, with the least label of the step. 0, or -1 with the error filled. */
int trace_path_push_predecessor(struct trace_path *path, const uint64_t *vector);
/* Reports that levels from `level` on are done. */
void trace_path_tell(const struct trace_path *path, uint64_t level);
/* Fills the error: no state of the level leads on. Returns -1. */
int trace_path_is_broken(const struct trace_path *path, uint64_t level);

#ifdef __cplusplus
}
#endif
#endif
