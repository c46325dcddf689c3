#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SPACE_DEVICE_H
#define HEDDLE_EXPLORER_SEARCH_CUDA_SPACE_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "hashtable/half_device.h"
#include "hashtable/intern_core.h"
#include "hashtable/table_device.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct run;

/*
 * The state space on a GPU, which a CUDA search leaves there for traces and graphs. `queue` holds the keys of
 * states in the order of levels, key i at word i * key_words. Keys below `queue_first` are no longer in it:
 * their levels are in the exploration's level store, or were dropped.
 */
struct space_device {
    struct device *device;
    uint64_t image_bytes;
    void *image; /* a copy of the model's image */
    uint64_t tables_bytes;
    void *
        tables; /* a copy of the tables of a model with data (struct data_tables_header); NULL: it has none */
    /* the visited set, in one of two forms; NULL after it was dropped */
    table_device *table;
    half_device *half; /* only in searches whose visited set nothing else reads */
    struct device_range queue;
    uint64_t queue_first;
    /* the interner of folded vectors; NULL and zeros if vectors are not folded */
    table_device *index;
    struct device_range pairs;
    unsigned long long *next_pair;
};

/* Releases the GPU, too; NULL is allowed. */
void space_device_free(struct space_device *space);
/* Frees everything except the GPU, which the caller takes over. */
struct device *space_device_release(struct space_device *space);

/* The slots of the visited set that the load is relative to, and its size. */
uint64_t space_device_slots(const struct space_device *space);
uint64_t space_device_table_bytes(const struct space_device *space);

/* The current interner, for threads that take `stock` ids at a time. */
struct intern_view space_device_interner(const struct space_device *space, uint64_t stock);

/*
 * Copies levels to the exploration's level store until it has at least the first `levels` levels. The store
 * has the first levels, perhaps none (NULL), and the queue all later ones; the queue stays unchanged.
 * levels_kept becomes 0 if there is no room. 0, or -1 with *error filled.
 */
int space_device_fetch_levels(struct exploration *exploration, uint64_t levels, const struct run *run,
                              struct error *error);
/*
 * Copies keys and pairs that are only on the GPU into the exploration's level store and interner, for use on
 * the host; levels_kept becomes 0 if there is no room. 0, or -1 with *error filled.
 */
int space_device_fetch(struct exploration *exploration, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
