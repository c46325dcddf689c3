/* Numbers sequences of words, exactly. */
#include "reduce/composition/sequences.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

static int is_equal(const struct sequences *sequences, uint32_t number, const uint32_t *words,
                    uint64_t count) {
    uint64_t length;
    const uint32_t *own = sequence_words(sequences, number, &length);
    return length == count && (count == 0 || memcmp(own, words, count * sizeof *words) == 0);
}

uint32_t sequences_intern(struct sequences *sequences, const uint32_t *words, uint64_t count) {
    const uint64_t hash = hash_bytes(words, count * sizeof *words, 0x51ed270b9e3779b1u);
    for (struct index_walk walk = index_find(&sequences->index, hash); index_next(&walk);) {
        if (is_equal(sequences, walk.number, words, count)) {
            return walk.number;
        }
    }
    const uint64_t number = sequences->ends.count, used = sequences->words.count;
    if (number >= SEQUENCE_NONE ||
        MEMORY_GROW(sequences->memory, &sequences->words.data, &sequences->words.capacity, used + count) !=
            0 ||
        MEMORY_GROW(sequences->memory, &sequences->ends.data, &sequences->ends.capacity, number + 1) != 0 ||
        index_add(&sequences->index, sequences->memory, hash, (uint32_t)number) != 0) {
        return SEQUENCE_NONE;
    }
    if (count > 0) {
        memcpy(sequences->words.data + used, words, count * sizeof *words);
    }
    sequences->words.count = used + count;
    sequences->ends.data[number] = used + count;
    sequences->ends.count = number + 1;
    return (uint32_t)number;
}

void sequences_free(struct sequences *sequences) {
    GROWING_FREE(sequences->memory, sequences->words);
    GROWING_FREE(sequences->memory, sequences->ends);
    index_free(&sequences->index, sequences->memory);
}
