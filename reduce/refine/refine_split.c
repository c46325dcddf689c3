/*
 * A round: splits blocks by the sketches of the vertices in the list. Vertices of a block that are not in the
 * list stay together, for they have the same signature as before, which no listed one has (refine_mark.c).
 * One part keeps the block's number, the largest; the others get new numbers, by the order of the list. So
 * the numbers do not depend on threads.
 */
#include <string.h>

#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "base/sort.h"
#include "base/team.h"
#include "reduce/refine/refine_internal.h"

#define LEAST_SLOTS 1024u
#define ALONE_VERTICES 1024u /* fewer are not worth waking threads for */
#define NO_SLOT UINT32_MAX

struct sketch_pass {
    struct refinement *refinement;
    uint64_t first; /* place in the list of item 0 */
    int alone, exact;
};

/* --- sketches --- */

static inline __attribute__((always_inline)) void sketch_vertex(const struct refinement *refinement,
                                                                const struct sketching *how, uint32_t vertex,
                                                                uint64_t *sketch) {
    const struct refine_input *input = refinement->input;
    const uint32_t *block = refinement->block;
    const struct digraph *visible = &input->visible;
    for (uint64_t edge = visible->offsets[vertex]; edge < visible->offsets[vertex + 1]; edge++) {
        sketch_add(how, sketch, input->labels[edge], block[visible->targets[edge]]);
    }
    if (input->inner_offsets == NULL) {
        return;
    }
    for (uint64_t edge = input->inner_offsets[vertex]; edge < input->inner_offsets[vertex + 1]; edge++) {
        uint32_t target = input->inner_targets[edge];
        if (!refine_is_inert(refinement, vertex, target)) {
            sketch_add(how, sketch, input->internal, block[target]);
            continue;
        }
        const uint64_t *other = refinement->sketch + (uint64_t)target * how->words;
        for (uint32_t i = 0; i < how->words; i++) {
            sketch[i] |= other[i];
        }
    }
    if (input->diverges != NULL && bitmap_has(input->diverges, vertex)) {
        sketch_add(how, sketch, SKETCH_DIVERGES, 0);
    }
}

/* Sketches a vertex, keeps the sketch if others read it, and folds it. */
static uint32_t fold_vertex(const struct refinement *refinement, uint32_t vertex) {
    if (refinement->how.words == SKETCH_LEAST_WORDS && refinement->how.bits == 0) {
        /* the common case, with constants */
        const struct sketching how = {refinement->how.seed, SKETCH_LEAST_WORDS, 0};
        uint64_t few[SKETCH_LEAST_WORDS] = {0};
        sketch_vertex(refinement, &how, vertex, few);
        if (refinement->sketch != NULL) {
            memcpy(refinement->sketch + (uint64_t)vertex * SKETCH_LEAST_WORDS, few, sizeof few);
        }
        return sketch_fold(few, SKETCH_LEAST_WORDS);
    }
    uint64_t sketch[SKETCH_MOST_WORDS] = {0};
    uint32_t words = refinement->how.words;
    sketch_vertex(refinement, &refinement->how, vertex, sketch);
    if (refinement->sketch != NULL) {
        memcpy(refinement->sketch + (uint64_t)vertex * words, sketch, words * sizeof *sketch);
    }
    return sketch_fold(sketch, words);
}

/* --- the table of parts --- */

static void take_least(uint32_t *word, uint32_t value) {
    uint32_t seen = shared_load(word);
    while (value < seen && !shared_replace(word, seen, value)) {
        seen = shared_load(word);
    }
}

/* The slot of a key, or NO_SLOT if the table is too full. A free slot has `first` UINT32_MAX and `count` 0.
 */
static uint32_t find_slot(struct refinement *refinement, uint64_t key) {
    uint64_t mask = refinement->slot_capacity - 1;
    uint64_t at = (key * 0x9e3779b97f4a7c15ULL >> 32) & mask;
    for (;; at = (at + 1) & mask) {
        struct part_slot *slot = &refinement->slots[at];
        uint64_t seen = shared64_load(&slot->key);
        if (seen == key) {
            return (uint32_t)at;
        }
        if (seen == 0) {
            if (shared64_load(&refinement->slot_count) >= refinement->slot_capacity / 2) {
                return NO_SLOT;
            }
            seen = shared64_claim(&slot->key, key);
            if (seen == 0) {
                shared64_add(&refinement->slot_count, 1);
                return (uint32_t)at;
            }
            if (seen == key) {
                return (uint32_t)at;
            }
        }
    }
}

