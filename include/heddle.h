/*
 * libheddle: explicit-state model checking of networks of labelled transition systems for programs, as the
 * command `heddle` offers it to users. docs/library.md is the guide; examples/library/explore.c is a program
 * that uses the whole library.
 *
 *     cc explore.c $(pkg-config --cflags --libs heddle)
 *
 * The caller owns everything that a function makes, and frees it before the object that it was made from:
 * spaces, then their networks, then the context. The library prints nothing and never ends the process.
 *
 * A context and the objects made with it must be used by one thread at a time, except for heddle_stop.
 * Contexts are independent: several threads may work at the same time with one context each. Each search has
 * further threads of its own (heddle_set_threads).
 *
 * Functions that can fail return -1 or NULL then, and heddle_last_error gives the reason.
 */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#pragma GCC visibility push(default)
#endif

/* The version of this header. While MAJOR is 0, programs must be recompiled when MINOR changes. */
#define HEDDLE_VERSION_MAJOR 0
#define HEDDLE_VERSION_MINOR 1
#define HEDDLE_VERSION_PATCH 0

/* The version of the library in use: "0.1.0". */
const char *heddle_version(void);

/* --- contexts --- */

typedef struct heddle_context heddle_context;

/* Creates a context with the defaults below. NULL if memory runs out. */
heddle_context *heddle_create(void);
/* Frees a context, after waiting for a GPU that is being initialised, if there is one. NULL is allowed. */
void heddle_free(heddle_context *context);

enum heddle_code {
    HEDDLE_NO_ERROR = 0,
    HEDDLE_USAGE,       /* the arguments make no sense */
    HEDDLE_INPUT,       /* the text of a file or of a formula is wrong */
    HEDDLE_IO,          /* a file could not be opened, read or written */
    HEDDLE_MEMORY,      /* the memory budget or the machine's memory is exhausted */
    HEDDLE_LIMIT,       /* a limit that the caller set, or a size that the library does not support */
    HEDDLE_INTERRUPTED, /* heddle_stop or heddle_set_timeout */
    HEDDLE_DEVICE       /* the requested GPU does not exist or does not work */
};

/* An error or a warning. If the position is unknown, path is "" and line and column are 0; they count from
 * 1. */
struct heddle_message {
    enum heddle_code code;
    uint64_t line, column;
    const char *path;
    const char *text;
    const char *whole; /* "path:line:column: text", without the parts that are unknown */
};

/* Why the last failed function of this context failed. Valid until the next call with the context; the code
 * is HEDDLE_NO_ERROR if none has failed yet. */
const struct heddle_message *heddle_last_error(heddle_context *context);

/* --- options --- */

/* Options apply to all later calls with the context. Each function returns 0, or -1 and changes nothing. */

/* CPU threads of a search, up to 1024; 0, the default: one per available CPU. */
int heddle_set_threads(heddle_context *context, unsigned threads);
/* Where to search: "auto" (the default: on the CPU first, and on a GPU, if there is one, once the state
 * space turns out to be large), "cpu", "cuda", or "cuda:K" for GPU number K. */
int heddle_set_device(heddle_context *context, const char *device);
/* The most bytes, at least 64 KiB, for everything that is made with the context, and likewise for each
 * search on a GPU; 0, the default: 0.8 of the memory that the machine has available when a call begins, and
 * 0.9 of a GPU's memory. */
int heddle_set_memory(heddle_context *context, uint64_t bytes);
/* The most seconds for each call; negative, the default: no limit. */
int heddle_set_timeout(heddle_context *context, double seconds);
/* Limits of searches. A search ends soon after it has found `states` states; 0, the default: no limit. It
 * goes at most `depth` steps from the initial state; UINT64_MAX, the default: no limit. */
int heddle_set_limits(heddle_context *context, uint64_t states, uint64_t depth);

