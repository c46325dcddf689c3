/* Expands states in batches on the CPU (expand.h). */
#include "explorer/search/expand.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/successors_core.h"
#include "explorer/search/explore.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"

#define ASK_SUCCESSORS 262144u /* successors of a batch between two checks of the stop flag and the clock */
#define LARGE_ROWS 16384u      /* tables of components with at least this many rows are prefetched */

/* A pair of a successor that its source does not have. */
struct changed_pair {
    uint64_t hash;
    uint64_t successor;
};

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

/*
 * The slow part of making room for `more` successors: checks whether the run must stop, and grows the buffer.
 * To have such checks now and then, `room` is smaller than a large buffer. 0, or -1 with `failed` set.
 */
static int make_room(struct expansion *expansion, uint64_t more) {
    uint64_t need = expansion->count + more;
    if (run_should_stop(expansion->run) ||
        (need >= expansion->capacity && grow_successors(expansion, 2 * expansion->capacity + more) != 0)) {
        expansion->failed = 1;
        return -1;
    }
    uint64_t room = need + ASK_SUCCESSORS;
    expansion->room = room < expansion->capacity ? room : expansion->capacity;
    return 0;
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
                                    .stride = fold_stride(header)};
    uint64_t scratch = 2 * (uint64_t)header->words + header->work_words + (uint64_t)expansion->stride;
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
    for (uint32_t c = 0; c < components && !expansion->has_data; c++) {
        if (expansion->model.component[c].rows >= LARGE_ROWS) {
            expansion->large[expansion->large_count++] = c;
        }
    }
    return 0;
}

void expansion_free(struct expansion *expansion) {
    struct expansion_buffer *buffers[] = {&expansion->buffer,      &expansion->rows,    &expansion->places,
                                          &expansion->source_rows, &expansion->scratch, &expansion->seen};
    for (uint32_t i = 0; i < LENGTH(buffers); i++) {
        memory_free(expansion->memory, buffers[i]->data, buffers[i]->bytes);
        *buffers[i] = (struct expansion_buffer){0};
    }
}

