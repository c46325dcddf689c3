#ifndef HEDDLE_EXPLORER_SEARCH_ENTRIES_CORE_H
#define HEDDLE_EXPLORER_SEARCH_ENTRIES_CORE_H

/*
 * Entries of the transition matrix of a model with data, in the CUDA search: branches of one choice that lead
 * to the same state are one entry. The targets of a choice are compared with each other while they are few.
 * Where they are many, the entries of the state are counted again, with a hash set.
 */
#include "base/core.h"

#define ENTRIES_FEW 32u

/* The entries of a choice; or of a state, where choices come in any order. */
struct entry_list {
    uint32_t count;
    uint32_t choice;   /* of the entries */
    int compares;      /* branches of a choice may lead to the same state; if not, the list stays empty */
    int in_order;      /* choices come one after the other */
    int many;          /* the list was full: the entries of the state must be counted again */
    uint64_t *keys;    /* [ENTRIES_FEW] of the caller's words each */
    uint32_t *choices; /* [ENTRIES_FEW] if choices come in any order */
};

/* Whether the list has the entry; if not, it has now, or `many` is set. */
CORE_FUNCTION int entry_list_has(struct entry_list *list, uint32_t choice, const uint64_t *key,
                                 const uint32_t words) {
    if (!list->compares || list->many) {
        return 0;
    }
    if (list->in_order && choice != list->choice) {
        list->choice = choice;
        list->count = 0;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        int same = list->in_order || list->choices[i] == choice;
        for (uint32_t w = 0; w < words; w++) {
            same &= list->keys[i * words + w] == key[w];
        }
        if (same) {
            return 1;
        }
    }
    if (list->count == ENTRIES_FEW) {
        list->many = 1;
        return 0;
    }
    for (uint32_t w = 0; w < words; w++) {
        list->keys[list->count * words + w] = key[w];
    }
    if (!list->in_order) {
        list->choices[list->count] = choice;
    }
    list->count++;
    return 0;
}

/* A hash set of entries: slots of a vector and its choice + 1, or 0. */
struct entry_set {
    uint64_t *slots, mask; /* slots of words + 1 words, a power of two of them, more than there are entries */
    uint32_t words;
    uint64_t count;
};

CORE_FUNCTION uint64_t entry_set_slots(uint64_t entries) {
    uint64_t slots = 64;
    while (slots < 2 * entries) {
        slots *= 2;
    }
    return slots;
}

/* Adds an entry: a visit of successors_core.h. */
CORE_FUNCTION int entry_set_add(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct entry_set *set = (struct entry_set *)context;
    uint64_t hash = choice;
    (void)label;
    for (uint32_t w = 0; w < set->words; w++) {
        hash = core_mix(hash ^ target[w]);
    }
    for (;; hash++) {
        uint64_t *slot = set->slots + (hash & set->mask) * (set->words + 1);
        int same = slot[set->words] == (uint64_t)choice + 1;
        if (slot[set->words] == 0) {
            for (uint32_t w = 0; w < set->words; w++) {
                slot[w] = target[w];
            }
            slot[set->words] = (uint64_t)choice + 1;
            set->count++;
            return 0;
        }
        for (uint32_t w = 0; w < set->words && same; w++) {
            same = slot[w] == target[w];
        }
        if (same) {
            return 0;
        }
    }
}

#endif
