/* An arena: small requests share the blocks of a scope. */
#include "base/arena.h"

#include <string.h>

#include "base/memory.h"
#include "base/scope.h"

/* Blocks double in size, within these limits; a large request has a block of its own. */
#define LEAST_BYTES ((uint64_t)512)
#define MOST_BYTES ((uint64_t)64 << 10)

struct arena {
    struct scope scope; /* the blocks */
    char *free_at;
    uint64_t free_bytes, next_bytes;
};

arena *arena_create(struct memory *memory) {
    arena *arena = memory_allocate_zeroed(memory, sizeof *arena);
    if (arena != NULL) {
        arena->scope.memory = memory;
        arena->next_bytes = LEAST_BYTES;
    }
    return arena;
}

void arena_free(arena *arena) {
    if (arena != NULL) {
        struct memory *memory = arena->scope.memory;
        scope_close(&arena->scope);
        memory_free(memory, arena, sizeof *arena);
    }
}

void *arena_allocate(arena *arena, uint64_t bytes) {
    if (arena == NULL || bytes > UINT64_MAX / 2) {
        if (arena != NULL) {
            arena->scope.failed = 1;
        }
        return NULL;
    }
    bytes = (bytes + 15) & ~(uint64_t)15;
    if (arena->free_at == NULL || bytes > arena->free_bytes) {
        const int large = bytes > arena->next_bytes / 4;
        const uint64_t size = large ? bytes : arena->next_bytes;
        char *block = scope_zeroed(&arena->scope, 1, size);
        if (block == NULL) {
            return NULL;
        }
        arena->next_bytes = arena->next_bytes < MOST_BYTES ? 2 * arena->next_bytes : MOST_BYTES;
        if (large) { /* the request gets a block of its own; the room left in the current block stays free */
            return block;
        }
        arena->free_at = block;
        arena->free_bytes = size;
    }
    void *result = arena->free_at;
    arena->free_at += bytes;
    arena->free_bytes -= bytes;
    return result;
}

int arena_failed(const arena *arena) {
    return arena == NULL || arena->scope.failed;
}

char *arena_copy(arena *arena, const char *text, size_t length) {
    char *copy = arena_allocate(arena, (uint64_t)length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
