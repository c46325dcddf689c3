#ifndef HEDDLE_REDUCE_COMPOSITION_SEQUENCES_H
#define HEDDLE_REDUCE_COMPOSITION_SEQUENCES_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"

struct memory;

/* Sequences of words, each stored once and numbered from 0 in the order of coming. Zeroed but for the memory:
 * empty. */
struct sequences {
    struct memory *memory;
    GROWING(uint32_t) words;
    GROWING(uint64_t) ends; /* sequence k is words[k == 0 ? 0 : ends[k - 1], ends[k]) */
    struct index index;
};

#define SEQUENCE_NONE UINT32_MAX

/* The number of the sequence, which is added if new; SEQUENCE_NONE when memory runs out. */
uint32_t sequences_intern(struct sequences *sequences, const uint32_t *words, uint64_t count);
void sequences_free(struct sequences *sequences);

static inline uint64_t sequence_begin(const struct sequences *sequences, uint32_t number) {
    return number == 0 ? 0 : sequences->ends.data[number - 1];
}

static inline const uint32_t *sequence_words(const struct sequences *sequences, uint32_t number,
                                             uint64_t *count) {
    const uint64_t begin = sequence_begin(sequences, number);
    *count = sequences->ends.data[number] - begin;
    return sequences->words.data + begin;
}

#endif
