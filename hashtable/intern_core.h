#ifndef HEDDLE_HASHTABLE_INTERN_CORE_H
#define HEDDLE_HASHTABLE_INTERN_CORE_H

/*
 * Pairs of words interned into ids: the exact folding of vectors longer than four words. Pairs live in an
 * append-only array; a pair's id is its place there and never changes. The index over them is a prefix table
 * (table_core.h) of words  1 | 32 bits of the pair's hash | 31 bits of id: so a slot whose hash bits differ
 * is skipped without reading the pair, and growing the index reads no pairs.
 *
 * A thread that finds an empty slot claims it for an id of its own stock, then writes the pair under that id.
 * In the array, which is zeroed at first, words have bit 63 set; so a reader of the slot that finds a word
 * missing reads it again, and accesses need no order. If the claim fails, the id stays in the stock for the
 * thread's next pair. Ids that were never used have words 0.
 */
#include "hashtable/table_core.h"

#define INTERN_ID_BITS 31u
#define INTERN_ID_MASK (((uint64_t)1 << INTERN_ID_BITS) - 1)
#define INTERN_PAIR_BYTES 16u

/* Copied by value; valid until the interner grows. */
struct intern_view {
    struct table_view index;
    uint64_t *pairs;   /* [2 * capacity]; words have bit 63 set, see intern_word */
    uint64_t *next;    /* number of ids handed out so far; shared by all threads */
    uint64_t capacity; /* capacity of `pairs`, at most 2^31 */
    uint64_t stock;    /* number of ids that a thread takes at once */
};

/* A thread's stock of unused ids; initially zeroed. */
struct intern_stock {
    uint64_t next, end;
};

CORE_FUNCTION uint64_t intern_hash(uint64_t word0, uint64_t word1) {
    return table_hash_2(word0, word1);
}

/*
 * The contents of an index slot without the id. Pass its table_hash_prefix to table_prefetch and table_home
 * of the index.
 */
CORE_FUNCTION uint64_t intern_tag(uint64_t hash) {
    return TABLE_USED | (hash >> 32 << INTERN_ID_BITS);
}

/* Word 0 or 1 of a pair that was interned before the last barrier, or join, or launch. */
CORE_FUNCTION uint64_t intern_word(const uint64_t *pairs, uint64_t id, uint32_t word) {
    return pairs[2 * id + word] & ~TABLE_USED;
}

/* Whether id `id`, which is or will soon be used, is that of a pair, given with bits 63 set. */
CORE_FUNCTION int intern_is(const struct intern_view *view, uint64_t id, uint64_t word0, uint64_t word1) {
    const uint64_t *pair = view->pairs + 2 * id;
    uint64_t seen = shared64_load(pair);
    while (seen == 0) {
        seen = shared64_load(pair);
    }
    if (seen != word0) {
        return 0;
    }
    do {
        seen = shared64_load(pair + 1);
    } while (seen == 0);
    return seen == word1;
}

/*
 * The id of the pair, whose intern_hash is `hash`. TABLE_FULL if the index or the array is full; the call can
 * be repeated after growth.
 */
CORE_FUNCTION enum table_result intern_put(const struct intern_view *view, struct intern_stock *stock,
                                           uint64_t word0, uint64_t word1, uint64_t hash, uint64_t *id) {
    const uint64_t used0 = word0 | TABLE_USED, used1 = word1 | TABLE_USED;
    uint64_t tag = intern_tag(hash);
    uint64_t place = table_hash_prefix(tag);
    const struct table_view *index = &view->index;
    uint64_t home = table_home(index, place);
    uint64_t buckets = table_sequence_buckets(index, home);
    uint32_t mask = (1u << index->bucket_bits) - 1;
    uint32_t start = table_start(index, place);
    for (uint64_t bucket = home; bucket < home + buckets; bucket++) {
        uint64_t *slots = index->slots + (bucket << index->bucket_bits);
        for (uint32_t i = 0; i <= mask; i++) {
            uint64_t *slot = slots + ((start + i) & mask);
            uint64_t seen = shared64_load(slot);
            if (seen == 0) {
                if (stock->next == stock->end) {
                    uint64_t first = shared64_add(view->next, view->stock);
                    if (first + view->stock > view->capacity) {
                        shared64_add(view->next, (uint64_t)0 - view->stock);
                        return TABLE_FULL;
                    }
                    stock->next = first;
                    stock->end = first + view->stock;
                }
                seen = shared64_claim(slot, tag | stock->next);
                if (seen == 0) {
                    *id = stock->next++;
                    shared64_store(view->pairs + 2 * *id, used0);
                    shared64_store(view->pairs + 2 * *id + 1, used1);
                    return TABLE_NEW;
                }
            }
            if (((seen ^ tag) & ~INTERN_ID_MASK) == 0 &&
                intern_is(view, seen & INTERN_ID_MASK, used0, used1)) {
                *id = seen & INTERN_ID_MASK;
                return TABLE_FOUND;
            }
        }
    }
    return TABLE_FULL;
}

#endif
