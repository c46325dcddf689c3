/* Merge sort from the bottom up: qsort_r sorts short runs, then pairs of runs are merged. */
#include "base/long_sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"

#define RUN_ITEMS 1024u   /* items that are sorted at once */
#define ASK_ITEMS 131072u /* items between two questions; a multiple of RUN_ITEMS */

struct merge_sort {
    size_t size;
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
    const struct run *run;
    uint64_t unasked;
};

static int must_stop(struct merge_sort *merging, uint64_t items) {
    return run_stops_after(merging->run, &merging->unasked, items, ASK_ITEMS);
}

/* Merges [begin, middle) and [middle, end) of `from` into `to`. 0 or -1. */
static int merge(struct merge_sort *merging, const char *from, char *to, uint64_t begin, uint64_t middle,
                 uint64_t end) {
    const size_t size = merging->size;
    uint64_t left = begin, right = middle;
    for (uint64_t at = begin; at < end; at++) {
        const int is_left =
            left < middle && (right == end || merging->compare(from + left * size, from + right * size,
                                                               merging->context) <= 0);
        memcpy(to + at * size, from + (is_left ? left++ : right++) * size, size);
        if (at % RUN_ITEMS == 0 && must_stop(merging, RUN_ITEMS)) {
            return -1;
        }
    }
    return 0;
}

int long_sort(void *items, uint64_t count, size_t size,
              int (*compare)(const void *a, const void *b, void *context), void *context,
              const struct run *run) {
    struct merge_sort merging = {size, compare, context, run, 0};
    char *from = items;
    int failed = 0;
    for (uint64_t at = 0; at < count && !failed; at += RUN_ITEMS) {
        const uint64_t most = count - at < RUN_ITEMS ? count - at : RUN_ITEMS;
        qsort_r(from + at * size, most, size, compare, context);
        failed = must_stop(&merging, RUN_ITEMS);
    }
    if (count <= RUN_ITEMS || failed) {
        return failed ? -1 : 0;
    }
    char *room = memory_allocate_array(run->memory, count, size), *to = room;
    failed = room == NULL;
    for (uint64_t width = RUN_ITEMS; width < count && !failed; width *= 2) {
        for (uint64_t begin = 0; begin < count && !failed; begin += 2 * width) {
            const uint64_t middle = count - begin < width ? count : begin + width;
            const uint64_t end = count - middle < width ? count : middle + width;
            failed = merge(&merging, from, to, begin, middle, end) != 0;
        }
        char *swapped = from;
        from = to;
        to = swapped;
    }
    if (!failed && from == room) {
        memcpy(items, room, count * size);
    }
    memory_free(run->memory, room, count * size);
    return failed ? -1 : 0;
}
