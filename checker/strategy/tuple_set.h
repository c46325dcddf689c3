#ifndef HEDDLE_CHECKER_STRATEGY_TUPLE_SET_H
#define HEDDLE_CHECKER_STRATEGY_TUPLE_SET_H

#include <stdint.h>

#include "base/index.h"

struct error;
struct memory;

/* A set of tuples of numbers, numbered in the order of addition; at most 2^32-2 tuples. It begins as zeros
 * with `memory` and `width` set. */
struct tuple_set {
    struct memory *memory;
    uint32_t width;   /* numbers per tuple */
    uint32_t *tuples; /* count * width */
    uint64_t count, capacity;
    struct index index; /* finds tuples */
};

/* Adds a tuple. Returns 1 if it is new, 0 if it was in the set already, -1 with *error filled. */
int tuple_set_add(struct tuple_set *set, const uint32_t *tuple, struct error *error);
/* The number of a tuple, from 0 in the order of addition; UINT32_MAX if it is not in the set. */
uint32_t tuple_set_index(const struct tuple_set *set, const uint32_t *tuple);
int tuple_set_has(const struct tuple_set *set, const uint32_t *tuple);
/* The tuple with a number; valid until the next addition. */
const uint32_t *tuple_set_at(const struct tuple_set *set, uint64_t index);
/* Removes all tuples and keeps the memory. */
void tuple_set_clear(struct tuple_set *set);
void tuple_set_free(struct tuple_set *set);

#endif
