/*
 * Names of choices and states: texts that mean nothing else. (Labels of networks are base/text/label.h's.)
 * Open addressing with linear probing over a hash that is seeded per table, so that no file makes it slow.
 */
#include "decompose/mdp/mdp_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/core.h"
#include "base/memory.h"
#include "base/run.h"

#define FIRST_SLOTS 64u

struct name {
    const char *text;
    size_t length;
    uint64_t hash;
};

struct mdp_names {
    struct memory *memory;
    arena *texts;
    uint64_t seed;
    struct name *names;
    uint64_t count, capacity;
    uint32_t *slots; /* names; MDP_NO_NAME when free */
    uint64_t slot_count;
};

static int create_slots(mdp_names *names, uint64_t count) {
    uint32_t *slots = memory_allocate_array(names->memory, count, sizeof *slots);
    if (slots == NULL) {
        return -1;
    }
    memset(slots, 0xff, count * sizeof *slots);
    for (uint64_t name = 0; name < names->count; name++) {
        uint64_t at = names->names[name].hash & (count - 1);
        while (slots[at] != MDP_NO_NAME) {
            at = (at + 1) & (count - 1);
        }
        slots[at] = (uint32_t)name;
    }
    memory_free(names->memory, names->slots, names->slot_count * sizeof *slots);
    names->slots = slots;
    names->slot_count = count;
    return 0;
}

mdp_names *mdp_names_create(struct memory *memory) {
    mdp_names *names = memory_allocate_zeroed(memory, sizeof *names);
    if (names == NULL) {
        return NULL;
    }
    names->memory = memory;
    names->seed = core_mix((uint64_t)(uintptr_t)names ^ (uint64_t)(run_clock() * 1e9));
    names->texts = arena_create(memory);
    if (names->texts == NULL || create_slots(names, FIRST_SLOTS) != 0) {
        mdp_names_free(names);
        return NULL;
    }
    return names;
}

void mdp_names_free(mdp_names *names) {
    if (names != NULL) {
        struct memory *memory = names->memory;
        memory_free(memory, names->slots, names->slot_count * sizeof *names->slots);
        memory_free(memory, names->names, names->capacity * sizeof *names->names);
        arena_free(names->texts);
        memory_free(memory, names, sizeof *names);
    }
}

static uint64_t hash_text(const mdp_names *names, const char *text, size_t length) {
    uint64_t hash = names->seed ^ length;
    for (; length >= 8; text += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        hash = core_mix(hash ^ word) + names->seed;
    }
    uint64_t rest = 0;
    memcpy(&rest, text, length);
    return core_mix(hash ^ rest);
}

/* The slot of the text, or the free one where it belongs. */
static uint32_t *probe(const mdp_names *names, const char *text, size_t length, uint64_t hash) {
    for (uint64_t at = hash & (names->slot_count - 1);; at = (at + 1) & (names->slot_count - 1)) {
        uint32_t *slot = &names->slots[at];
        if (*slot == MDP_NO_NAME) {
            return slot;
        }
        const struct name *name = &names->names[*slot];
        if (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0) {
            return slot;
        }
    }
}

uint32_t mdp_names_find(const mdp_names *names, const char *text, size_t length) {
    return *probe(names, text, length, hash_text(names, text, length));
}

uint32_t mdp_names_intern(mdp_names *names, const char *text, size_t length) {
    uint64_t hash = hash_text(names, text, length);
    uint32_t *slot = probe(names, text, length, hash);
    if (*slot != MDP_NO_NAME) {
        return *slot;
    }
    /* At most two thirds full: probing stays short and always meets a free slot. */
    if ((names->count + 1) * 3 > names->slot_count * 2) {
        if (create_slots(names, names->slot_count * 2) != 0) {
            return MDP_NO_NAME;
        }
        slot = probe(names, text, length, hash);
    }
    if (names->count >= MDP_NO_NAME || memory_grow(names->memory, (void **)&names->names, &names->capacity,
                                                   names->count + 1, sizeof *names->names) != 0) {
        return MDP_NO_NAME;
    }
    char *copy = arena_copy(names->texts, text, length);
    if (copy == NULL) {
        return MDP_NO_NAME;
    }
    names->names[names->count] = (struct name){copy, length, hash};
    *slot = (uint32_t)names->count;
    return (uint32_t)names->count++;
}

uint32_t mdp_names_count(const mdp_names *names) {
    return (uint32_t)names->count;
}

/* --- sorted copies --- */

struct order {
    const char *text;
    uint32_t name;
};

static int compare(const void *a, const void *b) {
    return strcmp(((const struct order *)a)->text, ((const struct order *)b)->text);
}

/* The copies of texts that `order` has, in its order. */
static char **copy_texts(struct memory *memory, const struct order *order, uint32_t count) {
    char **texts = memory_allocate_zeroed(memory, count * sizeof *texts);
    for (uint32_t i = 0; texts != NULL && i < count; i++) {
        size_t bytes = strlen(order[i].text) + 1;
        texts[i] = memory_allocate(memory, bytes);
        if (texts[i] == NULL) {
            mdp_texts_free(memory, texts, count);
            return NULL;
        }
        memcpy(texts[i], order[i].text, bytes);
    }
    return texts;
}

char **mdp_names_sorted(const mdp_names *names, uint32_t *rank) {
    uint32_t count = mdp_names_count(names);
    struct order *order = memory_allocate_array(names->memory, count, sizeof *order);
    if (order == NULL) {
        return NULL;
    }
    for (uint32_t name = 0; name < count; name++) {
        order[name] = (struct order){names->names[name].text, name};
    }
    qsort(order, count, sizeof *order, compare);
    for (uint32_t i = 0; i < count; i++) {
        rank[order[i].name] = i;
    }
    char **texts = copy_texts(names->memory, order, count);
    memory_free(names->memory, order, count * sizeof *order);
    return texts;
}

void mdp_texts_free(struct memory *memory, char **texts, uint32_t count) {
    for (uint32_t i = 0; texts != NULL && i < count; i++) {
        if (texts[i] != NULL) {
            memory_free(memory, texts[i], strlen(texts[i]) + 1);
        }
    }
    memory_free(memory, texts, count * sizeof *texts);
}
