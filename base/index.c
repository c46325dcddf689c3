/* Hash indices: growing and adding. */
#include "base/index.h"

#include <string.h>

#include "base/memory.h"

#define FIRST_SLOTS 16u

static void put_in_free_slot(struct index *index, uint32_t tag, uint32_t number) {
    uint64_t mask = index->slot_count - 1, at = tag & mask;
    while (index->slots[at].number != INDEX_NONE) {
        at = (at + 1) & mask;
    }
    index->slots[at] = (struct index_slot){tag, number};
}

int index_reserve(struct index *index, struct memory *memory, uint64_t count) {
    struct index larger = {.slot_count = index->slot_count == 0 ? FIRST_SLOTS : index->slot_count,
                           .count = index->count};
    while (count > larger.slot_count / 3 * 2) {
        larger.slot_count *= 2;
    }
    if (larger.slot_count == index->slot_count) {
        return 0;
    }
    larger.slots = memory_allocate_array(memory, larger.slot_count, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return -1;
    }
    memset(larger.slots, 0xff, larger.slot_count * sizeof *larger.slots); /* INDEX_NONE in all slots */
    for (uint64_t i = 0; i < index->slot_count; i++) {
        if (index->slots[i].number != INDEX_NONE) {
            put_in_free_slot(&larger, index->slots[i].tag, index->slots[i].number);
        }
    }
    index_free(index, memory);
    *index = larger;
    return 0;
}

int index_add(struct index *index, struct memory *memory, uint64_t hash, uint32_t number) {
    if (index_reserve(index, memory, index->count + 1) != 0) {
        return -1;
    }
    put_in_free_slot(index, (uint32_t)hash, number);
    index->count++;
    return 0;
}

void index_clear(struct index *index) {
    if (index->slots != NULL) {
        memset(index->slots, 0xff, index->slot_count * sizeof *index->slots);
    }
    index->count = 0;
}

void index_free(struct index *index, struct memory *memory) {
    memory_free(memory, index->slots, index->slot_count * sizeof *index->slots);
    *index = (struct index){0};
}
