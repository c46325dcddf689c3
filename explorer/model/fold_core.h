#ifndef HEDDLE_EXPLORER_MODEL_FOLD_CORE_H
#define HEDDLE_EXPLORER_MODEL_FOLD_CORE_H

/*
 * Folding of vectors longer than four words into keys of at most four, exactly: in each level, words 2i and
 * 2i+1 become the id of their pair (intern_core.h), and two ids share an output word; an odd last word is
 * kept, in the free half of the last id's word where it fits. The model header has the number of input words
 * of each level. A vector and its foldings are stored one after the other in a row of fold_stride words:
 * level 0 is the vector, the last level the key. A successor differs from its source in few words, so the ids
 * of unchanged pairs are copied from the source's row.
 */
#include "explorer/model/model_core.h"
#include "hashtable/intern_core.h"

/* The number of words of a row. */
CORE_FUNCTION uint32_t fold_stride(const struct model_header *header) {
    uint32_t words = 0;
    for (uint32_t level = 0; level <= header->fold_levels; level++) {
        words += header->fold_words[level];
    }
    return words;
}

/*
 * Words of scratch memory for expanding a state by successors_core.h: guards; for vectors of more than two
 * words also `rows` rows, and twice the words of a vector.
 */
CORE_FUNCTION uint64_t fold_scratch_words(const struct model_header *header, uint32_t rows) {
    uint64_t folded = (uint64_t)rows * fold_stride(header) + 2 * (uint64_t)header->words;
    return header->work_words + (header->words <= 2 ? 0 : folded);
}

/* The place of id `i` of a level's `pairs` ids: the output word and the shift. */
CORE_FUNCTION void fold_place(uint32_t i, uint32_t pairs, int joined, uint32_t *word, uint32_t *shift) {
    *word = i / 2;
    if (i % 2 == 1) {
        *shift = 0;
    } else if (i + 1 < pairs) {
        *shift = INTERN_ID_BITS;
    } else {
        *shift = joined ? 32 : 0;
    }
}

CORE_FUNCTION uint64_t fold_get(const uint64_t *output, uint32_t i, uint32_t pairs, int joined) {
    uint32_t word, shift;
    fold_place(i, pairs, joined, &word, &shift);
    return output[word] >> shift & INTERN_ID_MASK;
}

/* Adds id `i` to the output words, which must be zero at first. */
CORE_FUNCTION void fold_set(uint64_t *output, uint32_t i, uint32_t pairs, int joined, uint64_t id) {
    uint32_t word, shift;
    fold_place(i, pairs, joined, &word, &shift);
    output[word] |= id << shift;
}

/* Puts id `i` in place of the one that the output words have. */
CORE_FUNCTION void fold_replace(uint64_t *output, uint32_t i, uint32_t pairs, int joined, uint64_t id) {
    uint32_t word, shift;
    fold_place(i, pairs, joined, &word, &shift);
    output[word] = (output[word] & ~(INTERN_ID_MASK << shift)) | id << shift;
}

/* The odd last input word, put into the output and read back. */
CORE_FUNCTION void fold_set_tail(uint64_t *output, uint32_t pairs, int joined, uint64_t tail) {
    output[joined ? pairs / 2 : (pairs + 1) / 2] |= tail;
}

CORE_FUNCTION void fold_replace_tail(uint64_t *output, uint32_t pairs, int joined, uint64_t tail) {
    if (joined) {
        output[pairs / 2] = (output[pairs / 2] & ~(uint64_t)0xffffffffu) | tail;
    } else {
        output[(pairs + 1) / 2] = tail;
    }
}

CORE_FUNCTION uint64_t fold_get_tail(const uint64_t *output, uint32_t pairs, int joined) {
    return joined ? output[pairs / 2] & 0xffffffffu : output[(pairs + 1) / 2];
}

/* Fills a row from its key, from the last level to the first; pairs are read from the interner's array. */
CORE_FUNCTION void fold_undo_level(const struct model_header *header, const uint64_t *pairs_array,
                                   uint32_t level, const uint64_t *output, uint64_t *input) {
    uint32_t pairs = header->fold_words[level] / 2;
    int joined = (int)header->fold_tail_joined[level];
    for (uint32_t i = 0; i < pairs; i++) {
        uint64_t id = fold_get(output, i, pairs, joined);
        input[2 * i] = intern_word(pairs_array, id, 0);
        input[2 * i + 1] = intern_word(pairs_array, id, 1);
    }
    if (header->fold_words[level] % 2 == 1) {
        input[2 * pairs] = fold_get_tail(output, pairs, joined);
    }
}

