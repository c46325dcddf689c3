#ifndef HEDDLE_TESTS_ORACLE_ORACLE_PROPERTY_H
#define HEDDLE_TESTS_ORACLE_ORACLE_PROPERTY_H

#include <stdint.h>

#include "tests/oracle/oracle.h"

struct trace;

/*
 * Naive verdicts on an oracle graph, written from the definitions (model/trace.h): whether a
 * property is violated, how long a shortest trace is, and which trace is the canonical one. An automaton
 * follows the graph; for properties without one it has a single state. Everything aborts where memory is
 * spent.
 */
enum oracle_kind {
    ORACLE_STEP,    /* moves with each transition of the graph, on its label */
    ORACLE_EPSILON, /* moves alone */
    ORACLE_STOP     /* does not move */
};

struct oracle_automaton {
    uint32_t states, initial;
    const uint8_t *kind;  /* by state: enum oracle_kind */
    const uint8_t *error; /* by state */
    /*
     * Finds the states that it may go to on a label (NULL: by a move of its own), each once; returns their
     * number. *targets is valid until the next call.
     */
    uint32_t (*moves)(void *context, uint32_t state, const char *label, const uint32_t **targets);
    void *context;
};

/* A monitor. It stays in its state if that has no transition with the label; after an error state, it is not
 * followed. */
struct oracle_monitor;

/* Reads an AUT file with one transition per line. Labels are compared as the options say. */
struct oracle_monitor *oracle_monitor_read(const char *path, const struct exp_options *options,
                                           const uint64_t *error_states, uint32_t error_state_count);
void oracle_monitor_free(struct oracle_monitor *monitor);
const struct oracle_automaton *oracle_monitor_automaton(const struct oracle_monitor *monitor);

/* A label as networks compare it: internal names give "i", --ignore-case upper case. `out` has room for the
 * result. */
void oracle_normal_label(const struct exp_options *options, const char *label, char *out);

enum oracle_goal_kind { ORACLE_DEADLOCK, ORACLE_NEVER, ORACLE_ERROR };

struct oracle_goal {
    enum oracle_goal_kind kind;
    int (*forbids)(void *context, const char *label); /* ORACLE_NEVER */
    void *context;
    const struct oracle_automaton *automaton; /* ORACLE_ERROR; NULL otherwise */
};

struct oracle_verdict {
    int violated;
    uint64_t length;     /* labels of a shortest trace; the next two are the canonical one */
    const char **labels; /* texts of the graph */
    uint32_t *vertices;  /* length + 1 */
    uint64_t depth;      /* the level, in the product with the automaton, of the first error state */
    /* Counts of the whole product; `transitions` counts those of distinct edges of the graph. */
    uint64_t states, transitions, deadlocks, levels;
};

void oracle_verdict_find(const struct oracle_graph *graph, const struct oracle_goal *goal,
                         struct oracle_verdict *verdict);
void oracle_verdict_free(struct oracle_verdict *verdict);

/* NULL if the trace is a path of the graph to such a goal, else its fault. */
const char *oracle_trace_fault(const struct oracle_graph *graph, const struct oracle_goal *goal,
                               const struct trace *trace);
/* NULL if the trace is the canonical one, else how it differs. */
const char *oracle_trace_difference(const struct oracle_graph *graph, const struct oracle_verdict *verdict,
                                    const struct trace *trace);
/* How many states the automaton may be in after the labels, and how many of these are errors. */
void oracle_runs(const struct oracle_automaton *automaton, const char *const *labels, uint64_t steps,
                 uint32_t *runs, uint32_t *errors);

#endif
