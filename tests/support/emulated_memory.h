#ifndef HEDDLE_TESTS_SUPPORT_EMULATED_MEMORY_H
#define HEDDLE_TESTS_SUPPORT_EMULATED_MEMORY_H

/*
 * The memory of a GPU for tables, emulated on the host, so that tests choose what a thread sees: a first
 * cache shows a new value when it is read afresh, or at any time. To be included before the .cuh of the
 * table.
 */
#include <CUnit/CUnit.h>
#include <stdint.h>

#include "tests/support/testing.h"

#define EMULATED_HALVES 4096u
#define EMULATED_CACHES 4u

struct emulation {
    uint32_t slots[EMULATED_HALVES] __attribute__((aligned(64))); /* each changes at most once, from 0 */
    uint8_t shown[EMULATED_CACHES][EMULATED_HALVES]; /* whether a first cache has shown the current value */
    const uint64_t *whole;                           /* words from here on change as a whole */
    uint32_t cache;                                  /* the cache of the thread whose turn it is */
    uint64_t random;
};

static struct emulation emulation;

static inline uint64_t draw(uint64_t below) {
    return random_next(&emulation.random) % below;
}

static inline uint32_t show_half(const uint32_t *slot, int fresh) {
    uint8_t *shown = &emulation.shown[emulation.cache][slot - emulation.slots];
    if (*slot != 0 && !*shown) {
        *shown = fresh || draw(2);
    }
    return *shown ? *slot : 0;
}

static inline uint64_t show(const uint64_t *word, int fresh) {
    const uint32_t *slot = (const uint32_t *)word;
    if (word < emulation.whole) {
        uint64_t low = show_half(slot, fresh);
        return (uint64_t)show_half(slot + 1, fresh) << 32 | low;
    }
    uint8_t *shown = &emulation.shown[emulation.cache][slot - emulation.slots];
    if (*word != 0 && !*shown) {
        *shown = fresh || draw(2);
    }
    return *shown ? *word : 0;
}

typedef struct {
    unsigned long long x, y;
} ulonglong2;

static inline void table_store_8(uint64_t *word, uint64_t value) {
    CU_ASSERT_EQUAL(*word, 0);
    *word = value;
}

static inline void table_store_16(uint64_t *words, uint64_t value0, uint64_t value1) {
    table_store_8(words, value0);
    table_store_8(words + 1, value1);
}

static inline void table_load_16_if(int wanted, ulonglong2 *pair, const uint64_t *words) {
    if (wanted) {
        pair->x = show(words, 1);
        pair->y = show(words + 1, 1);
    }
}

static inline void table_load_16_near_if(int wanted, ulonglong2 *pair, const uint64_t *words) {
    if (wanted) {
        pair->x = show(words, 0);
        pair->y = show(words + 1, 0);
    }
}

static inline void table_claim_if(int wanted, unsigned long long *seen, uint64_t *word, uint64_t value) {
    if (wanted) {
        *seen = *word;
        *word = *word == 0 ? value : *word;
    }
}

static inline void half_claim_if(int wanted, uint32_t *seen, uint32_t *slot, uint32_t value) {
    if (wanted) {
        *seen = *slot;
        *slot = *slot == 0 ? value : *slot;
    }
}

#define TABLE_EMULATED
#define __device__
#define __forceinline__ inline
#define __noinline__

#endif