static void sketch_list(void *context, uint64_t begin, uint64_t end) {
    const struct sketch_pass *pass = context;
    struct refinement *refinement = pass->refinement;
    for (uint64_t i = begin + pass->first; i < end + pass->first; i++) {
        uint32_t vertex = refinement->list[i];
        uint32_t fold = pass->exact                          ? 1
                        : refinement->input->weights != NULL ? refine_fold_weighted(refinement, vertex)
                                                             : fold_vertex(refinement, vertex);
        uint32_t at = find_slot(refinement, (uint64_t)refinement->block[vertex] << 32 | fold);
        if (at == NO_SLOT) {
            __atomic_store_n(&refinement->overflow, 1, __ATOMIC_RELAXED);
            return;
        }
        struct part_slot *slot = &refinement->slots[at];
        refinement->slot_of[i] = at;
        if (pass->alone) {
            slot->count++;
            slot->first = i < slot->first ? (uint32_t)i : slot->first;
        } else {
            shared_add(&slot->count, 1);
            take_least(&slot->first, (uint32_t)i);
        }
    }
}

/* Sketches the whole list: level by level, because a vertex reads what its inert edges lead to. */
static int sketch_levels(struct refinement *refinement, int exact) {
    const struct refine_input *input = refinement->input;
    uint64_t count = refinement->list_count;
    struct sketch_pass pass = {.refinement = refinement,
                               .alone = count < ALONE_VERTICES || team_threads(refinement->team) == 1,
                               .exact = exact};
    if (pass.alone || input->inner_offsets == NULL || exact) {
        if (!pass.alone) {
            return team_for(refinement->team, count, sketch_list, &pass);
        }
        for (uint64_t at = 0; at < count && !refinement->overflow; at += ALONE_VERTICES) {
            sketch_list(&pass, at, at + ALONE_VERTICES < count ? at + ALONE_VERTICES : count);
            if (run_should_stop(refinement->run)) {
                return -1;
            }
        }
        return 0;
    }
    while (pass.first < count && !refinement->overflow) {
        uint64_t level = sort_part(input->level_begin, input->levels, refinement->list[pass.first]);
        const uint64_t items = sort_first(refinement->list + pass.first, count - pass.first,
                                          (uint32_t)input->level_begin[level + 1]); /* of the level */
        if (team_for(refinement->team, items, sketch_list, &pass) != 0) {
            return -1;
        }
        pass.first += items;
    }
    return 0;
}

static void clear_slots(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->slot_capacity; i++) {
        refinement->slots[i] = (struct part_slot){0, UINT32_MAX, 0};
    }
    refinement->slot_count = 0;
}

static int resize_slots(struct refinement *refinement, uint64_t capacity) {
    struct memory *memory = refinement->run->memory;
    memory_free(memory, refinement->slots, refinement->slot_capacity * sizeof *refinement->slots);
    refinement->slot_capacity = 0;
    refinement->slots = memory_allocate_array(memory, capacity, sizeof *refinement->slots);
    if (refinement->slots == NULL) {
        return error_memory(refinement->error, "to split classes");
    }
    refinement->slot_capacity = capacity;
    clear_slots(refinement);
    return 0;
}

