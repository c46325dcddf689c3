/* Finds the transition of the network that a step of a trace takes. */
#include "checker/evidence/trace_transition.h"

#include <string.h>

#include "base/error.h"
#include "frontend/exp/walk/semantics.h"
#include "explorer/trace/trace.h"

static int leads_to(const struct trace *trace, const struct semantics_transition *transition, uint64_t step) {
    const uint32_t *from = trace_state(trace, step), *to = trace_state(trace, step + 1);
    uint32_t at = 0;
    for (uint32_t i = 0; i < trace->components; i++) {
        int moves = at < transition->move_count && transition->moves[at].component == i;
        if ((moves ? transition->moves[at].to : from[i]) != to[i]) {
            return 0;
        }
        at += (uint32_t)moves;
    }
    return strcmp(transition->label, trace->labels[step]) == 0;
}

const struct semantics_transition *trace_transition(const struct trace *trace, semantics *semantics,
                                                    uint64_t step) {
    const struct semantics_transition *transitions;
    struct error error;
    uint64_t count;
    if (semantics == NULL ||
        semantics_transitions(semantics, trace_state(trace, step), &transitions, &count, &error) != 0) {
        return NULL;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (leads_to(trace, &transitions[i], step)) {
            return &transitions[i];
        }
    }
    return NULL;
}