/* How networks, properties and formulas are read. */
#define HEDDLE_IGNORE_CASE 1u    /* fold labels, gates and patterns to one case */
#define HEDDLE_INDEPENDENT 2u    /* labels that no synchronisation vector mentions interleave, unblocked */
#define HEDDLE_EXTENDED_REGEX 4u /* POSIX extended regular expressions, not basic ones */
int heddle_set_reading(heddle_context *context, unsigned flags);
/* Adds a name of the internal action, besides i and tau. The name is copied. */
int heddle_add_internal(heddle_context *context, const char *name);
/* Values of constants of PRISM models that have none: "N=4, p=0.25". They replace those of earlier calls;
 * NULL: none. It is an error of heddle_network_open if the model does not declare one of them. */
int heddle_set_constants(heddle_context *context, const char *definitions);

/* Progress of long work. The callback is called often, by one thread at a time, which need not be the
 * caller's thread; NULL removes it. The callback may call heddle_stop and this function, but no other
 * function with the same context. */
struct heddle_progress {
    const char *phase; /* "exploring", "numbering", .. */
    const char *unit;  /* unit of done and total: "states", "bytes", ..; "" if nothing is counted */
    uint64_t done;
    uint64_t total;       /* 0: unknown */
    uint64_t transitions; /* 0: does not apply */
    uint64_t level;       /* level of a breadth-first search, if it applies */
};
typedef void (*heddle_progress_callback)(void *user, const struct heddle_progress *progress);
void heddle_set_progress(heddle_context *context, heddle_progress_callback callback, void *user);

/* Warnings, for example about labels that can never occur. The callback is called by the caller's thread.
 * NULL, the default: warnings are lost. */
typedef void (*heddle_warning_callback)(void *user, const struct heddle_message *warning);
void heddle_set_warning(heddle_context *context, heddle_warning_callback callback, void *user);

/* Soon ends the current work of the context, and all work that is requested later, until heddle_resume. Any
 * thread, callbacks and signal handlers may call it. */
void heddle_stop(heddle_context *context);
void heddle_resume(heddle_context *context);

/* --- networks --- */

typedef struct heddle_network heddle_network;

/* Reads an EXP network with the files that it names; an AUT graph (.aut, .aut.gz, .aut.zst), which
 * becomes a network of one component; or a model in PRISM's language (.prism, .pm, .nm, .sm, .pnm), whose
 * components are its variables. "-": EXP from standard input. */
heddle_network *heddle_network_open(heddle_context *context, const char *path);
/* NULL is allowed. */
void heddle_network_close(heddle_network *network);

uint32_t heddle_network_components(const heddle_network *network);
/* The name and the number of local states of a component; NULL and 0 if there is no such component. The
 * name is valid as long as the network. */
const char *heddle_network_component(const heddle_network *network, uint32_t component);
uint64_t heddle_network_component_states(const heddle_network *network, uint32_t component);
/* Whether the component is a variable of a PRISM model: 1, or 0. Its local states 0, 1, .. stand for the
 * values *lowest, *lowest + 1, .. (false and true are 0 and 1); lowest may be NULL. */
int heddle_network_variable(const heddle_network *network, uint32_t component, int64_t *lowest);
/* Writes a local state as the model has it: "3", "-1", "true"; of a process its number. `size` is that of
 * `text` in bytes; 24 are enough. Returns 0, or -1 if there is no such component or the text is cut off. */
int heddle_network_value(const heddle_network *network, uint32_t component, uint32_t local_state, char *text,
                         uint64_t size);
/* The labels of states of a PRISM model: how many there are, 0 for all other networks; and their names, in
 * the order of the model, valid as long as the network, NULL if there is no such label. Initial states and
 * deadlocks have no label here (heddle_space_initial, heddle_space_visit_successors). */
uint32_t heddle_network_state_labels(const heddle_network *network);
const char *heddle_network_state_label(const heddle_network *network, uint32_t label);

/* --- exploration --- */

