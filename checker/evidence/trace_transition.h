#ifndef HEDDLE_CHECKER_EVIDENCE_TRACE_TRANSITION_H
#define HEDDLE_CHECKER_EVIDENCE_TRACE_TRANSITION_H

#include <stdint.h>

struct semantics;
struct semantics_transition;
struct trace;

/*
 * The transition of the network that a step of the trace is (from 0), with the processes that take part; NULL
 * when that cannot be told, as without semantics. It lasts until transitions are asked for again.
 */
const struct semantics_transition *trace_transition(const struct trace *trace, struct semantics *semantics,
                                                    uint64_t step);

#endif
