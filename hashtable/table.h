#ifndef HEDDLE_HASHTABLE_TABLE_H
#define HEDDLE_HASHTABLE_TABLE_H

#include <stdint.h>

#include "hashtable/table_core.h"

#define TABLE_HOST_INTEGERS 16u /* integers of a bucket; the fastest on CPUs */

#ifdef __cplusplus
extern "C" {
#endif

struct barrier;
struct error;
struct memory;

/*
 * The visited set on the host. Any number of threads may probe its view at once (table_core.h); it may be
 * grown and freed only while no thread probes it.
 */
typedef struct table table;

/*
 * words: of a key, 1, 2 or 4. bucket_integers: 4, 8, 16 or 32, the size of a bucket in 32-bit integers; a
 * bucket has at least one slot. The table has at least `slots` slots at first. prefix: see table_core.h. NULL
 * with *error filled when memory runs out.
 */
table *table_create(struct memory *memory, uint32_t words, uint32_t bucket_integers, uint64_t slots,
                    int prefix, struct error *error);
void table_free(table *table);

struct table_view table_view_of(const table *table);
/* Slots in home buckets; the load is relative to them. */
uint64_t table_slots(const table *table);
uint64_t table_bytes(const table *table);

/* The number of slots after the next growth, given the remaining budget (hashtable/growth.h). */
uint64_t table_next_slots(const table *table);

/*
 * Growth in place, in three steps: one thread calls begin, which commits memory for at least `slots` slots
 * (-1 with nothing changed if the budget or the address range does not allow it, or the step is too small);
 * then all `threads` threads call work (`barrier` is for these threads; NULL if there is only one); then one
 * thread calls end. It returns -1 if memory for displaced keys ran out; then keys are lost and the table is
 * unusable.
 */
int table_grow_begin(table *table, uint64_t slots);
void table_grow_work(table *table, unsigned thread, unsigned threads, struct barrier *barrier);
int table_grow_end(table *table);

#ifdef __cplusplus
}
#endif
#endif
