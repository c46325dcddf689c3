/* Names of choices and states. (For labels of networks see base/text/label.h.) Each table has its own seed
 * for hashing, so that no file can be written to make it slow. */
#include "model/mdp_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/core.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/run.h"

struct name_entry {
    const char *text;
    size_t length;
};

struct mdp_names {
    struct memory *memory;
    arena *texts;
    uint64_t seed;
    struct name_entry *names;
    uint64_t count, capacity;
    struct index index;
};

mdp_names *mdp_names_create(struct memory *memory) {
    mdp_names *names = memory_allocate_zeroed(memory, sizeof *names);
    if (names == NULL) {
        return NULL;
    }
    names->memory = memory;
    names->seed = core_mix((uint64_t)(uintptr_t)names ^ (uint64_t)(run_clock() * 1e9));
    names->texts = arena_create(memory);
    if (names->texts == NULL) {
        mdp_names_free(names);
        return NULL;
    }
    return names;
}

void mdp_names_free(mdp_names *names) {
    if (names != NULL) {
        struct memory *memory = names->memory;
        index_free(&names->index, memory);
        memory_free(memory, names->names, names->capacity * sizeof *names->names);
        arena_free(names->texts);
        memory_free(memory, names, sizeof *names);
    }
}

static uint32_t find_name(const mdp_names *names, const char *text, size_t length, uint64_t hash) {
    for (struct index_walk walk = index_find(&names->index, hash); index_next(&walk);) {
        const struct name_entry *name = &names->names[walk.number];
        if (name->length == length && memcmp(name->text, text, length) == 0) {
            return walk.number;
        }
    }
    return MDP_NO_NAME;
}

uint32_t mdp_names_find(const mdp_names *names, const char *text, size_t length) {
    return find_name(names, text, length, hash_bytes(text, length, names->seed));
}

uint32_t mdp_names_intern(mdp_names *names, const char *text, size_t length) {
    uint64_t hash = hash_bytes(text, length, names->seed);
    uint32_t known = find_name(names, text, length, hash);
    if (known != MDP_NO_NAME) {
        return known;
    }
    if (names->count >= MDP_NO_NAME ||
        MEMORY_GROW(names->memory, &names->names, &names->capacity, names->count + 1) != 0) {
        return MDP_NO_NAME;
    }
    char *copy = arena_copy(names->texts, text, length);
    if (copy == NULL || index_add(&names->index, names->memory, hash, (uint32_t)names->count) != 0) {
        return MDP_NO_NAME;
    }
    names->names[names->count] = (struct name_entry){copy, length};
    return (uint32_t)names->count++;
}

uint32_t mdp_names_count(const mdp_names *names) {
    return (uint32_t)names->count;
}

/* --- sorted copies --- */

struct name_order {
    const char *text;
    uint32_t name;
};

static int compare_texts(const void *a, const void *b) {
    return strcmp(((const struct name_order *)a)->text, ((const struct name_order *)b)->text);
}

/* Copies the texts in the order of `order`. */
static char **copy_texts(struct memory *memory, const struct name_order *order, uint32_t count) {
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
    struct name_order *order = memory_allocate_array(names->memory, count, sizeof *order);
    if (order == NULL) {
        return NULL;
    }
    for (uint32_t name = 0; name < count; name++) {
        order[name] = (struct name_order){names->names[name].text, name};
    }
    qsort(order, count, sizeof *order, compare_texts);
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
