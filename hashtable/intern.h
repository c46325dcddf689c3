#ifndef HEDDLE_HASHTABLE_INTERN_H
#define HEDDLE_HASHTABLE_INTERN_H

#include <stdint.h>

#include "hashtable/intern_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct barrier;
struct error;
struct memory;

#define INTERN_STOCK 16u /* number of ids that a thread of the host takes at once */

/* The interner of pairs on the host (intern_core.h): the index and the append-only array. */
typedef struct interner interner;

/*
 * The interner has room for at least `pairs` pairs at first. NULL with *error filled when memory runs out.
 */
interner *interner_create(struct memory *memory, uint32_t bucket_integers, uint64_t pairs,
                          struct error *error);
/*
 * An interner with the pairs of another one, which keep their ids 0 .. count-1; pairs of zeroes
 * are unused. `fill` writes them to the array `pairs`; it returns 0, or -1 with *error filled.
 */
interner *interner_restore(struct memory *memory, uint32_t bucket_integers, uint64_t count,
                           int (*fill)(void *context, uint64_t *pairs, struct error *error), void *context,
                           struct error *error);
void interner_free(interner *interner);

/*
 * The view's address stays the same until interner_free; its content changes when the interner grows, so do
 * not keep copies.
 */
const struct intern_view *interner_view(const interner *interner);
/* Whether the index or the array should grow soon (the load is above 3/4). */
int interner_is_crowded(const interner *interner);

/*
 * Growth: the steps of table_grow_begin, _work and _end for the index or the array, whichever is crowded, or
 * for both if `all` is set. begin returns 0 if at least one of them will grow, else -1.
 */
int interner_grow_begin(interner *interner, int all);
void interner_grow_work(interner *interner, unsigned thread, unsigned threads, struct barrier *barrier);
int interner_grow_end(interner *interner);

#ifdef __cplusplus
}
#endif
#endif
