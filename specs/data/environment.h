#ifndef HEDDLE_SPECS_DATA_ENVIRONMENT_H
#define HEDDLE_SPECS_DATA_ENVIRONMENT_H

#include "base/arena.h"
#include "specs/data/sort_class.h"

struct run;

/* A constant of a label or a constructor that is declared: its terms are values. */
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
    const struct data_sections *sections; /* or NULL */
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
    const uint32_t *value; /* of its class */
    uint64_t count;        /* of them */
    int64_t least;         /* numbers below it do not belong to the variable's sort */
    uint32_t class;
    int has_fresh;    /* and over a fresh value .. */
    int is_uncertain; /* .. which there may be or not */
    int is_partial;   /* and over others, which are not known */
};
struct domain evaluation_domain(const struct evaluation *evaluation, const struct data_variable *variable);
/* The number of values and fresh values that are to be tried: the number `which` of them, or VALUE_NONE when
 * memory runs out, or UNKNOWN for one that the sort does not have. */
uint32_t evaluation_candidate(struct evaluation *evaluation, const struct domain *domain,
                              const struct binding *bindings, uint64_t which);
uint64_t evaluation_candidates(const struct evaluation *evaluation, const struct domain *domain,
                               const struct binding *bindings);

/* --- evaluating --- */

/* The value of an expression, UNKNOWN with the reason set if it cannot be computed exactly. When memory runs
 * out, evaluation->failed is set and UNKNOWN returned. */
uint32_t evaluate_data(struct evaluation *evaluation, const struct data *data,
                       const struct binding *bindings);
/* TRUE_VALUE, FALSE_VALUE or UNKNOWN: whether two values are equal. */
uint32_t evaluate_equal(struct evaluation *evaluation, uint32_t a, uint32_t b);
uint32_t evaluate_unknown(struct evaluation *evaluation, struct formula_position where, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));
/* A built-in operator on known values (operators.c); VALUE_NONE if there is none of this name and arity. */
uint32_t evaluate_operator(struct evaluation *evaluation, const struct data *data, uint32_t *argument);

#endif
