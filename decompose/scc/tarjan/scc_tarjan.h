#ifndef HEDDLE_DECOMPOSE_SCC_TARJAN_SCC_TARJAN_H
#define HEDDLE_DECOMPOSE_SCC_TARJAN_SCC_TARJAN_H

#include <stdint.h>

struct digraph;
struct error;
struct run;

/* Tarjan's algorithm, for scc_cpu. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED. */
int scc_tarjan(const struct digraph *graph, const struct run *run, uint32_t *component, struct error *error);
/* Returns the bytes that it takes in addition to graph and components. */
uint64_t scc_tarjan_bytes(const struct digraph *graph);

#endif
