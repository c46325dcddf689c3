#ifndef HEDDLE_BASE_WORD_LISTS_H
#define HEDDLE_BASE_WORD_LISTS_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"

struct memory;

#define WORD_LIST_NONE UINT32_MAX

/* Lists of words, each once, numbered from 0 in the order of arrival. Begins as zeros. */
struct word_lists {
    GROWING(uint64_t) words;  /* of all lists, one after the other */
    GROWING(uint64_t) begins; /* of each list, and the end of the last */
    struct index index;
};

/* The number of the list, which is added if it is new; WORD_LIST_NONE when memory runs out. */
uint32_t word_lists_find(struct word_lists *lists, const uint64_t *words, uint64_t count,
                         struct memory *memory);
/* How many lists there are. */
uint64_t word_lists_count(const struct word_lists *lists);
/* Removes all lists and keeps the memory. */
void word_lists_clear(struct word_lists *lists);
void word_lists_free(struct word_lists *lists, struct memory *memory);

#endif
