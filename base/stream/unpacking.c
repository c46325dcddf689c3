/*
 * Decompression on several threads: a pipeline whose items are fetched from outside. A thread whose turn it
 * is gives what it has decompressed by waiting until all of it has been read.
 */
#include "base/stream/unpacking.h"

#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "base/pipeline.h"
#include "base/stream/unpacker.h"

/* What a thread has: a block, and what is in it. */
struct unpacking_slot {
    struct unpacker unpacker;
    struct packed_block block;
    unsigned char *bytes; /* UNPACKER_MOST */
    size_t size, done;    /* how many there are, and have been read */
    const char *wrong;
};

struct unpacking {
    struct memory *memory;
    enum compression format;
    struct unpacking_source source;
    struct unpacking_slot *slots;
    unsigned slot_count;
    unsigned threads; /* those that have a slot */
    pthread_t host;   /* runs the pipeline */
    pthread_mutex_t lock;
    pthread_cond_t ready, read;
    struct unpacking_slot *given; /* the slot that is being read; NULL for none */
    int ended;                    /* there is no other slot */
    int closing;
};

/* --- the threads --- */

static int take_block(void *context, unsigned place) {
    struct unpacking *unpacking = context;
    struct unpacking_slot *slot = &unpacking->slots[place];
    slot->size = slot->done = 0;
    slot->wrong = NULL;
    slot->block.failed = 0;
    return !__atomic_load_n(&unpacking->closing, __ATOMIC_RELAXED) &&
           unpacking->source.next(unpacking->source.context, &slot->block);
}

static void unpack_block(void *context, unsigned place) {
    struct unpacking_slot *slot = &((struct unpacking *)context)->slots[place];
    if (!slot->block.failed) {
        slot->wrong = unpacker_unpack(&slot->unpacker, slot->block.bytes, slot->block.length, slot->bytes,
                                      slot->block.unpacked, &slot->size);
    }
}

static int give_bytes(void *context, unsigned place) {
    struct unpacking *unpacking = context;
    pthread_mutex_lock(&unpacking->lock);
    unpacking->given = &unpacking->slots[place];
    pthread_cond_signal(&unpacking->ready);
    while (unpacking->given != NULL && !unpacking->closing) {
        pthread_cond_wait(&unpacking->read, &unpacking->lock);
    }
    int closing = unpacking->closing;
    pthread_mutex_unlock(&unpacking->lock);
    return closing ? -1 : 0;
}

static void *run_threads(void *context) {
    static const struct pipeline steps = {take_block, unpack_block, give_bytes, NULL};
    struct unpacking *unpacking = context;
    pipeline_run(unpacking->threads, &steps, unpacking);
    pthread_mutex_lock(&unpacking->lock);
    unpacking->ended = 1;
    pthread_cond_signal(&unpacking->ready);
    pthread_mutex_unlock(&unpacking->lock);
    return NULL;
}

/* --- the caller --- */

static int open_slot(struct unpacking *unpacking, struct unpacking_slot *slot) {
    slot->block.bytes = memory_allocate(unpacking->memory, UNPACKER_PACKED_MOST);
    slot->bytes = memory_allocate(unpacking->memory, UNPACKER_MOST);
    return slot->block.bytes == NULL || slot->bytes == NULL ||
                   unpacker_open(&slot->unpacker, unpacking->format, unpacking->memory) != 0
               ? -1
               : 0;
}

static void free_all(struct unpacking *unpacking) {
    struct memory *memory = unpacking->memory;
    for (unsigned i = 0; unpacking->slots != NULL && i < unpacking->slot_count; i++) {
        unpacker_close(&unpacking->slots[i].unpacker);
        memory_free(memory, unpacking->slots[i].block.bytes, UNPACKER_PACKED_MOST);
        memory_free(memory, unpacking->slots[i].bytes, UNPACKER_MOST);
    }
    pthread_cond_destroy(&unpacking->ready);
    pthread_cond_destroy(&unpacking->read);
    pthread_mutex_destroy(&unpacking->lock);
    memory_free(memory, unpacking->slots, unpacking->slot_count * sizeof *unpacking->slots);
    memory_free(memory, unpacking, sizeof *unpacking);
}

unpacking *unpacking_start(unsigned threads, enum compression format, const struct unpacking_source *source,
                           struct memory *memory) {
    unpacking *unpacking = memory_allocate_zeroed(memory, sizeof *unpacking);
    if (unpacking == NULL) {
        return NULL;
    }
    unpacking->memory = memory;
    unpacking->format = format;
    unpacking->source = *source;
    unpacking->slot_count = threads;
    pthread_mutex_init(&unpacking->lock, NULL);
    pthread_cond_init(&unpacking->ready, NULL);
    pthread_cond_init(&unpacking->read, NULL);
    unpacking->slots = memory_allocate_zeroed(memory, threads * sizeof *unpacking->slots);
    while (unpacking->slots != NULL && unpacking->threads < threads &&
           open_slot(unpacking, &unpacking->slots[unpacking->threads]) == 0) {
        unpacking->threads++;
    }
    if (unpacking->threads < 2 || pthread_create(&unpacking->host, NULL, run_threads, unpacking) != 0) {
        free_all(unpacking);
        return NULL;
    }
    return unpacking;
}

/* The slot whose turn it is, or NULL after the last one. */
static struct unpacking_slot *wait_for_slot(struct unpacking *unpacking) {
    pthread_mutex_lock(&unpacking->lock);
    while (unpacking->given == NULL && !unpacking->ended) {
        pthread_cond_wait(&unpacking->ready, &unpacking->lock);
    }
    struct unpacking_slot *slot = unpacking->given;
    pthread_mutex_unlock(&unpacking->lock);
    return slot;
}

static void return_slot(struct unpacking *unpacking) {
    pthread_mutex_lock(&unpacking->lock);
    unpacking->given = NULL;
    pthread_cond_signal(&unpacking->read);
    pthread_mutex_unlock(&unpacking->lock);
}

int64_t unpacking_read(unpacking *unpacking, void *buffer, size_t size, const char **wrong,
                       struct error *error) {
    struct unpacking_slot *slot;
    while ((slot = wait_for_slot(unpacking)) != NULL) {
        if (slot->done < slot->size) {
            size_t left = slot->size - slot->done;
            left = left < size ? left : size;
            memcpy(buffer, slot->bytes + slot->done, left);
            slot->done += left;
            return (int64_t)left;
        }
        if (slot->wrong != NULL || slot->block.failed) { /* and so it stays */
            *wrong = slot->wrong;
            if (slot->wrong == NULL) {
                *error = slot->block.error;
            }
            return -1;
        }
        return_slot(unpacking);
    }
    return 0;
}

void unpacking_end(unpacking *unpacking) {
    if (unpacking == NULL) {
        return;
    }
    pthread_mutex_lock(&unpacking->lock);
    __atomic_store_n(&unpacking->closing, 1, __ATOMIC_RELAXED);
    pthread_cond_signal(&unpacking->read);
    pthread_mutex_unlock(&unpacking->lock);
    pthread_join(unpacking->host, NULL);
    free_all(unpacking);
}