/* Prefetches the rows of large components, one dependent step at a time for all sources. */
static void prefetch_large(const struct expansion *expansion, const uint64_t *vectors, uint64_t stride,
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

/*
 * Notes what the search watches for. All threads are on the same level, so it does not matter which is first.
 */
CORE_FUNCTION void note_sight(const struct expansion *expansion, uint32_t label, const uint64_t *target) {
    struct expansion_watch *watch = expansion->watch;
    const struct model_view *model = &expansion->model;
    if (watch->labels != NULL && label != MODEL_NONE && watch->labels[label] &&
        shared64_load(watch->label_level + label) == UINT64_MAX) {
        shared64_store(watch->label_level + label, watch->level);
    }
    if (shared64_load(&watch->error_level) == UINT64_MAX && model_is_error(model, target)) {
        shared64_store(&watch->error_level, watch->level + 1);
    }
}

/* --- vectors that are used as keys --- */

/* What is recorded of a transition besides its target. */
enum record { RECORD_NOTHING, RECORD_LABELS, RECORD_SIGHT, RECORD_CHOICES };

CORE_FUNCTION int add_successor(struct expansion *expansion, uint32_t label, uint32_t choice,
                                const uint64_t *target, const uint32_t words, const enum record record) {
    if (record == RECORD_SIGHT || (record == RECORD_CHOICES && expansion->watch != NULL)) {
        note_sight(expansion, label, target);
    }
    if (expansion->count == expansion->room && make_room(expansion, 1) != 0) {
        return 1;
    }
    uint64_t at = expansion->count++;
    for (uint32_t w = 0; w < words; w++) {
        expansion->keys[words * at + w] = target[w] | TABLE_USED;
    }
    if (record == RECORD_LABELS || record == RECORD_CHOICES) {
        expansion->labels[at] = label;
        expansion->choices[at] = choice;
    }
    return 0;
}

/* Hashes the keys from `first` on and prefetches their slots. */
CORE_FUNCTION void hash_keys(struct expansion *expansion, uint64_t first, const uint32_t words) {
    const struct table_view table = expansion->table;
    const uint64_t *keys = expansion->keys;
    uint64_t *hashes = expansion->hashes, count = expansion->count;
    for (uint64_t at = first; at < count; at++) {
        hashes[at] = table_hash_key(keys + at * words, words);
        table_prefetch(&table, hashes[at]);
    }
}

/*
 * Makes the moves by rules of one component that join components of other blocks, or by all rules that it
 * leads if it is alone in its block.
 */
CORE_FUNCTION void lead_out(struct expansion *expansion, const struct model_view *model, uint32_t c,
                            const uint32_t words, const uint64_t *source, successors_visit visit) {
    const struct successors_source from = {model, source, expansion->scratch.data, NULL};
    const struct successors_rules outer = {model->lead, model->lead_cross, 1};
    struct successors_mover mover;
    successors_mover_of(&from, c, &mover);
    successors_lead(&from, &mover, &outer, words, visit, expansion);
}

/* How a source is expanded. */
enum way { BY_COMPONENTS, BY_BLOCKS, BY_BLOCKS_FOLDED };

/* Copies a source to where a successor goes; `word` need not be copied. */
CORE_FUNCTION void copy_source(uint64_t *out, const uint64_t *source, const uint32_t words, uint32_t word,
                               uint64_t used) {
    if (words == 2) {
        out[1 - word] = source[1 - word] | used;
    } else if (words > 2) {
        for (uint32_t w = 0; w < words; w++) {
            out[w] = source[w] | used;
        }
    }
}

/*
 * Makes the network's moves by blocks, without labels; the counterpart of successors_network for networks
 * that have blocks. A row has enough targets for a loop of its own, in which the count stays in a register.
 * words: of keys, or of a vector that is folded; then successors go to rows, with the source's foldings.
 */
CORE_FUNCTION void expand_blocks(struct expansion *expansion, const struct model_view *model,
                                 const uint32_t words, const int folded, const uint64_t *source,
                                 successors_visit visit) {
    const uint32_t stride = folded ? expansion->stride : words;
    const uint64_t used = folded ? 0 : TABLE_USED;
    for (uint32_t b = 0; b < model->header->blocks && !expansion->failed; b++) {
        const struct model_block *block = model->block + b;
        const uint32_t shift = block->shift, word = words == 1 ? 0 : block->word;
        const uint64_t value = source[word] >> shift & block->mask;
        const int fused = block->fused != 0;
        const uint16_t *narrow = model->block_target;
        const uint32_t *wide = model->move_target;
        uint32_t begin, end, leads;
        if (fused) {
            const struct model_block_row *row = model->block_row + block->row + value;
            begin = row[0].targets;
            end = row[1].targets;
            leads = row[0].leads;
        } else {
            const struct model_component *component = model->component + block->first;
            if (value >= component->rows) {
                continue;
            }
            const struct model_row *row = model->row + component->row + value;
            begin = row[0].moves;
            end = row[1].moves;
            leads = row[0].begin < row[0].lead_end;
        }
        uint64_t at = expansion->count;
        if (expansion->room - at <= end - begin && make_room(expansion, end - begin) != 0) {
            return;
        }
        uint64_t *out = (folded ? (uint64_t *)expansion->rows.data : expansion->keys) + at * stride;
        const uint64_t base = (source[word] - (value << shift)) | used;
        for (uint32_t i = begin; i < end; i++, out += stride) {
            copy_source(out, source, stride, word, used);
            out[word] = base + ((uint64_t)(fused ? narrow[i] : wide[i]) << shift);
        }
        expansion->count = at + (end - begin);
        for (; leads != 0; leads &= leads - 1) {
            lead_out(expansion, model, block->first + core_count_trailing_zeros(leads), words, source, visit);
        }
    }
}

/* Makes the moves by links; parameters as of expand_blocks. */
CORE_FUNCTION void expand_links(struct expansion *expansion, const struct model_view *model,
                                const uint32_t words, const int folded, const uint64_t *source) {
    const uint32_t stride = folded ? expansion->stride : words;
    const uint64_t used = folded ? 0 : TABLE_USED;
    const struct model_linker *end = model->linker + model->header->linkers;
    for (const struct model_linker *linker = model->linker; linker < end; linker++) {
        const uint32_t word = words == 1 ? 0 : linker->word, shift = linker->shift;
        const uint64_t local = source[word] >> shift & linker->mask;
        const uint32_t *range = model->link_begin + linker->begin + local;
        for (const struct model_link *link = model->link + range[0]; link < model->link + range[1]; link++) {
            const uint32_t partner = words == 1 ? 0 : model_place_word(link->place);
            const uint32_t up = model_place_shift(link->place);
            const uint64_t joins = source[partner] >> up & model_place_mask(link->place);
            const uint32_t row = model->link_row[link->row + joins], count = row & 0xffff;
            uint64_t at = expansion->count;
            if (expansion->room - at <= count && make_room(expansion, count) != 0) {
                return;
            }
            uint64_t *out = (folded ? (uint64_t *)expansion->rows.data : expansion->keys) + at * stride;
            const uint32_t *target = model->link_target + (row >> 16);
            for (uint32_t i = 0; i < count; i++, out += stride) {
                for (uint32_t w = 0; w < stride; w++) {
                    out[w] = source[w] | used;
                }
                out[word] += (link->to + (target[i] & 0xffff) - local) << shift;
                out[partner] += ((target[i] >> 16) - joins) << up;
            }
            expansion->count = at + count;
        }
    }
}

/* Expands the source; returns 1 if the batch can go on. */
CORE_FUNCTION int expand_source(struct expansion *expansion, const struct model_view *model,
                                const uint32_t words, const enum way way, const uint64_t *source,
                                successors_visit visit) {
    uint64_t *scratch = expansion->scratch.data;
    uint64_t before = expansion->count;
    int moves;
    if (way != BY_COMPONENTS) {
        expand_blocks(expansion, model, words, way == BY_BLOCKS_FOLDED, source, visit);
        expand_links(expansion, model, words, way == BY_BLOCKS_FOLDED, source);
        moves = expansion->count != before;
    } else {
        const struct successors_source from = {model, source, scratch, scratch + 2 * words};
        moves = successors_all(&from, words, visit, expansion);
    }
    if (moves == SUCCESSORS_FAULT) {
        expansion->fault = 1;
        expansion->count = before;
        return 0;
    }
    if (expansion->has_data && !expansion->failed && expansion_count_entries(expansion, before) != 0) {
        expansion->failed = 1;
    }
    if (expansion->failed) {
        expansion->count = before;
        return 0;
    }
    expansion->deadlock[expansion->sources] = !moves;
    expansion->ends[expansion->sources++] = expansion->count;
    return expansion->count < EXPANSION_SUCCESSORS && expansion->sources < EXPANSION_SOURCES;
}

CORE_FUNCTION void expand_plain(struct expansion *expansion, const uint64_t *keys, uint64_t count,
                                const uint32_t words, const enum way way, successors_visit visit) {
    const struct model_view model = expansion->model;
    prefetch_large(expansion, keys, words, count < EXPANSION_SOURCES / 2 ? count : EXPANSION_SOURCES / 2);
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

/* A way to expand vectors that are keys. All of it is inlined, for vectors of one, two and four words, so
 * that the parameters are constants. */
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
    CORE_FUNCTION void batch_##name(struct expansion *expansion, const uint64_t *keys, uint64_t count) {     \
        switch (expansion->model.header->words) {                                                            \
        case 1:                                                                                              \
            expand_plain(expansion, keys, count, 1, way, add_##name##_1);                                    \
            break;                                                                                           \
        case 2:                                                                                              \
            expand_plain(expansion, keys, count, 2, way, add_##name##_2);                                    \
            break;                                                                                           \
        default:                                                                                             \
            expand_plain(expansion, keys, count, 4, way, add_##name##_4);                                    \
        }                                                                                                    \
    }

PLAIN_WAY(components, BY_COMPONENTS, RECORD_NOTHING)
PLAIN_WAY(blocks, BY_BLOCKS, RECORD_NOTHING)
PLAIN_WAY(labelled, BY_COMPONENTS, RECORD_LABELS)
PLAIN_WAY(watched, BY_COMPONENTS, RECORD_SIGHT)
PLAIN_WAY(data, BY_COMPONENTS, RECORD_CHOICES)

/* Whether labels do not matter and the network has blocks. */
CORE_FUNCTION int expands_by_blocks(const struct expansion *expansion) {
    const struct model_header *header = expansion->model.header;
    return header->blocks != 0 && header->observer_states == 0 && !expansion->labelled &&
           expansion->watch == NULL;
}

/* --- folded vectors --- */

CORE_FUNCTION int add_folded_successor(void *context, uint32_t label, uint32_t choice,
                                       const uint64_t *target) {
    struct expansion *expansion = context;
    if (expansion->watch != NULL) {
        note_sight(expansion, label, target);
    }
    if (expansion->count == expansion->room && make_room(expansion, 1) != 0) {
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

static void expand_folded(struct expansion *expansion, const uint64_t *keys, uint64_t count) {
    const enum way way = expands_by_blocks(expansion) ? BY_BLOCKS_FOLDED : BY_COMPONENTS;
    uint32_t words = expansion->model.header->words;
    uint32_t most = count < EXPANSION_SOURCES ? (uint32_t)count : EXPANSION_SOURCES;
    const uint64_t *rows = expansion->source_rows.data;
    unfold_sources(expansion, keys, most);
    prefetch_large(expansion, rows, expansion->stride, most);
    for (uint32_t i = 0; i < most; i++) {
        if (!expand_source(expansion, &expansion->model, words, way, rows + (uint64_t)i * expansion->stride,
                           add_folded_successor)) {
            break;
        }
    }
    fold_rows(expansion);
    finish_keys(expansion);
}

/* --- both kinds of vectors --- */

int expansion_batch(struct expansion *expansion, const uint64_t *keys, uint64_t count) {
    const struct model_header *header = expansion->model.header;
    expansion->sources = 0;
    expansion->count = 0;
    expansion->full = 0;
    expansion->failed = 0;
    expansion->fault = 0;
    expansion->room = expansion->capacity < ASK_SUCCESSORS ? expansion->capacity : ASK_SUCCESSORS;
    if (header->fold_levels != 0) {
        expand_folded(expansion, keys, count);
    } else if (expansion->has_data) {
        batch_data(expansion, keys, count);
    } else if (expansion->labelled) {
        batch_labelled(expansion, keys, count);
    } else if (expansion->watch != NULL) {
        batch_watched(expansion, keys, count);
    } else if (expands_by_blocks(expansion)) {
        batch_blocks(expansion, keys, count);
    } else {
        batch_components(expansion, keys, count);
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
