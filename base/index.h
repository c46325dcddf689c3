#ifndef HEDDLE_BASE_INDEX_H
#define HEDDLE_BASE_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct memory;

/*
 * A hash index: finds the numbers of entries that the caller keeps in arrays of its own. The caller hashes
 * (base/hash.h) and compares; the index holds a number and 32 bits of the hash for each entry, so that most
 * different entries are never compared, and growing does not read the entries. Open addressing with linear
 * probing, at most two thirds full. A zeroed index is empty and has no memory.
 *
 *     for (struct index_walk walk = index_find(&index, hash); index_next(&walk);) {
 *         if (entries[walk.number] is the one) { return walk.number; }
 *     }
 */
#define INDEX_NONE UINT32_MAX

struct index_slot {
    uint32_t tag;    /* 32 bits of the hash */
    uint32_t number; /* INDEX_NONE in a free slot */
};

struct index {
    struct index_slot *slots;
    uint64_t slot_count; /* a power of two, or 0 */
    uint64_t count;
};

struct index_walk {
    const struct index_slot *slots;
    uint64_t at, mask;
    uint32_t tag;
    uint32_t number; /* the number of the entry, valid after index_next has returned 1 */
};

static inline struct index_walk index_find(const struct index *index, uint64_t hash) {
    uint64_t mask = index->slot_count - 1;
    return (struct index_walk){index->slots, (uint32_t)hash & mask, mask, (uint32_t)hash, INDEX_NONE};
}

/* Finds the next number that was added with an equal hash: 1; 0 if there is no other. */
static inline int index_next(struct index_walk *walk) {
    if (walk->slots == NULL) {
        return 0;
    }
    for (;;) {
        const struct index_slot *slot = &walk->slots[walk->at];
        if (slot->number == INDEX_NONE) {
            return 0;
        }
        walk->at = (walk->at + 1) & walk->mask;
        if (slot->tag == walk->tag) {
            walk->number = slot->number;
            return 1;
        }
    }
}

/*
 * The hash of a key that is a number. Different keys have different hashes, so the first number found is the
 * right one.
 */
static inline uint64_t index_hash_key(uint32_t key) {
    key *= 0x9e3779b1u;
    return key ^ key >> 16;
}

/* The number that was added with index_hash_key(key), or INDEX_NONE. */
static inline uint32_t index_find_key(const struct index *index, uint32_t key) {
    struct index_walk walk = index_find(index, index_hash_key(key));
    return index_next(&walk) ? walk.number : INDEX_NONE;
}

/* Adds a number below INDEX_NONE. 0, or -1 with nothing changed when memory runs out. */
int index_add(struct index *index, struct memory *memory, uint64_t hash, uint32_t number);
/* Makes room for `count` entries in all, so that adding them cannot fail. 0, or -1 with nothing changed. */
int index_reserve(struct index *index, struct memory *memory, uint64_t count);
/* Removes all entries and keeps the memory. */
void index_clear(struct index *index);
void index_free(struct index *index, struct memory *memory);
#endif
