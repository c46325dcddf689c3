#ifndef HEDDLE_CHECKER_VERIFY_EVIDENCE_READ_H
#define HEDDLE_CHECKER_VERIFY_EVIDENCE_READ_H

#include <stdint.h>

#include "base/array.h"
#include "base/text/definitions.h"
#include "checker/property/goal.h"
#include "checker/property/property.h"
#include "model/trace.h"
#include "frontend/language/language.h"
#include "specs/measured/measured.h"

struct error;
struct run;

/*
 * Reads evidence from files (docs/evidence-format.md), plain or compressed. The reader checks only the form
 * of the evidence; checker/verify/verify.h checks whether it is true. An error has the line and column at
 * which the form is wrong; an error inside a value that is well-formed JSON has the line at which the value
 * begins.
 */
enum evidence_kind {
    EVIDENCE_TRACE,
    EVIDENCE_CERTIFICATE,
    EVIDENCE_SCC,
    EVIDENCE_MEC,
    EVIDENCE_SCHEDULER,
    EVIDENCE_PARITY,     /* a strategy for a formula */
    EVIDENCE_COMPARISON, /* classes of the states of two inputs that are related */
    EVIDENCE_DIFFERENCE, /* a formula with numbers that tells two inputs apart */
    EVIDENCE_KINDS
};

/* "trace", "certificate", "scc", "mec", "scheduler", "parity", "comparison", "difference"; and the kind with
 * a name, or -1.
 */
const char *evidence_kind_name(enum evidence_kind kind);
int evidence_kind_find(const char *name);

/* The input that the evidence is about: a network, a stored graph, or a Markov decision process. */
enum evidence_input { EVIDENCE_NETWORK, EVIDENCE_GRAPH, EVIDENCE_MDP };

/* Relations between two inputs: equivalences, then preorders (docs/compare.md). */
enum evidence_relation {
    RELATION_STRONG,
    RELATION_BRANCHING,
    RELATION_DIVBRANCHING,
    RELATION_WEAK,
    RELATION_TRACE,
    RELATION_WEAKTRACE,
    RELATION_PROBABILISTIC,
    RELATION_SIMULATION,
    RELATION_TRACE_INCLUSION,
    RELATION_WEAKTRACE_INCLUSION
};

#define RELATION_FIRST_PREORDER RELATION_SIMULATION

/* "strong", .. "simulation", "trace", "weaktrace" */
const char *evidence_relation_name(enum evidence_relation relation);

struct evidence_property {
    enum property_kind kind;
    const char *text; /* NEVER, STARVATION: label or pattern; MONITOR: file; FORMULA: its text */
    int is_pattern;
    enum formula_dialect dialect; /* FORMULA: MCL or MCF */
    uint64_t *error_states;       /* MONITOR */
    uint64_t error_state_count;
    struct evidence_property *parts; /* NEVER_CYCLE: one NEVER per label */
    uint32_t part_count;
    const char **meaning; /* AUTOMATON..: NAME=ATOM */
    uint32_t meaning_count;
    int fair_processes;      /* what is assumed (checker/property/fairness.h): enum fairness_strength */
    const char *fair_labels; /* .. as fairness_read has it; or NULL */
};

/* What a certificate of a property of runs says of the last four numbers of its states. */
#define EVIDENCE_RUN_NUMBERS 4u

struct evidence_condition {
    int is_process;
    uint64_t number;   /* of the process, or of the set in fair_labels */
    const char *label; /* one label of the set, or NULL */
};

struct evidence_part {
    uint32_t in, number, condition;
};

struct evidence_runs {
    uint64_t *sets; /* of obligations */
    uint64_t set_count;
    struct evidence_condition *conditions;
    uint64_t condition_count;
    struct evidence_part *parts; /* part 1 and on; each is in one with a lesser number, and has a number
                                    above 0 there, and a condition of these */
    uint64_t part_count;
};

/* A process takes part in a step (from 0) by a label of its own. Texts are bytes. */
struct evidence_own_label {
    uint64_t step;
    const char *process, *label;
};

/* A trace, or the head of another kind, whose tuples or rows follow in the file. Texts are bytes, except
 * the texts of subformulas, which are UTF-8 for people to read. */
