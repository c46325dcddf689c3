/* Expands states in batches on the CPU (expand.h). */
#include "explorer/search/expand_internal.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "hashtable/intern.h"

#define ASK_WORDS 262144u /* of a batch's successors, between two checks of the stop flag and the clock */
#define LARGE_ROWS 16384u /* tables of components with at least this many rows are prefetched */

static int resize_buffer(struct expansion *expansion, struct expansion_buffer *buffer, uint64_t bytes) {
    void *moved = memory_reallocate(expansion->memory, buffer->data, buffer->bytes, bytes);
    if (moved == NULL) {
        return -1;
    }
    buffer->data = moved;
    buffer->bytes = bytes;
    return 0;
}

/* Makes room for `capacity` successors. If vectors are folded, each successor also has a row. */
static int grow_successors(struct expansion *expansion, uint64_t capacity) {
    uint32_t key_words = expansion->model.header->key_words;
    int folded = expansion->model.header->fold_levels != 0;
    int recorded = expansion->labelled || expansion->has_data;
    uint64_t per = (key_words + 1) * sizeof(uint64_t) + (recorded ? 2 * sizeof(uint32_t) : 0);
    struct expansion_buffer fresh = {0};
    if (capacity > UINT32_MAX || resize_buffer(expansion, &fresh, capacity * per) != 0) {
        return -1;
    }
    if (folded &&
        (resize_buffer(expansion, &expansion->rows, capacity * expansion->stride * sizeof(uint64_t)) != 0 ||
         resize_buffer(expansion, &expansion->places, capacity * sizeof(struct changed_pair)) != 0)) {
        memory_free(expansion->memory, fresh.data, fresh.bytes);
        return -1;
    }
    uint64_t *keys = fresh.data, *hashes = keys + capacity * key_words;
    uint32_t *labels = (uint32_t *)(hashes + capacity), *choices = labels + capacity;
    if (expansion->count != 0) {
        memcpy(keys, expansion->keys, expansion->count * key_words * sizeof *keys);
        memcpy(hashes, expansion->hashes, expansion->count * sizeof *hashes);
        if (recorded) {
            memcpy(labels, expansion->labels, expansion->count * sizeof *labels);
            memcpy(choices, expansion->choices, expansion->count * sizeof *choices);
        }
    }
    memory_free(expansion->memory, expansion->buffer.data, expansion->buffer.bytes);
    expansion->buffer = fresh;
    expansion->keys = keys;
    expansion->hashes = hashes;
    expansion->labels = labels;
    expansion->choices = choices;
    expansion->capacity = capacity;
    expansion->room = capacity;
    return 0;
}

/* So many successors may follow `count` of them before the run is asked. */
static void limit_room(struct expansion *expansion, uint64_t count) {
    const uint64_t room = count + 1 + ASK_WORDS / expansion->model.header->words;
    expansion->room = room < expansion->capacity ? room : expansion->capacity;
}

int expansion_make_room(struct expansion *expansion, uint64_t more) {
    uint64_t need = expansion->count + more;
    if (run_should_stop(expansion->run) ||
        (need >= expansion->capacity && grow_successors(expansion, 2 * expansion->capacity + more) != 0)) {
        expansion->failed = 1;
        return -1;
    }
    limit_room(expansion, need);
    return 0;
}

static int is_dtmc(const model *model) {
    const struct data_header *data = model_network(model)->data;
    return data != NULL && data->kind == DATA_DTMC;
}

void expansion_note_several(struct expansion *expansion, const uint64_t *source) {
    const struct model_view *model = &expansion->model;
    int order = expansion->has_several ? 0 : -1;
    for (uint32_t c = 0; order == 0 && c < model->header->components; c++) {
        const uint32_t value = model_field(model->component + c, source);
        const uint32_t least = model_field(model->component + c, expansion->several);
        order = value < least ? -1 : value > least;
    }
    for (uint32_t w = 0; order < 0 && w < model->header->words; w++) {
        expansion->several[w] = source[w] & ~TABLE_USED;
    }
    expansion->has_several = 1;
}

void expansion_tell_several(const struct expansion *expansion, struct exploration *exploration) {
    if (!expansion->has_several) {
        return;
    }
    const uint32_t components = expansion->model.header->components;
    uint64_t *best = exploration->several;
    uint64_t *state = memory_allocate_array(exploration->memory, components, sizeof *state);
    if (state == NULL) {
        return;
    }
    int order = best == NULL ? -1 : 0;
    for (uint32_t c = 0; c < components; c++) {
        state[c] = model_field(expansion->model.component + c, expansion->several);
        order = order != 0 || state[c] == best[c] ? order : state[c] < best[c] ? -1 : 1;
    }
    exploration->several = order < 0 ? state : best;
    memory_free(exploration->memory, order < 0 ? best : state, components * sizeof *state);
}

