#ifndef HEDDLE_REDUCE_COMPARE_COMPARE_H
#define HEDDLE_REDUCE_COMPARE_COMPARE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text/label.h"
#include "base/text/text_buffer.h"
#include "reduce/lump/moves.h"
#include "specs/measured/measured.h"

struct graph;
struct lump_refiner;
struct memory;
struct run;

/* The relations of `heddle compare`: equivalences (reduce/equivalence.h), then preorders: whether the second
 * graph can do what the first one can. */
enum compare_relation {
    COMPARE_STRONG,
    COMPARE_BRANCHING,
    COMPARE_DIVBRANCHING,
    COMPARE_WEAK,
    COMPARE_TRACE,
    COMPARE_WEAKTRACE,
    COMPARE_PROBABILISTIC,
    COMPARE_SIMULATION,          /* strong simulation: `i` is a label like others */
    COMPARE_TRACE_INCLUSION,     /* each finite sequence of labels of the first one is one of the second */
    COMPARE_WEAKTRACE_INCLUSION, /* the same once `i` is left out */
    COMPARE_RELATIONS
};

#define COMPARE_FIRST_PREORDER COMPARE_SIMULATION

/* "strong", .. "simulation", "trace", "weaktrace" */
const char *compare_relation_name(enum compare_relation relation);

/* The most sets of states of both graphs, and pairs of such sets, for relations of traces. */
#define COMPARE_MOST_SETS 10000000u
/* The same where they are tried first for a short explanation; and twice as many as both quotients have
 * states: of a deterministic graph, each set is a state. */
#define COMPARE_MOST_SETS_TRIED 100000u
/* The most nodes of a formula that is written. */
#define COMPARE_MOST_NODES 10000u

struct compare_options {
    enum compare_relation relation;
    int explain; /* make a difference if the relation does not hold */
    const char
        *internal; /* an action of formulas for all labels that are `i` here, such as i or (i or "a") */
    int classes;   /* if the relation holds, fill comparison.classes */
    const struct lump_refiner *refiner; /* for COMPARE_PROBABILISTIC (reduce/lump/lump.h); NULL: refine_cpu */
    /* For messages of COMPARE_PROBABILISTIC, as in struct lump_options; NULL: none. */
    const char *names[2];
    const uint32_t *state_of[2];
    int alone[2]; /* the same: of networks */
    const label_table *labels[2];
};

enum difference_kind {
    DIFFERENCE_NONE,
    DIFFERENCE_TRACE,      /* a sequence of labels that one of them has alone */
    DIFFERENCE_DIVERGENCE, /* after the sequence, one of them can go on with `i` for ever */
    DIFFERENCE_DEADLOCK,   /* after the sequence, one of them can have no transition */
    DIFFERENCE_FORMULA     /* none of these */
};

/* "trace", "divergence", .. */
const char *difference_kind_name(enum difference_kind kind);

/* What one graph can do and the other cannot. */
struct difference {
    enum difference_kind kind;
    int holds_in;      /* 1 or 2: the graph that satisfies the formula; 0: not known */
    int word_of;       /* 1 or 2: the graph that has the word, or diverges or stops after it; 0: no word */
    const char **word; /* [length] labels, with the owners of the graphs' texts; not for formulas */
    uint64_t length;
    /* In the language of `heddle check`: a graph with several initial vertices satisfies it if all of these
     * do. Empty if it is too large or there is none. For COMPARE_PROBABILISTIC, the text of `measured`. */
    struct text_buffer formula;
    /* For COMPARE_PROBABILISTIC: some initial state of one input satisfies it, and none of the other. No
     * nodes if it is too large or there is none. `moves` has its texts. */
    struct measured_formula measured;
    struct moves moves;
    struct error why; /* why there is no formula; code ERROR_NONE otherwise */
};

/* Begins as zeros. */
struct comparison {
    int related;
    /* Of both graphs: states and transitions of the quotients that were compared: for weak equivalence of
     * itself, for other relations of strong equivalence, or of branching equivalence if `i` is left out. */
    uint64_t minimised_states[2], minimised_transitions[2];
    struct difference difference;
    /*
     * By vertex of each graph, its class among those of both: of strong, branching, divbranching, weak or
     * probabilistic equivalence for these; else of the one that the counts are of. NULL unless asked for.
     */
    uint32_t *classes[2];
    uint64_t class_counts[2]; /* the lengths */
};

/*
 * Compares the initial vertices of two graphs with labels, all of whose vertices are reached
 * (reduce/prepare/prepare.h). Where one of them has several, it is as if a step with a label of its own led
 * to each of them from one more vertex, in both graphs. Each is replaced by its quotient; then the quotients
 * are compared, side by side: bisimulations by refinement, traces by pairs of sets, simulation by pairs of
 * vertices. 0, or -1 with *error filled: ERROR_LIMIT, ERROR_MEMORY, ERROR_INTERRUPTED. The caller frees
 * *comparison in any case.
 */
int compare_graphs(const struct graph *const graphs[2], const struct compare_options *options,
                   const struct run *run, struct comparison *comparison, struct error *error);
/*
 * Explains that two inputs are not probabilistically equivalent, by difference->moves, which the caller has
 * made (or `failed`, with *error filled). If there is no formula, because it would be too large, or memory or
 * time run out, the verdict stands: difference->why says why, and the error is cleared.
 */
void explain_moves(int failed, struct difference *difference, const struct run *run, struct error *error);
void comparison_free(struct comparison *comparison, struct memory *memory);

#endif
