#ifndef HEDDLE_REDUCE_CANONICAL_CANONICAL_H
#define HEDDLE_REDUCE_CANONICAL_CANONICAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct partition;
struct run;

/*
 * Numbers the vertices of a quotient (quotient.h) so that the numbers depend on its structure and the texts
 * of its labels alone, not on the numbers before: equivalent graphs get the same quotient, edge by edge.
 * number: [vertices], a permutation. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int canonical_number(const struct graph *quotient, const struct run *run, uint32_t *number,
                     struct error *error);

/* Gives the blocks of a partition these numbers. 0, or -1 with *error filled (ERROR_MEMORY). */
int canonical_renumber(struct partition *partition, const uint32_t *number, const struct run *run,
                       struct error *error);

#ifdef __cplusplus
}
#endif
#endif
