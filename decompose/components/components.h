#ifndef HEDDLE_DECOMPOSE_COMPONENTS_COMPONENTS_H
#define HEDDLE_DECOMPOSE_COMPONENTS_COMPONENTS_H

#include <stdint.h>

#include "model/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct digraph_device;
struct error;
struct memory;
struct run;

/*
 * Components are an array with a number for each vertex: the smallest member of its component, or
 * COMPONENT_NONE for a vertex outside every one (of MECs).
 */
#define COMPONENT_NONE UINT32_MAX

struct component_size {
    uint64_t size, count; /* there are `count` components of `size` vertices */
};

/* Counts of components. Begins as zeros. */
struct component_counts {
    uint64_t components;
    uint64_t trivial;              /* components of one vertex, whether or not it has an edge to itself */
    uint64_t bottom;               /* components that no live edge leaves */
    uint64_t largest;              /* vertices of the largest component; 0 when there are no components */
    uint64_t states_in_components; /* vertices that are in a component */
    struct component_size *sizes;  /* by ascending size; owned */
    uint64_t size_count, size_capacity;
};

/*
 * Counts components in host memory. It takes 4 bytes a vertex while it runs. Returns 0, or -1 with *error
 * filled: ERROR_MEMORY, ERROR_INTERRUPTED. Whatever this returned, the caller frees the counts with
 * component_counts_free and run->memory.
 */
int component_counts_make(const struct digraph *graph, const uint32_t *component, const struct run *run,
                          struct component_counts *counts, struct error *error);
void component_counts_free(struct component_counts *counts, struct memory *memory);

#define COMPONENT_SMALL_SIZES 4096u /* smaller sizes are counted in a table, the others listed */

/*
 * Fills everything except for `bottom`, from small[size]: number of components of that size (small[0] is
 * ignored), and the sizes large[0 .. large_count) in any order, which it sorts. 0, or -1 with *error filled
 * (ERROR_MEMORY).
 */
int component_counts_sum(struct component_counts *counts, const uint32_t *small, uint32_t *large,
                         uint64_t large_count, struct memory *memory, struct error *error);

/*
 * Adds `count` components of `size` vertices, which are more than those of all calls before, to everything
 * except for `bottom`. 0, or -1 with *error filled (ERROR_MEMORY).
 */
int component_counts_add(struct component_counts *counts, uint64_t size, uint64_t count,
                         struct memory *memory, struct error *error);

/* Like component_counts_make, with graph and components in the memory of a GPU; the counts are on the host.
 */
int component_counts_make_cuda(const struct digraph_device *graph, const uint32_t *component,
                               const struct run *run, struct component_counts *counts, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
