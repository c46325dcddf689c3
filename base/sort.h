#ifndef HEDDLE_BASE_SORT_H
#define HEDDLE_BASE_SORT_H

/* Sorting of arrays that mostly have few items, and searching in sorted ones. All is inlined, so `size` and
 * `compare` are constants. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SORT_INLINE static inline __attribute__((always_inline, unused))
#define SORT_FEW 32u        /* items; qsort is faster for more */
#define SORT_ITEM_BYTES 64u /* most bytes of an item */

/* For functions that compare: -1, 0 or 1. */
SORT_INLINE int sort_compare(uint64_t a, uint64_t b) {
    return a < b ? -1 : a > b;
}

/* Sorts by insertion, which is stable. */
SORT_INLINE void sort_insert(void *items, uint64_t count, size_t size,
                             int (*compare)(const void *a, const void *b)) {
    char *first = (char *)items, item[SORT_ITEM_BYTES] __attribute__((aligned(16)));
    assert(size <= sizeof item);
    for (uint64_t i = 1; i < count; i++) {
        uint64_t at = i;
        memcpy(item, first + i * size, size);
        for (; at > 0 && compare(first + (at - 1) * size, item) > 0; at--) {
            memcpy(first + at * size, first + (at - 1) * size, size);
        }
        memcpy(first + at * size, item, size);
    }
}

/* Sorts items that are all different, or for which order does not matter where they compare as equal; NULL
 * for none. */
SORT_INLINE void sort_items(void *items, uint64_t count, size_t size,
                            int (*compare)(const void *a, const void *b)) {
    if (count > SORT_FEW) {
        qsort(items, count, size, compare);
    } else {
        sort_insert(items, count, size, compare);
    }
}

static inline int sort_compare_numbers(const void *a, const void *b) {
    return sort_compare(*(const uint32_t *)a, *(const uint32_t *)b);
}

static inline int sort_compare_long(const void *a, const void *b) {
    return sort_compare(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Sorts numbers, of which several may be equal; NULL for none. */
SORT_INLINE void sort_numbers(uint32_t *numbers, uint64_t count) {
    sort_items(numbers, count, sizeof *numbers, sort_compare_numbers);
}

/* Compares two rows of `count` numbers, the first number first. */
SORT_INLINE int sort_compare_rows(const uint32_t *a, const uint32_t *b, uint64_t count) {
    uint64_t at = 0;
    while (at < count && a[at] == b[at]) {
        at++;
    }
    return at < count ? sort_compare(a[at], b[at]) : 0;
}

SORT_INLINE int sort_compare_long_rows(const uint64_t *a, const uint64_t *b, uint64_t count) {
    uint64_t at = 0;
    while (at < count && a[at] == b[at]) {
        at++;
    }
    return at < count ? sort_compare(a[at], b[at]) : 0;
}

/* Sorts items, and keeps one of those that compare as equal; NULL for none. Returns how many are left. */
SORT_INLINE uint64_t sort_unique(void *items, uint64_t count, size_t size,
                                 int (*compare)(const void *a, const void *b)) {
    char *first = (char *)items;
    uint64_t kept = 0;
    sort_items(items, count, size, compare);
    for (uint64_t i = 0; i < count; i++) {
        if (kept == 0 || compare(first + (kept - 1) * size, first + i * size) != 0) {
            if (kept < i) {
                memcpy(first + kept * size, first + i * size, size);
            }
            kept++;
        }
    }
    return kept;
}

SORT_INLINE uint64_t sort_unique_numbers(uint32_t *numbers, uint64_t count) {
    return sort_unique(numbers, count, sizeof *numbers, sort_compare_numbers);
}

SORT_INLINE uint64_t sort_unique_long(uint64_t *numbers, uint64_t count) {
    return sort_unique(numbers, count, sizeof *numbers, sort_compare_long);
}

/* The first of sorted items whose uint32_t at `offset` is at least the number; `count` if there is none. */
SORT_INLINE uint64_t sort_first_item(const void *sorted, uint64_t count, size_t size, size_t offset,
                                     uint32_t number) {
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)(const void *)((const char *)sorted + middle * size + offset) < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same of numbers. */
SORT_INLINE uint64_t sort_first(const uint32_t *sorted, uint64_t count, uint32_t number) {
    return sort_first_item(sorted, count, sizeof *sorted, 0, number);
}

/* The place of a number among sorted ones; `count` if it is not there. */
SORT_INLINE uint64_t sort_find(const uint32_t *sorted, uint64_t count, uint32_t number) {
    const uint64_t first = sort_first(sorted, count, number);
    return first < count && sorted[first] == number ? first : count;
}

/* The last place whose number is at most `number`, as that of the first is: in which part a place lies, given
 * where the parts begin. */
SORT_INLINE uint64_t sort_part(const uint64_t *begins, uint64_t count, uint64_t number) {
    uint64_t low = 0, high = count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (begins[middle] <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

#endif
