/* The different successors of one state (successor_row.h). */
#include "explorer/graph/successor_row.h"

#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

static int compare_successors(const void *a, const void *b) {
    const struct successor *left = a, *right = b;
    int order = sort_compare(left->label, right->label);
    order = order != 0 ? order : sort_compare_long_rows(left->key, right->key, MODEL_KEY_WORDS);
    return order != 0 ? order : sort_compare(left->choice, right->choice);
}

uint64_t successor_row_make(struct successor_row *row, const struct expansion *expansion, uint64_t begin,
                            uint64_t end) {
    const uint32_t key_words = expansion->model.header->key_words;
    if (MEMORY_GROW(expansion->memory, &row->items, &row->capacity, end - begin) != 0) {
        return UINT64_MAX;
    }
    for (uint64_t at = begin; at < end; at++) {
        struct successor *successor = &row->items[at - begin];
        *successor = (struct successor){.label = expansion->labels[at],
                                        .choice = row->with_choices ? expansion->choices[at] : 0,
                                        .at = at};
        memcpy(successor->key, expansion->keys + at * key_words, key_words * sizeof(uint64_t));
    }
    return sort_unique(row->items, end - begin, sizeof *row->items, compare_successors);
}

void successor_row_free(struct successor_row *row, struct memory *memory) {
    memory_free(memory, row->items, row->capacity * sizeof *row->items);
}

const uint64_t *successor_vector(const struct expansion *expansion, const struct successor *successor) {
    const struct model_header *header = expansion->model.header;
    return header->fold_levels != 0
               ? (const uint64_t *)expansion->rows.data + successor->at * expansion->stride
               : expansion->keys + successor->at * header->words;
}
