#ifndef HEDDLE_REDUCE_LUMP_LUMP_H
#define HEDDLE_REDUCE_LUMP_LUMP_H

#include <stdint.h>

#include "base/text/label.h"
#include "reduce/refine/refine.h"

struct error;
struct graph;
struct memory;
struct run;

#define LUMP_NONE UINT32_MAX

/* Who refines: as refine_cpu, for strong equivalence with weights. */
struct lump_refiner {
    int (*refine)(void *context, const struct graph *graph, const struct refine_options *options,
                  const struct run *run, struct partition *partition, struct error *error);
    void *context;
};

/* Begins as zeros, which are the defaults. */
struct lump_options {
    int quotient;                       /* make lumping.quotient */
    const struct lump_refiner *refiner; /* NULL: refine_cpu */
    const char *name;                   /* of the file, for messages; or NULL */
    const uint32_t *state_of; /* [vertices]: the numbers of states, for messages; NULL: the vertices' own */
    /* In a graph without choices, each `prob` edge is a distribution by itself: so in a network whose
     * processes have none. */
    int alone;
    const label_table
        *labels; /* knows the kinds of labels, and the internal action; NULL: as CADP has them */
};

/* By the refiner; NULL: refine_cpu. */
int lump_refine(const struct lump_refiner *refiner, const struct graph *graph,
                const struct refine_options *options, const struct run *run, struct partition *partition,
                struct error *error);

/* Begins as zeros. */
struct lumping {
    struct partition partition;
    /*
     * The graph of the classes, or NULL if it was not asked for: numbers are sums, in their shortest exact
     * form; it has choices if there are `prob` labels; internal actions are `i`. Rows are sorted by (label,
     * target, choice).
     */
    struct graph *quotient;
    /* The least class that has two distributions of one action, which a file without numbers of choices
     * cannot tell apart, or LUMP_NONE. */
    uint32_t twofold;
    char **texts; /* [text_count]: the texts of the quotient's labels */
    uint32_t text_count;
};

/*
 * Finds the classes of probabilistic equivalence (reduce/equivalence.h) of a graph with labels, all of whose
 * vertices are reached, and with options->quotient their graph. Edges with `prob`
 * labels of one action and one choice are a distribution; a graph without choices has at most one of each
 * action in a state, unless options->alone. Numbers are added without rounding. The method is refinement with
 * weights (refine.h), in which each distribution is a vertex beside the states (as Groote, Rivera Verduzco,
 * de Vink 2018 do).
 *
 * 0, or -1 with *error filled: ERROR_INPUT (a number is not positive, or the probabilities of a distribution
 * do not sum to 1), ERROR_LIMIT (numbers too long for sums of 128 bits, too many vertices), ERROR_MEMORY,
 * ERROR_INTERRUPTED. Free *lumping in any case.
 */
int lump_graph(const struct graph *graph, const struct lump_options *options, const struct run *run,
               struct lumping *lumping, struct error *error);
void lumping_free(struct lumping *lumping, struct memory *memory);

#endif
