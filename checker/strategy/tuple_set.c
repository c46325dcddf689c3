/* Sets of tuples: the tuples are stored in one array, and an index finds them. */
#include "checker/strategy/tuple_set.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"

#define MOST_TUPLES (UINT32_MAX - 1)

static uint64_t hash_tuple(const struct tuple_set *set, const uint32_t *tuple) {
    return hash_bytes(tuple, set->width * sizeof *tuple, 0);
}

static uint32_t find_tuple(const struct tuple_set *set, const uint32_t *tuple, uint64_t hash) {
    for (struct index_walk walk = index_find(&set->index, hash); index_next(&walk);) {
        if (memcmp(tuple_set_at(set, walk.number), tuple, set->width * sizeof *tuple) == 0) {
            return walk.number;
        }
    }
    return UINT32_MAX;
}

int tuple_set_add(struct tuple_set *set, const uint32_t *tuple, struct error *error) {
    uint64_t hash = hash_tuple(set, tuple);
    if (find_tuple(set, tuple, hash) != UINT32_MAX) {
        return 0;
    }
    if (set->count == MOST_TUPLES) {
        return error_set(error, ERROR_LIMIT, "more than %u states", (unsigned)MOST_TUPLES);
    }
    /* one element more, in case the width is 0 */
    if (MEMORY_GROW(set->memory, &set->tuples, &set->capacity, (set->count + 1) * set->width + 1) != 0 ||
        index_add(&set->index, set->memory, hash, (uint32_t)set->count) != 0) {
        return error_memory(error, "for the states");
    }
    memcpy(set->tuples + set->count++ * set->width, tuple, set->width * sizeof *tuple);
    return 1;
}

uint32_t tuple_set_index(const struct tuple_set *set, const uint32_t *tuple) {
    return find_tuple(set, tuple, hash_tuple(set, tuple));
}

int tuple_set_has(const struct tuple_set *set, const uint32_t *tuple) {
    return tuple_set_index(set, tuple) != UINT32_MAX;
}

const uint32_t *tuple_set_at(const struct tuple_set *set, uint64_t index) {
    return set->tuples + index * set->width;
}

void tuple_set_clear(struct tuple_set *set) {
    index_clear(&set->index);
    set->count = 0;
}

void tuple_set_free(struct tuple_set *set) {
    index_free(&set->index, set->memory);
    memory_free(set->memory, set->tuples, set->capacity * sizeof *set->tuples);
    *set = (struct tuple_set){.memory = set->memory, .width = set->width};
}
