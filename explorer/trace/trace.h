#ifndef HEDDLE_EXPLORER_TRACE_TRACE_H
#define HEDDLE_EXPLORER_TRACE_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct memory;
struct run;

#define TRACE_NO_LASSO UINT64_MAX

/*
 * A path of a network from its initial state: tuples of component states, and between two of them the text of
 * the label. Begins as zeros with `components` set. The texts belong to whoever made the labels.
 */
struct trace {
    uint32_t components;
    uint64_t steps; /* labels; there is one state more, or none in an empty trace */
    uint64_t lasso; /* the state, 0 .. steps, to which the path returns from its end; or TRACE_NO_LASSO */
    const char **labels; /* steps */
    uint32_t *states;    /* (steps + 1) * components, in the order of components */
    uint64_t label_capacity, state_capacity;
};

/* Appends a state, and before it the label that leads there (NULL for the first). 0, or -1 when memory is
 * spent. */
int trace_append(struct memory *memory, struct trace *trace, const char *label, const uint32_t *state);
const uint32_t *trace_state(const struct trace *trace, uint64_t index);
void trace_free(struct memory *memory, struct trace *trace);

/* Where a trace is to end. */
enum trace_goal_kind {
    TRACE_TO_DEADLOCK, /* in a state without transitions */
    TRACE_TO_LABEL,    /* behind a transition with one of the labels */
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
