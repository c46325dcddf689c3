/* Lists of words, found by a hash of their words. */
#include "base/word_lists.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

#define SEED 0x90e5u

uint64_t word_lists_count(const struct word_lists *lists) {
    return lists->begins.count == 0 ? 0 : lists->begins.count - 1;
}

uint32_t word_lists_find(struct word_lists *lists, const uint64_t *words, uint64_t count,
                         struct memory *memory) {
    const uint64_t bytes = count * sizeof *words;
    const uint64_t hash = count == 0 ? SEED : hash_bytes(words, bytes, SEED);
    if (lists->begins.count == 0 && GROWING_ADD(memory, lists->begins, 0) != 0) {
        return WORD_LIST_NONE;
    }
    for (struct index_walk walk = index_find(&lists->index, hash); index_next(&walk);) {
        const uint64_t *begin = &lists->begins.data[walk.number];
        if (begin[1] - begin[0] == count &&
            (count == 0 || memcmp(lists->words.data + begin[0], words, bytes) == 0)) {
            return walk.number;
        }
    }
    const uint64_t number = word_lists_count(lists), end = lists->words.count + count;
    if (number >= WORD_LIST_NONE - 1 ||
        MEMORY_GROW(memory, &lists->words.data, &lists->words.capacity, end) != 0 ||
        GROWING_ADD(memory, lists->begins, end) != 0 ||
        index_add(&lists->index, memory, hash, (uint32_t)number) != 0) {
        return WORD_LIST_NONE;
    }
    if (count > 0) {
        memcpy(lists->words.data + lists->words.count, words, bytes);
    }
    lists->words.count = end;
    return (uint32_t)number;
}

void word_lists_clear(struct word_lists *lists) {
    lists->words.count = lists->begins.count = 0;
    index_clear(&lists->index);
}

void word_lists_free(struct word_lists *lists, struct memory *memory) {
    GROWING_FREE(memory, lists->words);
    GROWING_FREE(memory, lists->begins);
    index_free(&lists->index, memory);
}
