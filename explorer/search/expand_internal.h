#ifndef HEDDLE_EXPLORER_SEARCH_EXPAND_INTERNAL_H
#define HEDDLE_EXPLORER_SEARCH_EXPAND_INTERNAL_H

/* How a source is expanded (expand.h): parts that are inlined for each kind of vectors. */
#include "base/core.h"
#include "explorer/model/stubborn.h"
#include "explorer/model/successors_data_core.h"
#include "explorer/search/expand.h"
#include "hashtable/table.h"

/* A pair of a successor that its source does not have. */
struct changed_pair {
    uint64_t hash;
    uint64_t successor;
};

/*
 * The slow part of making room for `more` successors: checks whether the run must stop, and grows the buffer.
 * To have such checks now and then, `room` is smaller than a large buffer. 0, or -1 with `failed` set.
 */
int expansion_make_room(struct expansion *expansion, uint64_t more);
/*
 * Prefetches the rows of large components for `count` vectors, `stride` words apart, one dependent step at a
 * time for all of them.
 */
void expansion_prefetch_large(const struct expansion *expansion, const uint64_t *vectors, uint64_t stride,
                              uint64_t count);
/* Notes a source, in whose state several commands of a DTMC are enabled. */
void expansion_note_several(struct expansion *expansion, const uint64_t *source);
/* expand_folded.c: expansion_batch for vectors that are folded. */
void expansion_batch_folded(struct expansion *expansion, const uint64_t *keys, uint64_t count);

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

/* Hashes the keys from `first` on, and prefetches their slots unless the caller does. */
CORE_FUNCTION void hash_keys(struct expansion *expansion, uint64_t first, const uint32_t words) {
    const struct table_view table = expansion->table;
    const uint64_t *keys = expansion->keys;
    uint64_t *hashes = expansion->hashes, count = expansion->count;
    for (uint64_t at = first; at < count; at++) {
        hashes[at] = table_hash_key(keys + at * words, words);
        if (!expansion->slots_wait) {
            table_prefetch(&table, hashes[at]);
        }
    }
}

/* How a source is expanded. */
enum way {
    BY_COMPONENTS,
    BY_DATA, /* tables of a model with data */
    BY_STUBBORN_SETS,
    BY_TABLES, /* of blocks and links, with labels */
    BY_BLOCKS, /* the same without labels */
    BY_BLOCKS_FOLDED
};

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

/* Not inlined, to leave the registers to the loops over blocks. */
static __attribute__((noinline)) void lead_out(struct expansion *expansion, const uint64_t *source,
                                               uint32_t number, const uint32_t words,
                                               successors_visit visit) {
    const struct successors_source from = {&expansion->model, source, expansion->scratch.data, NULL, 1, 0};
    successors_lead_out(&from, number, words, visit, expansion);
}

/*
 * Where successors go, in local variables: otherwise each of them would be loaded again after each successor
 * that is stored.
 */
struct successors_end {
    uint64_t *base; /* keys, or rows of folded vectors */
    uint64_t count, room;
};

CORE_FUNCTION struct successors_end successors_end_of(const struct expansion *expansion, const int folded) {
    struct successors_end end = {folded ? expansion->rows.data : expansion->keys, expansion->count,
                                 expansion->room};
    return end;
}

/* Makes room for `more` successors if there is none. 0 or -1. */
CORE_FUNCTION int successors_end_room(struct expansion *expansion, struct successors_end *end, uint32_t more,
                                      const int folded) {
    if (end->room - end->count <= more) {
        expansion->count = end->count;
        if (expansion_make_room(expansion, more) != 0) {
            return -1;
        }
        *end = successors_end_of(expansion, folded);
    }
    return 0;
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
    const struct model_block *last = model->block + model->header->blocks;
    struct successors_end to = successors_end_of(expansion, folded);
    for (const struct model_block *block = model->block; block < last; block++) {
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
        if (successors_end_room(expansion, &to, end - begin, folded) != 0) {
            return;
        }
        uint64_t *out = to.base + to.count * stride;
        const uint64_t base = (source[word] - (value << shift)) | used;
        for (uint32_t i = begin; i < end; i++, out += stride) {
            copy_source(out, source, stride, word, used);
            out[word] = base + ((uint64_t)(fused ? narrow[i] : wide[i]) << shift);
        }
        to.count += end - begin;
        if (leads == 0) {
            continue;
        }
        expansion->count = to.count;
        for (; leads != 0; leads &= leads - 1) {
            lead_out(expansion, source, block->first + core_count_trailing_zeros(leads), words, visit);
        }
        if (expansion->failed) {
            return;
        }
        to = successors_end_of(expansion, folded);
    }
    expansion->count = to.count;
}

/* Makes the moves by links; parameters as of expand_blocks. There is room for all of them from the begin on.
 */
