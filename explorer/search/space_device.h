#ifndef HEDDLE_EXPLORER_SEARCH_SPACE_DEVICE_H
#define HEDDLE_EXPLORER_SEARCH_SPACE_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "hashtable/intern_core.h"
#include "hashtable/table_device.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct run;

/*
 * The state space on a GPU: what a CUDA search builds and leaves there for traces and graphs. `queue` holds
 * the keys of states in the order of levels, key i at word i * key_words; those below `queue_first` are no
 * longer in it: their levels are in the exploration's level store, or forgotten.
 */
struct space_device {
    struct device *device;
    uint64_t image_bytes;
    void *image;         /* of the model, a copy */
    table_device *table; /* the visited set; NULL once it is dropped */
    struct device_range queue;
    uint64_t queue_first;
    /* the interner of folded vectors; NULL and zeros without */
    table_device *index;
    struct device_range pairs;
    unsigned long long *next_pair;
};

/* Gives the GPU back, too; NULL is allowed. */
void space_device_free(struct space_device *space);
/* Frees all but the GPU, which is the caller's from now on. */
struct device *space_device_release(struct space_device *space);

/* The interner as it is now, for threads that take `stock` ids at a time. */
struct intern_view space_device_interner(const struct space_device *space, uint64_t stock);

/*
 * The exploration's level store has its first levels, perhaps none (NULL), the queue all later ones. This has
 * it hold at least the first `levels` levels; the queue stays as it is. levels_kept becomes 0 when there is
 * no room. 0, or -1 with *error filled.
 */
int space_device_fetch_levels(struct exploration *exploration, uint64_t levels, const struct run *run,
                              struct error *error);
/*
 * Copies keys and pairs that are only on the GPU into the exploration's level store and interner, for
 * readers on the host; levels_kept becomes 0 when there is no room. 0, or -1 with *error filled.
 */
int space_device_fetch(struct exploration *exploration, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
