#ifndef HEDDLE_DECOMPOSE_SCC_SCC_INTERNAL_H
#define HEDDLE_DECOMPOSE_SCC_SCC_INTERNAL_H

#include "decompose/scc/scc.h"

struct regions;
struct team;

/* Tells how many vertices of how many are through; now and then, from the thread that called scc_cpu. */
void scc_tell_progress(const struct run *run, uint64_t done, uint64_t vertices);

/* Tarjan's algorithm, for scc_cpu. 0, or -1 with *error filled. */
int scc_tarjan(const struct digraph *graph, const struct run *run, uint32_t *component, struct error *error);
uint64_t scc_tarjan_bytes(const struct digraph *graph);

/*
 * The same of one region: `count` vertices, whose component[v] is its number. numbers: one a vertex of the
 * graph, of which those of the region are used; stacks and places: `count` each. Fills component[v] with the
 * first vertex, in the order given, of v's component. 0, or -1 to stop.
 */
int scc_tarjan_region(const struct regions *regions, const uint32_t *vertices, uint64_t count,
                      uint32_t *numbers, uint32_t *stacks, uint64_t *places);

/*
 * The parallel ones, led by a team. They fill the report but for its algorithm and seconds. 0, 1 when memory
 * is spent, -1 to stop.
 */
int scc_cpu_fbt(struct team *team, const struct digraph *graph, const struct scc_options *options,
                const struct run *run, uint32_t *component, struct scc_report *report);
int scc_cpu_ecl(struct team *team, const struct digraph *graph, const struct scc_options *options,
                const struct run *run, uint32_t *component, struct scc_report *report);

#endif
