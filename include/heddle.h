/*
 * libheddle: explicit-state model checking of networks of labelled transition systems, as the command
 * `heddle` does it, for programs. docs/library.md is its guide, examples/library/explore.c a program that
 * uses it all.
 *
 *     cc explore.c $(pkg-config --cflags --libs heddle)
 *
 * What a function makes belongs to the caller, who frees it before what it was made of: spaces, then their
 * networks, then the context. Nothing is printed, and the process is never ended.
 *
 * A context and what was made with it are used by one thread at a time, except for heddle_stop. Contexts have
 * nothing to do with one another: several threads work at once with one each. Each search has threads of its
 * own beside the caller's (heddle_set_threads).
 *
 * Functions that can fail return -1 or NULL then, and heddle_last_error says why.
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

/* Of this header. As long as MAJOR is 0, programs are compiled anew when MINOR changes. */
#define HEDDLE_VERSION_MAJOR 0
#define HEDDLE_VERSION_MINOR 1
#define HEDDLE_VERSION_PATCH 0

/* Of the library that runs: "0.1.0". */
const char *heddle_version(void);

/* --- contexts --- */

typedef struct heddle_context heddle_context;

/* With the defaults below. NULL when memory is spent. */
heddle_context *heddle_create(void);
/* Waits for a GPU that is just being made ready, if there is one. NULL is allowed. */
void heddle_free(heddle_context *context);

enum heddle_code {
    HEDDLE_NO_ERROR = 0,
    HEDDLE_USAGE,       /* arguments that make no sense */
    HEDDLE_INPUT,       /* a file's or a formula's text is wrong */
    HEDDLE_IO,          /* a file could not be opened, read or written */
    HEDDLE_MEMORY,      /* the memory budget or the machine's memory is spent */
    HEDDLE_LIMIT,       /* a limit that was set, or a size that the library cannot go beyond */
    HEDDLE_INTERRUPTED, /* heddle_stop or heddle_set_timeout */
    HEDDLE_DEVICE       /* a GPU that was asked for is not there or does not work */
};

/* An error or a warning. path is "" and line and column, which begin with 1, are 0 where they are not known.
 */
struct heddle_message {
    enum heddle_code code;
    uint64_t line, column;
    const char *path;
    const char *text;
    const char *whole; /* "path:line:column: text", as far as they are known */
};

/* Why the last function of this context that failed did so. Valid until the next call with the context; its
 * code is HEDDLE_NO_ERROR when none has failed yet. */
const struct heddle_message *heddle_last_error(heddle_context *context);

/* --- options --- */

/* They are for all later calls with the context; 0, or -1 and nothing has changed. */

/* CPU threads of a search, up to 1024; 0, the default: as many as there are. */
int heddle_set_threads(heddle_context *context, unsigned threads);
/* Where to search: "auto" (the default: the CPU and, once the state space turns out large, a GPU if there is
 * one), "cpu", "cuda", or "cuda:K" for GPU number K. */
int heddle_set_device(heddle_context *context, const char *device);
/* Bytes to use at most, at least 64 KiB, by all that is made with the context, and by each search on a GPU;
 * 0, the default: 0.8 of what the machine has available when a call begins, and 0.9 of what a GPU has. */
int heddle_set_memory(heddle_context *context, uint64_t bytes);
/* Seconds that each call may take; negative, the default: any. */
int heddle_set_timeout(heddle_context *context, double seconds);
/* Searches end soon after so many states, 0 (the default): any number; and do not go beyond this many steps
 * from the initial state, UINT64_MAX (the default): any. */
int heddle_set_limits(heddle_context *context, uint64_t states, uint64_t depth);

/* How networks, properties and formulas are read. */
#define HEDDLE_IGNORE_CASE 1u    /* fold labels, gates and patterns to one case */
#define HEDDLE_INDEPENDENT 2u    /* labels that no synchronisation vector mentions interleave, unblocked */
#define HEDDLE_EXTENDED_REGEX 4u /* POSIX extended regular expressions, not basic ones */
int heddle_set_reading(heddle_context *context, unsigned flags);
/* One more name of the internal action, beside i and tau. Copied. */
int heddle_add_internal(heddle_context *context, const char *name);

