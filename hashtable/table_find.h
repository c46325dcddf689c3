#ifndef HEDDLE_HASHTABLE_TABLE_FIND_H
#define HEDDLE_HASHTABLE_TABLE_FIND_H

#include "hashtable/table_core.h"

/* Whether the table has a key (bits 63 set) with this table_hash. Nobody may put keys meanwhile. */
CORE_FUNCTION int table_find(const struct table_view *view, const uint64_t *key, uint64_t hash) {
    const uint32_t slots = 1u << view->bucket_bits, words = view->words;
    uint64_t home = table_home(view, hash), last = home + table_sequence_buckets(view, home);
    for (uint64_t number = home; number < last; number++) {
        const uint64_t *bucket =
            view->slots + number * slots * words; /* the key is not after an empty slot */
        if (table_has(bucket, slots, key, words)) {
            return 1;
        }
        if (table_empties(bucket, slots, words) != 0) {
            return 0;
        }
    }
    return 0;
}

#endif
