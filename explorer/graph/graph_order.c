/*
 * Canonical numbering: each level's keys sorted by their state vectors.
 *
 * A vector of W words is sorted by its words from the last to the first, each by a least-significant-digit
 * radix sort over the bits that the layout uses (Knuth, The Art of Computer Programming 3, 5.2.5). Sorting is
 * stable, so after word 0 the keys are in the order of vectors, which is that of tuples. Folded keys are
 * unfolded one word at a time. Threads take whole levels, the largest first.
 */
#include "explorer/graph/graph_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/level_store.h"
#include "hashtable/table.h"

#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)
#define FEW_KEYS 64u /* fewer are sorted by insertion */

/* A key with the word of its vector that is the current sorting key; of keys of four words, the number. */
struct sorted_key {
    uint64_t word;
    uint64_t key[2];
};

struct order {
    struct exploration *exploration;
    const struct run *run;
    uint64_t *keys;
    uint32_t key_words, words;
    const struct model_header *header;
    const uint64_t *pairs; /* pairs of the interner */
    uint64_t *level_order; /* levels in order of decreasing size */
    uint64_t cursor;
    int failed;
};

struct level_sorter {
    struct order *order;
    struct sorted_key *items, *other;
    uint64_t capacity;
    uint64_t *keys; /* the level's */
    uint64_t *row;  /* unfolded row of a key */
};

/* Whether items have the keys' numbers instead of keys. */
static int has_numbers(const struct order *order) {
    return order->key_words > LENGTH(((struct sorted_key *)NULL)->key);
}

static void load_words(struct level_sorter *sorter, struct sorted_key *items, uint64_t count, uint32_t word) {
    const struct order *order = sorter->order;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *key =
            has_numbers(order) ? sorter->keys + items[i].key[0] * order->key_words : items[i].key;
        if (order->key_words == order->words) {
            items[i].word = key[word] & ~TABLE_USED;
        } else {
            fold_undo(order->header, order->pairs, key, sorter->row);
            items[i].word = sorter->row[word];
        }
    }
}

static int compare_words(const void *a, const void *b) {
    const struct sorted_key *left = a, *right = b;
    return sort_compare(left->word, right->word);
}

/* Stable sort by the lowest `bits` bits of the words; the result is in sorter->items. */
static void radix_sort(struct level_sorter *sorter, uint64_t count, uint32_t bits) {
    for (uint32_t shift = 0; shift < bits; shift += DIGIT_BITS) {
        uint64_t begin[DIGITS] = {0}, sum = 0;
        for (uint64_t i = 0; i < count; i++) {
            begin[sorter->items[i].word >> shift & (DIGITS - 1)]++;
        }
        for (uint32_t digit = 0; digit < DIGITS; digit++) {
            uint64_t here = begin[digit];
            begin[digit] = sum;
            sum += here;
        }
        for (uint64_t i = 0; i < count; i++) {
            sorter->other[begin[sorter->items[i].word >> shift & (DIGITS - 1)]++] = sorter->items[i];
        }
        struct sorted_key *swap = sorter->items;
        sorter->items = sorter->other;
        sorter->other = swap;
    }
}

/* Brings the level's keys into the order of the items, which have their numbers. */
static int permute_keys(struct level_sorter *sorter, uint64_t count) {
    struct memory *memory = sorter->order->run->memory;
    const uint64_t words = sorter->order->key_words;
    uint64_t *sorted = memory_allocate_array(memory, count * words, sizeof *sorted);
    if (sorted == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        memcpy(sorted + i * words, sorter->keys + sorter->items[i].key[0] * words, words * sizeof *sorted);
    }
    memcpy(sorter->keys, sorted, count * words * sizeof *sorted);
    memory_free(memory, sorted, count * words * sizeof *sorted);
    return 0;
}

static int sort_level(struct level_sorter *sorter, uint64_t level) {
    struct order *order = sorter->order;
    struct memory *memory = order->run->memory;
    uint64_t begin = order->exploration->space.level_begin[level];
    uint64_t count = order->exploration->space.level_begin[level + 1] - begin;
    uint64_t *keys = order->keys + begin * order->key_words;
    if (count > sorter->capacity) {
        memory_free(memory, sorter->items, sorter->capacity * sizeof *sorter->items);
        memory_free(memory, sorter->other, sorter->capacity * sizeof *sorter->other);
        sorter->items = memory_allocate_array(memory, count, sizeof *sorter->items);
        sorter->other = memory_allocate_array(memory, count, sizeof *sorter->other);
        sorter->capacity = count;
        if (sorter->items == NULL || sorter->other == NULL) {
            return -1;
        }
    }
    sorter->keys = keys;
    for (uint64_t i = 0; i < count; i++) {
        sorter->items[i].key[0] = i;
        if (!has_numbers(order)) {
            memcpy(sorter->items[i].key, keys + i * order->key_words, order->key_words * sizeof *keys);
        }
    }
    for (uint32_t word = order->words; word-- > 0 && !run_should_stop(order->run);) {
        load_words(sorter, sorter->items, count, word);
        if (count <= FEW_KEYS) {
            sort_insert(sorter->items, count, sizeof *sorter->items, compare_words);
        } else {
            radix_sort(sorter, count, model_word_bits(order->exploration->model, word));
        }
    }
    if (has_numbers(order)) {
        return permute_keys(sorter, count);
    }
    for (uint64_t i = 0; i < count; i++) {
        memcpy(keys + i * order->key_words, sorter->items[i].key, order->key_words * sizeof *keys);
    }
    return 0;
}