static int find_parts(struct refinement *refinement, int exact) {
    int failed = refinement->slot_capacity == 0 ? resize_slots(refinement, LEAST_SLOTS) : 0;
    for (;;) {
        refinement->overflow = 0;
        if (failed || sketch_levels(refinement, exact) != 0) {
            return failed ? -1 : error_set(refinement->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (!refinement->overflow) {
            return 0;
        }
        failed = resize_slots(refinement, 4 * refinement->slot_capacity);
    }
}

/* --- what becomes of each block --- */

/* Finds the touched blocks, how many of their vertices were looked at, and their largest parts. */
static int find_touched(struct refinement *refinement) {
    refinement->touched_count = 0;
    for (uint64_t i = 0; i < refinement->list_count; i++) {
        const struct part_slot *slot = &refinement->slots[refinement->slot_of[i]];
        if (slot->first != i) {
            continue;
        }
        uint32_t block = refinement->block[refinement->list[i]], at = refinement->touch[block];
        if (at >= refinement->touched_count || refinement->touched[at].block != block) {
            if (MEMORY_GROW(refinement->run->memory, &refinement->touched, &refinement->touched_capacity,
                            refinement->touched_count + 1) != 0) {
                return error_memory(refinement->error, "to split classes");
            }
            at = refinement->touch[block] = (uint32_t)refinement->touched_count++;
            refinement->touched[at] = (struct touched){.block = block, .best = refinement->slot_of[i]};
        }
        struct touched *touched = &refinement->touched[at];
        touched->looked += slot->count;
        if (slot->count > refinement->slots[touched->best].count) {
            touched->best = refinement->slot_of[i];
        }
    }
    for (uint64_t i = 0; i < refinement->touched_count; i++) {
        struct touched *touched = &refinement->touched[i];
        touched->best_count = refinement->slots[touched->best].count;
        touched->splits = touched->best_count != refinement->size[touched->block];
        touched->cursor =
            refinement->begin[touched->block] + refinement->size[touched->block] - touched->looked;
    }
    return 0;
}

static struct touched *touched_of(const struct refinement *refinement, uint32_t vertex) {
    return &refinement->touched[refinement->touch[refinement->block[vertex]]];
}

/* Moves vertices that were not looked at from the end of their block's range to its begin. */
static void move_others(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->list_count; i++) {
        uint32_t vertex = refinement->list[i], place = refinement->place[vertex];
        struct touched *touched = touched_of(refinement, vertex);
        uint32_t block = touched->block;
        uint32_t end = refinement->begin[block] + refinement->size[block];
        if (!touched->splits || touched->looked == refinement->size[block] ||
            place >= end - touched->looked) {
            continue;
        }
        while (bitmap_has(refinement->dirty, refinement->member[touched->cursor])) {
            touched->cursor++;
        }
        uint32_t other = refinement->member[touched->cursor++];
        refinement->member[place] = other;
        refinement->place[other] = place;
    }
}

static uint32_t new_block(struct refinement *refinement, uint32_t parent) {
    refinement->parent[refinement->blocks] = parent;
    return refinement->blocks++;
}

/* Numbers the parts and lays out their ranges: a slot's `first` becomes the number, its `count` the begin. */
static void number_parts(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->touched_count; i++) {
        struct touched *touched = &refinement->touched[i];
        touched->cursor =
            refinement->begin[touched->block] + refinement->size[touched->block] - touched->looked;
    }
    for (uint64_t i = 0; i < refinement->list_count; i++) {
        uint32_t vertex = refinement->list[i], at = refinement->slot_of[i];
        struct part_slot *slot = &refinement->slots[at];
        struct touched *touched = touched_of(refinement, vertex);
        if (slot->key == 0 || !touched->splits) {
            continue;
        }
        slot->key = 0; /* seen */
        uint32_t block = touched->block, others = refinement->size[block] - touched->looked;
        int keeps = at == touched->best && slot->count > others;
        uint32_t number = keeps ? block : new_block(refinement, block), count = slot->count;
        slot->first = number;
        slot->count = touched->cursor;
        touched->cursor += count;
        if (!keeps) {
            refinement->begin[number] = slot->count;
            refinement->size[number] = count;
        }
    }
}

/* The others get a new number where the largest part is larger, and the ranges of the old numbers shrink. */
static void keep_numbers(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->touched_count; i++) {
        const struct touched *touched = &refinement->touched[i];
        const struct part_slot *best = &refinement->slots[touched->best];
        uint32_t block = touched->block, others = refinement->size[block] - touched->looked;
        if (!touched->splits) {
            continue;
        }
        if (best->first != block) {
            refinement->size[block] = others;
            continue;
        }
        uint32_t begin = refinement->begin[block];
        refinement->begin[block] = best->count;
        refinement->size[block] = touched->best_count;
        if (others > 0) {
            uint32_t number = new_block(refinement, block);
            refinement->begin[number] = begin;
            refinement->size[number] = others;
            for (uint32_t at = begin; at < begin + others; at++) {
                refinement->block[refinement->member[at]] = number;
            }
        }
    }
}

/* Puts the listed vertices into their parts. */
static void move_listed(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->list_count; i++) {
        uint32_t vertex = refinement->list[i];
        struct part_slot *slot = &refinement->slots[refinement->slot_of[i]];
        if (touched_of(refinement, vertex)->splits) {
            uint32_t place = slot->count++;
            refinement->member[place] = vertex;
            refinement->place[vertex] = place;
            refinement->block[vertex] = slot->first;
        }
    }
}

/* Frees the slots of the round. */
static void free_parts(struct refinement *refinement) {
    for (uint64_t i = 0; i < refinement->list_count; i++) {
        refinement->slots[refinement->slot_of[i]] = (struct part_slot){0, UINT32_MAX, 0};
    }
    refinement->slot_count = 0;
}

int refine_split(struct refinement *refinement, int exact) {
    refinement->blocks_before = refinement->blocks;
    if (find_parts(refinement, exact) != 0 || find_touched(refinement) != 0) {
        return -1;
    }
    move_others(refinement);
    number_parts(refinement);
    keep_numbers(refinement);
    move_listed(refinement);
    free_parts(refinement);
    return 0;
}
