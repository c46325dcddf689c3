#ifndef HEDDLE_TESTS_ORACLE_ORACLE_CTL_H
#define HEDDLE_TESTS_ORACLE_ORACLE_CTL_H

#include <stdint.h>

#include "tests/oracle/oracle_formula.h"

/*
 * Formulas of CTL, and where they hold by definition: in a graph in which each state without transitions got
 * one that leads back to it, by sets of states. Only E X, E U and E R are computed; A is the opposite of E of
 * the opposite. Shares nothing with specs/.
 */
enum oracle_ctl_kind {
    CTL_TRUE,
    CTL_FALSE,
    CTL_DEADLOCK,
    CTL_PREDICATE,
    CTL_NOT,
    CTL_AND,
    CTL_OR,
    CTL_IMPLIES,
    CTL_EQUIVALENT,
    CTL_XOR,
    CTL_DIAMOND, /* <a> f: some transition of the model, that a matches, leads to f */
    CTL_BOX,
    CTL_NEXT,
    CTL_FINALLY,
    CTL_GLOBALLY,
    CTL_UNTIL,
    CTL_WEAK_UNTIL,
    CTL_RELEASE,
    CTL_STRONG_RELEASE
};

struct oracle_ctl {
    enum oracle_ctl_kind kind;
    int on_all; /* from NEXT on: A, not E */
    /* DIAMOND, BOX: which labels; NULL: all of them. */
    const char *label;
    int is_negated; /* all others */
    /* PREDICATE: component `variable` compared by = < or > with a local state. */
    uint32_t variable, value;
    char comparison;
    const struct oracle_ctl *left, *right;
};

/* A graph whose states are tuples of so many components. */
struct oracle_ctl_graph {
    struct oracle_lts lts;
    const uint32_t *tuples;
    uint32_t width;
};

/* holds[s]: 1 where the formula holds in s, else 0. */
void oracle_ctl_evaluate(const struct oracle_ctl *formula, const struct oracle_ctl_graph *graph,
                         uint8_t *holds);

#endif
