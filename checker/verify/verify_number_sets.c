/* Sets of numbers, found by a hash of their members. */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/sort.h"
#include "checker/verify/verify_comparison_internal.h"

#define SEED 0xc0deu

const uint64_t *number_sets_members(const struct number_sets *sets, uint32_t set, uint64_t *count) {
    *count = sets->begin.data[set + 1] - sets->begin.data[set];
    return sets->numbers.data + sets->begin.data[set];
}

int number_sets_find(struct number_sets *sets, uint64_t *numbers, uint64_t count, uint32_t *set) {
    if (sets->begin.count == 0 && GROWING_ADD(sets->memory, sets->begin, 0) != 0) {
        return -1;
    }
    const uint64_t kept = sort_unique_long(numbers, count);
    const uint64_t hash = kept == 0 ? SEED : hash_bytes(numbers, kept * sizeof *numbers, SEED);
    for (struct index_walk walk = index_find(&sets->index, hash); index_next(&walk);) {
        uint64_t members;
        const uint64_t *known = number_sets_members(sets, walk.number, &members);
        if (members == kept && (kept == 0 || memcmp(known, numbers, kept * sizeof *numbers) == 0)) {
            *set = walk.number;
            return 0;
        }
    }
    const uint64_t end = sets->numbers.count + kept;
    *set = (uint32_t)(sets->begin.count - 1);
    if (*set >= INDEX_NONE - 1 ||
        MEMORY_GROW(sets->memory, &sets->numbers.data, &sets->numbers.capacity, end) != 0 ||
        GROWING_ADD(sets->memory, sets->begin, end) != 0) {
        return -1;
    }
    if (kept > 0) {
        memcpy(sets->numbers.data + sets->numbers.count, numbers, kept * sizeof *numbers);
    }
    sets->numbers.count = end;
    return index_add(&sets->index, sets->memory, hash, *set);
}

void number_sets_free(struct number_sets *sets) {
    GROWING_FREE(sets->memory, sets->numbers);
    GROWING_FREE(sets->memory, sets->begin);
    index_free(&sets->index, sets->memory);
}
