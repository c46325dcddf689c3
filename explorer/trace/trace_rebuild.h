#ifndef HEDDLE_EXPLORER_TRACE_TRACE_REBUILD_H
#define HEDDLE_EXPLORER_TRACE_TRACE_REBUILD_H

#include <stdint.h>

#include "explorer/trace/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct run;

/* Where a trace is to end. */
enum trace_goal_kind {
    TRACE_TO_DEADLOCK, /* in a state without transitions */
    TRACE_TO_LABEL,    /* through a transition with one of the labels */
    TRACE_TO_ERROR     /* in an error state of the observer */
};

struct trace_goal {
    enum trace_goal_kind kind;
    const uint8_t *labels; /* TRACE_TO_LABEL: one per network label, non-zero for those that end it */
};

/* Steps of a shortest path to the goal, by what the search noted; UINT64_MAX when it did not come upon it. */
uint64_t trace_length(const struct exploration *exploration, const struct trace_goal *goal);

/*
 * A shortest path to a goal that the search came upon, rebuilt backwards from the levels that it kept, each
 * level expanded once more. Canonical: to the least state of its level that violates (for TRACE_TO_ERROR the
 * least error state), and with the least predecessor, then the least label, at each step back; states
 * compare as tuples with the observer last, labels by the bytes of their text. The observer's state is left
 * out of the trace, and so are moves that it makes alone. Texts are the network's.
 *
 * 0, or -1 with *error filled: ERROR_LIMIT when the search did
 * not keep the levels, ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int trace_rebuild_cpu(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                      struct trace *trace, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