enum heddle_outcome {
    HEDDLE_COMPLETE = 0,
    HEDDLE_LIMITED,     /* heddle_set_limits */
    HEDDLE_MEMORY_FULL, /* heddle_set_memory */
    HEDDLE_STOPPED,     /* heddle_stop */
    HEDDLE_TIMED_OUT    /* heddle_set_timeout */
};

/* Counts of a search. They are exact if the search is complete, otherwise lower bounds. */
struct heddle_counts {
    enum heddle_outcome outcome;
    uint64_t states;
    uint64_t initial;     /* initial states: 1, or more if PRISM models have several */
    uint64_t transitions; /* transitions fired: two derivations of one label and target count twice; of a
                             PRISM model entries of the transition matrix, with a loop for each deadlock */
    uint64_t choices;     /* of a PRISM model: of all states, with one for each deadlock; else 0 */
    uint64_t deadlocks;   /* states without transitions */
    uint64_t levels;      /* levels of the breadth-first search, including the initial state's */
    double seconds;       /* duration of the search */
    char device[288];     /* the device that searched: "cpu", "cuda:0 (NVIDIA H200)" */
};

/* Generates the states of a network and counts them without keeping them. counts may be NULL. Returns 0
 * even if the search could not be completed (counts->outcome gives the reason); -1 if no search could begin.
 * */
int heddle_explore(heddle_network *network, struct heddle_counts *counts);

/*
 * A state space: all states of a network and the transitions between them; each (from, label, to) occurs
 * once. State 0 is the initial state; the initial states of a PRISM model that has several are the first
 * ones. States are numbered by their distance from them, and states of the same distance by the tuples of
 * their local states: so the numbers are the same on every device and with any number of threads. Deadlocks
 * have no transitions.
 */
typedef struct heddle_space heddle_space;

/* Generates the state space. counts: NULL, or filled if a search began. Returns NULL also if the search
 * could not be completed, and for more than 2^32 - 2 states. */
heddle_space *heddle_space_create(heddle_network *network, struct heddle_counts *counts);
/* NULL is allowed. */
void heddle_space_free(heddle_space *space);

uint64_t heddle_space_states(const heddle_space *space);
/* The number of initial states, at least 1. */
uint64_t heddle_space_initial(const heddle_space *space);
uint64_t heddle_space_transitions(const heddle_space *space);

/*
 * Visits of states and transitions. local_states has one local state per component, in their order. A label
 * is its text, "i" for the internal action, and has the same address wherever it occurs in the space. Local
 * states are valid during the callback, labels as long as the space. If a callback returns non-zero, the
 * visit ends and the function returns that value; otherwise the function returns 0. States are visited in
 * ascending order, the transitions of a state ordered by the bytes of the label, then by target.
 */
typedef int (*heddle_state_callback)(void *user, uint64_t state, const uint32_t *local_states,
                                     uint32_t components);
typedef int (*heddle_transition_callback)(void *user, uint64_t from, const char *label, uint64_t to);
int heddle_space_visit_states(heddle_space *space, heddle_state_callback callback, void *user);
int heddle_space_visit_transitions(heddle_space *space, heddle_transition_callback callback, void *user);
/* Visits the transitions of one state; of none if there is no such state. */
int heddle_space_visit_successors(heddle_space *space, uint64_t state, heddle_transition_callback callback,
                                  void *user);
/* Copies the local states of one state into an array with one element per component. -1: no such state. */
int heddle_space_local_states(heddle_space *space, uint64_t state, uint32_t *local_states);

/* Whether a state has a label of states (heddle_network_state_label): 1, or 0; -1 if there is no such state
 * or label, or the label has no value in the state, which is an error of the model (HEDDLE_INPUT). */
int heddle_space_has_label(heddle_space *space, uint64_t state, uint32_t label);

/* Writes the state space as .aut, .aut.gz, .aut.zst or .dot; of a PRISM model also as .drn, with
 * probabilities or rates, labels of states and rewards. The file appears under its name when it is complete.
 */
int heddle_space_write(heddle_space *space, const char *path);

/* --- properties --- */

/* A LABEL is an exact label; a regular expression in single quotes, which must match the whole label; or an
 * exact label in double quotes. */