int expansion_init(struct expansion *expansion, const struct exploration *exploration, const struct run *run,
                   int labelled) {
    const struct interner *interner = exploration->space.interner;
    const struct model_header *header = model_header(exploration->model);
    *expansion = (struct expansion){.model = model_view_of(header),
                                    .table = table_view_of(exploration->space.table),
                                    .interner = interner == NULL ? NULL : interner_view(interner),
                                    .memory = run->memory,
                                    .run = run,
                                    .labelled = labelled,
                                    .has_data = header->kind == MODEL_DATA,
                                    .seeks_several = is_dtmc(exploration->model),
                                    .data = model_data_tables(exploration->model),
                                    .stride = fold_stride(header),
                                    .most_linked = model_most_linked(exploration->model)};
    uint64_t scratch = 3 * (uint64_t)header->words + header->work_words + (uint64_t)expansion->stride;
    uint32_t components = header->components;
    uint64_t large_bytes = components * sizeof(uint32_t);
    if (grow_successors(expansion, 2 * EXPANSION_SUCCESSORS) != 0 ||
        resize_buffer(expansion, &expansion->scratch, scratch * sizeof(uint64_t) + large_bytes) != 0 ||
        (header->fold_levels != 0 &&
         resize_buffer(expansion, &expansion->source_rows,
                       (uint64_t)EXPANSION_SOURCES * expansion->stride * 8) != 0)) {
        return -1;
    }
    expansion->large = (uint32_t *)((uint64_t *)expansion->scratch.data + scratch);
    expansion->several = (uint64_t *)expansion->scratch.data + scratch - header->words;
    for (uint32_t c = 0; c < components && !expansion->has_data; c++) {
        if (expansion->model.component[c].rows >= LARGE_ROWS) {
            expansion->large[expansion->large_count++] = c;
        }
    }
    return 0;
}

void expansion_free(struct expansion *expansion) {
    struct expansion_buffer *buffers[] = {&expansion->buffer,      &expansion->rows,    &expansion->places,
                                          &expansion->source_rows, &expansion->scratch, &expansion->seen,
                                          &expansion->choice};
    for (uint32_t i = 0; i < LENGTH(buffers); i++) {
        memory_free(expansion->memory, buffers[i]->data, buffers[i]->bytes);
        *buffers[i] = (struct expansion_buffer){0};
    }
}

int expansion_reduce(struct expansion *expansion, const stubborn *tables) {
    const struct model_header *header = expansion->model.header;
    int labels = header->observer_states != 0 || expansion->labelled || expansion->watch != NULL;
    expansion->stubborn = tables;
    expansion->tabled = successors_have_tables(header, labels, expansion->labelled);
    return resize_buffer(expansion, &expansion->choice, stubborn_work_words(tables) * sizeof(uint64_t));
}

void expansion_prefetch_large(const struct expansion *expansion, const uint64_t *vectors, uint64_t stride,
                              uint64_t count) {
    const struct model_view *model = &expansion->model;
    if (expansion->large_count == 0) {
        return;
    }
    for (int step = 0; step < 3; step++) {
        for (uint64_t s = 0; s < count; s++) {
            for (uint32_t l = 0; l < expansion->large_count; l++) {
                const struct model_component *component = model->component + expansion->large[l];
                uint64_t word = vectors[s * stride + component->word] & ~TABLE_USED;
                uint64_t local = word >> component->shift & component->mask;
                if (local >= component->rows) {
                    continue;
                }
                const struct model_row *row = model->row + component->row + local;
                if (step == 0) {
                    core_prefetch(row);
                } else if (step == 1) {
                    core_prefetch(model->entry + row->begin);
                    core_prefetch(model->move_target + row->moves);
                    core_prefetch(model->move_class + row->moves);
                } else {
                    core_prefetch(model->target + model->entry[row->begin].targets);
                }
            }
        }
    }
}

/* --- vectors that are used as keys --- */

/* What is recorded of a transition besides its target. */
enum record { RECORD_NOTHING, RECORD_WANTED };

CORE_FUNCTION int add_successor(struct expansion *expansion, uint32_t label, uint32_t choice,
                                const uint64_t *target, const uint32_t words, const enum record record) {
    if (record == RECORD_WANTED && expansion->watch != NULL) {
        note_sight(expansion, label, target);
    }
    if (expansion->count == expansion->room && expansion_make_room(expansion, 1) != 0) {
        return 1;
    }
    uint64_t at = expansion->count++;
    for (uint32_t w = 0; w < words; w++) {
        expansion->keys[words * at + w] = target[w] | TABLE_USED;
    }
    if (record == RECORD_WANTED && (expansion->labelled || expansion->has_data)) {
        expansion->labels[at] = label;
        expansion->choices[at] = choice;
    }
    return 0;
}

