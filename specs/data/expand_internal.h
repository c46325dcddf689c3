#ifndef HEDDLE_SPECS_DATA_EXPAND_INTERNAL_H
#define HEDDLE_SPECS_DATA_EXPAND_INTERNAL_H

#include "base/array.h"
#include "base/error.h"
#include "specs/data/environment.h"
#include "specs/data/expand.h"

#define MOST_NESTING 1500u    /* most nesting of formulas with data */
#define MOST_NODES (1u << 21) /* most subformulas of the result */
#define MOST_NODES_OF_CUT                                                                                    \
    (1u << 17)                  /* subformulas after which no more fixpoints are made, if they are too many */
#define MOST_STEPS (1ull << 27) /* most steps of evaluation */

/* A label of the network as data: a list of its parts, terms, in ascending order. */
struct label_value {
    uint32_t label; /* of the network */
    uint32_t value; /* the list */
    uint32_t shape; /* the list of the parts' names and numbers of arguments */
    uint32_t next;  /* the next label of that shape, or LABELS_END */
};

#define LABELS_END UINT32_MAX

/* What is known of a node of the formula before it is expanded. */
struct subformula_facts {
    const struct formula *formula;
    uint64_t uses; /* variables on whose values the result depends, as bits; bit 63: all from number 63 on */
    uint64_t
        binders; /* the fixpoints around it of which it has variables, as bits of their numbers below 63 */
    uint64_t in_scope;             /* of MU and NU: the variables around it */
    const struct formula *hoisted; /* FORALL, EXISTS: the equivalent formula to expand; NULL: this one */
    uint32_t rank;                 /* of MU and NU */
    uint32_t number;               /* of MU and NU */
};

/* A formula and the values of the variables on which it depends, with what it expands to. */
struct instance {
    const struct formula *formula, *result;
    uint64_t first; /* its values are key[first..first + count) */
    uint32_t count;
    int upper;
};

/* A fixpoint whose body must still be expanded. */
struct pending_fixpoint {
    const struct formula *binder;
    struct formula *result;
    const struct binding *bindings; /* around the binder */
    const uint32_t *argument;
    int upper;
};

struct formula_expansion {
    formula_text *text;
    const struct label_texts *labels;
    const char *name; /* of the file, in messages */
    const struct run *run;
    struct error *error;
    struct memory *memory;
    arena *arena;
    struct values values;
    struct sort_classes classes;
    struct evaluation evaluation;
    struct declarations declarations;
    struct label_value *label;
    uint64_t label_count, label_capacity;
    int has_opaque;                  /* some label has an argument whose value is not known */
    struct index by_value, by_shape; /* labels: all of a value; the last of a shape */
    struct subformula_facts *node;
    uint64_t nodes, node_capacity;
    struct index by_formula;
    const struct bound_variable **variable; /* by number */
    uint64_t variables, variable_capacity;
    struct index by_variable;
    struct instance *instance;
    uint64_t instances, instance_capacity;
    struct index by_instance;
    GROWING(uint32_t) key;
    GROWING(struct pending_fixpoint) work; /* those from `done` on wait: first come, first served */
    uint64_t done;
    const struct formula *constant[2]; /* false and true, when they were made */
    uint64_t made;                     /* subformulas */
    int is_cut;                        /* fixpoints beyond MOST_NODES_OF_CUT are unknown */
    int is_too_large;                  /* there were more than MOST_NODES */
    int is_doubtful;
    char doubt[400];
};

int expansion_memory(struct formula_expansion *expansion);
/* Records why a part is not exact, unless there is a reason already: the last one of the evaluation. */
void expansion_doubt(struct formula_expansion *expansion);
/* The same, because it is not known whether the current value of a variable is of its sort. */
void expansion_doubt_sort(struct formula_expansion *expansion, const struct binding *binding);
/* Gives the reason that the value of a condition is no truth value; an unknown value has its reason already.
 */
void expansion_explain(struct formula_expansion *expansion, struct formula_position where, uint32_t value);
/* Counts a step, and looks whether to stop. Returns 0, or -1 with the error filled. */
int expansion_step(struct formula_expansion *expansion);
/* The error of an expansion that has no step left, or must stop: -1. */
int expansion_stopped(struct formula_expansion *expansion);
const struct subformula_facts *expansion_node(const struct formula_expansion *expansion,
                                              const struct formula *formula);

/* The labels as data (label_value.c). */
int expansion_read_labels(struct formula_expansion *expansion);
int expansion_collect_labels(struct formula_expansion *expansion);
/* Finds the terms of labels that may equal other values (symbolic.c), when all classes are complete. */
int expansion_note_symbolic(struct formula_expansion *expansion);
/* Sorts and uses of the whole formula (infer.c). */
int expansion_infer(struct formula_expansion *expansion);
/* Gives a variable a number, if it has none. Returns 0, or -1 when memory runs out. */
int expansion_add_variable(struct formula_expansion *expansion, const struct bound_variable *variable);
uint32_t expansion_variable_number(const struct formula_expansion *expansion,
                                   const struct bound_variable *variable);
/*
 * An equivalent formula in which parts that do not depend on the variables of a quantifier stand before it;
 * the same formula if there are none. NULL with the error filled (hoist.c).
 */
const struct formula *expansion_hoist(struct formula_expansion *expansion, const struct formula *quantifier);
/* The action that matches what the action does; NULL with the error filled. upper: the weaker of two if
 * unknown. */
const struct action *expand_action(struct formula_expansion *expansion, const struct action *action,
                                   const struct binding *bindings, int upper);
/* The same for a regular expression. */
const struct regular *expand_regular(struct formula_expansion *expansion, const struct regular *regular,
                                     const struct binding *bindings, int upper);

#endif
