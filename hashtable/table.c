/*
 * The visited set on the host: creation, and growth in place (table_core.h has layout and protocol).
 *
 * Growth from n to n' > n home buckets. A key's home rises with its hash, so its new home is about n'/n times
 * its old one, and never below it. Phases vacate the old buckets from the top down. A phase vacates the old
 * buckets [low, high), where low is chosen such that keys whose old home is at least low have new homes at or
 * above `high`, which earlier phases vacated. Within a phase, the threads divide the buckets; each reads a
 * run of buckets, clears it and puts the keys into their new places: two sequential streams, no random
 * access. Keys that overflowed into a run from below `low` may belong below `high`; they wait in a side list
 * until all old buckets are vacated. Near bucket 0 phases no longer shrink, and one thread moves the rest
 * through its side list. So the old and the new layout never share a bucket, and the invariant of probing (no
 * empty slot before a key in its sequence) holds throughout the new one.
 */
#include "hashtable/table.h"

#include <string.h>

#include "base/barrier.h"
#include "base/error.h"
#include "base/memory.h"
#include "hashtable/growth.h"

#define RUN_BUCKETS 4096u /* old buckets in a thread's run; the last phase starts at most here */
#define MOVING_KEYS 64u   /* keys that are moved at once */
#define MOST_THREADS 1024u

/* Keys that wait until the end of a growth. */
struct side_list {
    uint64_t *words;
    uint64_t count, capacity; /* in words */
};

struct table {
    struct memory *memory;
    struct table_view view;
    struct memory_range range; /* the slots */
    /* --- the growth in progress --- */
    struct table_view old;
    uint64_t cursor;         /* next bucket of the phase that no thread has taken */
    struct side_list *sides; /* [threads] */
    int failed;
};

static uint64_t buckets_for(const struct table_view *view, uint64_t slots) {
    uint64_t buckets = (slots + ((uint64_t)1 << view->bucket_bits) - 1) >> view->bucket_bits;
    return buckets == 0 ? 1 : buckets;
}

table *table_create(struct memory *memory, uint32_t words, uint32_t bucket_integers, uint64_t slots,
                    int prefix, struct error *error) {
    table *table = memory_allocate_zeroed(memory, sizeof *table);
    if (table == NULL) {
        error_memory(error, "for the hash table");
        return NULL;
    }
    table->memory = memory;
    table->view = growth_view(words, bucket_integers, prefix);
    growth_set_buckets(&table->view, buckets_for(&table->view, slots));
    uint64_t bytes = growth_table_bytes(&table->view);
    if (memory_range_open(memory, &table->range, bytes, UINT64_MAX) != 0 ||
        memory_range_extend(memory, &table->range, bytes) != 0) {
        table_free(table);
        error_set(error, ERROR_MEMORY, "not enough memory for a hash table of %llu slots",
                  (unsigned long long)slots);
        return NULL;
    }
    table->view.slots = table->range.base;
    return table;
}

void table_free(table *table) {
    if (table != NULL) {
        memory_range_close(table->memory, &table->range);
        memory_free(table->memory, table, sizeof *table);
    }
}

struct table_view table_view_of(const table *table) {
    return table->view;
}

uint64_t table_slots(const table *table) {
    return table->view.buckets << table->view.bucket_bits;
}

uint64_t table_bytes(const table *table) {
    return table->range.committed;
}

uint64_t table_next_slots(const table *table) {
    uint64_t bytes = growth_bytes(table->range.committed, memory_left(table->memory));
    /*
     * Scaled, because overflow buckets take their share; as double, because the product may exceed 64 bits.
     */
    return (uint64_t)((double)table_slots(table) * ((double)bytes / (double)table->range.committed));
}

int table_grow_begin(table *table, uint64_t slots) {
    uint64_t buckets = buckets_for(&table->view, slots);
    if (buckets <= table->view.buckets) {
        return -1;
    }
    struct table_view grown = growth_larger(&table->view, buckets);
    uint64_t bytes = growth_table_bytes(&grown);
    if (bytes > table->range.reserved) {
        return -1;
    }
    struct side_list *sides = memory_allocate_zeroed(table->memory, MOST_THREADS * sizeof *sides);
    if (sides == NULL) {
        return -1;
    }
    if (memory_range_extend(table->memory, &table->range, bytes) != 0) {
        memory_free(table->memory, sides, MOST_THREADS * sizeof *sides);
        return -1;
    }
    table->old = table->view;
    table->view = grown;
    table->sides = sides;
    table->cursor = 0;
    table->failed = 0;
    return 0;
}

