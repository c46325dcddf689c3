#ifndef HEDDLE_TESTS_ORACLE_ORACLE_SCC_H
#define HEDDLE_TESTS_ORACLE_ORACLE_SCC_H

#include <stdint.h>

#include "decompose/components/components.h"
#include "model/digraph.h"

/*
 * Components straight from their definition: two vertices are in one when each reaches the other over live
 * edges, by the transitive closure; named by the smallest member. For some hundred vertices; aborts when
 * memory runs out.
 */
void oracle_scc(const struct digraph *graph, uint32_t *component);

/* Whether counts are those of the components, each counted by looking at all vertices and edges. */
int oracle_counts_are(const struct digraph *graph, const uint32_t *component,
                      const struct component_counts *counts);

/*
 * Whether the result is right for a decomposition with candidates (struct scc_options): unions of components,
 * named by the smallest member, where those with a candidate are exact. `exact`: the oracle's components.
 */
int oracle_allows(const struct digraph *graph, const uint32_t *exact, const uint32_t *candidates,
                  const uint32_t *component);

#endif
