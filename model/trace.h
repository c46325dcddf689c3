#ifndef HEDDLE_MODEL_TRACE_H
#define HEDDLE_MODEL_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

#define TRACE_NO_LASSO UINT64_MAX

/*
 * A path of a network from its initial state: tuples of local states, and between two of them the text of the
 * label. Initially zeroed, with `components` set. The texts belong to the owner of the labels.
 */
struct trace {
    uint32_t components;
    uint64_t steps;      /* number of labels; there is one state more, or none in an empty trace */
    uint64_t lasso;      /* the state, 0 .. steps, to which the end of the path returns; or TRACE_NO_LASSO */
    const char **labels; /* steps */
    uint32_t *states;    /* [(steps + 1) * components], in the order of components */
    /* Which of several transitions with the label and the states of a step is meant, from 0 on, in an order
     * that those know who distinguish them (trace_set_way); NULL: always the first. */
    uint32_t *ways;
    uint64_t label_capacity, state_capacity, way_capacity;
};

/*
 * Appends a state, and before it the label that leads to it (NULL for the first). 0, or -1 when memory runs
 * out.
 */
int trace_append(struct memory *memory, struct trace *trace, const char *label, const uint32_t *state);
/* Sets and returns which transition step `step` means. trace_set_way: 0, or -1 when memory runs out. */
int trace_set_way(struct memory *memory, struct trace *trace, uint64_t step, uint32_t way);
uint32_t trace_way(const struct trace *trace, uint64_t step);
const uint32_t *trace_state(const struct trace *trace, uint64_t index);
void trace_free(struct memory *memory, struct trace *trace);

#ifdef __cplusplus
}
#endif
#endif
