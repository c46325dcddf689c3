#ifndef HEDDLE_CHECKER_VERIFY_TRACE_FOLLOW_H
#define HEDDLE_CHECKER_VERIFY_TRACE_FOLLOW_H

#include <stdint.h>

#include "frontend/exp/walk/semantics.h"

struct error;
struct run;
struct trace;

/*
 * Finds a path of the network from its initial state with the given sequence of labels: the first one in the
 * order of semantics_transitions. Needs memory for all states on paths with these labels. *trace begins as
 * zeros and refers to the given labels; the caller frees it with trace_free and the run's memory, even after
 * an error. Returns 0, or -1 with *error filled: ERROR_INPUT if there is no such path, ERROR_MEMORY,
 * ERROR_LIMIT, ERROR_INTERRUPTED.
 */
int trace_follow(semantics *semantics, const char *const *labels, uint64_t count, const struct run *run,
                 struct trace *trace, struct error *error);

/*
 * Reads the labels of a linear AUT graph, from its initial state on; their texts are interned in `table`. The
 * last transition may lead back to an earlier state: *returns is then set. *labels has *capacity places, of
 * which *count are used; the caller frees it, even after an error. Returns 0, or -1 with *error filled:
 * ERROR_INPUT for a graph that branches, and the errors of aut_read.
 */
int trace_read_labels(const char *path, label_table *table, const struct run *run, const char ***labels,
                      uint64_t *count, uint64_t *capacity, int *returns, struct error *error);

#endif
