#ifndef HEDDLE_TESTS_ORACLE_ORACLE_NUMBER_H
#define HEDDLE_TESTS_ORACLE_ORACLE_NUMBER_H

#include <stdint.h>

/*
 * Formulas with numbers of any size, straight from the definitions, for tests. Shares nothing with specs/: a
 * number is one of 128 bits in units of 1/NUMBER_UNIT, which all fractions here divide.
 *
 * A quantified number that is compared, with small offsets, with constants, with labels and with other
 * variables, takes one value of each region (Alur and Dill 1994): near each of those numbers all integer
 * distances that the offsets can tell apart, and as fractional parts theirs, and one between any two. A
 * *guarded* variable, as in exists x. <a(x)> F and forall x. [a(x)] F, takes the values that occur in labels:
 * others decide nothing.
 */
typedef __int128 number;

#define NUMBER_UNIT 144
#define NUMBER_OFFSET 1 /* most offset from a variable that is not guarded */
#define NUMBER_VARIABLES 6u
#define NUMBER_STATES 5u
#define NUMBER_EDGES 10u
#define NUMBER_ITEMS 8u
#define NUMBER_CRITICAL 64u

enum number_kind { NUMBER_PLAIN, NUMBER_LIST, NUMBER_SET, NUMBER_BAG };

/* A number, or a list, set (ascending, without doubles) or bag (the same) of numbers. */
struct number_value {
    enum number_kind kind;
    unsigned count; /* of item */
    number item[NUMBER_ITEMS];
    unsigned times[NUMBER_ITEMS]; /* BAG */
};

enum number_test_sort { NT_POS, NT_NAT, NT_INT, NT_REAL, NT_SORTS };

enum number_test_kind {
    /* terms */
    NT_CONSTANT,
    NT_VARIABLE,
    NT_ADD, /* numbers, sets, bags, lists */
    NT_SUBTRACT,
    NT_MULTIPLY, /* numbers; sets and bags: intersection */
    NT_DIV,
    NT_MOD,
    NT_MAX,
    NT_MIN,
    NT_ABS,
    NT_NEGATE,
    NT_SIZE,
    NT_HEAD,
    NT_COUNT,
    /* truth values */
    NT_EQUAL,
    NT_DIFFERENT,
    NT_LESS,
    NT_AT_MOST,
    NT_MORE,
    NT_AT_LEAST,
    NT_IN,
    /* truth values and formulas */
    NT_TRUE,
    NT_FALSE,
    NT_NOT,
    NT_AND,
    NT_OR,
    NT_IMPLIES,
    NT_FORALL, /* the variable `index`, of `sort`, in left */
    NT_EXISTS,
    /* formulas */
    NT_VALUE,
    NT_DIAMOND, /* the action, then left */
    NT_BOX,
    NT_MU, /* X(index: sort = constant) . left or <e> X(index + 1), `steps` times; then left alone */
    NT_NU, /* the same with `and` and [e] */
    NT_KINDS
};

struct number_action {
    int name;                     /* by number; the last one, e, has no argument */
    int is_after_all, is_negated; /* true* . a(..); !a(..) */
    const struct number_test *argument;
};

struct number_test {
    enum number_test_kind kind;
    enum number_test_sort sort;
    enum number_kind of; /* FORALL, EXISTS: what the variable is */
    int is_guarded;
    unsigned index, steps;
    struct number_value constant;
    struct number_action action;
    const struct number_test *left, *right;
};

struct number_lts {
    uint32_t states, edges;
    struct {
        uint32_t from, to;
        int name;
        struct number_value value; /* not of e */
    } edge[NUMBER_EDGES];
    int plain_name; /* the number of e */
    /* all constants of the formula, and all numbers of labels */
    number critical[NUMBER_CRITICAL];
    unsigned criticals;
};

/* Whether a number is of a sort. */
int number_is_of(number value, enum number_test_sort sort);
/* Sorts and joins the items of a set or bag. */
void number_normalise(struct number_value *value);
/* Whether the formula holds in state 0. At most two variables in scope are not guarded. */
int number_test_holds(const struct number_test *formula, const struct number_lts *lts);

#endif
