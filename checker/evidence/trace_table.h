#ifndef HEDDLE_CHECKER_EVIDENCE_TRACE_TABLE_H
#define HEDDLE_CHECKER_EVIDENCE_TRACE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct evidence_claim;
struct evidence_subject;
struct memory;
struct run_letters;
struct strategy_lane;
struct text_buffer;
struct trace;

/* Writes a piece of text; returns 0, or -1 on failure. */
typedef int (*trace_writer)(void *context, const char *text, size_t length);

/*
 * A trace as a table for people: step, label, and a line with source and target for each process that takes
 * part; beside the label, the process's own label in parentheses, if it differs, or once that of all these
 * processes. A lasso has a mark where its cycle begins; the trace of a strategy has lines that say which
 * subformula is left, where that changes. The trace of a property of linear time has a column for each atom
 * of its formula, beside the first line of a step, and a line for its last position; fair cycles are
 * explained. The subject names the processes, and finds those that take part; if there is no walker, those
 * that changed their state are listed.
 */
struct trace_table {
    const struct trace *trace;
    const struct evidence_subject *subject;
    const uint32_t *monitor; /* states of a monitor before the first step and after each step; NULL: none */
    const struct strategy_lane *lane; /* what the strategy has to show in each state; NULL: no strategy */
    /* If there are more, the middle is left out, and a line says how many steps it is; of a step with many
     * processes, only the first are listed. UINT64_MAX: everything is listed. */
    uint64_t most_steps;
    const struct run *run;              /* which may end the table early; NULL: nothing does */
    const struct run_letters *letters;  /* of a property of linear time, or NULL */
    const struct text_buffer *fairness; /* [RUN_REASONS]: why the cycle is fair (run_fairness.h); or NULL */
};

/* Returns 0, or -1 as soon as the writer fails or the run must stop. */
int trace_write_table(const struct trace_table *table, trace_writer writer, void *context);
/* Writes the table to a stream. */
int trace_print(const struct trace_table *table, FILE *stream);
/* Both for the trace of a claim, or its strategy's, with the states of its monitor, what the strategy has to
 * show, or what the atoms of its formula of linear time say. Also 1 if there was no memory for these, with
 * nothing written. */
int trace_write_claim(const struct evidence_claim *claim, uint64_t most_steps, struct memory *memory,
                      trace_writer writer, void *context);
int trace_print_claim(const struct evidence_claim *claim, uint64_t most_steps, struct memory *memory,
                      FILE *stream);

#endif
