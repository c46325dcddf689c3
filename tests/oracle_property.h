#ifndef HEDDLE_TESTS_ORACLE_PROPERTY_H
#define HEDDLE_TESTS_ORACLE_PROPERTY_H

#include <stdint.h>

#include "frontend/label.h"
#include "frontend/lts.h"
#include "tests/oracle.h"

/*
 * Verdicts on safety properties, straight from their definitions (formats.md 3), on a graph of the naive
 * explorer. Each returns the steps of a shortest path to a violation, or ORACLE_HOLDS.
 */
#define ORACLE_HOLDS UINT64_MAX

/* To a state without transitions. */
uint64_t oracle_deadlock(const struct oracle_graph *graph);
/* To behind a transition with the label: exact, or in double quotes, or a 'pattern' in single quotes. */
uint64_t oracle_never(const struct oracle_graph *graph, const char *text);
/*
 * To an error state of the monitor, one with an outgoing ERROR label, by breadth-first search of the product.
 * `labels` is the table with which the monitor was read.
 */
uint64_t oracle_monitor(const struct oracle_graph *graph, const struct lts *monitor,
                        const label_table *labels);

#endif
