/* Sets of tuples: packed in one array, and found by open addressing over their numbers. */
#include "checker/verify/tuple_set.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

#define MOST_TUPLES (UINT32_MAX - 1)
#define FIRST_SLOTS 64u

static uint64_t hash(const uint32_t *tuple, uint32_t width) {
    uint64_t value = 0x9e3779b97f4a7c15u;
    for (uint32_t k = 0; k < width; k++) {
        value = (value ^ tuple[k]) * 0xff51afd7ed558ccdu;
        value ^= value >> 32;
    }
    return value;
}

/* The slot that has the tuple, or the free one where it belongs. */
static uint64_t find(const struct tuple_set *set, const uint32_t *tuple) {
    uint64_t slot = hash(tuple, set->width) & (set->slot_count - 1);
    while (set->slots[slot] != 0 &&
           memcmp(tuple_set_at(set, set->slots[slot] - 1), tuple, set->width * sizeof *tuple) != 0) {
        slot = (slot + 1) & (set->slot_count - 1);
    }
    return slot;
}

/* At most two thirds full. The old slots go first: the tuples are enough to make new ones. */
static int grow_slots(struct tuple_set *set) {
    uint64_t count = set->slot_count == 0 ? FIRST_SLOTS : set->slot_count * 2;
    memory_free(set->memory, set->slots, set->slot_count * sizeof *set->slots);
    set->slots = memory_allocate_zeroed(set->memory, count * sizeof *set->slots);
    if (set->slots == NULL) {
        set->slot_count = set->count = 0;
        return -1;
    }
    set->slot_count = count;
    for (uint64_t k = 0; k < set->count; k++) {
        const uint32_t *tuple = tuple_set_at(set, k);
        uint64_t slot = hash(tuple, set->width) & (count - 1);
        while (set->slots[slot] != 0) {
            slot = (slot + 1) & (count - 1);
        }
        set->slots[slot] = (uint32_t)k + 1;
    }
    return 0;
}

int tuple_set_add(struct tuple_set *set, const uint32_t *tuple, struct error *error) {
    if ((set->count + 1) * 3 > set->slot_count * 2 && grow_slots(set) != 0) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the states");
    }
    uint64_t slot = find(set, tuple);
    if (set->slots[slot] != 0) {
        return 0;
    }
    if (set->count == MOST_TUPLES) {
        return error_set(error, ERROR_LIMIT, "more than %u states", (unsigned)MOST_TUPLES);
    }
    /* One element more, for tuples of no width. */
    if (memory_grow(set->memory, (void **)&set->tuples, &set->capacity, (set->count + 1) * set->width + 1,
                    sizeof *set->tuples) != 0) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the states");
    }
    memcpy(set->tuples + set->count * set->width, tuple, set->width * sizeof *tuple);
    set->slots[slot] = (uint32_t)++set->count;
    return 1;
}

uint32_t tuple_set_index(const struct tuple_set *set, const uint32_t *tuple) {
    return set->slot_count == 0 ? UINT32_MAX : set->slots[find(set, tuple)] - 1; /* of no slot: 0 - 1 */
}

int tuple_set_has(const struct tuple_set *set, const uint32_t *tuple) {
    return tuple_set_index(set, tuple) != UINT32_MAX;
}

const uint32_t *tuple_set_at(const struct tuple_set *set, uint64_t index) {
    return set->tuples + index * set->width;
}

void tuple_set_clear(struct tuple_set *set) {
    if (set->slot_count > 0) {
        memset(set->slots, 0, set->slot_count * sizeof *set->slots);
    }
    set->count = 0;
}

void tuple_set_free(struct tuple_set *set) {
    memory_free(set->memory, set->slots, set->slot_count * sizeof *set->slots);
    memory_free(set->memory, set->tuples, set->capacity * sizeof *set->tuples);
    *set = (struct tuple_set){.memory = set->memory, .width = set->width};
}
