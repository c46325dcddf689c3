#ifndef HEDDLE_HASHTABLE_TABLE_H
#define HEDDLE_HASHTABLE_TABLE_H

#include <stdint.h>

#include "hashtable/table_core.h"

#define TABLE_HOST_INTEGERS 16u /* of a bucket, what measures best on CPUs */

#ifdef __cplusplus
extern "C" {
#endif

struct barrier;
struct error;
struct memory;

/*
 * The visited set on the host. Any number of threads may probe its view at once (table_core.h); creating,
 * growing and freeing happen when none does.
 */
typedef struct table table;

/*
 * words: of a key, 1 or 2. bucket_integers: 4, 8, 16 or 32 32-bit integers a bucket. At least `slots` slots
 * to begin with. prefix: see table_core.h. NULL with *error filled when memory is spent.
 */
table *table_create(struct memory *memory, uint32_t words, uint32_t bucket_integers, uint64_t slots,
                    int prefix, struct error *error);
void table_free(table *table);

struct table_view table_view_of(const table *table);
/* Slots in home buckets: what a load is measured against. */
uint64_t table_slots(const table *table);
uint64_t table_bytes(const table *table);

/* How many slots the next growth should give, the budget being what it is (hashtable/growth.h). */
uint64_t table_next_slots(const table *table);

/*
 * Growth in place, in three steps: one thread begins (commits memory for at least `slots` slots; -1, with
 * nothing changed, when the budget or the address range does not allow it or the step is too small to be
 * worth it), then all `threads` threads work (barrier: theirs; may be NULL when threads is 1), then one
 * thread ends. -1 from table_grow_end: memory for displaced keys ran out, and keys are lost: the table is
 * unusable.
 */
int table_grow_begin(table *table, uint64_t slots);
void table_grow_work(table *table, unsigned thread, unsigned threads, struct barrier *barrier);
int table_grow_end(table *table);

#ifdef __cplusplus
}
#endif
#endif
