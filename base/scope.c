/* Blocks that are freed together (scope.h). */
#include "base/scope.h"

#include <stddef.h>

#include "base/error.h"
#include "base/memory.h"

/* What comes before a block. */
struct scope_block {
    struct scope_block *before;
    uint64_t bytes;
    _Alignas(max_align_t) char content[];
};

static void *allocate(struct scope *scope, uint64_t count, uint64_t size, int zeroed) {
    uint64_t bytes;
    struct scope_block *block = NULL;
    if (!__builtin_mul_overflow(count, size, &bytes) && bytes <= UINT64_MAX - sizeof *block) {
        bytes += sizeof *block;
        block = zeroed ? memory_allocate_zeroed(scope->memory, bytes) : memory_allocate(scope->memory, bytes);
    }
    if (block == NULL) {
        scope->failed = 1;
        return NULL;
    }
    block->before = scope->last;
    block->bytes = bytes;
    scope->last = block;
    return block->content;
}

void *scope_array(struct scope *scope, uint64_t count, uint64_t size) {
    return allocate(scope, count, size, 0);
}

void *scope_zeroed(struct scope *scope, uint64_t count, uint64_t size) {
    return allocate(scope, count, size, 1);
}

int scope_check(const struct scope *scope, const char *purpose, struct error *error) {
    return scope->failed ? error_memory(error, purpose) : 0;
}

void scope_close(struct scope *scope) {
    while (scope->last != NULL) {
        struct scope_block *block = scope->last;
        scope->last = block->before;
        memory_free(scope->memory, block, block->bytes);
    }
    scope->failed = 0;
}
