#ifndef HEDDLE_CHECKER_VERIFY_TRACE_FOLLOW_H
#define HEDDLE_CHECKER_VERIFY_TRACE_FOLLOW_H

#include <stdint.h>

#include "frontend/exp/walk/semantics.h"

struct error;
struct run;
struct trace;

/*
 * A path of the network, from its initial state, with these labels, one after the other: the first that is
 * found, in the order of semantics_transitions. Takes memory for all states that some path with the labels
 * passes. *trace begins as zeros; its labels are those that were given, and the caller frees it with
 * trace_free and the run's memory, whatever this returns. 0, or -1 with *error filled: ERROR_INPUT when there
 * is no such path, ERROR_MEMORY, ERROR_LIMIT, ERROR_INTERRUPTED.
 */
int trace_follow(semantics *semantics, const char *const *labels, uint64_t count, const struct run *run,
                 struct trace *trace, struct error *error);

/*
 * The labels of a linear AUT graph from its initial state on, in the texts of `table`, with which it is read;
 * its last transition may lead back: then *returns. *labels has room for *capacity of them and has *count;
 * the caller frees it, whatever this returns. 0, or -1 with *error filled: ERROR_INPUT for a graph that
 * branches, and what aut_read fails with.
 */
int trace_read_labels(const char *path, label_table *table, const struct run *run, const char ***labels,
                      uint64_t *count, uint64_t *capacity, int *returns, struct error *error);

#endif