/* What long work tells while it runs, often, from one thread at a time, which need not be the caller's. NULL
 * ends that. The callback may call heddle_stop, and this function; no other with the same context. */
struct heddle_progress {
    const char *phase; /* "exploring", "numbering", .. */
    const char *unit;  /* of done and total: "states", "bytes", ..; "" where nothing is counted */
    uint64_t done;
    uint64_t total;       /* 0 when it is unknown */
    uint64_t transitions; /* 0 when it does not apply */
    uint64_t level;       /* of a breadth-first search, when it applies */
};
typedef void (*heddle_progress_callback)(void *user, const struct heddle_progress *progress);
void heddle_set_progress(heddle_context *context, heddle_progress_callback callback, void *user);

/* Warnings (labels that can never occur, say), from the caller's thread. NULL, the default: nobody hears
 * them. */
typedef void (*heddle_warning_callback)(void *user, const struct heddle_message *warning);
void heddle_set_warning(heddle_context *context, heddle_warning_callback callback, void *user);

/*
 * Ends what the context is doing soon, and everything that it is asked for later, until heddle_resume. May be
 * called by any thread, by callbacks and by signal handlers.
 */
void heddle_stop(heddle_context *context);
void heddle_resume(heddle_context *context);

/* --- networks --- */

typedef struct heddle_network heddle_network;

/* Reads an EXP network with all that it includes, or an AUT graph (.aut, .aut.gz, .aut.zst), which is a
 * network of one component; "-": EXP from standard input. */
heddle_network *heddle_network_open(heddle_context *context, const char *path);
/* NULL is allowed. */
void heddle_network_close(heddle_network *network);

uint32_t heddle_network_components(const heddle_network *network);
/* The name and the number of local states of a component; NULL and 0 when there is no such component. Texts
 * live as long as the network. */
const char *heddle_network_component(const heddle_network *network, uint32_t component);
uint64_t heddle_network_component_states(const heddle_network *network, uint32_t component);

/* --- exploration --- */

enum heddle_outcome {
    HEDDLE_COMPLETE = 0,
    HEDDLE_LIMITED,     /* heddle_set_limits */
    HEDDLE_MEMORY_FULL, /* heddle_set_memory */
    HEDDLE_STOPPED,     /* heddle_stop */
    HEDDLE_TIMED_OUT    /* heddle_set_timeout */
};

/* What a search counted: all there is when it is complete, at least that otherwise. */
struct heddle_counts {
    enum heddle_outcome outcome;
    uint64_t states;
    uint64_t transitions; /* as fired: two ways from a state to the same label and state are two */
    uint64_t deadlocks;   /* states without transitions */
    uint64_t levels;      /* of the breadth-first search, the initial state's included */
    double seconds;       /* of the search */
    char device[288];     /* that did it: "cpu", "cuda:0 (NVIDIA H200)" */
};

/* Generates the states of a network and counts them; they are not kept. 0 even when it could not complete
 * that, for counts->outcome says so (counts may be NULL); -1 when no search could begin. */
int heddle_explore(heddle_network *network, struct heddle_counts *counts);

/*
 * A state space: all states of a network and the transitions between them, with each (from, label, to) once.
 * States are numbered from 0, the initial state, by their distance from it, and among those of the same
 * distance by the tuples of their local states: the same numbers on any device and with any number of
 * threads.
 */
typedef struct heddle_space heddle_space;

/* Generates it. counts: NULL, or filled if a search began. NULL also when the search could not complete it,
 * and for more than 2^32 - 2 states. */
heddle_space *heddle_space_create(heddle_network *network, struct heddle_counts *counts);
/* NULL is allowed. */
void heddle_space_free(heddle_space *space);

uint64_t heddle_space_states(const heddle_space *space);
uint64_t heddle_space_transitions(const heddle_space *space);

/*
 * The callbacks: local states are one a component, in their order; a label is its text, "i" for the internal
 * action, at the same address wherever it occurs in the space. Both are valid during the callback, labels as
 * long as the space. Non-zero ends the visit, and is what the function returns then; otherwise that is 0.
 * They visit in the order of states, the transitions of a state by label, in the order of bytes, then target.
 */
