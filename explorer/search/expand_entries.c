/*
 * The choices of a state of a model with data, and the entries of its transition matrix: branches of one
 * choice that lead to the same state are one entry.
 */
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/data/data_model_core.h"
#include "explorer/search/expand.h"

#define FEW 24u /* so many successors are compared with each other; more are looked up in a hash table */

/* Where the successors of the source are. */
struct entries {
    struct expansion *expansion;
    uint64_t *vectors; /* of successor 0 of the batch */
    uint32_t stride, words;
    uint32_t *slots; /* successors that were seen, + 1; NULL: few */
    uint64_t mask;
};

static int is_same(const struct entries *entries, uint64_t one, uint64_t other) {
    return entries->expansion->choices[one] == entries->expansion->choices[other] &&
           memcmp(entries->vectors + one * entries->stride, entries->vectors + other * entries->stride,
                  entries->words * sizeof(uint64_t)) == 0;
}

static uint64_t hash_entry(const struct entries *entries, uint64_t successor) {
    const uint64_t *vector = entries->vectors + successor * entries->stride;
    return hash_bytes(vector, entries->words * sizeof *vector, entries->expansion->choices[successor]);
}

/* Whether an entry of [first, at), of which all are kept, is the same; remembers it if not. */
static int was_seen(const struct entries *entries, uint64_t first, uint64_t at, uint64_t successor) {
    if (entries->slots == NULL) {
        for (uint64_t i = first; i < at; i++) {
            if (is_same(entries, i, successor)) {
                return 1;
            }
        }
        return 0;
    }
    uint64_t slot = hash_entry(entries, successor) & entries->mask;
    for (; entries->slots[slot] != 0; slot = (slot + 1) & entries->mask) {
        if (is_same(entries, entries->slots[slot] - 1, successor)) {
            return 1;
        }
    }
    entries->slots[slot] = (uint32_t)at + 1;
    return 0;
}

/* Moves a successor to an earlier place. */
static void move_entry(const struct entries *entries, uint64_t from, uint64_t to) {
    memcpy(entries->vectors + to * entries->stride, entries->vectors + from * entries->stride,
           entries->stride * sizeof(uint64_t));
    entries->expansion->choices[to] = entries->expansion->choices[from];
}

static int open_slots(struct entries *entries, uint64_t count) {
    struct expansion_buffer *seen = &entries->expansion->seen;
    uint64_t slots = 64;
    while (slots < 2 * count) {
        slots *= 2;
    }
    if (slots * sizeof(uint32_t) > seen->bytes) {
        void *moved =
            memory_reallocate(entries->expansion->memory, seen->data, seen->bytes, slots * sizeof(uint32_t));
        if (moved == NULL) {
            return -1;
        }
        seen->data = moved;
        seen->bytes = slots * sizeof(uint32_t);
    }
    memset(seen->data, 0, slots * sizeof(uint32_t));
    entries->slots = seen->data;
    entries->mask = slots - 1;
    return 0;
}

int expansion_count_entries(struct expansion *expansion, uint64_t first) {
    const struct model_header *header = expansion->model.header;
    const int folded = header->fold_levels != 0;
    const int keeps = expansion->labelled || expansion->watch != NULL;
    struct entries entries = {.expansion = expansion,
                              .vectors = folded ? expansion->rows.data : expansion->keys,
                              .stride = folded ? expansion->stride : header->key_words,
                              .words = header->words};
    uint64_t end = expansion->count, at = first;
    expansion->choice_count[expansion->sources] = end == first ? 0 : expansion->choices[end - 1] + 1;
    expansion->repeats[expansion->sources] = 0;
    if (header->observer_states == 0 && ((const struct data_header *)expansion->model.data)->distinct) {
        return 0;
    }
    if (end - first > FEW && open_slots(&entries, end - first) != 0) {
        return -1;
    }
    for (uint64_t i = first; i < end; i++) {
        if (run_stops_at(expansion->run, i - first + 1, 262144)) {
            return -1;
        }
        int repeated = was_seen(&entries, first, keeps ? i : at, i);
        if (repeated && keeps) {
            expansion->repeats[expansion->sources]++;
        }
        if (repeated) {
            continue;
        }
        if (at != i && !keeps) {
            move_entry(&entries, i, at);
        }
        at++;
    }
    expansion->count = keeps ? end : at;
    return 0;
}
