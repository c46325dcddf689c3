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

#define INTERN_STOCK 16u /* ids that a thread of the host takes at a time */

/* The interner of pairs on the host (intern_core.h): the index and the append-only array. */
typedef struct interner interner;

/* Room for at least `pairs` pairs to begin with. NULL with *error filled when memory is spent. */
interner *interner_create(struct memory *memory, uint32_t bucket_integers, uint64_t pairs,
                          struct error *error);
/*
 * An interner of the pairs whose ids are handed out already, 0 .. count-1, as another interner had them;
 * pairs with INTERN_UNUSED in word 0 are none. `fill` writes them to the array it is given; it returns 0, or
 * -1 with *error filled.
 */
interner *interner_restore(struct memory *memory, uint32_t bucket_integers, uint64_t count,
                           int (*fill)(void *context, uint64_t *pairs, struct error *error), void *context,
                           struct error *error);
void interner_free(interner *interner);

/* Its address, not a copy, stays the same; its content changes when the interner grows. */
const struct intern_view *interner_view(const interner *interner);
/* Whether index or array should grow before much is added (load above 3/4). */
int interner_is_crowded(const interner *interner);

/*
 * Growth: the steps of table_grow_begin, _work and _end over what is crowded, or over both when `all` is set.
 * begin returns 0 when index or array will have grown, else -1.
 */
int interner_grow_begin(interner *interner, int all);
void interner_grow_work(interner *interner, unsigned thread, unsigned threads, struct barrier *barrier);
int interner_grow_end(interner *interner);

#ifdef __cplusplus
}
#endif
#endif
