#ifndef HEDDLE_CHECKER_EVIDENCE_TRACE_TABLE_H
#define HEDDLE_CHECKER_EVIDENCE_TRACE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct semantics;
struct trace;

/* Takes a piece of text; 0, or -1 when it could not. */
typedef int (*trace_writer)(void *context, const char *text, size_t length);

/*
 * A trace for people to read: step, label, and a line for each component that takes part, from where to
 * where. components: names, one a component. semantics: of the network, to name the processes that take part;
 * NULL for those that changed their state. Of more than most_steps steps the middle is left out, and a line
 * says how many. 0, or -1 as soon as the writer fails.
 */
int trace_write_table(const struct trace *trace, const char *const *components, struct semantics *semantics,
                      uint64_t most_steps, trace_writer writer, void *context);
/* The same to a stream. */
int trace_print(const struct trace *trace, const char *const *components, struct semantics *semantics,
                uint64_t most_steps, FILE *stream);

#endif