/* Fills a row of fold_stride words from its key; the vector is at its beginning. */
CORE_FUNCTION void fold_undo(const struct model_header *header, const uint64_t *pairs_array,
                             const uint64_t *key, uint64_t *row) {
    uint32_t offset = fold_stride(header) - header->key_words;
    for (uint32_t w = 0; w < header->key_words; w++) {
        row[offset + w] = key[w] & ~TABLE_USED;
    }
    for (uint32_t level = header->fold_levels; level-- > 0;) {
        uint32_t output = offset;
        offset -= header->fold_words[level];
        fold_undo_level(header, pairs_array, level, row + output, row + offset);
    }
}

/* Word `word` of a key's vector. */
CORE_FUNCTION uint64_t fold_word(const struct model_header *header, const uint64_t *pairs_array,
                                 const uint64_t *key, uint32_t word) {
    uint32_t at[MODEL_FOLD_LEVELS + 1]; /* the index of the word at each level */
    at[0] = word;
    for (uint32_t level = 0; level < header->fold_levels; level++) {
        uint32_t pairs = header->fold_words[level] / 2;
        int is_tail = at[level] == 2 * pairs;
        at[level + 1] = !is_tail                          ? at[level] / 4
                        : header->fold_tail_joined[level] ? pairs / 2
                                                          : (pairs + 1) / 2;
    }
    uint64_t value = key[at[header->fold_levels]] & ~TABLE_USED;
    for (uint32_t level = header->fold_levels; level-- > 0;) {
        uint32_t pairs = header->fold_words[level] / 2, place, shift;
        int joined = (int)header->fold_tail_joined[level];
        if (at[level] == 2 * pairs) {
            value = joined ? value & 0xffffffffu : value;
        } else {
            fold_place(at[level] / 2, pairs, joined, &place, &shift);
            value = intern_word(pairs_array, value >> shift & INTERN_ID_MASK, at[level] % 2);
        }
    }
    return value;
}

/* A component's local state in a key's vector. */
CORE_FUNCTION uint32_t fold_field(const struct model_header *header, const struct model_component *component,
                                  const uint64_t *pairs_array, const uint64_t *key) {
    return (uint32_t)(fold_word(header, pairs_array, key, component->word) >> component->shift &
                      component->mask);
}

/*
 * Folds a vector that differs from that of the complete row `source` in one word: *word is its number, and
 * *value what it is. They become the number and value of the one word of the key that differs, without bit
 * 63. Returns 0 if the interner is full.
 */
CORE_FUNCTION int fold_one_word(const struct model_header *header, const struct intern_view *intern,
                                struct intern_stock *stock, const uint64_t *source, uint32_t *word,
                                uint64_t *value) {
    for (uint32_t level = 0; level < header->fold_levels; level++) {
        uint32_t words = header->fold_words[level], pairs = words / 2, at = *word, shift;
        int joined = (int)header->fold_tail_joined[level];
        const uint64_t *output = source + words;
        if (at == 2 * pairs) {
            *word = joined ? pairs / 2 : (pairs + 1) / 2;
            *value |= joined ? output[*word] & ~(uint64_t)0xffffffffu : 0;
        } else {
            uint64_t word0 = at % 2 == 0 ? *value : source[at - 1];
            uint64_t word1 = at % 2 == 0 ? source[at + 1] : *value, id;
            if (intern_put(intern, stock, word0, word1, intern_hash(word0, word1), &id) == TABLE_FULL) {
                return 0;
            }
            fold_place(at / 2, pairs, joined, word, &shift);
            *value = (output[*word] & ~(INTERN_ID_MASK << shift)) | id << shift;
        }
        source = output;
    }
    return 1;
}

/*
 * Fills the foldings of a row whose vector is at its beginning; `source` is a complete row of a vector that
 * differs in few words, or NULL. Returns 0 if the interner is full.
 */
CORE_FUNCTION int fold_again(const struct model_header *header, const struct intern_view *intern,
                             struct intern_stock *stock, const uint64_t *source, uint64_t *row) {
    for (uint32_t level = 0; level < header->fold_levels; level++) {
        uint32_t words = header->fold_words[level], pairs = words / 2;
        int joined = (int)header->fold_tail_joined[level];
        uint64_t *output = row + words;
        for (uint32_t w = 0; w < header->fold_words[level + 1]; w++) {
            output[w] = 0;
        }
        if (words % 2 == 1) {
            fold_set_tail(output, pairs, joined, row[words - 1]);
        }
        for (uint32_t i = 0; i < pairs; i++) {
            uint64_t word0 = row[2 * i], word1 = row[2 * i + 1], id;
            if (source != 0 && word0 == source[2 * i] && word1 == source[2 * i + 1]) {
                id = fold_get(source + words, i, pairs, joined);
            } else if (intern_put(intern, stock, word0, word1, intern_hash(word0, word1), &id) ==
                       TABLE_FULL) {
                return 0;
            }
            fold_set(output, i, pairs, joined, id);
        }
        row = output;
        source = source == 0 ? source : source + words;
    }
    return 1;
}

#endif