typedef int (*heddle_state_callback)(void *user, uint64_t state, const uint32_t *local_states,
                                     uint32_t components);
typedef int (*heddle_transition_callback)(void *user, uint64_t from, const char *label, uint64_t to);
int heddle_space_visit_states(heddle_space *space, heddle_state_callback callback, void *user);
int heddle_space_visit_transitions(heddle_space *space, heddle_transition_callback callback, void *user);
/* Of one state alone; of no state beyond the last. */
int heddle_space_visit_successors(heddle_space *space, uint64_t state, heddle_transition_callback callback,
                                  void *user);
/* The local states of one state, into an array of as many as the network has components. -1: no such state.
 */
int heddle_space_local_states(heddle_space *space, uint64_t state, uint32_t *local_states);

/* Writes it: .aut, .aut.gz, .aut.zst or .dot. The file appears under its name only when it is complete. */
int heddle_space_write(heddle_space *space, const char *path);

/* --- properties --- */

/* A LABEL is an exact label; a regular expression in single quotes that the whole label matches; or an exact
 * label in double quotes. */
enum heddle_property_kind {
    HEDDLE_DEADLOCK_FREE = 0,        /* every reachable state has a transition; no text */
    HEDDLE_NEVER,                    /* LABEL: no reachable transition has it */
    HEDDLE_NO_LIVELOCK,              /* no reachable cycle is of internal actions alone; no text */
    HEDDLE_NO_STARVATION,            /* LABEL: no reachable cycle goes without it */
    HEDDLE_NO_FAIR_CYCLE,            /* LABEL,LABEL,..: no reachable cycle has all of them */
    HEDDLE_ALMOST_SURELY,            /* LABEL: some scheduler has it come with probability 1 */
    HEDDLE_ALMOST_SURELY_REPEATEDLY, /* LABEL: .. again and again */
    HEDDLE_MONITOR,                  /* an AUT file: no run leads it to a state with a transition ERROR */
    HEDDLE_FORMULA,     /* a formula of the modal mu-calculus (docs/properties.md), as CADP's MCL */
    HEDDLE_FORMULA_FILE /* a file with one: .mcf is read as mCRL2's, all else as CADP's */
};

struct heddle_property {
    enum heddle_property_kind kind;
    const char *text; /* as the kind says; NULL where it needs none */
};

enum heddle_verdict { HEDDLE_HOLDS = 0, HEDDLE_VIOLATED, HEDDLE_UNDECIDED };

#define HEDDLE_NO_LASSO UINT64_MAX

/* A path from the initial state. */
struct heddle_trace {
    uint64_t steps;
    uint64_t lasso; /* the state, 0 .. steps, to which it returns from its end; or HEDDLE_NO_LASSO */
    uint32_t components;
    const char *const *labels;    /* steps */
    const uint32_t *local_states; /* (steps + 1) * components */
};

/* Of one property; valid during the callback. */
struct heddle_result {
    uint32_t property; /* its index */
    enum heddle_verdict verdict;
    const char *name; /* "deadlock", "never overflow", .. */
    int vacuous;      /* it holds because no transition can have such a label */
    /* A shortest one that shows that the property is violated, or that a formula holds; NULL where there is
     * none: no single path may show it. */
    const struct heddle_trace *trace;
    const struct heddle_message
        *why; /* it is undecided, or there is no trace; NULL where that needs no reason */
};

typedef void (*heddle_result_callback)(void *user, const struct heddle_result *result);

/*
 * Checks properties of a network, as few searches as will do for all of them, and reports each by the
 * callback, in their order. 0, whatever the verdicts; -1 when nothing could be checked, one of the properties
 * being wrong, say: there was no callback then.
 */
int heddle_check(heddle_network *network, const struct heddle_property *properties, uint32_t count,
                 heddle_result_callback callback, void *user);

/*
 * For callbacks of heddle_check, with the very result that they are given, no copy: writes what shows the
 * verdict, a trace or a strategy, for `heddle verify` (.json), for other tools (.aut), or as a table (any
 * other name). -1 with HEDDLE_USAGE when there is nothing that can be written so; -1 for NULL.
 */
int heddle_result_write(const struct heddle_result *result, const char *path);

#if defined __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif
#endif
