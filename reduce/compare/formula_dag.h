#ifndef HEDDLE_REDUCE_COMPARE_FORMULA_DAG_H
#define HEDDLE_REDUCE_COMPARE_FORMULA_DAG_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"
#include "base/text/text_buffer.h"

struct error;
struct memory;

/* Formulas that share their parts, and their texts in the language of `heddle check`. */

/* How a step is written; I stands for the internal actions. */
enum formula_steps {
    FORMULA_STEPS_PLAIN,     /* <a> G */
    FORMULA_STEPS_BRANCHING, /* along internal steps through states with F: then <a> G; or G; or for ever */
    FORMULA_STEPS_WEAK       /* <I* . a . I*> G, <I*> G */
};

#define FORMULA_DIVERGENCE UINT32_MAX /* as a label: internal steps for ever */
#define FORMULA_NOT 0x80000000u       /* flag of a reference to a node: its negation */

/* A node says that a step with the label leads to a state with all of G; `before` are the parts of F.
 * References are numbers of nodes, perhaps with FORMULA_NOT; they are in `references`, those of F first. */
struct formula_node {
    uint32_t label;
    uint32_t before_count, after_count;
    uint64_t begin;
};

/* Begins as zeros. */
struct formula_dag {
    GROWING(struct formula_node) nodes;
    GROWING(uint32_t) references;
};

void formula_dag_free(struct formula_dag *dag, struct memory *memory);

struct formula_style {
    enum formula_steps steps;
    uint32_t internal_label; /* the label that is written as `internal`; UINT32_MAX: none */
    const char *internal;    /* the internal actions, `i`, as an action in parentheses if it has parts */
    const char *const *label_text; /* by label */
    uint64_t most_nodes;           /* in the text, where shared parts are written as often as they occur */
    /* The step of the first node leads from a root (root.h): what is written is that no initial vertex has
     * what comes after it. */
    int is_rooted;
};

/*
 * Appends the text of what `reference` says. 1; 0 if the text would have more than style->most_nodes nodes;
 * -1 when memory runs out.
 */
int formula_dag_write(const struct formula_dag *dag, uint32_t reference, const struct formula_style *style,
                      struct memory *memory, struct text_buffer *text);
/* Appends "LABEL" in quotes, or the internal actions. 0, or -1 when memory runs out. */
int formula_write_label(const struct formula_style *style, uint32_t label, struct memory *memory,
                        struct text_buffer *text);

#endif
