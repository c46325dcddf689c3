#ifndef HEDDLE_PARITY_SOLVER_LEVEL_SET_H
#define HEDDLE_PARITY_SOLVER_LEVEL_SET_H

/*
 * A set of numbers below a bound, with a fast search for its highest member below a given number: a
 * bitmap, a bitmap of its words that are not zero, and so on. Private to parity/promotion/.
 */
#include <stdint.h>
#include <string.h>

#define LEVEL_SET_LAYERS 6 /* 64^6 is above 2^32 */

struct level_set {
    uint64_t *layer[LEVEL_SET_LAYERS];
    unsigned layers;
};

/* Words for numbers below `bound`. */
static inline uint64_t level_set_words(uint64_t bound) {
    uint64_t words = 0;
    do {
        bound = bound / 64 + 1;
        words += bound;
    } while (bound > 1);
    return words;
}

/* Finds the layers in words[0 .. level_set_words(bound)), for numbers below `bound`. */
static inline void level_set_lay_out(struct level_set *set, uint64_t *words, uint64_t bound) {
    set->layers = 0;
    do {
        set->layer[set->layers++] = words;
        words += bound / 64 + 1;
        bound = (bound + 63) / 64;
    } while (bound > 1);
}

/* Makes the set of all numbers below `bound`, in the given words. */
static inline void level_set_fill(struct level_set *set, uint64_t *words, uint64_t bound) {
    level_set_lay_out(set, words, bound);
    for (unsigned layer = 0; layer < set->layers; layer++, bound = (bound + 63) / 64) {
        memset(set->layer[layer], 0xff, bound / 64 * sizeof *words);
        set->layer[layer][bound / 64] = ((uint64_t)1 << bound % 64) - 1;
    }
}

/* Makes the empty set of numbers below `bound`, in such words. */
static inline void level_set_empty(struct level_set *set, uint64_t *words, uint64_t bound) {
    memset(words, 0, level_set_words(bound) * sizeof *words);
    level_set_lay_out(set, words, bound);
}

static inline void level_set_add(struct level_set *set, uint32_t number) {
    for (unsigned layer = 0; layer < set->layers; layer++, number /= 64) {
        uint64_t *word = &set->layer[layer][number / 64], before = *word;
        *word = before | (uint64_t)1 << number % 64;
        if (before != 0) {
            return;
        }
    }
}

static inline void level_set_remove(struct level_set *set, uint32_t number) {
    for (unsigned layer = 0; layer < set->layers; layer++, number /= 64) {
        uint64_t *word = &set->layer[layer][number / 64];
        *word &= ~((uint64_t)1 << number % 64);
        if (*word != 0) {
            return;
        }
    }
}

/* Returns the highest member; UINT32_MAX when there is none. */
static inline uint32_t level_set_highest(const struct level_set *set) {
    uint64_t number = 0;
    for (unsigned layer = set->layers; layer-- > 0;) {
        uint64_t word = set->layer[layer][number];
        if (word == 0) {
            return UINT32_MAX;
        }
        number = number * 64 + 63 - (unsigned)__builtin_clzll(word);
    }
    return (uint32_t)number;
}

/* Removes all members from `bound` on; returns the highest remaining member, UINT32_MAX for none. */
static inline uint32_t level_set_remove_from(struct level_set *set, uint32_t bound) {
    uint32_t highest;
    while ((highest = level_set_highest(set)) != UINT32_MAX && highest >= bound) {
        level_set_remove(set, highest);
    }
    return highest;
}

#endif
