#ifndef HEDDLE_PARITY_MEASURES_SPM_QUEUE_H
#define HEDDLE_PARITY_MEASURES_SPM_QUEUE_H

/*
 * Work queues of vertices 0 .. count - 1, each in it once at most. Private to parity/spm*.c.
 */
#include <stdint.h>

#include "parity/solver/spm_options.h"

#define SPM_QUEUE_NONE UINT32_MAX

struct spm_queue {
    enum spm_queue_kind kind;
    uint32_t count;   /* of vertices that there may be */
    uint32_t size;    /* of vertices in it */
    uint32_t head;    /* QUEUE: where the first one is; STACK: the top */
    uint32_t *items;  /* QUEUE: a ring; RANDOM: in no order; STACK: the vertex below a vertex */
    uint32_t *places; /* SPM_QUEUE_NONE: it is not in it. RANDOM: where in items; STACK: the vertex above,
                         or itself */
    uint64_t random;
};

/* Bytes of the arrays of a queue. */
uint64_t spm_queue_bytes(uint32_t count);
/* An empty one; `block` has that many bytes and is the caller's. The seed is for RANDOM. */
void spm_queue_init(struct spm_queue *queue, enum spm_queue_kind kind, uint32_t count, uint64_t seed,
                    void *block);

/* A vertex that is in it already keeps its place; on a STACK it moves to the top. */
void spm_queue_push(struct spm_queue *queue, uint32_t vertex);
/* Takes one out; the queue is not empty. */
uint32_t spm_queue_pop(struct spm_queue *queue);

static inline int spm_queue_has(const struct spm_queue *queue, uint32_t vertex) {
    return queue->places[vertex] != SPM_QUEUE_NONE;
}

#endif
