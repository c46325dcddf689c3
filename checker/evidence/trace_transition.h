#ifndef HEDDLE_CHECKER_EVIDENCE_TRACE_TRANSITION_H
#define HEDDLE_CHECKER_EVIDENCE_TRACE_TRANSITION_H

#include <stdint.h>

struct semantics;
struct semantics_transition;
struct trace;

/* The transition of the network that a step of the trace (from 0) takes, with the processes that take part;
 * NULL if that is unknown, for example without semantics. The result is valid until the semantics computes
 * transitions again. */
const struct semantics_transition *trace_transition(const struct trace *trace, struct semantics *semantics,
                                                    uint64_t step);

#endif
