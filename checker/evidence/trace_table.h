#ifndef HEDDLE_CHECKER_EVIDENCE_TRACE_TABLE_H
#define HEDDLE_CHECKER_EVIDENCE_TRACE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct evidence_subject;
struct trace;

/* Writes a piece of text; returns 0, or -1 on failure. */
typedef int (*trace_writer)(void *context, const char *text, size_t length);

/*
 * A trace as a table for people: step, label, and a line with source and target for each process that takes
 * part; beside the label, the process's own label in parentheses, if it differs. A lasso has a mark where its
 * cycle begins. The subject names the processes, and finds those that take part; if it has no semantics,
 * those that changed their state are listed.
 */
struct trace_table {
    const struct trace *trace;
    const struct evidence_subject *subject;
    const uint32_t *monitor; /* states of a monitor before the first step and after each step; NULL: none */
    uint64_t most_steps; /* if there are more, the middle is left out, and a line says how many steps it is */
};

/* Returns 0, or -1 as soon as the writer fails. */
int trace_write_table(const struct trace_table *table, trace_writer writer, void *context);
/* Writes the table to a stream. */
int trace_print(const struct trace_table *table, FILE *stream);

#endif
