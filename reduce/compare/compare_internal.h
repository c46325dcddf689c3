#ifndef HEDDLE_REDUCE_COMPARE_COMPARE_INTERNAL_H
#define HEDDLE_REDUCE_COMPARE_COMPARE_INTERNAL_H

#include "reduce/compare/compare.h"
#include "reduce/compare/formula_dag.h"
#include "reduce/compare/root.h"
#include "reduce/equivalence.h"
#include "reduce/refine/refine.h"

struct set_pairs_answer;

/* A comparison that runs. */
struct comparing {
    const struct compare_options *options;
    const struct run *run;
    struct comparison *comparison;
    struct error *error;
    struct graph *joined;    /* both quotients */
    struct partition own[2]; /* the classes of each graph, which the quotients are of */
    uint64_t shifts[2];      /* where the vertices of each quotient begin in `joined` */
    uint32_t vertices[2];    /* their initial vertices, or roots (root.h) .. */
    char root_label[ROOT_LABEL];
    int has_roots; /* .. whose only label is no label of the graphs */
};

/*
 * Explain that the relation does not hold, in the comparison's difference (compare_explain.c). 0, or -1 with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; that there is no formula of acceptable size is no error.
 */
int explain_word(struct comparing *comparing, const struct set_pairs_answer *found, int weak);
int explain_simulation(struct comparing *comparing, const struct formula_dag *dag);
/* Probabilistic equivalence (compare_lumped.c); as compare_graphs. */
int compare_lumped(const struct graph *const graphs[2], const struct compare_options *options,
                   const struct run *run, struct comparison *comparison, struct error *error);
/* The verdict stands, also if there is no time or memory to explain it: then the difference has no formula.
 */
void explain_bisimulation(struct comparing *comparing, enum equivalence equivalence);

#endif
