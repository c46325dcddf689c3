#ifndef HEDDLE_BASE_LONG_SORT_H
#define HEDDLE_BASE_LONG_SORT_H

#include <stddef.h>
#include <stdint.h>

struct run;

/*
 * Sorts many items, stably, and asks now and then whether the run must stop. 0; -1 when memory runs out or
 * the run must stop, with the items in any order.
 */
int long_sort(void *items, uint64_t count, size_t size,
              int (*compare)(const void *a, const void *b, void *context), void *context,
              const struct run *run);

#endif
