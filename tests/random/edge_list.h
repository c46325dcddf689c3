#ifndef HEDDLE_TESTS_RANDOM_EDGE_LIST_H
#define HEDDLE_TESTS_RANDOM_EDGE_LIST_H

#include <stdint.h>

/* The edges of a graph or game while it is drawn. Empty when zeroed. All functions abort when memory runs
 * out; the caller frees what they return, and `edges`. */
struct edge_list {
    uint32_t (*edges)[2]; /* from, to */
    uint64_t count, capacity;
};

void edge_list_add(struct edge_list *list, uint64_t from, uint64_t to);

/* A number for each vertex: a permutation drawn from `random`, or each vertex's own number. */
uint32_t *edge_list_numbers(uint64_t *random, uint64_t vertices, int scrambled);

/* Puts the edges in rows by their first vertices, in the order of the list; a vertex v is called number[v].
 */
void edge_list_rows(const struct edge_list *list, uint64_t vertices, const uint32_t *number,
                    uint64_t **offsets, uint32_t **targets);

#endif
