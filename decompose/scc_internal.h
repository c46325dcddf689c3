#ifndef HEDDLE_DECOMPOSE_SCC_INTERNAL_H
#define HEDDLE_DECOMPOSE_SCC_INTERNAL_H

#include "decompose/scc.h"

/* Tarjan's algorithm, for scc_cpu. 0, or -1 with *error filled. */
int scc_tarjan(const struct digraph *graph, const struct run *run, uint32_t *component, struct error *error);
uint64_t scc_tarjan_bytes(const struct digraph *graph);

#endif
