#ifndef HEDDLE_TESTS_ORACLE_ORACLE_CYCLE_H
#define HEDDLE_TESTS_ORACLE_ORACLE_CYCLE_H

#include <stdint.h>

#include "tests/oracle/oracle.h"

struct trace;

/*
 * Naive verdicts on cycles of an oracle graph, written from the definitions (decompose/cycles/cycle.h): from
 * each vertex in turn, whether it can come back to itself. Everything aborts when memory runs out.
 */
struct oracle_cycle_goal {
    int (*live)(void *context, const char *label);                 /* whether the label may be on a cycle */
    int (*needed)(void *context, uint32_t set, const char *label); /* is of a set that must be on it */
    uint32_t needed_count;
    void *context;
};

struct oracle_cycle {
    int violated;
    uint32_t vertex; /* the least vertex that lies on such a cycle */
    uint64_t before; /* its distance from the initial vertex */
    uint64_t length; /* length of a shortest cycle through it; 0 where labels are needed */
};

struct oracle_cycle oracle_cycle_find(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal);
/* What is wrong with a lasso that shows the violation, canonical order included; NULL for nothing. */
const char *oracle_cycle_fault(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal,
                               const struct oracle_cycle *truth, const struct trace *trace);

#endif
