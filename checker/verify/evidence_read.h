#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_READ_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_READ_H

#include <stdint.h>

#include "checker/property/goal.h"
#include "checker/property/property.h"
#include "explorer/trace/trace.h"
#include "frontend/language/language.h"

struct error;
struct run;

/*
 * Evidence as files have it (docs/evidence.md), plain or compressed. What a file says is checked for its form
 * alone; whether it is true is the matter of checker/verify/verify.h. Errors have the line and column where
 * the form is wrong; for a part of a value that is well-formed JSON, the line where the value begins.
 */
enum evidence_kind {
    EVIDENCE_TRACE,
    EVIDENCE_CERTIFICATE,
    EVIDENCE_SCC,
    EVIDENCE_MEC,
    EVIDENCE_SCHEDULER,
    EVIDENCE_PARITY, /* of a formula: a strategy */
    EVIDENCE_KINDS
};

/* "trace", "certificate", "scc", "mec", "scheduler", "parity"; and the kind of that name, or -1. */
const char *evidence_kind_name(enum evidence_kind kind);
int evidence_kind_find(const char *name);

/* What it is about: a network; a stored graph; a Markov decision process. */
enum evidence_input { EVIDENCE_NETWORK, EVIDENCE_GRAPH, EVIDENCE_MDP };

struct evidence_property {
    enum property_kind kind;
    const char *text; /* NEVER, STARVATION: label or pattern; MONITOR: file; FORMULA: its text */
    int is_pattern;
    enum formula_dialect dialect; /* FORMULA: MCL or MCF */
    uint64_t *error_states;       /* MONITOR */
    uint64_t error_state_count;
    struct evidence_property *parts; /* FAIR_CYCLE: as NEVER */
    uint32_t part_count;
};

/* A trace, or the head of another kind, whose tuples or rows follow in the file. Texts are bytes, but those
 * of subformulas, which are for people, and UTF-8. */
struct evidence {
    enum evidence_kind kind;
    enum evidence_input input; /* NETWORK, unless it is of components or a scheduler */
    const char *network;       /* the input's path, whatever it is */
    struct exp_options options;
    const char **components; /* names */
    uint32_t component_count;
    struct evidence_property *properties; /* of a trace: at most one */
    uint32_t property_count;
    struct trace trace; /* TRACE */
    uint64_t states;    /* how many tuples or rows follow; of a TRACE none, unless it has a strategy */
    /* MEC, SCHEDULER: of choices, which name them by number. PARITY, and a TRACE with a strategy: those of
     * the network, which moves name by number. */
    const char **labels;
    uint32_t label_count;
    const char *label_file;    /* of an MDP: with labels of its states; or NULL */
    int maximal_progress;      /* rates make no choice where there is an internal transition */
    struct evidence_goal goal; /* SCHEDULER */
    /* PARITY, and a TRACE with a strategy: its nodes follow */
    int has_strategy;
    int holds;
    const char **subformulas; /* one a state of the observer */
    uint32_t subformula_count;
};

typedef struct evidence_reader evidence_reader;

/* "-" is standard input. NULL with *error filled; the caller closes it. `run` must outlive it. */
evidence_reader *evidence_open(const char *path, const struct run *run, struct error *error);
/* NULL is allowed. */
void evidence_close(evidence_reader *reader);

/* Whether the file is an AUT graph: then it is to be read with aut_read. 1, 0, or -1 with *error filled. */
int evidence_is_aut(evidence_reader *reader, struct error *error);

/*
 * Reads the next piece: 1 and *evidence, which lasts until the next call or evidence_close; 0 at the end of
 * the file; or -1 with *error filled. Lines of the piece before that were not read are skipped. A file
 * without any piece is an error.
 */
int evidence_read(evidence_reader *reader, const struct evidence **evidence, struct error *error);

/*
 * Reads the next tuple of the certificate, `length` numbers: 1, or 0 after the last one, or -1 with *error
 * filled (the tuple has another length, there are fewer tuples than the certificate says).
 */
int evidence_read_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct error *error);
/* The line of the tuple or row that was read last; before the first, where the piece begins. */
uint64_t evidence_line(const evidence_reader *reader);

#endif
