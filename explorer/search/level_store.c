/*
 * The level store: blocks of keys, whose users are the segments in them, and the segments in the order of
 * levels. A spilled level is one segment in a block of its own.
 */
#include "explorer/search/level_store.h"

#include <pthread.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"

#define FIRST_BLOCK_WORDS 512u
#define LARGEST_BLOCK_WORDS 65536u

struct level_block {
    struct level_block *next; /* next in the list of free blocks */
    struct memory *memory;    /* the memory that accounts for it */
    uint64_t words;           /* capacity of `keys` */
    uint32_t users;           /* number of segments that are not dropped, plus one while a writer has it */
    uint64_t keys[];
};

struct level_store {
    struct memory *memory, *spill;
    uint32_t words; /* words of a key */
    pthread_mutex_t lock;
    struct level_block *free_blocks; /* blocks of the largest size, for the next writer */
    GROWING(struct level_segment) segments;
    uint64_t *first; /* [levels + 1]: the first segment of each level */
    uint64_t levels, first_capacity;
};

static uint64_t block_bytes(uint64_t words) {
    return sizeof(struct level_block) + words * sizeof(uint64_t);
}

level_store *level_store_create(struct memory *memory, struct memory *spill, uint32_t words) {
    level_store *store = memory_allocate_zeroed(memory, sizeof *store);
    if (store == NULL) {
        return NULL;
    }
    store->memory = memory;
    store->spill = spill;
    store->words = words;
    pthread_mutex_init(&store->lock, NULL);
    if (MEMORY_GROW(memory, &store->first, &store->first_capacity, 1) != 0) {
        level_store_free(store);
        return NULL;
    }
    store->first[0] = 0;
    return store;
}

static void release_block(level_store *store, struct level_block *block) {
    if (--block->users != 0) {
        return;
    }
    if (block->words == LARGEST_BLOCK_WORDS && block->memory == store->memory) {
        block->next = store->free_blocks;
        store->free_blocks = block;
    } else {
        memory_free(block->memory, block, block_bytes(block->words));
    }
}

static void free_free_blocks(level_store *store) {
    while (store->free_blocks != NULL) {
        struct level_block *next = store->free_blocks->next;
        memory_free(store->memory, store->free_blocks, block_bytes(store->free_blocks->words));
        store->free_blocks = next;
    }
}

void level_store_free(level_store *store) {
    if (store == NULL) {
        return;
    }
    for (uint64_t i = 0; i < store->segments.count; i++) {
        if (store->segments.data[i].block != NULL) {
            release_block(store, store->segments.data[i].block);
        }
    }
    free_free_blocks(store);
    GROWING_FREE(store->memory, store->segments);
    memory_free(store->memory, store->first, store->first_capacity * sizeof *store->first);
    pthread_mutex_destroy(&store->lock);
    memory_free(store->memory, store, sizeof *store);
}

/* Makes a segment of the keys that the writer has written since the last one. The caller holds the lock. */
static int close_segment(level_store *store, struct level_writer *writer) {
    if (writer->at == writer->begin) {
        return 0;
    }
    if (MEMORY_GROW(store->memory, &store->segments.data, &store->segments.capacity,
                    store->segments.count + 1) != 0) {
        return -1;
    }
    uint64_t count = (uint64_t)(writer->at - writer->begin) / store->words;
    store->segments.data[store->segments.count++] =
        (struct level_segment){writer->begin, count, writer->block};
    writer->block->users++;
    writer->begin = writer->at;
    return 0;
}

static struct level_block *take_block(level_store *store, struct level_writer *writer, uint64_t need) {
    uint64_t words = writer->next_capacity < FIRST_BLOCK_WORDS ? FIRST_BLOCK_WORDS : writer->next_capacity;
    words = words < LARGEST_BLOCK_WORDS ? words : LARGEST_BLOCK_WORDS;
    writer->next_capacity = 2 * words;
    words = words < need ? need : words;
    struct level_block *block = store->free_blocks;
    struct memory *memory = store->memory;
    if (words == LARGEST_BLOCK_WORDS && block != NULL) {
        store->free_blocks = block->next;
    } else {
        block = memory_allocate(memory, block_bytes(words));
        if (block == NULL && store->spill != NULL && store->spill->folder != 0) {
            memory = store->spill;
            block = memory_allocate(memory, block_bytes(words));
        }
    }
    if (block != NULL) {
        block->memory = memory;
        block->words = words;
        block->users = 1;
    }
    return block;
}

int level_writer_room(level_store *store, struct level_writer *writer, uint64_t keys) {
    uint64_t need = keys * store->words;
    if (writer->block != NULL && (uint64_t)(writer->end - writer->at) >= need) {
        return 0;
    }
    pthread_mutex_lock(&store->lock);
    struct level_block *block = NULL;
    if (writer->block == NULL || close_segment(store, writer) == 0) {
        block = take_block(store, writer, need);
    }
    if (block != NULL) {
        if (writer->block != NULL) {
            release_block(store, writer->block);
        }
        writer->block = block;
        writer->begin = writer->at = block->keys;
        writer->end = block->keys + block->words;
    }
    pthread_mutex_unlock(&store->lock);
    return block == NULL ? -1 : 0;
}

