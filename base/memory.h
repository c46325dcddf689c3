#ifndef HEDDLE_BASE_MEMORY_H
#define HEDDLE_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Accounted host memory. Every owner allocates through one of these, passes the size again when it frees, and
 * `used` must be zero at teardown. A request beyond `limit` fails as if the machine had no memory. All
 * functions may be called from several threads at once. The fields are read and written atomically.
 */
struct memory {
    uint64_t used;  /* bytes */
    uint64_t peak;  /* the largest `used` so far */
    uint64_t limit; /* bytes; UINT64_MAX: no limit */
    int folder; /* an open folder: blocks from MEMORY_FILE_BYTES on are files there, without names; 0: none */
};

#define MEMORY_FILE_BYTES ((uint64_t)1 << 16)

void memory_init(struct memory *memory, uint64_t limit);
uint64_t memory_used(const struct memory *memory);
uint64_t memory_peak(const struct memory *memory);
/* Bytes that remain in the budget. */
uint64_t memory_left(const struct memory *memory);

/*
 * NULL if the budget or the machine has no memory left; a size of 0 gives a valid pointer. allocate_zeroed
 * clears.
 */
void *memory_allocate(struct memory *memory, uint64_t bytes);
void *memory_allocate_zeroed(struct memory *memory, uint64_t bytes);
/* Allocates count * size bytes; NULL, too, if the product overflows. */
void *memory_allocate_array(struct memory *memory, uint64_t count, uint64_t size);
/* Keeps the first min(old, new) bytes; on failure it returns NULL and leaves the old block unchanged. */
void *memory_reallocate(struct memory *memory, void *block, uint64_t old_bytes, uint64_t new_bytes);
/* NULL is allowed. */
void memory_free(struct memory *memory, void *block, uint64_t bytes);
/*
 * Blocks for libraries that free without a size: the size is stored before each block. Reallocating NULL
 * makes a new block. Returns NULL, with the old block untouched, when memory runs out.
 */
void *memory_reallocate_sized(struct memory *memory, void *block, uint64_t bytes);
void memory_free_sized(struct memory *memory, void *block); /* NULL is allowed */

/*
 * Makes room for `need` elements in the growing array *data of *capacity elements, by at least half again.
 * Returns 0, or -1 with the array untouched.
 */
int memory_grow(struct memory *memory, void **data, uint64_t *capacity, uint64_t need, uint64_t size);
/* The same for a pointer to a typed array. */
#define MEMORY_GROW(memory, data, capacity, need)                                                            \
    memory_grow(memory, (void **)(data), capacity, need, sizeof **(data))

/*
 * A block that grows in place, so that addresses into it stay valid: a range of addresses of which the first
 * `committed` bytes are memory (accounted, zero-filled, backed by huge pages where the machine has them).
 */
struct memory_range {
    void *base;
    uint64_t reserved, committed;
};

/*
 * Reserves addresses for `most` bytes (UINT64_MAX: for what remains of the budget), or for as many as the
 * machine gives, but at least `least`; commits nothing. 0 or -1.
 */
int memory_range_open(struct memory *memory, struct memory_range *range, uint64_t least, uint64_t most);
/* Grows the range to `bytes` bytes; 0, or -1 with nothing changed. */
int memory_range_extend(struct memory *memory, struct memory_range *range, uint64_t bytes);
/* Opens a range of `bytes` bytes of memory, which need not grow. 0, or -1; close it in any case. */
int memory_range_fill(struct memory *memory, struct memory_range *range, uint64_t bytes);
/* Releases addresses and memory; a zeroed range is allowed. */
void memory_range_close(struct memory *memory, struct memory_range *range);

/*
 * The default budget of the host: 0.8 of the available memory, or of the rest of the control group's limit.
 */
uint64_t memory_available(void);

#ifdef __cplusplus
}
#endif
#endif
