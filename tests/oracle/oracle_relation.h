#ifndef HEDDLE_TESTS_ORACLE_ORACLE_RELATION_H
#define HEDDLE_TESTS_ORACLE_ORACLE_RELATION_H

#include <stdint.h>

struct graph;

/*
 * Relations between the states of a small graph with labels, each straight from its definition. `i` is the
 * internal label; s => t: t is reached from s by zero or more `i`.
 */
enum oracle_relation {
    ORACLE_STRONG,
    ORACLE_BRANCHING,
    ORACLE_DIVBRANCHING,
    ORACLE_WEAK,
    ORACLE_TRACE,     /* the same sequences of labels */
    ORACLE_WEAKTRACE, /* the same, without `i` */
    /* Preorders: */
    ORACLE_SIMULATION,
    ORACLE_TRACE_INCLUSION,
    ORACLE_WEAKTRACE_INCLUSION,
    ORACLE_RELATIONS
};

#define ORACLE_RELATION_MOST 64u /* vertices */

const char *oracle_relation_name(enum oracle_relation relation);

/* related[s * vertices + t] becomes whether s is related to t; of bisimulations and simulation. */
void oracle_relate(const struct graph *graph, enum oracle_relation relation, uint8_t *related);
/* Whether s is related to t, for all relations. */
int oracle_are_related(const struct graph *graph, enum oracle_relation relation, uint32_t s, uint32_t t);
/*
 * The classes of an equivalence that oracle_relate knows: of each state the rank of the least state that it
 * is equivalent to. Returns how many. Aborts if the relation is no equivalence.
 */
uint64_t oracle_relation_classes(const struct graph *graph, enum oracle_relation relation,
                                 uint32_t *class_of);
/* Of the states s: those with a cycle of `i`, or with an `i` to themselves. */
void oracle_relation_divergent(const struct graph *graph, uint8_t *divergent);

/* Whether a state has the sequence of labels; weak: after `i` is left out everywhere. */
int oracle_has_word(const struct graph *graph, int weak, uint32_t state, const char *const *word,
                    uint64_t length);

#endif