CORE_FUNCTION void expand_plain(struct expansion *expansion, const uint64_t *keys, uint64_t count,
                                const uint32_t words, const enum way way, successors_visit visit) {
    const struct model_view model = expansion->model;
    expansion_prefetch_large(expansion, keys, words,
                             count < EXPANSION_SOURCES / 2 ? count : EXPANSION_SOURCES / 2);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t source[MODEL_KEY_WORDS];
        for (uint32_t w = 0; w < words; w++) {
            source[w] = keys[i * words + w] & ~TABLE_USED;
        }
        uint64_t first = expansion->count;
        int more = expand_source(expansion, &model, words, way, source, visit);
        hash_keys(expansion, first, words);
        if (!more) {
            return;
        }
    }
}

#define PLAIN_BATCH(name, way, words)                                                                        \
    static __attribute__((noinline)) void batch_##name##_##words(struct expansion *expansion,                \
                                                                 const uint64_t *keys, uint64_t count) {     \
        expand_plain(expansion, keys, count, words, way, add_##name##_##words);                              \
    }

/*
 * A way to expand vectors that are keys. All of it is inlined, for vectors of one, two and four words, so
 * that the parameters are constants; but each into a function of its own, because registers would not do for
 * all.
 */
#define PLAIN_WAY(name, way, record)                                                                         \
    CORE_FUNCTION int add_##name##_1(void *context, uint32_t label, uint32_t choice,                         \
                                     const uint64_t *target) {                                               \
        return add_successor(context, label, choice, target, 1, record);                                     \
    }                                                                                                        \
    CORE_FUNCTION int add_##name##_2(void *context, uint32_t label, uint32_t choice,                         \
                                     const uint64_t *target) {                                               \
        return add_successor(context, label, choice, target, 2, record);                                     \
    }                                                                                                        \
    CORE_FUNCTION int add_##name##_4(void *context, uint32_t label, uint32_t choice,                         \
                                     const uint64_t *target) {                                               \
        return add_successor(context, label, choice, target, 4, record);                                     \
    }                                                                                                        \
    PLAIN_BATCH(name, way, 1)                                                                                \
    PLAIN_BATCH(name, way, 2)                                                                                \
    PLAIN_BATCH(name, way, 4)                                                                                \
    static void batch_##name(struct expansion *expansion, const uint64_t *keys, uint64_t count) {            \
        switch (expansion->model.header->words) {                                                            \
        case 1:                                                                                              \
            batch_##name##_1(expansion, keys, count);                                                        \
            break;                                                                                           \
        case 2:                                                                                              \
            batch_##name##_2(expansion, keys, count);                                                        \
            break;                                                                                           \
        default:                                                                                             \
            batch_##name##_4(expansion, keys, count);                                                        \
        }                                                                                                    \
    }

PLAIN_WAY(components, BY_COMPONENTS, RECORD_NOTHING)
PLAIN_WAY(recorded, BY_COMPONENTS, RECORD_WANTED)
PLAIN_WAY(data, BY_DATA, RECORD_WANTED)
PLAIN_WAY(stubborn, BY_STUBBORN_SETS, RECORD_WANTED)
PLAIN_WAY(tables, BY_TABLES, RECORD_WANTED)
PLAIN_WAY(blocks, BY_BLOCKS, RECORD_NOTHING)

static void expand_keys(struct expansion *expansion, const uint64_t *keys, uint64_t count) {
    const enum way way = expansion_way(expansion);
    if (way == BY_BLOCKS) {
        batch_blocks(expansion, keys, count);
    } else if (way == BY_TABLES) {
        batch_tables(expansion, keys, count);
    } else if (way == BY_STUBBORN_SETS) {
        batch_stubborn(expansion, keys, count);
    } else if (way == BY_DATA) {
        batch_data(expansion, keys, count);
    } else if (expansion->labelled || expansion->watch != NULL || expansion->has_data) {
        batch_recorded(expansion, keys, count);
    } else {
        batch_components(expansion, keys, count);
    }
}

/* --- both kinds of vectors --- */

int expansion_batch(struct expansion *expansion, const uint64_t *keys, uint64_t count) {
    const struct model_header *header = expansion->model.header;
    expansion->sources = 0;
    expansion->count = 0;
    expansion->full = 0;
    expansion->failed = 0;
    expansion->fault = 0;
    limit_room(expansion, 0);
    if (header->fold_levels != 0) {
        expansion_batch_folded(expansion, keys, count);
    } else {
        expand_keys(expansion, keys, count);
    }
    return expansion->failed && expansion->sources == 0 ? -1 : 0;
}

enum table_result expansion_key(struct expansion *expansion, const uint64_t *vector, uint64_t *key) {
    const struct model_header *header = expansion->model.header;
    uint64_t *row = (uint64_t *)expansion->scratch.data + 2 * (uint64_t)header->words + header->work_words;
    memcpy(row, vector, header->words * sizeof *row);
    if (!fold_again(header, expansion->interner, &expansion->stock, NULL, row)) {
        return TABLE_FULL;
    }
    for (uint32_t w = 0; w < header->key_words; w++) {
        key[w] = row[expansion->stride - header->key_words + w] | TABLE_USED;
    }
    return TABLE_FOUND;
}
