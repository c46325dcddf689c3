#ifndef HEDDLE_TESTS_ORACLE_ORACLE_DATA_H
#define HEDDLE_TESTS_ORACLE_ORACLE_DATA_H

#include <stdint.h>

/*
 * Formulas with data, straight from the definitions, for tests: a variable is given each value of its sort in
 * turn, and a fixpoint with a parameter is a function from values to sets of states, iterated as a whole.
 * Shares nothing with specs/. An infinite sort is replaced by its first values, as many as the caller says.
 */
enum data_test_sort { TEST_BOOL, TEST_ENUM, TEST_NAT, TEST_OPEN, TEST_LIST, TEST_SET, TEST_TREE, TEST_SORTS };

#define TEST_STATES 6u
#define TEST_EDGES 14u
#define TEST_DEPTH 24u /* most variables in scope, and most fixpoints */
#define TEST_VALUES 24 /* most values of a sort */

struct data_test_label {
    int action;                /* index of the action's name; -1: the internal action */
    int argument[2];           /* negative: a value of another sort, which no variable of this one takes */
    int other, other_argument; /* the second part, or -1 */
};

struct data_test_lts {
    uint32_t states, edges;
    struct {
        uint32_t from, to;
        struct data_test_label label;
    } edge[TEST_EDGES];
    int values[TEST_SORTS]; /* of each sort: 0, 1, .. */
};

enum data_test_kind {
    /* values of data */
    DT_CONSTANT, /* value */
    DT_VARIABLE, /* index of the variable, from the outermost */
    DT_ADD,      /* left + value */
    /* truth values */
    DT_EQUAL,
    DT_DIFFERENT,
    DT_LESS,
    DT_LEAST, /* left <= right */
    DT_TRUTH, /* a variable of sort Bool */
    /* formulas, actions and truth values */
    DT_TRUE,
    DT_FALSE,
    DT_NOT,
    DT_AND,
    DT_OR,
    DT_IMPLIES,
    DT_FORALL, /* sort; the variable has index `index` */
    DT_EXISTS,
    DT_VALUE, /* val(left) */
    /* formulas */
    DT_DIAMOND, /* <left> right */
    DT_BOX,
    DT_MU, /* parameter of `sort`, unless `value` is 0; its index is `index`; number of the fixpoint:
              `action`; left: the initial value, right: the body */
    DT_NU,
    DT_CALL, /* fixpoint `action`, with argument left */
    /* actions */
    DT_LABEL, /* action, with arguments left and right, and another part `other` with argument third */
    /* regular expressions */
    DT_ACTION,
    DT_STAR,
    DT_THEN
};

struct data_test {
    enum data_test_kind kind;
    enum data_test_sort sort;
    int value, index, action, other;
    const char *name; /* of a variable, where it is bound or occurs */
    const struct data_test *left, *right, *third;
};

/* Whether the formula holds in state 0. */
int data_test_holds(const struct data_test *formula, const struct data_test_lts *lts);

#endif
