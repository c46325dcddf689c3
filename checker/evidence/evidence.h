#ifndef HEDDLE_CHECKER_EVIDENCE_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_EVIDENCE_H

#include <stdint.h>

#include "frontend/formats/table/file_format.h"
#include "explorer/trace/trace.h"

struct error;
struct exp_options;
struct property;
struct run;

/* The network that a piece of evidence is about (docs/evidence.md). */
struct evidence_subject {
    const char *network;               /* path, as the user gave it */
    const struct exp_options *options; /* options for reading the network */
    const char *const *components;     /* names of the processes, in order */
    uint32_t component_count;
    /* Borrowed; tables use it to name the processes that take part in a step. Using it invalidates the
     * transitions that it returned before. May be NULL. */
    struct semantics *semantics;
};

/* The formats of traces: the table, a graph, or JSON for `heddle verify`; FILE_UNKNOWN ends the list. */
extern const enum file_format evidence_trace_formats[4];

/* Writes a trace; the file appears under its name when it is complete. property: the property that the
 * trace violates, or NULL for a plain walk. Returns 0, or -1 with *error filled. */
int evidence_write_trace(const char *path, enum file_format format, const struct trace *trace,
                         const struct property *property, const struct evidence_subject *subject,
                         const struct run *run, struct error *error);

/* Writes a trace like evidence_write_trace, but one that proves that the property, a formula, holds. */
int evidence_write_witness(const char *path, enum file_format format, const struct trace *trace,
                           const struct property *property, const struct evidence_subject *subject,
                           const struct run *run, struct error *error);

#endif
