#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_CERTIFICATE_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_CERTIFICATE_INTERNAL_H

#include <stdint.h>

#include "base/records.h"
#include "base/scope.h"
#include "checker/verify/verify_internal.h"
#include "specs/ltl/ltl_alternating.h"

/* The proof that no run violates a formula of linear time (verify_runs.c). */
struct runs_proof {
    const struct property *property;
    const struct evidence_runs *claim;
    const struct ltl_tree *tree;
    struct ltl_atom *atoms;
    uint64_t initial;    /* set of obligations: the negated formula */
    uint64_t end;        /* atoms that hold where a run has ended */
    uint64_t words;      /* of a set of conditions */
    uint64_t *processes; /* by component: the conditions about it */
    uint32_t lacks;      /* the greatest one */
    struct index sets;   /* of the claim */
};

/* A check of a certificate. With a monitor, the last number of a tuple is the monitor's state; with a proof
 * about runs, the last numbers are those that the proof explains. */
struct closure {
    struct verifier *verifier;
    const monitor *monitor;   /* or NULL */
    struct runs_proof *proof; /* or NULL */
    uint32_t components, fields;
    struct records set;
    uint32_t *forbidden; /* for each label of the walker: a property that it violates, NONE or FAILED */
    uint64_t cursor;     /* the next states to check */
    uint64_t wrong;      /* the first state that is known to fail, or for which memory ran out */
};

/* What a label of the walker means. A walker gives equal labels equal numbers and pointers. */
struct label_meaning {
    const char *label;
    uint32_t forbidden;
    uint32_t monitor_label; /* LABEL_NONE: the monitor stays where it is */
    uint64_t atoms;         /* of a proof about runs: those that match it */
    uint64_t *conditions;   /* .. and the conditions about sets of labels that have it */
};

/* A thread's part of the check. */
struct checker {
    struct closure *closure;
    struct verifier verifier; /* with a walker, verification and error of its own */
    struct verification verification;
    struct error error;
    struct scope scope;             /* of the arrays */
    struct label_meaning *meanings; /* sorted by pointer */
    uint32_t meaning_count;
    uint32_t *state, *target; /* with room for another tuple after it */
    uint64_t *record;
    struct ltl_alternating automaton;            /* of a proof about runs */
    uint64_t *possible, *taken;                  /* .. conditions, in the state and on a transition */
    const struct walker_transition *transitions; /* .. those of the state */
    uint64_t transition_count;
    uint64_t at; /* the state that is being checked; in the end the one that failed */
    int holds;   /* 1, 0 or -1 */
    int tells;   /* it reports progress */
};

/* The meaning of a label of the walker. */
const struct label_meaning *closure_meaning(const struct checker *checker, const char *label);

/* Prepares the proof that the evidence has, for a walker. 1, 0 or -1; runs_close in any case. */
int runs_open(struct runs_proof *proof, struct verifier *verifier);
void runs_close(struct runs_proof *proof, const struct verifier *verifier);
/* Prepares a checker, whose labels have their meanings. 0, or -1 with checker->error filled; runs_end in any
 * case. */
int runs_begin(struct checker *checker);
void runs_end(struct checker *checker);
/* Whether the last numbers of a tuple are in range. */
int runs_in_range(struct verifier *verifier, const struct runs_proof *proof, const uint32_t *numbers);
/* The widths of these numbers. */
void runs_widths(const struct runs_proof *proof, uint8_t *width);
/* Sets the set of obligations with which runs begin. Returns whether the claim has it. */
int runs_initial(const struct runs_proof *proof, uint32_t *numbers);
/* Finds the first tuple with this state and set of obligations, and its numbers. Returns whether there is
 * one. After the tuple is room for another one. record: scratch. */
int runs_find(const struct closure *closure, uint32_t *tuple, uint64_t *record);
/* Whether the edges from checker->state, whose transitions are there, are as the proof says: 1, 0 or -1. */
int runs_check(struct checker *checker);

/* Adds the states of a tuple to the reason. */
void closure_say(struct verifier *verifier, const struct closure *closure, const uint32_t *tuple);
/* Whether each number of the tuple is a state of its process; else the reason says which is not. */
int closure_in_range(struct verifier *verifier, const struct closure *closure, const uint32_t *tuple);
/* Opens the set: of a packed certificate with the widths that the file gives, else with as many bits for a
 * number as the states of its process need. 0, or -1 with the verifier's error filled; records_free in any
 * case. */
int closure_open(struct closure *closure);
/* Reads all states, in ascending order in the end; tuple and record: scratch. 1; 0: a state is out of range;
 * -1: error. */
int closure_load(struct closure *closure, uint32_t *tuple, uint64_t *record);

#endif
