/* Traces: states and labels, appended one step at a time. */
#include "model/trace.h"

#include <string.h>

#include "base/memory.h"

int trace_append(struct memory *memory, struct trace *trace, const char *label, const uint32_t *state) {
    uint64_t states = label == NULL ? 1 : trace->steps + 2;
    /* one element more, for networks without components */
    if (MEMORY_GROW(memory, &trace->states, &trace->state_capacity, states * trace->components + 1) != 0) {
        return -1;
    }
    if (label == NULL) {
        trace->steps = 0;
        trace->lasso = TRACE_NO_LASSO;
    } else {
        if (MEMORY_GROW(memory, &trace->labels, &trace->label_capacity, trace->steps + 1) != 0) {
            return -1;
        }
        trace->labels[trace->steps++] = label;
    }
    if (trace->components != 0) {
        memcpy(trace->states + trace->steps * trace->components, state, trace->components * sizeof *state);
    }
    return 0;
}

int trace_set_way(struct memory *memory, struct trace *trace, uint64_t step, uint32_t way) {
    uint64_t known = trace->way_capacity;
    if (step >= known) {
        if (way == 0) {
            return 0;
        }
        if (MEMORY_GROW(memory, &trace->ways, &trace->way_capacity, step + 1) != 0) {
            return -1;
        }
        memset(trace->ways + known, 0, (trace->way_capacity - known) * sizeof *trace->ways);
    }
    trace->ways[step] = way;
    return 0;
}

uint32_t trace_way(const struct trace *trace, uint64_t step) {
    return step < trace->way_capacity ? trace->ways[step] : 0;
}

const uint32_t *trace_state(const struct trace *trace, uint64_t index) {
    return trace->states + index * trace->components;
}

void trace_free(struct memory *memory, struct trace *trace) {
    memory_free(memory, trace->labels, trace->label_capacity * sizeof *trace->labels);
    memory_free(memory, trace->ways, trace->way_capacity * sizeof *trace->ways);
    memory_free(memory, trace->states, trace->state_capacity * sizeof *trace->states);
    *trace = (struct trace){.components = trace->components};
}