struct evidence {
    enum evidence_kind kind;
    enum evidence_input input; /* NETWORK, except for components, schedulers, and probabilistic equivalence */
    const char *network;       /* path of the input, of any kind */
    struct exp_options options;
    const char **components; /* names */
    uint32_t component_count;
    struct evidence_property *properties; /* at most one for a trace */
    uint32_t property_count;
    struct trace trace; /* TRACE */
    /* TRACE: 1 for bools, 0 for numbers, if states are values of variables: trace has those, as int32_t,
     * until evidence_take_values; NULL: local states */
    uint8_t *values;
    struct definitions definitions;                /* the options name them */
    GROWING(struct evidence_own_label) own_labels; /* TRACE: by step */
    uint32_t *observer; /* TRACE: the monitor's states before the first step and after each; or NULL */
    uint64_t states;    /* number of tuples or rows that follow; 0 for a TRACE without a strategy */
    uint8_t
        *packed; /* CERTIFICATE: the bits of each number of a tuple (base/records.h); NULL: lines of text */
    uint32_t packed_bytes;            /* bytes of a packed tuple */
    const struct evidence_runs *runs; /* CERTIFICATE: of a property of runs; else NULL */
    /* MEC, SCHEDULER: labels of choices. PARITY, and a TRACE with a strategy: labels of the network.
     * Choices and moves name them by number. */
    const char **labels;
    uint32_t label_count;
    const char *label_file;    /* MDP: path of the labels of its states; or NULL */
    int maximal_progress;      /* rates make no choice in a state with an internal transition */
    struct evidence_goal goal; /* SCHEDULER */
    /* PARITY, and a TRACE with a strategy: the nodes of the strategy follow */
    int has_strategy;
    int holds;
    const char **subformulas; /* one per state of the observer */
    uint32_t subformula_count;
    int has_path; /* the trace is the path that the strategy forces: always for a TRACE */
    /* COMPARISON, DIFFERENCE: what it is of; the second input: network, options, components and definitions
     * alone; and what is hidden: labels and patterns in `properties`, or all others */
    enum evidence_relation relation;
    struct evidence *second;
    int hides, hides_others;
    struct measured_formula formula; /* DIFFERENCE: some initial state of input .. */
    uint64_t holds_in;               /* .. 1 or 2 satisfies it, and none of the other */
    uint64_t first_states;   /* of the states that follow, those of the first input, which come first */
    const char *explanation; /* JSON with sorted keys (EVIDENCE_EXPLANATION_FLAGS); NULL: none */
};

/* The flags of json_dumps for explanations that are compared. */
#define EVIDENCE_EXPLANATION_FLAGS (JSON_SORT_KEYS | JSON_COMPACT)

typedef struct evidence_reader evidence_reader;

/* Opens a file; "-" is standard input. Returns NULL with *error filled. The caller closes the reader; `run`
 * must outlive it. */
evidence_reader *evidence_open(const char *path, const struct run *run, struct error *error);
/* NULL is allowed. */
void evidence_close(evidence_reader *reader);

/* Whether the file is an AUT graph, which aut_read must read. Returns 1, 0, or -1 with *error filled. */
int evidence_is_aut(evidence_reader *reader, struct error *error);

/* Checks the form of the rest of the piece, which its head or some of its lines may have refuted already.
 * Returns 0, or -1 with *error filled: also if there are more lines than the piece announces. */
int evidence_finish(evidence_reader *reader, struct error *error);

/* Reads the next piece of evidence. Returns 1 and *evidence, which is valid until the next call or
 * evidence_close; 0 at the end of the file; or -1 with *error filled. Finishes the previous piece. A file
 * without any piece is an error. */
int evidence_read(evidence_reader *reader, const struct evidence **evidence, struct error *error);

/*
 * The states of the evidence's trace as local states, in *states, which the caller frees (the size of
 * trace.states: steps + 1 tuples), if the evidence has values of variables; NULL if it has local states
 * already. The walker must have the components of the evidence. Returns 1; 0 with the reason in *error: a
 * variable cannot have one of the values, or the evidence has values and the model no variables, or the other
 * way round; or -1 with ERROR_MEMORY.
 */
int evidence_local_states(const struct evidence *evidence, const walker *walker, const struct run *run,
                          uint32_t **states, struct error *error);

/* Reads the next tuple of the certificate, `length` numbers. Returns 1, 0 after the last tuple, or -1 with
 * *error filled (the tuple has another length, or there are fewer tuples than the certificate announces). */
int evidence_read_tuple(evidence_reader *reader, uint32_t *tuple, uint32_t length, struct error *error);
/* Reads the next tuples of a packed certificate, packed_bytes each, at most `count`. Returns how many, 0
 * after the last one, or -1 with *error filled (there are fewer than the certificate announces). */
int64_t evidence_read_packed(evidence_reader *reader, uint8_t *bytes, uint64_t count, struct error *error);
/* The line of the last tuple or row; before the first, the line at which the piece begins. */
uint64_t evidence_line(const evidence_reader *reader);

#endif
