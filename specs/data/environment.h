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
    const struct bound_variable *variable; /* NULL: a fixpoint */
    const struct formula *binder;          /* of a fixpoint */
    uint32_t value;
    const struct binding *outer;
};

/* The region of fresh values that are no numbers. */
#define REGION_OTHER UINT32_MAX

#define PARTS_BETWEEN_STEPS 4096u /* parts of values that are looked at without a step */

/* Whether a value is of a sort: the interned name of a sort, or a struct data_sort. */
struct sort_fit {
    const void *sort;
    uint32_t value, fits;
};

/* What expressions are evaluated with, and why the last one is unknown. */
struct evaluation {
    struct values *values;
    struct sort_classes *classes;
    const struct declarations *declarations;
    struct known_symbol *symbol;
    uint64_t symbols, symbol_capacity;
    struct index by_symbol;
    GROWING(struct sort_fit) fit; /* what evaluation_fits found */
    struct index by_fit;
    const struct run *run;
    uint64_t steps; /* left */
    unsigned depth;
    int failed;     /* memory ran out */
    int in_label;   /* a label is read: mappings without equations are constructors */
    int no_domains; /* the values of sorts are not known yet: quantifiers are unknown */
    char reason[200];
    struct formula_position where; /* of the expression with that reason */
};

/* --- symbols --- */
int evaluation_add_symbol(struct evaluation *evaluation, const char *name, uint32_t arity);
int evaluation_knows_symbol(const struct evaluation *evaluation, const char *name, uint32_t arity);

/* --- domains --- */

/* A variable ranges over `count` values, and over fresh ones of its regions. */
struct domain {
    uint64_t count;  /* of the values of the class `known` */
    uint64_t others; /* of the values of `class` that are tried, too */
    uint32_t known;
    uint32_t class;   /* of the variable */
    uint32_t regions; /* 0: the sort is finite */
    int is_number;
    enum number_sort number_sort;
    int is_uncertain; /* there may be fresh values or not */
};

/* A quantified variable takes one value of its domain after another, known ones first. */
struct quantified {
    struct evaluation *evaluation;
    struct domain domain;
    struct binding binding; /* the variable with its current value, inside the bindings around it */
    uint64_t next;          /* known value */
    uint32_t region, fresh;
    int is_uncertain; /* the current value may not exist */
};
struct quantified quantified_begin(struct evaluation *evaluation, const struct bound_variable *variable,
                                   const struct binding *bindings);
/* Takes the next value. Returns 1; 0 if there is no other; -1 if memory runs out. */
int quantified_next(struct quantified *quantified);

/* --- values and sorts (overload.c) --- */

/* Whether a value is of a sort, in all its parts: TRUE_VALUE, FALSE_VALUE or UNKNOWN. */
uint32_t evaluation_fits(struct evaluation *evaluation, const struct data_sort *sort, uint32_t value);
/* The first of the declarations from `first` on whose parameters the arguments may be; DECLARATIONS_END if
 * there is none. *is_clear: no other one may be meant. */
uint32_t evaluation_choose(struct evaluation *evaluation, uint32_t first, const uint32_t *argument,
                           int *is_clear);

/* --- evaluating --- */

/* Counts a step, and as more steps what values were looked at since the last one. 0; or -1 if none is left,
 * or the run must stop: then no step is left. */
int evaluation_step(struct evaluation *evaluation);
/* The same inside of a step, for loops over the parts of values. */
static inline int evaluation_part(struct evaluation *evaluation) {
    return evaluation->steps > 0 && ++evaluation->values->work < PARTS_BETWEEN_STEPS
               ? 0
               : evaluation_step(evaluation);
}

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
    SORTS_ORDER,   /* the same, by order */
    SORTS_COMPUTE, /* of one sort: numbers, sets or bags */
    SORTS_MEMBER,
    SORTS_COUNT,
    SORTS_CONVERT, /* a set to a bag, or back */
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
/* The same of a name. */
enum operator_sorts evaluate_sorts_of(const char *name, size_t length, uint32_t arity);
/* A built-in operator on known values (operators.c); VALUE_NONE if no operator has this name and arity. */
uint32_t evaluate_operator(struct evaluation *evaluation, const struct data *data, uint32_t *argument);
/* The same of numbers, and of fresh values that stand for numbers (operators_number.c). */
uint32_t evaluate_arithmetic(struct evaluation *evaluation, const struct data *data,
                             const uint32_t *argument);
/* The sort that a conversion such as Int2Nat gives; NUMBER_NONE if the name is no conversion. */
enum number_sort evaluate_conversion(const char *name, size_t length);
int evaluate_number_is_of(const struct values *values, uint32_t value, enum number_sort sort);
/* The same of sets and bags (operators_set.c). */
uint32_t evaluate_set_operator(struct evaluation *evaluation, const struct data *data,
                               const uint32_t *argument);
/* Whether a < b, and whether a is b or less, as mCRL2 orders values (order.c): TRUE_VALUE, FALSE_VALUE or
 * UNKNOWN. */
uint32_t evaluate_less(struct evaluation *evaluation, uint32_t a, uint32_t b);
uint32_t evaluate_at_most(struct evaluation *evaluation, uint32_t a, uint32_t b);
/* Whether a set or list has an element; how often a bag has it, a number or UNKNOWN. */
uint32_t evaluate_is_member(struct evaluation *evaluation, uint32_t element, uint32_t of);
uint32_t evaluate_count(struct evaluation *evaluation, uint32_t element, uint32_t bag);
/* The bag of elements, each followed by how often it is added; UNKNOWN if not all is known. */
uint32_t evaluate_bag(struct evaluation *evaluation, const uint32_t *pair, uint32_t pairs);
/* Whether each element of a set is in another one; whether a bag has each as often. */
uint32_t evaluate_included(struct evaluation *evaluation, uint32_t a, uint32_t b);

/* Logic of three values; what is no truth value is UNKNOWN. */
static inline uint32_t truth_of(uint32_t value) {
    return value == TRUE_VALUE || value == FALSE_VALUE ? value : UNKNOWN;
}
static inline uint32_t truth_not(uint32_t a) {
    return a == TRUE_VALUE ? FALSE_VALUE : a == FALSE_VALUE ? TRUE_VALUE : UNKNOWN;
}
static inline uint32_t truth_and(uint32_t a, uint32_t b) {
    return a == FALSE_VALUE || b == FALSE_VALUE ? FALSE_VALUE
           : a == TRUE_VALUE && b == TRUE_VALUE ? TRUE_VALUE
                                                : UNKNOWN;
}
static inline uint32_t truth_or(uint32_t a, uint32_t b) {
    return truth_not(truth_and(truth_not(a), truth_not(b)));
}
/* The value, or UNKNOWN with `failed` set if memory ran out. */
static inline uint32_t evaluation_checked(struct evaluation *evaluation, uint32_t value) {
    evaluation->failed |= value == VALUE_NONE;
    return value == VALUE_NONE ? UNKNOWN : value;
}

#endif
