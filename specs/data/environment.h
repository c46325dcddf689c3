#ifndef HEDDLE_SPECS_DATA_ENVIRONMENT_H
#define HEDDLE_SPECS_DATA_ENVIRONMENT_H

#include "base/arena.h"
#include "specs/data/declarations.h"
#include "specs/data/sort_class.h"

struct run;

/* A constant or constructor of a label: its terms are values. */
struct known_symbol {
    const char *name;
    uint32_t arity;
};

/* Variables and their values, the innermost first; or a fixpoint, whose body stands inside. */
struct binding {
    const struct data_variable *variable; /* NULL: a fixpoint */
    const struct formula *binder;         /* of a fixpoint */
    uint32_t value;
    const struct binding *outer;
};

/* What expressions are evaluated with, and why the last one is unknown. */
struct evaluation {
    struct values *values;
    struct sort_classes *classes;
    const struct declarations *declarations;
    struct known_symbol *symbol;
    uint64_t symbols, symbol_capacity;
    struct index by_symbol;
    const struct run *run;
    uint64_t steps; /* left */
    unsigned depth;
    int failed;     /* memory ran out */
    int no_domains; /* the values of sorts are not known yet: quantifiers are unknown */
    char reason[200];
    struct formula_position where; /* of the expression with that reason */
};

/* --- symbols --- */
int evaluation_add_symbol(struct evaluation *evaluation, const char *name, uint32_t arity);
int evaluation_knows_symbol(const struct evaluation *evaluation, const char *name, uint32_t arity);

/* --- domains --- */

/* A variable ranges over `count` values. */
struct domain {
    uint64_t count; /* of the values of the class `known` */
    uint32_t known;
    uint32_t class;   /* of the variable */
    int is_mixed;     /* not all of these values need be of the variable's sort */
    int has_fresh;    /* and over a fresh value .. */
    int is_uncertain; /* .. which there may be or not */
    int is_partial;   /* and over others, which are not known */
};

/* A quantified variable takes one value of its domain after another, known ones first. */
struct quantified {
    struct evaluation *evaluation;
    struct domain domain;
    struct binding binding; /* the variable with its current value, inside the bindings around it */
    uint64_t next, count;
    int is_uncertain; /* the current value may not exist */
};
struct quantified quantified_begin(struct evaluation *evaluation, const struct data_variable *variable,
                                   const struct binding *bindings);
/* Takes the next value. Returns 1; 0 if there is no other; -1 if memory runs out. */
int quantified_next(struct quantified *quantified);

/* --- names for several sorts (overload.c) --- */

/* Whether a value is of a sort: TRUE_VALUE, FALSE_VALUE or UNKNOWN. */
uint32_t evaluation_fits(const struct evaluation *evaluation, const struct data_sort *sort, uint32_t value);
/* The first of the declarations from `first` on whose parameters the arguments may be; DECLARATIONS_END if
 * there is none. *is_clear: no other one may be meant. */
uint32_t evaluation_choose(const struct evaluation *evaluation, uint32_t first, const uint32_t *argument,
                           int *is_clear);

/* --- evaluating --- */

/* The value of an expression, UNKNOWN with the reason set if it cannot be computed exactly. When memory runs
 * out, evaluation->failed is set and UNKNOWN returned. */
uint32_t evaluate_data(struct evaluation *evaluation, const struct data *data,
                       const struct binding *bindings);
/* TRUE_VALUE, FALSE_VALUE or UNKNOWN: whether two values are equal. */
uint32_t evaluate_equal(struct evaluation *evaluation, uint32_t a, uint32_t b);
/* The value of a mapping, by its equations (rewrite.c). is_overloaded: its name has other declarations. */
uint32_t evaluate_mapping(struct evaluation *evaluation, const struct data *data, const uint32_t *argument,
                          int is_overloaded);
uint32_t evaluate_unknown(struct evaluation *evaluation, struct formula_position where, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));
/* The kinds of built-in operators by their sorts. */
enum operator_sorts {
    SORTS_OTHER,
    SORTS_TRUTH,   /* truth values alone */
    SORTS_EQUAL,   /* two of one sort to a truth value */
    SORTS_ORDER,   /* the same, of numbers */
    SORTS_COMPUTE, /* of one sort, numbers or sets */
    SORTS_MEMBER,
    SORTS_CONS,
    SORTS_SNOC,
    SORTS_LIST, /* of one sort: lists */
    SORTS_SIZE,
    SORTS_AT,
    SORTS_HEAD,
    SORTS_IF
};
/* The sorts of a built-in operator, of its name and number of arguments; OTHER: there is none. */
enum operator_sorts evaluate_operator_sorts(const struct data *data);
static inline int evaluate_is_operator(const struct data *data) {
    return evaluate_operator_sorts(data) != SORTS_OTHER;
}
/* A built-in operator on known values (operators.c); VALUE_NONE if no operator has this name and arity. */
uint32_t evaluate_operator(struct evaluation *evaluation, const struct data *data, uint32_t *argument);

#endif