static int side_push(struct memory *memory, struct side_list *side, const uint64_t *key, uint32_t words) {
    if (MEMORY_GROW(memory, &side->words, &side->capacity, side->count + words) != 0) {
        return -1;
    }
    memcpy(side->words + side->count, key, words * sizeof *key);
    side->count += words;
    return 0;
}

static void fail_growth(table *table) {
    __atomic_store_n(&table->failed, 1, __ATOMIC_RELAXED);
}

/* Keys that have left their old places and not reached their new ones. */
struct moving {
    uint64_t words[TABLE_MOST_WORDS * MOVING_KEYS];
    uint64_t hashes[MOVING_KEYS];
};

static void put_again(struct table *table, const struct table_view *view, const uint64_t *key,
                      uint64_t hash) {
    enum table_result result = view->words == 1   ? table_place(view, key, 1, hash)
                               : view->words == 2 ? table_place(view, key, 2, hash)
                                                  : table_place(view, key, 4, hash);
    if (result != TABLE_NEW) {
        fail_growth(table);
    }
}

/*
 * Copies the keys out of `slots` slots, hashes them and prefetches their new places; returns their number. It
 * does not branch on whether a slot is used, because that branch could not be predicted.
 */
CORE_FUNCTION uint32_t take_keys(const struct table_view *view, const uint64_t *slot, uint32_t slots,
                                 const uint32_t words, struct moving *moving) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < slots; i++, slot += words) {
        for (uint32_t w = 0; w < words; w++) {
            moving->words[count * words + w] = slot[w];
        }
        count += slot[0] != 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *key = moving->words + i * words;
        moving->hashes[i] = view->prefix ? table_hash_prefix(key[0]) : table_hash_key(key, words);
        table_prefetch(view, moving->hashes[i]);
    }
    return count;
}

/*
 * Vacates the old buckets [first, last); keys whose new home is at or above bucket `high` move there at once.
 */
static void move_run(table *table, const struct table_view *view, unsigned thread, uint64_t first,
                     uint64_t last, uint64_t high) {
    uint32_t words = view->words;
    struct side_list *side = &table->sides[thread];
    struct moving moving;
    uint64_t end = last << table->old.bucket_bits;
    for (uint64_t at = first << table->old.bucket_bits; at < end; at += MOVING_KEYS) {
        uint32_t slots = end - at < MOVING_KEYS ? (uint32_t)(end - at) : MOVING_KEYS;
        uint64_t *slot = view->slots + at * words;
        uint32_t count = words == 1   ? take_keys(view, slot, slots, 1, &moving)
                         : words == 2 ? take_keys(view, slot, slots, 2, &moving)
                                      : take_keys(view, slot, slots, 4, &moving);
        memset(slot, 0, (uint64_t)slots * words * sizeof *slot);
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t *key = moving.words + i * words;
            if (table_home(view, moving.hashes[i]) >= high) {
                put_again(table, view, key, moving.hashes[i]);
            } else if (side_push(table->memory, side, key, words) != 0) {
                fail_growth(table);
            }
        }
    }
}

static void meet(struct barrier *barrier) {
    if (barrier != NULL) {
        barrier_wait(barrier);
    }
}

void table_grow_work(table *table, unsigned thread, unsigned threads, struct barrier *barrier) {
    uint64_t high = table->old.buckets + table->old.pad;
    struct table_view view = table->view;
    view.alone = threads == 1;
    for (;;) {
        uint64_t low = growth_phase_low(&table->old, &table->view, high);
        if (high <= RUN_BUCKETS || low >= high) {
            break;
        }
        for (;;) {
            uint64_t taken = shared64_add(&table->cursor, RUN_BUCKETS);
            if (taken >= high - low) {
                break;
            }
            uint64_t last = taken + RUN_BUCKETS < high - low ? low + taken + RUN_BUCKETS : high;
            move_run(table, &view, thread, low + taken, last, high);
        }
        meet(barrier);
        if (thread == 0) {
            table->cursor = 0;
        }
        meet(barrier);
        high = low;
    }
    if (thread == 0) {
        move_run(table, &view, 0, 0, high, UINT64_MAX);
    }
    meet(barrier);
    struct side_list *side = &table->sides[thread];
    for (uint64_t i = 0; i < side->count; i += table->view.words) {
        put_again(table, &view, side->words + i, table_hash(&view, side->words + i));
    }
    meet(barrier);
}

int table_grow_end(table *table) {
    for (unsigned i = 0; i < MOST_THREADS; i++) {
        memory_free(table->memory, table->sides[i].words, table->sides[i].capacity * sizeof(uint64_t));
    }
    memory_free(table->memory, table->sides, MOST_THREADS * sizeof *table->sides);
    table->sides = NULL;
    return table->failed ? -1 : 0;
}
