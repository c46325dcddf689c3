#ifndef HEDDLE_TESTS_RANDOM_RANDOM_NUMBER_H
#define HEDDLE_TESTS_RANDOM_RANDOM_NUMBER_H

#include "tests/oracle/oracle_number.h"

/*
 * Random formulas with numbers near powers of 2, up to 2^100, of both signs, alone and in lists, sets and
 * bags; and small graphs with such numbers in their labels: actions n(Number), l(List), s(Set), b(Bag) and e.
 * Constants are often written as terms, in labels, too.
 */
#define RANDOM_NUMBER_NODES 300u
#define RANDOM_NUMBER_TEXT 32768u

struct random_number_formula {
    struct number_lts lts;
    struct number_test node[RANDOM_NUMBER_NODES];
    unsigned nodes;
    const struct number_test *formula;
    char text[RANDOM_NUMBER_TEXT]; /* in mCRL2's dialect */
    char aut[8192];
    int kinds[NT_KINDS];
    int is_large; /* some number is beyond 64 bits */
};

void random_number_formula_make(struct random_number_formula *made, uint64_t *random);

#endif
