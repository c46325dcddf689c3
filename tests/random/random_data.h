#ifndef HEDDLE_TESTS_RANDOM_RANDOM_DATA_H
#define HEDDLE_TESTS_RANDOM_RANDOM_DATA_H

#include <stddef.h>

#include "tests/oracle/oracle_data.h"

/*
 * Random formulas with data, and small graphs with data in their labels: actions a(Enum), b(Nat), c(Bool,
 * Enum), u(Open), e, l(List), s(Set), t(Tree), and a(..)|b(..). Enum is declared, of three values; Open is
 * declared nowhere; the others have infinitely many values, in which there are numbers. Some labels have
 * values of other sorts than these.
 */
#define RANDOM_DATA_NODES 400u
#define RANDOM_DATA_TEXT 16384u

struct random_data_formula {
    struct data_test_lts lts;
    struct data_test node[RANDOM_DATA_NODES];
    unsigned nodes;
    const struct data_test *formula;
    char text[RANDOM_DATA_TEXT]; /* in mCRL2's dialect, with a sort section */
    char aut[2048];
    int adds;    /* it has arithmetic */
    int foreign; /* some label has a value of another sort */
    int kinds[DT_THEN + 1];
};

void random_data_formula_make(struct random_data_formula *made, uint64_t *random);

#endif