static void sort_levels(void *context, unsigned thread) {
    struct order *order = context;
    struct exploration *exploration = order->exploration;
    struct memory *memory = order->run->memory;
    struct level_sorter sorter = {.order = order};
    uint64_t row_words = fold_stride(order->header);
    sorter.row = memory_allocate_array(memory, row_words, sizeof *sorter.row);
    int failed = sorter.row == NULL;
    while (!failed) {
        uint64_t next = shared64_add(&order->cursor, 1);
        if (next >= exploration->space.levels || run_should_stop(order->run)) {
            break;
        }
        if (thread == 0) {
            run_tell(order->run, "numbering the states", next, exploration->space.levels, "levels");
        }
        failed = sort_level(&sorter, order->level_order[next]);
    }
    if (failed) {
        __atomic_store_n(&order->failed, 1, __ATOMIC_RELAXED);
    }
    memory_free(memory, sorter.items, sorter.capacity * sizeof *sorter.items);
    memory_free(memory, sorter.other, sorter.capacity * sizeof *sorter.other);
    memory_free(memory, sorter.row, row_words * sizeof *sorter.row);
}

struct level_size {
    uint64_t level, states;
};

static int compare_sizes(const void *a, const void *b) {
    const struct level_size *left = a, *right = b;
    return left->states != right->states ? sort_compare(right->states, left->states)
                                         : sort_compare(left->level, right->level);
}

static int order_levels(struct order *order) {
    uint64_t levels = order->exploration->space.levels;
    struct memory *memory = order->run->memory;
    struct level_size *sizes = memory_allocate_array(memory, levels, sizeof *sizes);
    order->level_order = memory_allocate_array(memory, levels, sizeof *order->level_order);
    if (sizes == NULL || order->level_order == NULL) {
        memory_free(memory, sizes, levels * sizeof *sizes);
        return -1;
    }
    const uint64_t *begin = order->exploration->space.level_begin;
    for (uint64_t i = 0; i < levels; i++) {
        sizes[i] = (struct level_size){i, begin[i + 1] - begin[i]};
    }
    qsort(sizes, levels, sizeof *sizes, compare_sizes);
    for (uint64_t i = 0; i < levels; i++) {
        order->level_order[i] = sizes[i].level;
    }
    memory_free(memory, sizes, levels * sizeof *sizes);
    return 0;
}

/* Copies the levels' keys one after the other, and frees the store's blocks on the way. */
static int gather_keys(struct exploration *exploration, const struct run *run, struct memory_range *keys) {
    uint32_t key_words = model_header(exploration->model)->key_words;
    uint64_t bytes = exploration_own_states(exploration) * key_words * sizeof(uint64_t), at = 0;
    if (memory_range_open(run->memory, keys, bytes, bytes) != 0) {
        return -1;
    }
    for (uint64_t level = 0; level < exploration->space.levels; level++) {
        uint64_t count;
        const struct level_segment *segments =
            level_store_segments(exploration->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            uint64_t words = segments[i].count * key_words;
            if (words == 0) {
                continue; /* a spilled level is one segment, in a block of its own */
            }
            if (memory_range_extend(run->memory, keys, (at + words) * sizeof(uint64_t)) != 0) {
                return -1;
            }
            memcpy((uint64_t *)keys->base + at, segments[i].keys, words * sizeof(uint64_t));
            at += words;
        }
        level_store_drop(exploration->space.level_store, level);
        level_store_close(exploration->space.level_store, NULL, 0);
    }
    return 0;
}

int graph_gather_keys(struct exploration *exploration, const struct run *run, struct memory_range *keys,
                      struct error *error) {
    if (exploration_check_kept(exploration, "for the states", error) != 0) {
        return -1;
    }
    return gather_keys(exploration, run, keys) != 0 ? error_memory(error, "for the states") : 0;
}

int graph_order_keys(struct exploration *exploration, const struct run *run, struct memory_range *keys,
                     struct error *error) {
    const struct model_header *header = model_header(exploration->model);
    struct order order = {.exploration = exploration,
                          .run = run,
                          .key_words = header->key_words,
                          .words = header->words,
                          .header = header,
                          .pairs = exploration_pairs(exploration)};
    if (exploration_check_kept(exploration, "for the graph", error) != 0) {
        return -1;
    }
    int failed = gather_keys(exploration, run, keys) != 0 || order_levels(&order) != 0;
    order.keys = keys->base;
    if (!failed) {
        parallel_run(run->threads, sort_levels, &order);
        failed = order.failed;
    }
    memory_free(run->memory, order.level_order, exploration->space.levels * sizeof *order.level_order);
    if (failed) {
        return error_memory(error, "to number the states");
    }
    return run_ask(run, error, "interrupted while numbering the states");
}
