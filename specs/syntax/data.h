#ifndef HEDDLE_SPECS_SYNTAX_DATA_H
#define HEDDLE_SPECS_SYNTAX_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "base/index.h"
#include "specs/syntax/formula.h"

/*
 * Data in formulas as mCRL2 has them: expressions, sorts and declarations, as they were written. They are
 * owned by the formula_text in whose memory they were made. Names are interned there: equal names have equal
 * pointers.
 */
enum data_kind {
    DATA_NAME,   /* a variable, a constant, true or false */
    DATA_NUMBER, /* a natural number */
    DATA_APPLY,  /* a function or an operator, by its name ("+", "==", "if") */
    DATA_LIST,   /* [a, b] */
    DATA_SET,    /* {a, b} */
    DATA_BAG,    /* {a: 1, b: n}: each element, and how often it is in the bag */
    DATA_FORALL,
    DATA_EXISTS,
    DATA_COMPREHENSION, /* {d: D | body}: one variable */
    DATA_WHERE,         /* body whr x = .. end: variables with values, without sorts */
    DATA_OPAQUE         /* what is read, but cannot be computed: a function as a value */
};

struct data {
    enum data_kind kind;
    struct formula_position where;
    const char *name; /* NAME, APPLY; NUMBER: its digits if it is no int64_t, or NULL; OPAQUE: what it is, for
                         messages */
    int64_t number;   /* NUMBER, unless it has a name */
    const struct data *const
        *child; /* APPLY: arguments; LIST, SET, BAG: elements; with variables: the body; OPAQUE: its parts */
    uint32_t children;
    uint32_t depth; /* of expressions, and of their variables, inside each other: functions recurse so deep */
    const struct bound_variables *variables; /* FORALL, EXISTS, COMPREHENSION, WHERE, lambda; or NULL */
};

enum sort_kind {
    SORT_NAME,   /* Bool, Pos, Nat, Int, Real, or a declared or unknown one */
    SORT_LIST,   /* List(element) */
    SORT_SET,    /* Set(element), FSet(element) */
    SORT_BAG,    /* Bag(element), FBag(element) */
    SORT_STRUCT, /* struct a(x: S)?is_a | b */
    SORT_OPAQUE  /* S -> T: nothing is known of its values */
};

struct data_sort {
    enum sort_kind kind;
    struct formula_position where;
    const char *name;                      /* NAME */
    const struct data_sort *element;       /* LIST, SET, BAG; or NULL */
    const struct data_symbol *constructor; /* STRUCT */
    uint32_t constructors;
};

/* An action, a mapping or a constructor. */
struct data_symbol {
    struct formula_position where;
    const char *name;
    const struct data_sort *const *parameter;
    const char *const *projection; /* constructors of a struct: by parameter, or NULL */
    uint32_t parameters;
    const struct data_sort *result; /* NULL: of an action */
    const char *recogniser;         /* constructors of a struct: or NULL */
};

/* Of a quantifier, a fixpoint, an equation or `whr`. */
struct bound_variable {
    struct formula_position where;
    const char *name;
    const struct data_sort *sort; /* NULL: of `whr` */
    const struct data *value;     /* of a fixpoint's parameter: the initial value; of `whr` */
};

struct bound_variables {
    const struct bound_variable *variable;
    uint32_t count;
};

/* condition -> left = right */
struct data_equation {
    const struct data *condition, *left, *right; /* condition: NULL if there is none */
    const struct bound_variables *variables;
};

/* sort NAME = sort; the sort is NULL in `sort NAME;`. */
struct data_definition {
    struct formula_position where;
    const char *name;
    const struct data_sort *sort;
};

/* The sections before and after `form`. */
struct data_sections {
    struct data_definition *definition;
    struct data_symbol *action, *constructor, *mapping;
    struct data_equation *equation;
    uint64_t definitions, actions, constructors, mappings, equations;
    uint64_t definition_capacity, action_capacity, constructor_capacity, mapping_capacity, equation_capacity;
    struct index by_name; /* definitions, when they were checked */
};

/* One of the parts of an action with data: name(arguments). */
struct action_part {
    const char *name;
    const struct data *const *argument;
    uint32_t arguments;
};

/* Where a text of data is wrong, and why. */
struct data_failure {
    struct formula_position where;
    char text[160];
    int no_memory;
    int is_too_deep; /* it may be data, but is nested too deep to be read */
};

/*
 * What a node of a formula or an action has of data: the variables of a quantifier or a fixpoint, the
 * expression of val(..), the arguments of a fixpoint variable, the parts of an action.
 */
struct formula_data {
    const struct bound_variables *variables;
    const struct data *const *argument; /* val: one */
    uint32_t arguments;
    const struct action_part *part;
    uint32_t parts;
    const struct data_failure *failure; /* why the arguments are no data, or NULL */
};

/* A text that is part of a larger one, and where it begins there. */
struct data_source {
    const char *text;
    size_t length;
    struct formula_position where;
};

/* The most depth of an expression. */
#define DATA_MOST_DEPTH 500u

/* Parse texts of data (data_parse.c, data_sections.c). All return 0, or -1 with *failure filled. */
int data_parse_expression(formula_text *text, struct data_source source, const struct data **data,
                          struct data_failure *failure);
/* name(a, b): the arguments. */
int data_parse_arguments(formula_text *text, struct data_source source, struct action_part *part,
                         struct data_failure *failure);
/* d, e: D, n: Nat = 0 (with_values: as a fixpoint has them). */
int data_parse_variables(formula_text *text, struct data_source source, int with_values,
                         const struct bound_variables **variables, struct data_failure *failure);
/* sort, cons, map, var, eqn and act sections, as many as there are. */
int data_parse_sections(formula_text *text, struct data_source source, struct data_sections *sections,
                        struct data_failure *failure);

/* --- sorts (data_check.c) --- */

/* Each sort of numbers is part of the next one. */
enum number_sort { NUMBER_NONE, NUMBER_POS, NUMBER_NAT, NUMBER_INT, NUMBER_REAL };

/* Refuses what is wrong for certain: sorts or functions that are declared twice, sorts that stand for
 * themselves, literals of other sorts in equations. Returns 0, or -1 with *failure filled. */
int data_check_sections(const formula_text *text, struct data_sections *sections,
                        struct data_failure *failure);
#define DATA_MISFIT "this value is not of the sort that is declared for it"
/* A literal in an expression that is no value of the sort for certain; or NULL. sections: or NULL. */
const struct data *data_misfit(const struct data_sections *sections, const struct data_sort *sort,
                               const struct data *data);
/* The same of the arguments of an action that is declared. */
const struct data *data_misfit_action(const struct data_sections *sections, const struct action_part *part);
/* Of sections that were checked, or NULL: what a sort is a name of, as far as it is one of another name's:
 * `sort A = B` makes A the sort B. */
const struct data_sort *data_sort_resolve(const struct data_sections *sections, const struct data_sort *sort);
const struct data_definition *data_sort_definition(const struct data_sections *sections, const char *name);
/* Which sort of numbers a sort, which was resolved, is. */
enum number_sort data_sort_number(const struct data_sort *sort);
/* Whether all values of a sort, which was resolved and is no number, list or set, are made by constructors
 * that are known: a struct, Bool, or a sort with a `cons` section. */
int data_sort_has_constructors(const struct data_sections *sections, const struct data_sort *sort);
/* Whether a sort, which was resolved, is a name of which nothing is declared. */
int data_sort_is_undeclared(const struct data_sections *sections, const struct data_sort *sort);

#endif
