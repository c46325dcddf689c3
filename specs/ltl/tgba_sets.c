/* Sets as states (tgba_sets.h). */
#include "specs/ltl/tgba_sets.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

#define MOST_PARTS 512u

void tgba_sets_init(struct tgba_sets *sets, struct bdd_pool *pool, uint64_t words, uint64_t most) {
    *sets = (struct tgba_sets){.pool = pool, .words = words, .most = most};
}

void tgba_sets_free(struct tgba_sets *sets) {
    struct memory *memory = sets->pool->memory;
    GROWING_FREE(memory, sets->bits);
    GROWING_FREE(memory, sets->part);
    GROWING_FREE(memory, sets->targets);
    index_free(&sets->by_set, memory);
}

uint32_t tgba_sets_number(struct tgba_sets *sets, const uint64_t *set) {
    struct memory *memory = sets->pool->memory;
    const uint64_t words = sets->words, hash = hash_bytes(set, words * sizeof *set, 1);
    for (struct index_walk walk = index_find(&sets->by_set, hash); index_next(&walk);) {
        if (memcmp(tgba_set(sets, walk.number), set, words * sizeof *set) == 0) {
            return walk.number;
        }
    }
    const uint32_t number = (uint32_t)sets->count;
    sets->is_too_large |= number >= sets->most;
    int failed = sets->is_too_large;
    for (uint64_t w = 0; w < words && !failed; w++) {
        const uint64_t word = set[w];
        failed = GROWING_ADD(memory, sets->bits, word) != 0;
    }
    if (!sets->is_too_large) {
        failed = failed || index_add(&sets->by_set, memory, hash, number) != 0;
        sets->count += !failed;
    }
    if (failed && !sets->is_too_large) {
        bdd_no_memory(sets->pool);
    }
    return number;
}

void tgba_sets_add_one(struct tgba_sets *sets, uint32_t element) {
    struct memory *memory = sets->pool->memory;
    uint64_t *set = memory_allocate_zeroed(memory, sets->words * sizeof *set);
    if (set == NULL) {
        bdd_no_memory(sets->pool);
        return;
    }
    bitset_add(set, element);
    tgba_sets_number(sets, set);
    memory_free(memory, set, sets->words * sizeof *set);
}

/* Adds a part of the letters, with the targets of another part (UINT64_MAX: none). */
static void add_part(struct tgba_sets *sets, bdd guard, uint64_t copied) {
    struct memory *memory = sets->pool->memory;
    int failed = GROWING_ADD(memory, sets->part, guard) != 0;
    for (uint64_t w = 0; w < sets->words && !failed; w++) {
        const uint64_t word = copied == UINT64_MAX ? 0 : sets->targets.data[copied * sets->words + w];
        failed = GROWING_ADD(memory, sets->targets, word) != 0;
    }
    if (failed) {
        bdd_no_memory(sets->pool);
    }
}

void tgba_sets_begin(struct tgba_sets *sets) {
    sets->part.count = sets->targets.count = 0;
    add_part(sets, BDD_TRUE, UINT64_MAX);
}

void tgba_sets_split(struct tgba_sets *sets, bdd guard, uint32_t element, uint32_t other) {
    struct bdd_pool *pool = sets->pool;
    const uint64_t parts = sets->part.count;
    for (uint64_t p = 0; p < parts && tgba_sets_go_on(sets); p++) {
        const bdd letters = sets->part.data[p];
        const bdd inside = bdd_and(pool, letters, guard);
        if (inside != letters && inside != BDD_FALSE) {
            add_part(sets, bdd_without(pool, letters, inside), p);
            sets->is_too_large |= sets->part.count > MOST_PARTS;
        }
        if (inside != BDD_FALSE && !pool->failed) {
            sets->part.data[p] = inside;
            bitset_add(tgba_sets_target(sets, p), element);
            if (other != TGBA_SETS_NONE) {
                bitset_add(tgba_sets_target(sets, p), other);
            }
        }
    }
}
