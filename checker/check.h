#ifndef HEDDLE_CHECKER_CHECK_H
#define HEDDLE_CHECKER_CHECK_H

#include <stdint.h>

#include "base/error.h"
#include "checker/property.h"
#include "explorer/explore.h"
#include "explorer/trace.h"

struct backend;
struct evidence_subject;
struct network;
struct run;

enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNDECIDED };

struct check_options {
    struct explore_options explore; /* limits and layout; the rest is set by check_run */
    uint32_t words;                 /* of a state vector (explorer/model.h) */
    int keep_going;                 /* explore on when all is decided */
    int no_traces;                  /* lengths of traces alone; levels are kept for a certificate only */
    const char *certificate; /* file for the reachable states of searches whose properties hold; or NULL */
    const char *scheduler;   /* file for the evidence of the only property about schedulers; or NULL */
    int keep_races;          /* of these: rates count beside internal transitions, too */
    const struct evidence_subject *subject; /* for certificate and scheduler, and how patterns are read */
};

/* What one search counted: the shared one of properties without observer, or that of one monitor. */
struct check_search {
    enum explore_outcome outcome;
    int product; /* states are those of the product with a monitor */
    uint64_t states, transitions, deadlocks, levels;
    double seconds, table_load;
    char device[EXPLORE_DEVICE_TEXT];   /* the engine that did it; empty when it could not begin */
    int on_device;                      /* memory_peak and memory_limit are those of a GPU */
    uint64_t memory_peak, memory_limit; /* bytes of the engine's own side, and their budget */
    struct error fallback; /* why the CPU did what a GPU should have; code ERROR_NONE when nothing failed */
};

struct check_result {
    enum verdict verdict;
    uint32_t search; /* in which it was decided: index into searches; CHECK_NO_SEARCH when none was needed */
    uint64_t length; /* VIOLATED: steps of a shortest trace; of properties of cycles, of the lasso */
    uint64_t cycle_length; /* of these: steps of the cycle at its end; else 0 */
    int vacuous;           /* HOLDS because no transition of the network can have such a label */
    int has_trace;
    struct trace trace;
    struct error why; /* VIOLATED without a trace although one is wanted, or UNDECIDED by a search that could
                         not begin, or whose graph could not be made: why; else code ERROR_NONE */
};

#define CHECK_NO_SEARCH UINT32_MAX

struct check {
    struct check_result *results; /* one a property */
    struct check_search *searches;
    uint32_t property_count, search_count;
    int scheduled;                  /* evidence of a scheduler was written */
    struct error scheduler_error;   /* code ERROR_NONE: nothing went wrong with it */
    int certified;                  /* a certificate was written */
    struct error certificate_error; /* code ERROR_NONE: nothing went wrong with it */
};

/*
 * Checks the properties on the network: those without observer in one search, each monitor in one of its own
 * (in this order). A search ends when all its properties are decided; those of cycles and about schedulers
 * are decided at its end, on the graph of all states (checker/cycle.h, checker/check_schedulers.h). There are
 * no certificates for them. Reaching a limit leaves what is not violated undecided. A search that could not
 * even begin leaves its properties undecided, and their `why` says why. NULL with *error filled when nothing
 * could be checked: no memory for the properties, a certificate that cannot be made, or a pattern that cannot
 * be matched. check_free frees the result.
 */
struct check *check_run(const struct backend *backend, const struct network *network,
                        const struct property *properties, uint32_t property_count,
                        const struct check_options *options, const struct run *run, struct error *error);
void check_free(struct check *check, const struct run *run);

#endif
