#ifndef HEDDLE_REDUCE_LUMP_LUMP_INTERNAL_H
#define HEDDLE_REDUCE_LUMP_LUMP_INTERNAL_H

/* For the files of this folder. Functions return 0, or -1 with *error filled. */
#include "base/scope.h"
#include "base/text/label.h"
#include "reduce/lump/lump.h"

/* The labels of a graph. Labels of the same kind and action are one part, named by its least label. */
struct lump_labels {
    struct scope scope;    /* of the arrays */
    uint32_t count;        /* of the graph's labels; label `count` leads to a distribution */
    uint8_t *kind;         /* [count]: enum label_kind */
    uint32_t *part;        /* [count + 1] */
    refine_weight *weight; /* [count + 1]: of prob and rate labels, in units; else 0 */
    refine_weight units;   /* units of 1 */
    uint32_t *action;      /* [count]: bytes of L in "L; prob P" */
    uint8_t *internal;     /* [count]: whether L is the internal action */
    int has_probabilities;
};

/* `table`: as lump_options.labels. */
int lump_labels_make(const struct graph *graph, const label_table *table, const struct run *run,
                     struct lump_labels *labels, struct error *error);
void lump_labels_free(struct lump_labels *labels);

/*
 * The graph that is refined: the graph's vertices, then one for each distribution, to which an edge with
 * label `labels->count` leads. It is the graph itself if that has no `prob` labels. The caller frees another
 * one (graph_free).
 */
struct graph *lump_expand(const struct graph *graph, const struct lump_options *options,
                          const struct lump_labels *labels, const struct run *run, struct error *error);

/* Makes lumping->quotient of the expanded graph, by its classes. */
int lump_quotient(const struct graph *graph, const struct graph *expanded, const struct lump_labels *labels,
                  const struct partition *classes, const struct run *run, struct lumping *lumping,
                  struct error *error);

#endif
