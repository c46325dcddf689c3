#ifndef HEDDLE_BASE_SCOPE_H
#define HEDDLE_BASE_SCOPE_H

#include <stdint.h>

struct error;
struct memory;

/*
 * Blocks of any size that are allocated together and freed together: allocate all, ask once whether that
 * failed, close. A block has its bytes and 16 more. Blocks that grow, or are freed early, are no matter for a
 * scope. Begins with the memory alone: {.memory = memory}.
 */
struct scope {
    struct memory *memory;
    struct scope_block *last;
    int failed; /* some allocation failed */
};

/* An array, aligned for any type; NULL if memory runs out. The second function's is zeroed. */
void *scope_array(struct scope *scope, uint64_t count, uint64_t size);
void *scope_zeroed(struct scope *scope, uint64_t count, uint64_t size);
/* 0, or -1 with *error filled if some allocation failed: "not enough memory PURPOSE". */
int scope_check(const struct scope *scope, const char *purpose, struct error *error);
/* Frees all blocks; the scope can be used again. */
void scope_close(struct scope *scope);

#endif
