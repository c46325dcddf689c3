#ifndef HEDDLE_REDUCE_TRACES_SUBSETS_H
#define HEDDLE_REDUCE_TRACES_SUBSETS_H

#include <stdint.h>

struct error;
struct graph;
struct run;

/*
 * Sets of vertices of a graph with labels, each with a number, from 0 in the order in which they are found:
 * the states of the deterministic graph that has the same sequences of labels (the subset construction). If
 * weak, `i` is left out of the sequences: sets are closed under steps of `i`.
 */
typedef struct subsets subsets;

/* A move of a set: to the set of all targets with this label. */
struct subset_move {
    uint32_t label, set;
};

/* most: the greatest number of sets. NULL with *error filled (ERROR_MEMORY). The graph must outlive it. */
subsets *subsets_create(const struct graph *graph, int weak, uint64_t most, const struct run *run,
                        struct error *error);
void subsets_free(subsets *subsets); /* NULL is allowed */
/* The set of `count` vertices from `first` on, closed if weak. 0, or -1 as subsets_moves. */
int subsets_find(subsets *subsets, uint32_t first, uint64_t count, uint32_t *set, struct error *error);
/*
 * The moves of a set in the order of their labels, which are valid until the next call of any function. 0, or
 * -1 with *error filled: ERROR_LIMIT (more sets than `most`), ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int subsets_moves(subsets *subsets, uint32_t set, const struct subset_move **moves, uint64_t *count,
                  struct error *error);
uint64_t subsets_count(const subsets *subsets);
/* The vertices of a set, ascending; valid as the moves are. */
const uint32_t *subsets_members(const subsets *subsets, uint32_t set, uint64_t *count);

#endif
