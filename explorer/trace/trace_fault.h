#ifndef HEDDLE_EXPLORER_TRACE_TRACE_FAULT_H
#define HEDDLE_EXPLORER_TRACE_TRACE_FAULT_H

struct error;
struct network;
struct trace;

/*
 * Appends to the text of an error of a model with data the path to the state where it occurs: "; the shortest
 * path there has 2 steps: [a] x=1, [b] x=2 y=0", with the variables that each step changes; of a long one the
 * beginning.
 */
void trace_fault_path(const struct network *network, const struct trace *trace, struct error *error);

#endif
