#ifndef HEDDLE_BASE_ARENA_H
#define HEDDLE_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct memory;
typedef struct arena arena;

/* Blocks that are freed together. NULL when memory runs out. Pointers stay valid until arena_free. */
arena *arena_create(struct memory *memory);
void arena_free(arena *arena);

/* Zeroed, aligned for any type. NULL when memory runs out, and for arena NULL. */
void *arena_allocate(arena *arena, uint64_t bytes);
/* Whether some allocation failed, that of the arena included (NULL). */
int arena_failed(const arena *arena);
/* A NUL-terminated copy of `length` bytes. */
char *arena_copy(arena *arena, const char *text, size_t length);

#endif