CORE_FUNCTION void expand_links(struct expansion *expansion, const struct model_view *model,
                                const uint32_t words, const int folded, const uint64_t *source) {
    const uint32_t stride = folded ? expansion->stride : words;
    const uint64_t used = folded ? 0 : TABLE_USED, first = source[0] | used;
    const struct model_linker *last = model->linker + model->header->linkers;
    const uint32_t *rows = model->link_row, *targets = model->link_target;
    struct successors_end to = successors_end_of(expansion, folded);
    if (successors_end_room(expansion, &to, expansion->most_linked, folded) != 0) {
        return;
    }
    uint64_t *out = to.base + to.count * stride;
    for (const struct model_linker *linker = model->linker; linker < last; linker++) {
        const uint32_t word = words == 1 ? 0 : linker->word, shift = linker->shift;
        const uint64_t local = (words == 1 ? first : source[word]) >> shift & linker->mask;
        const uint32_t *range = model->link_begin + linker->begin + local;
        const struct model_link *end = model->link + range[1];
        for (const struct model_link *link = model->link + range[0]; link < end; link++) {
            const uint32_t partner = words == 1 ? 0 : model_place_word(link->place);
            const uint32_t up = model_place_shift(link->place);
            const uint64_t joins =
                (words == 1 ? first : source[partner]) >> up & model_place_mask(link->place);
            const uint32_t row = rows[link->row + joins];
            const uint64_t change = ((uint64_t)link->to - local) << shift, back = joins << up;
            const uint32_t *target = targets + (row >> 16), *target_end = target + (row & 0xffff);
            for (; target < target_end; target++, out += stride) {
                const uint64_t lead = (uint64_t)(*target & 0xffff) << shift;
                const uint64_t join = (uint64_t)(*target >> 16) << up;
                if (words == 1) {
                    __asm__ volatile(""); /* there are too few targets for vector instructions */
                    out[0] = first + (change - back) + lead + join;
                } else {
                    for (uint32_t w = 0; w < stride; w++) {
                        out[w] = source[w] | used;
                    }
                    out[word] += change + lead;
                    out[partner] += join - back;
                }
            }
        }
    }
    expansion->count = (uint64_t)(out - to.base) / stride;
}

/*
 * Makes the moves of a stubborn set. Returns 1, or DATA_ODD where all moves are to be made, which
 * successors_all does. The observer stays where it is: no label of the set moves it in any state.
 */
CORE_FUNCTION int expand_stubborn(struct expansion *expansion, const struct successors_source *from,
                                  const uint32_t words, successors_visit visit) {
    const uint64_t *set = stubborn_choose(expansion->stubborn, from->state, expansion->choice.data);
    expansion->reduced[expansion->sources] = set != NULL;
    if (set == NULL) {
        return DATA_ODD;
    }
    if (expansion->has_data) {
        return stubborn_move(expansion->stubborn, from, expansion->choice.data, visit, expansion);
    }
    for (uint32_t w = 0, count = stubborn_set_words(expansion->stubborn); w < count; w++) {
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            successors_process(from, 64 * w + (uint32_t)__builtin_ctzll(left), words, visit, expansion);
        }
    }
    return 1;
}

/* Expands the source; returns 1 if the batch can go on. */
CORE_FUNCTION int expand_source(struct expansion *expansion, const struct model_view *model,
                                const uint32_t words, const enum way way, const uint64_t *source,
                                successors_visit visit) {
    uint64_t *scratch = expansion->scratch.data;
    uint64_t before = expansion->count;
    int moves;
    if (way >= BY_BLOCKS) {
        expand_blocks(expansion, model, words, way == BY_BLOCKS_FOLDED, source, visit);
        if (!expansion->failed && expansion->most_linked != 0) {
            expand_links(expansion, model, words, way == BY_BLOCKS_FOLDED, source);
        }
        moves = expansion->count != before;
    } else {
        const int tabled = way == BY_STUBBORN_SETS ? expansion->tabled : way == BY_TABLES;
        const struct successors_source from = {
            model, source, scratch, scratch + 2 * words, tabled, expansion->labelled};
        moves = way == BY_STUBBORN_SETS ? expand_stubborn(expansion, &from, words, visit) : DATA_ODD;
        if (way == BY_DATA || (way == BY_STUBBORN_SETS && moves == DATA_ODD && expansion->data != NULL)) {
            moves = successors_all_by_data(expansion->data, &from, words, visit, expansion);
        } else if (moves == DATA_ODD) {
            moves = successors_all(&from, words, visit, expansion);
        }
    }
    if (moves == SUCCESSORS_SEVERAL && expansion->seeks_several) {
        expansion_note_several(expansion, source);
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

/* The way to expand, where labels matter if they are recorded or watched, and choices if they are recorded.
 */
CORE_FUNCTION enum way expansion_way(const struct expansion *expansion) {
    const struct model_header *header = expansion->model.header;
    const int observed = header->observer_states != 0;
    const int labels = observed || expansion->labelled || expansion->watch != NULL;
    if (expansion->stubborn != NULL) {
        return BY_STUBBORN_SETS;
    }
    if (expansion->data != NULL) {
        return BY_DATA;
    }
    if (!successors_have_tables(header, labels, expansion->labelled)) {
        return BY_COMPONENTS;
    }
    return labels ? BY_TABLES : header->fold_levels != 0 ? BY_BLOCKS_FOLDED : BY_BLOCKS;
}

#endif
