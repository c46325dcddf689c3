/*
 * Expands states in batches on the CPU (expand.h) if their vectors are folded: successors go to rows that
 * also have room for their foldings, and pass level by level through the interner.
 */
#include "explorer/search/expand_internal.h"

#include <string.h>

#include "explorer/model/fold_core.h"
#include "hashtable/intern.h"

CORE_FUNCTION int add_folded_successor(void *context, uint32_t label, uint32_t choice,
                                       const uint64_t *target) {
    struct expansion *expansion = context;
    if (expansion->watch != NULL) {
        note_sight(expansion, label, target);
    }
    if (expansion->count == expansion->room && expansion_make_room(expansion, 1) != 0) {
        return 1;
    }
    uint64_t at = expansion->count++;
    const uint32_t words = expansion->model.header->words, stride = expansion->stride;
    const uint64_t *source = (const uint64_t *)expansion->source_rows.data + expansion->sources * stride;
    uint64_t *row = (uint64_t *)expansion->rows.data + at * stride;
    memcpy(row, target, words * sizeof *row);
    memcpy(row + words, source + words, (stride - words) * sizeof *row);
    if (expansion->labelled || expansion->has_data) {
        expansion->labels[at] = label;
        expansion->choices[at] = choice;
    }
    return 0;
}

/*
 * Computes the rows of the sources from their keys, one level at a time for all of them, so that their pairs
 * are fetched in parallel.
 */
static void unfold_sources(struct expansion *expansion, const uint64_t *keys, uint32_t count) {
    const struct model_header *header = expansion->model.header;
    const uint64_t *pairs = expansion->interner->pairs;
    uint64_t *rows = expansion->source_rows.data;
    uint32_t offset = expansion->stride - header->key_words;
    for (uint32_t s = 0; s < count; s++) {
        for (uint32_t w = 0; w < header->key_words; w++) {
            rows[s * (uint64_t)expansion->stride + offset + w] =
                keys[s * header->key_words + w] & ~TABLE_USED;
        }
    }
    for (uint32_t level = header->fold_levels; level-- > 0;) {
        uint32_t output = offset, ids = header->fold_words[level] / 2;
        int joined = (int)header->fold_tail_joined[level];
        offset -= header->fold_words[level];
        for (uint32_t s = 0; s < count; s++) {
            const uint64_t *row = rows + s * (uint64_t)expansion->stride;
            for (uint32_t i = 0; i < ids; i++) {
                core_prefetch(pairs + 2 * fold_get(row + output, i, ids, joined));
            }
        }
        for (uint32_t s = 0; s < count; s++) {
            uint64_t *row = rows + s * (uint64_t)expansion->stride;
            fold_undo_level(header, pairs, level, row + output, row + offset);
        }
    }
}

/*
 * Folds pair `i` of a level for the successors of the batch, whose rows have the foldings of their sources,
 * in three sweeps over those that differ: hash the pairs and prefetch index slots; prefetch the pairs in
 * these slots; intern them. Returns the first successor for which the interner was full, or count.
 */
static uint64_t fold_level_pair(struct expansion *expansion, uint32_t level, uint32_t input, uint32_t output,
                                uint32_t i) {
    const struct model_header *header = expansion->model.header;
    const struct intern_view *interner = expansion->interner;
    const struct table_view *index = &interner->index;
    uint64_t *rows = expansion->rows.data;
    struct changed_pair *changed = expansion->places.data;
    const uint64_t *source_rows = expansion->source_rows.data;
    uint32_t stride = expansion->stride, ids = header->fold_words[level] / 2, source = 0, count = 0;
    int joined = (int)header->fold_tail_joined[level];
    for (uint64_t s = 0; s < expansion->count; s++) {
        while (expansion->ends[source] <= s) {
            source++;
        }
        const uint64_t *pair = rows + s * stride + input + 2 * i;
        const uint64_t *from = source_rows + (uint64_t)source * stride + input + 2 * i;
        if (pair[0] != from[0] || pair[1] != from[1]) {
            changed[count] = (struct changed_pair){intern_hash(pair[0], pair[1]), s};
            table_prefetch(index, table_hash_prefix(intern_tag(changed[count].hash)));
            count++;
        }
    }
    for (uint32_t c = 0; c < count; c++) {
        uint64_t slot = table_first_slot(index, table_hash_prefix(intern_tag(changed[c].hash)));
        core_prefetch(interner->pairs + 2 * (shared64_load(index->slots + slot) & INTERN_ID_MASK));
    }
    for (uint32_t c = 0; c < count; c++) {
        uint64_t *row = rows + changed[c].successor * stride, id;
        const uint64_t *pair = row + input + 2 * i;
        if (intern_put(interner, &expansion->stock, pair[0], pair[1], changed[c].hash, &id) == TABLE_FULL) {
            return changed[c].successor;
        }
        fold_replace(row + output, i, ids, joined, id);
    }
    return expansion->count;
}

/* Ends the batch before the source of successor `successor`. */
static void cut_batch(struct expansion *expansion, uint64_t successor) {
    uint32_t source = 0;
    while (source < expansion->sources && expansion->ends[source] <= successor) {
        source++;
    }
    if (source < expansion->sources) {
        expansion->full = 1;
        expansion->sources = source;
        expansion->count = source == 0 ? 0 : expansion->ends[source - 1];
    }
}

/* Folds the successors' rows, level by level. */
static void fold_rows(struct expansion *expansion) {
    const struct model_header *header = expansion->model.header;
    uint64_t *rows = expansion->rows.data;
    uint32_t stride = expansion->stride, input = 0;
    for (uint32_t level = 0; level < header->fold_levels; level++) {
        uint32_t words = header->fold_words[level], output = input + words, ids = words / 2;
        int joined = (int)header->fold_tail_joined[level];
        for (uint64_t s = 0; s < expansion->count && words % 2 == 1; s++) {
            uint64_t *row = rows + s * stride;
            fold_replace_tail(row + output, ids, joined, row[input + words - 1]);
        }
        for (uint32_t i = 0; i < ids; i++) {
            cut_batch(expansion, fold_level_pair(expansion, level, input, output, i));
        }
        input = output;
    }
}

static void finish_keys(struct expansion *expansion) {
    uint32_t key_words = expansion->model.header->key_words;
    const uint64_t *rows = expansion->rows.data;
    for (uint64_t s = 0; s < expansion->count; s++) {
        const uint64_t *key = rows + (s + 1) * expansion->stride - key_words;
        for (uint32_t w = 0; w < key_words; w++) {
            expansion->keys[s * key_words + w] = key[w] | TABLE_USED;
        }
    }
    if (key_words == 2) {
        hash_keys(expansion, 0, 2);
    } else {
        hash_keys(expansion, 0, 4);
    }
}

void expansion_batch_folded(struct expansion *expansion, const uint64_t *keys, uint64_t count) {
    const enum way way = expansion_way(expansion);
    uint32_t words = expansion->model.header->words;
    uint32_t most = count < EXPANSION_SOURCES ? (uint32_t)count : EXPANSION_SOURCES;
    const uint64_t *rows = expansion->source_rows.data;
    unfold_sources(expansion, keys, most);
    expansion_prefetch_large(expansion, rows, expansion->stride, most);
    for (uint32_t i = 0; i < most; i++) {
        if (!expand_source(expansion, &expansion->model, words, way, rows + (uint64_t)i * expansion->stride,
                           add_folded_successor)) {
            break;
        }
    }
    fold_rows(expansion);
    finish_keys(expansion);
}
