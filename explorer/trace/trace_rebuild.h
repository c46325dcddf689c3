#ifndef HEDDLE_EXPLORER_TRACE_TRACE_REBUILD_H
#define HEDDLE_EXPLORER_TRACE_TRACE_REBUILD_H

#include <stdint.h>

#include "model/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct run;

/* Where a trace ends. */
enum trace_goal_kind {
    TRACE_TO_DEADLOCK, /* in a state without transitions */
    TRACE_TO_LABEL,    /* after a transition with one of the labels */
    TRACE_TO_ERROR,    /* in an error state of the observer */
    TRACE_TO_FAULT,    /* in a state in which the model has an error; on the CPU alone */
    TRACE_TO_STATE     /* in a state that the caller found; on the CPU alone */
};

struct trace_goal {
    enum trace_goal_kind kind;
    const uint8_t *labels;  /* TRACE_TO_LABEL: [labels], non-zero for those that end the trace */
    uint64_t level;         /* TRACE_TO_STATE: the level of the state; UINT64_MAX: there is none */
    const uint64_t *vector; /* .. and its vector */
    uint32_t *observer; /* TRACE_TO_FAULT: receives the observer's state there, if there is an observer; NULL:
                           it is not wanted */
};

/*
 * The number of steps of a shortest path to the goal, as the search noted; UINT64_MAX if it did not find one.
 */
uint64_t trace_length(const struct exploration *exploration, const struct trace_goal *goal);

/*
 * Rebuilds a shortest path to a goal that the search found, backwards from the levels that it kept, expanding
 * each level again. The path is canonical: it ends in the least state of its level that meets the goal (for
 * TRACE_TO_ERROR the least error state), and each step back goes to the least predecessor, then by the least
 * label; states compare as tuples with the observer last, labels by the bytes of their text. The observer's
 * states, and moves that it makes alone, are left out of the trace. Texts belong to the network.
 *
 * 0, or -1 with *error filled: ERROR_LIMIT if the search did not keep the levels, ERROR_MEMORY,
 * ERROR_INTERRUPTED.
 */
int trace_rebuild_cpu(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                      struct trace *trace, struct error *error);
/*
 * trace_rebuild_cpu for an exploration of explore_cuda: done on its GPU, or on the host if the GPU has too
 * little memory. The trace equals the CPU's.
 */
int trace_rebuild_cuda(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                       struct trace *trace, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
