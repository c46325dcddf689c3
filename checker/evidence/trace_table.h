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
 * Writes a trace as a table for people: step, label, and a line with source and target for each process that
 * takes part. The subject names the processes, and finds those that take part; if it has no semantics, those
 * that changed their state are listed. If the trace has more than most_steps steps, the middle is left out,
 * and a line says how many steps that is. Returns 0, or -1 as soon as the writer fails.
 */
int trace_write_table(const struct trace *trace, const struct evidence_subject *subject, uint64_t most_steps,
                      trace_writer writer, void *context);
/* Writes the same table to a stream. */
int trace_print(const struct trace *trace, const struct evidence_subject *subject, uint64_t most_steps,
                FILE *stream);

#endif
