#ifndef HEDDLE_CHECKER_EVIDENCE_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_EVIDENCE_H

#include <stdint.h>

#include "frontend/formats/table/file_format.h"
#include "model/trace.h"

struct error;
struct exp_options;
struct property;
struct run;
struct strategy;

/* The network that a piece of evidence is about (docs/evidence-format.md). */
struct evidence_subject {
    const char *network;               /* path, as the user gave it */
    const struct exp_options *options; /* options for reading the network */
    const char *const *components;     /* names of the processes, in order */
    uint32_t component_count;
    /* Borrowed; tables use it to name the processes that take part in a step. Using it invalidates the
     * transitions that it returned before. May be NULL. */
    struct walker *walker;
};

/* The formats of traces: the table, a graph, or JSON for `heddle verify`; FILE_UNKNOWN ends the list. */
extern const enum file_format evidence_trace_formats[4];

/* A trace or a strategy, and the claim that it supports. Everything is borrowed. */
struct evidence_claim {
    const struct evidence_subject *subject;
    const struct property *property; /* NULL: a plain walk */
    int holds;                       /* the property, a formula, holds; otherwise it is violated */
    const struct trace *trace;       /* not used if there is a strategy, which has a trace of its own */
    const struct strategy *strategy; /* the strategy of a formula that a game decided, or NULL */
};

/*
 * Writes a trace or a strategy; the file appears under its name when it is complete. In JSON, for `heddle
 * verify`, a strategy is a trace followed by the nodes, or evidence of kind "parity". A strategy that
 * branches cannot be an AUT graph; as a table it is that of its nodes. Returns 0, or -1 with *error filled:
 * also ERROR_USAGE for a strategy that branches in AUT.
 */
int evidence_write(const char *path, enum file_format format, const struct evidence_claim *claim,
                   const struct run *run, struct error *error);

#endif