enum heddle_property_kind {
    HEDDLE_DEADLOCK_FREE = 0, /* every reachable state has a transition; no text */
    HEDDLE_NEVER,             /* LABEL: no reachable transition has the label */
    HEDDLE_NO_LIVELOCK,       /* no reachable cycle consists of internal actions alone; no text */
    HEDDLE_NO_STARVATION,     /* LABEL: every reachable cycle has the label */
    HEDDLE_NEVER_CYCLE,       /* LABEL,LABEL,..: no reachable cycle has all the labels */
    HEDDLE_NO_FAIR_CYCLE = HEDDLE_NEVER_CYCLE, /* its old name */
    HEDDLE_ALMOST_SURELY,            /* LABEL: with some scheduler the label occurs with probability 1 */
    HEDDLE_ALMOST_SURELY_REPEATEDLY, /* LABEL: with some scheduler the label occurs infinitely often with
                                        probability 1 */
    HEDDLE_MONITOR,      /* an AUT file: no run of the monitor reaches a state with a transition ERROR */
    HEDDLE_FORMULA,      /* a formula of the modal mu-calculus (docs/properties.md), in CADP's MCL */
    HEDDLE_FORMULA_FILE, /* a file with a formula: .mcf files are read as mCRL2's, all others as CADP's */
    HEDDLE_ALMOST_SURELY_BY_ALL,    /* LABEL: with every scheduler the label occurs with probability 1 */
    HEDDLE_CTL,                     /* a formula of CTL (docs/ctl.md) */
    HEDDLE_LTL,                     /* a formula of linear time (docs/ltl.md) */
    HEDDLE_ALMOST_SURELY_LTL,       /* the same: with some scheduler, runs satisfy it with probability 1 */
    HEDDLE_ALMOST_SURELY_LTL_BY_ALL /* .. with every scheduler */
};

struct heddle_property {
    enum heddle_property_kind kind;
    const char *text; /* as the kind requires; NULL if it needs no text */
};

enum heddle_verdict { HEDDLE_HOLDS = 0, HEDDLE_VIOLATED, HEDDLE_UNDECIDED };

#define HEDDLE_NO_LASSO UINT64_MAX

/* A path from the initial state. */
struct heddle_trace {
    uint64_t steps;
    uint64_t lasso; /* the state, 0 .. steps, to which the end of the path returns; or HEDDLE_NO_LASSO */
    uint32_t components;
    const char *const *labels;    /* steps */
    const uint32_t *local_states; /* (steps + 1) * components */
};

/* The result for one property; valid during the callback. */
struct heddle_result {
    uint32_t property; /* index of the property */
    enum heddle_verdict verdict;
    const char *name; /* "deadlock", "never overflow", .. */
    int vacuous;      /* the property holds because no transition can have such a label */
    /* A shortest trace that proves that the property is violated, or that a formula holds; NULL if there is
     * none, for example because no single path can prove it. */
    const struct heddle_trace *trace;
    const struct heddle_message
        *why; /* why the property is undecided or has no trace; NULL if there is no further reason */
};

typedef void (*heddle_result_callback)(void *user, const struct heddle_result *result);

/*
 * Checks properties of a network with as few searches as possible, and reports the result of each property to
 * the callback, in their order. Returns 0, whatever the verdicts; -1 if nothing could be checked, for example
 * because a property is wrong: the callback has then not been called.
 */
int heddle_check(heddle_network *network, const struct heddle_property *properties, uint32_t count,
                 heddle_result_callback callback, void *user);

/*
 * Only for callbacks of heddle_check, with the result that the callback received, not a copy. Writes a trace
 * or a strategy that proves the verdict: for `heddle verify` (.json), for other tools (.aut), or as a table
 * (any other name). Returns -1 with HEDDLE_USAGE if there is nothing that can be written in this format; -1
 * for NULL.
 */
int heddle_result_write(const struct heddle_result *result, const char *path);

#if defined __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
