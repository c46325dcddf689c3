#ifndef HEDDLE_CHECKER_CHECK_H
#define HEDDLE_CHECKER_CHECK_H

#include <stdint.h>

#include "base/error.h"
#include "checker/property/property.h"
#include "explorer/search/explore.h"
#include "explorer/trace/trace.h"
#include "parity/solve.h"

struct backend;
struct check_game_evidence;
struct evidence_subject;
struct strategy;
struct network;
struct run;
struct semantics;

enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNDECIDED };

struct check_options {
    struct explore_options explore; /* limits and layout; the rest is set by check_run */
    uint32_t words;                 /* of a state vector (explorer/model/model.h) */
    int keep_going;                 /* explore on when all is decided */
    int no_traces;                  /* lengths of traces alone; levels are kept for a certificate only */
    const char *certificate; /* file for the reachable states of searches whose properties hold; or NULL */
    const char *scheduler;   /* file for the evidence of the only property about schedulers; or NULL */
    int keep_races;          /* of these: rates count beside internal transitions, too */
    const struct evidence_subject *subject; /* for certificate and scheduler, and how patterns are read */
    int witnesses;               /* traces of formulas that hold because something is reached, too */
    int strategies;              /* evidence of formulas whose games say that they hold, too */
    int games;                   /* formulas are games even where a search could decide them */
    struct solve_options solve;  /* of these */
    const char *write_game;      /* file for the game of the only formula, which is made one then; or NULL */
    struct semantics *semantics; /* that evidence of games is made with; NULL: none is made .. */
    const struct error *no_semantics; /* .. for this reason, where some is wanted; or NULL */
};

/* What one search counted: the shared one of properties without observer, or that of a monitor, a part of a
 * formula, or a game. */
struct check_search {
    enum explore_outcome outcome;
    int product; /* states are those of the product with an observer */
    uint64_t states, transitions, deadlocks, levels;
    double seconds, table_load;
    char device[EXPLORE_DEVICE_TEXT];   /* the engine that did it; empty when it could not begin */
    int on_device;                      /* memory_peak and memory_limit are those of a GPU */
    uint64_t memory_peak, memory_limit; /* bytes of the engine's own side, and their budget */
    struct error fallback; /* why the CPU did what a GPU should have; code ERROR_NONE when nothing failed */
};

/* What the verdict on a formula rests on. */
enum check_grounds {
    GROUNDS_REACHED, /* something that is reached: a trace leads there, and shows the verdict */
    GROUNDS_ABSENT,  /* something that is not reached: no trace shows that */
    GROUNDS_SEVERAL, /* several of these together */
    GROUNDS_LABELS,  /* no label is one that it needs: there was nothing to search */
    GROUNDS_TRIVIAL, /* its form alone: the same */
    GROUNDS_GAME     /* a parity game */
};

/* The game that decided a formula. */
struct check_game {
    uint64_t vertices, edges; /* 0: there was none */
    uint32_t priorities, alternation_depth;
    const char *solver, *engine;
    uint64_t lifts;                         /* of small progress measures */
    double generate_seconds, solve_seconds; /* after the search */
    int written;                            /* to options.write_game */
    struct error write_error;               /* code ERROR_NONE: nothing went wrong with that */
};

struct check_result {
    enum verdict verdict;
    uint32_t search; /* in which it was decided: index into searches; CHECK_NO_SEARCH when none was needed */
    uint64_t length; /* VIOLATED: steps of a shortest trace; of properties of cycles, of the lasso; of
                        formulas where GROUNDS_REACHED, whatever the verdict */
    uint64_t cycle_length;      /* of these: steps of the cycle at its end; else 0 */
    int vacuous;                /* HOLDS because no transition of the network can have such a label */
    enum check_grounds grounds; /* of a formula that is decided */
    struct check_game game;     /* of a formula */
    int certified;              /* HOLDS: the certificate has it */
    int has_trace;              /* of what HOLDS: a witness */
    struct trace trace;
    struct check_game_evidence *evidence; /* of what a game decided; or NULL. The trace is its then */
    struct error why; /* VIOLATED without a trace although one is wanted, or UNDECIDED by a search that could
                         not begin, or whose graph could not be made: why; else code ERROR_NONE */
};

#define CHECK_NO_SEARCH UINT32_MAX

struct check {
    struct check_result *results; /* one a property */
    struct check_search *searches;
    uint32_t property_count, search_count, search_capacity;
    int scheduled;                  /* evidence of a scheduler was written */
    struct error scheduler_error;   /* code ERROR_NONE: nothing went wrong with it */
    int certified;                  /* a certificate was written */
    struct error certificate_error; /* code ERROR_NONE: nothing went wrong with it */
};

/*
 * Plans how searches decide the formulas among the properties; before check_run, for which a formula without
 * a plan is a game. 1 when one of them needs a game, 0 when none does, or -1 with *error filled:
 * ERROR_MEMORY.
 */
int check_plan_formulas(struct property *properties, uint32_t count, struct error *error);
/*
 * Checks the properties on the network: those without observer in one search, each monitor in one of its own
 * (in this order). Formulas of a recognised shape (specs/automata/formula_observer.h) are decided by what
 * searches reach, in the shared one where that is a deadlock or a label, else in one of its own, unless the
 * verdict is clear without it; all others by parity games. A search ends when all its properties are decided;
 * those of cycles and about schedulers are decided at its end, on the graph of all states
 * (decompose/cycles/cycle.h, checker/check_schedulers.h). There are no certificates for them. Reaching a
 * limit leaves what is not violated undecided. A search that could not even begin leaves its properties
 * undecided, and their `why` says why. NULL with *error filled when nothing could be checked: no memory for
 * the properties, a certificate that cannot be made, or a pattern that cannot be matched. check_free frees
 * the result.
 */
struct check *check_run(const struct backend *backend, const struct network *network,
                        const struct property *properties, uint32_t property_count,
                        const struct check_options *options, const struct run *run, struct error *error);
void check_free(struct check *check, const struct run *run);
/* What checker/evidence/formula_evidence.h writes. */
const struct strategy *check_formula_strategy(const struct check_game_evidence *evidence);

#endif
