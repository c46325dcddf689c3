#ifndef HEDDLE_CHECKER_EVIDENCE_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_EVIDENCE_H

#include <stdint.h>

#include "frontend/formats/table/file_format.h"
#include "explorer/trace/trace.h"

struct error;
struct exp_options;
struct property;
struct run;

/* What a piece of evidence is about (docs/evidence.md). */
struct evidence_subject {
    const char *network;               /* path, as it was given */
    const struct exp_options *options; /* how it was read */
    const char *const *components;     /* names, in order */
    uint32_t component_count;
    /* Borrowed; tables name the processes that take part in a step with it. Its last transitions are lost.
     * May be NULL. */
    struct semantics *semantics;
};

/* What traces are written as: the table, a graph, or JSON for `heddle verify`; FILE_UNKNOWN ends the list. */
extern const enum file_format evidence_trace_formats[4];

/*
 * Writes a trace; the file appears under its name only when complete. property: what it violates, or NULL for
 * a mere walk. 0, or -1 with *error filled.
 */
int evidence_write_trace(const char *path, enum file_format format, const struct trace *trace,
                         const struct property *property, const struct evidence_subject *subject,
                         const struct run *run, struct error *error);

/* The same of a trace that shows that the property, a formula, holds. */
int evidence_write_witness(const char *path, enum file_format format, const struct trace *trace,
                           const struct property *property, const struct evidence_subject *subject,
                           const struct run *run, struct error *error);

#endif