uint64_t level_store_end_level(level_store *store, struct level_writer *writers, uint32_t count) {
    if (MEMORY_GROW(store->memory, &store->first, &store->first_capacity, store->levels + 2) != 0) {
        return UINT64_MAX;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (writers[i].block != NULL && close_segment(store, writers + i) != 0) {
            return UINT64_MAX;
        }
    }
    uint64_t keys = 0;
    for (uint64_t i = store->first[store->levels]; i < store->segments.count; i++) {
        keys += store->segments.data[i].count;
    }
    store->first[++store->levels] = store->segments.count;
    return keys;
}

void level_store_close(level_store *store, struct level_writer *writers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (writers[i].block != NULL) {
            release_block(store, writers[i].block);
            writers[i].block = NULL;
        }
    }
    free_free_blocks(store);
}

uint64_t level_store_levels(const level_store *store) {
    return store->levels;
}

const struct level_segment *level_store_segments(const level_store *store, uint64_t level, uint64_t *count) {
    *count = store->first[level + 1] - store->first[level];
    const struct level_segment *segments = store->segments.data + store->first[level];
    if (*count != 0 && segments[0].block == NULL) {
        *count = 0;
    }
    return segments;
}

int level_store_put(const level_store *store, uint64_t level, struct words_sink sink, struct error *error) {
    const uint64_t end = level < store->levels ? store->first[level + 1] : store->segments.count;
    int failed = 0;
    for (uint64_t i = store->first[level]; i < end && !failed; i++) {
        const struct level_segment *segment = &store->segments.data[i];
        failed = segment->block == NULL
                     ? 0
                     : sink.put(sink.context, segment->keys, segment->count * store->words, error);
    }
    return failed;
}

void level_store_drop(level_store *store, uint64_t level) {
    for (uint64_t i = store->first[level]; i < store->first[level + 1]; i++) {
        if (store->segments.data[i].block != NULL) {
            release_block(store, store->segments.data[i].block);
            store->segments.data[i].block = NULL;
        }
    }
}

/* Makes room for the segments of all stores, and for the levels. NULL when memory runs out. */
static level_store *create_joined(level_store *const *stores, uint32_t count, uint64_t levels) {
    struct memory *memory = stores[0]->memory;
    level_store *joined = level_store_create(memory, stores[0]->spill, stores[0]->words);
    uint64_t segments = 0;
    for (uint32_t i = 0; i < count; i++) {
        segments += stores[i]->segments.count;
    }
    if (joined != NULL &&
        (MEMORY_GROW(memory, &joined->first, &joined->first_capacity, levels + 1) != 0 ||
         MEMORY_GROW(memory, &joined->segments.data, &joined->segments.capacity, segments) != 0)) {
        level_store_free(joined);
        return NULL;
    }
    return joined;
}

/* Moves the segments of a level, if the store has it, to the level of `joined` under construction. */
static void take_level(level_store *joined, level_store *from, uint64_t level) {
    const uint64_t end = level < from->levels ? from->first[level + 1] : 0;
    for (uint64_t s = level < from->levels ? from->first[level] : 0; s < end; s++) {
        joined->segments.data[joined->segments.count++] = from->segments.data[s];
        from->segments.data[s] = (struct level_segment){0};
    }
}

level_store *level_store_join(level_store *const *stores, uint32_t count, uint64_t levels) {
    level_store *joined = create_joined(stores, count, levels);
    if (joined == NULL) {
        return NULL;
    }
    for (uint64_t level = 0; level < levels; level++) {
        for (uint32_t i = 0; i < count; i++) {
            take_level(joined, stores[i], level);
        }
        joined->first[++joined->levels] = joined->segments.count;
    }
    for (uint32_t i = 0; i < count; i++) {
        while (stores[i]->levels != 0) {
            level_store_drop(stores[i], --stores[i]->levels);
        }
        stores[i]->segments.count = 0;
    }
    return joined;
}

int level_store_spill(level_store *store, uint64_t level) {
    struct level_segment *segments = store->segments.data + store->first[level];
    uint64_t count = store->first[level + 1] - store->first[level], keys = 0;
    if (store->spill == NULL) {
        return -1;
    }
    if (count == 0 || segments[0].block == NULL || segments[0].block->memory == store->spill) {
        return 0; /* dropped or spilled already */
    }
    for (uint64_t i = 0; i < count; i++) {
        keys += segments[i].count;
    }
    uint64_t words = keys * store->words;
    struct level_block *block = memory_allocate(store->spill, block_bytes(words));
    if (block == NULL) {
        return -1;
    }
    block->memory = store->spill;
    block->words = words;
    block->users = 1;
    uint64_t *at = block->keys;
    for (uint64_t i = 0; i < count; i++) {
        memcpy(at, segments[i].keys, segments[i].count * store->words * sizeof *at);
        at += segments[i].count * store->words;
        release_block(store, segments[i].block);
        segments[i] = (struct level_segment){0};
    }
    segments[0] = (struct level_segment){block->keys, keys, block};
    free_free_blocks(store);
    return 0;
}
