#ifndef HEDDLE_SPECS_DATA_INFER_INTERNAL_H
#define HEDDLE_SPECS_DATA_INFER_INTERNAL_H

#include "specs/data/expand_internal.h"

/* Inference of sorts, internal to it. Each function does nothing after one has failed. */

/* The variables around a node, the innermost first. */
struct variable_scope {
    const struct bound_variable *variable;
    uint32_t number;
    const struct variable_scope *outer;
};

struct inference {
    struct formula_expansion *expansion;
    struct sort_classes *classes;
    uint64_t uses;    /* variables that were met */
    uint64_t binders; /* fixpoints whose variables were met */
    uint32_t fixpoints;
    int failed;
};

/* The bit of a variable or fixpoint with that number in sets of them; the last bit is for all from number 63
 * on. */
static inline uint64_t bit_of(uint32_t number) {
    return 1ull << (number < 63 ? number : 63);
}

/* The bit that it shares with no other, or 0. */
static inline uint64_t own_bit(uint32_t number) {
    return number < 63 ? 1ull << number : 0;
}

/* Each returns a class; CLASS_NONE when memory runs out, with `failed` set. */
uint32_t infer_fail(struct inference *inference);
uint32_t infer_place(struct inference *inference, enum place_kind kind, const void *name, uint32_t arity,
                     uint32_t index);
uint32_t infer_unite(struct inference *inference, uint32_t a, uint32_t b);
uint32_t infer_truth(struct inference *inference);
/* The class of an expression, whose places are united as its operators and functions ask for. */
uint32_t infer_data(struct inference *inference, const struct data *data, const struct variable_scope *scope);
/* Gives a variable a number, and the class of its sort, if it has one. Returns 0 or -1. */
int infer_declare_variable(struct inference *inference, const struct bound_variable *variable);
/* All that sections declare. */
void infer_sections(struct inference *inference, const struct data_sections *sections);

#endif
