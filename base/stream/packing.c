/*
 * Compression on several threads: a pipeline whose items come from outside. The thread whose turn it is to
 * take a block waits until there is one.
 */
#include "base/stream/packing.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/pipeline.h"
#include "base/stream/packer.h"

#define WRITE_MOST ((size_t)1 << 30)

/* What a thread has: a block, and its compressed bytes. */
struct packing_slot {
    struct packer packer;
    char *block;
    size_t size;
    unsigned char *packed;
    size_t packed_size;
};

struct packing {
    struct memory *memory;
    int file;
    enum compression format;
    struct packing_slot *slots;
    unsigned slot_count;
    unsigned threads; /* those that have a slot */
    pthread_t host;   /* runs the pipeline */
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    char *block; /* the block that no thread has yet; empty unless `full` */
    size_t size;
    int full;
    int ended;  /* no more blocks will come */
    int failed; /* errno of the first failure */
};

int packing_write(int file, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t count = write(file, at, size < WRITE_MOST ? size : WRITE_MOST);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count == 0 ? EIO : errno;
        }
        at += count;
        size -= (size_t)count;
    }
    return 0;
}

/* --- the threads --- */

static int take_block(void *context, unsigned place) {
    struct packing *packing = context;
    struct packing_slot *slot = &packing->slots[place];
    pthread_mutex_lock(&packing->lock);
    while (!packing->full && !packing->ended && !packing->failed) {
        pthread_cond_wait(&packing->filled, &packing->lock);
    }
    int taken = packing->full && !packing->failed;
    if (taken) {
        char *empty = slot->block;
        slot->block = packing->block;
        slot->size = packing->size;
        packing->block = empty;
        packing->full = 0;
        pthread_cond_signal(&packing->emptied);
    }
    pthread_mutex_unlock(&packing->lock);
    return taken;
}

static void pack_block(void *context, unsigned place) {
    struct packing_slot *slot = &((struct packing *)context)->slots[place];
    slot->packed_size = packer_pack(&slot->packer, slot->block, slot->size, slot->packed);
}

static int write_block(void *context, unsigned place) {
    struct packing *packing = context;
    const struct packing_slot *slot = &packing->slots[place];
    int reason =
        slot->packed_size == 0 ? ENOMEM : packing_write(packing->file, slot->packed, slot->packed_size);
    if (reason != 0) {
        pthread_mutex_lock(&packing->lock);
        packing->failed = reason;
        pthread_cond_broadcast(&packing->filled);
        pthread_cond_broadcast(&packing->emptied);
        pthread_mutex_unlock(&packing->lock);
    }
    return reason == 0 ? 0 : -1;
}

static void *run_threads(void *context) {
    static const struct pipeline steps = {take_block, pack_block, write_block, NULL};
    struct packing *packing = context;
    pipeline_run(packing->threads, &steps, packing);
    return NULL;
}

/* --- the caller --- */

static int open_slot(struct packing *packing, struct packing_slot *slot) {
    slot->block = memory_allocate(packing->memory, PACKER_BLOCK);
    slot->packed = memory_allocate(packing->memory, packer_bound(packing->format, PACKER_BLOCK));
    return slot->block == NULL || slot->packed == NULL ||
                   packer_open(&slot->packer, packing->format, packing->memory) != 0
               ? -1
               : 0;
}

static void close_slot(struct packing *packing, struct packing_slot *slot) {
    packer_close(&slot->packer);
    memory_free(packing->memory, slot->block, PACKER_BLOCK);
    memory_free(packing->memory, slot->packed, packer_bound(packing->format, PACKER_BLOCK));
}

static void free_all(struct packing *packing) {
    struct memory *memory = packing->memory;
    for (unsigned i = 0; packing->slots != NULL && i < packing->slot_count; i++) {
        close_slot(packing, &packing->slots[i]);
    }
    pthread_cond_destroy(&packing->filled);
    pthread_cond_destroy(&packing->emptied);
    pthread_mutex_destroy(&packing->lock);
    memory_free(memory, packing->slots, packing->slot_count * sizeof *packing->slots);
    memory_free(memory, packing->block, PACKER_BLOCK);
    memory_free(memory, packing, sizeof *packing);
}

packing *packing_start(unsigned threads, enum compression format, int file, struct memory *memory) {
    packing *packing = memory_allocate_zeroed(memory, sizeof *packing);
    if (packing == NULL) {
        return NULL;
    }
    packing->memory = memory;
    packing->file = file;
    packing->format = format;
    packing->slot_count = threads;
    pthread_mutex_init(&packing->lock, NULL);
    pthread_cond_init(&packing->filled, NULL);
    pthread_cond_init(&packing->emptied, NULL);
    packing->block = memory_allocate(memory, PACKER_BLOCK);
    packing->slots = memory_allocate_zeroed(memory, threads * sizeof *packing->slots);
    int ready = packing->block != NULL && packing->slots != NULL;
    while (ready && packing->threads < threads &&
           open_slot(packing, &packing->slots[packing->threads]) == 0) {
        packing->threads++;
    }
    if (packing->threads < 2 || pthread_create(&packing->host, NULL, run_threads, packing) != 0) {
        free_all(packing);
        return NULL;
    }
    return packing;
}

int packing_put(packing *packing, char **buffer, size_t size) {
    pthread_mutex_lock(&packing->lock);
    while (packing->full && !packing->failed) {
        pthread_cond_wait(&packing->emptied, &packing->lock);
    }
    int failed = packing->failed;
    if (!failed) {
        char *empty = packing->block;
        packing->block = *buffer;
        packing->size = size;
        packing->full = 1;
        *buffer = empty;
        pthread_cond_signal(&packing->filled);
    }
    pthread_mutex_unlock(&packing->lock);
    return failed;
}

int packing_end(packing *packing) {
    if (packing == NULL) {
        return 0;
    }
    pthread_mutex_lock(&packing->lock);
    packing->ended = 1;
    pthread_cond_broadcast(&packing->filled);
    pthread_mutex_unlock(&packing->lock);
    pthread_join(packing->host, NULL);
    int failed = packing->failed;
    free_all(packing);
    return failed;
}
