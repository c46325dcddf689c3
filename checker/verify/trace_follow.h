#ifndef HEDDLE_CHECKER_VERIFY_TRACE_FOLLOW_H
#define HEDDLE_CHECKER_VERIFY_TRACE_FOLLOW_H

#include <stdint.h>

#include "base/text/label.h"
#include "frontend/walk/walker.h"

struct error;
struct run;
struct trace;

/*
 * Finds a path of the network from its initial state with the given sequence of labels: the first one in the
 * order of walker_transitions. Needs memory for all states on paths with these labels. *trace begins as
 * zeros and refers to the given labels; the caller frees it with trace_free and the run's memory, even after
 * an error. Returns 0, or -1 with *error filled: ERROR_INPUT if there is no such path, ERROR_MEMORY,
 * ERROR_LIMIT, ERROR_INTERRUPTED.
 */
int trace_follow(walker *walker, const char *const *labels, uint64_t count, const struct run *run,
                 struct trace *trace, struct error *error);

/* The labels of a linear graph, from its initial state on. */
struct trace_labels {
    const char **labels;
    uint64_t count, capacity; /* used and allocated elements */
    int returns;              /* the last transition leads back to an earlier state */
};

/*
 * Reads the labels of a linear AUT graph; their texts are interned in `table`. The caller frees the labels
 * with trace_labels_free and the run's memory, even after an error. Returns 0, or -1 with *error filled:
 * ERROR_INPUT for a graph that branches, and the errors of aut_read.
 */
int trace_read_labels(const char *path, label_table *table, const struct run *run,
                      struct trace_labels *labels, struct error *error);
void trace_labels_free(struct trace_labels *labels, const struct run *run);

#endif
