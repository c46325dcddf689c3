/* An arena: a list of blocks that only grows. */
#include "base/arena.h"

#include <string.h>

#include "base/memory.h"

/* Blocks double in size, within these limits; a large request has a block of its own. */
#define LEAST_BYTES ((uint64_t)512)
#define MOST_BYTES ((uint64_t)64 << 10)

struct arena_block {
    struct arena_block *next;
    uint64_t bytes;
};

struct arena {
    struct memory *memory;
    struct arena_block *blocks;
    char *free_at;
    uint64_t free_bytes, next_bytes;
    int failed;
};

arena *arena_create(struct memory *memory) {
    arena *arena = memory_allocate_zeroed(memory, sizeof *arena);
    if (arena != NULL) {
        arena->memory = memory;
        arena->next_bytes = LEAST_BYTES;
    }
    return arena;
}

void arena_free(arena *arena) {
    if (arena == NULL) {
        return;
    }
    while (arena->blocks != NULL) {
        struct arena_block *next = arena->blocks->next;
        memory_free(arena->memory, arena->blocks, arena->blocks->bytes);
        arena->blocks = next;
    }
    memory_free(arena->memory, arena, sizeof *arena);
}

void *arena_allocate(arena *arena, uint64_t bytes) {
    uint64_t header = (sizeof(struct arena_block) + 15) & ~(uint64_t)15;
    if (arena == NULL || bytes > UINT64_MAX / 2) {
        if (arena != NULL) {
            arena->failed = 1;
        }
        return NULL;
    }
    bytes = (bytes + 15) & ~(uint64_t)15;
    if (arena->free_at == NULL || bytes > arena->free_bytes) {
        int large = bytes > arena->next_bytes / 4;
        uint64_t size = header + (large ? bytes : arena->next_bytes);
        struct arena_block *block = memory_allocate_zeroed(arena->memory, size);
        if (block == NULL) {
            arena->failed = 1;
            return NULL;
        }
        block->bytes = size;
        arena->next_bytes = arena->next_bytes < MOST_BYTES ? 2 * arena->next_bytes : MOST_BYTES;
        block->next = arena->blocks;
        arena->blocks = block;
        if (large) { /* the request gets a block of its own; the room left in the current block stays free */
            return (char *)block + header;
        }
        arena->free_at = (char *)block + header;
        arena->free_bytes = size - header;
    }
    void *result = arena->free_at;
    arena->free_at += bytes;
    arena->free_bytes -= bytes;
    return result;
}

int arena_failed(const arena *arena) {
    return arena == NULL || arena->failed;
}

char *arena_copy(arena *arena, const char *text, size_t length) {
    char *copy = arena_allocate(arena, (uint64_t)length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
