#ifndef HEDDLE_CHECKER_STRATEGY_TUPLE_SET_H
#define HEDDLE_CHECKER_STRATEGY_TUPLE_SET_H

#include <stdint.h>

#include "base/index.h"

struct error;
struct memory;

/*
 * A set of tuples of numbers, in the order in which they were added; at most 2^32-2. Begins as zeros with
 * `memory` and `width` set.
 */
struct tuple_set {
    struct memory *memory;
    uint32_t width;   /* numbers of a tuple */
    uint32_t *tuples; /* count * width */
    uint64_t count, capacity;
    struct index index; /* of the tuples' numbers */
};

/* 1 when the tuple is new, 0 when it was there, -1 with *error filled. */
int tuple_set_add(struct tuple_set *set, const uint32_t *tuple, struct error *error);
/* When it was added, from 0 on; UINT32_MAX when it was not. */
uint32_t tuple_set_index(const struct tuple_set *set, const uint32_t *tuple);
int tuple_set_has(const struct tuple_set *set, const uint32_t *tuple);
/* Valid until the next one is added. */
const uint32_t *tuple_set_at(const struct tuple_set *set, uint64_t index);
/* Takes all tuples out and keeps the memory. */
void tuple_set_clear(struct tuple_set *set);
void tuple_set_free(struct tuple_set *set);

#endif
