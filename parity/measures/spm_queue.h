#ifndef HEDDLE_PARITY_MEASURES_SPM_QUEUE_H
#define HEDDLE_PARITY_MEASURES_SPM_QUEUE_H

/*
 * Work queues of vertices 0 .. count - 1, each in the queue at most once. Private to parity/measures/.
 */
#include <stdint.h>

#include "parity/solver/spm_options.h"

#define SPM_QUEUE_NONE UINT32_MAX

struct spm_queue {
    enum spm_queue_kind kind;
    uint32_t count;   /* number of vertices that may be added */
    uint32_t size;    /* number of vertices in the queue */
    uint32_t head;    /* QUEUE: position of the first vertex; STACK: the top */
    uint32_t *items;  /* QUEUE: a ring; RANDOM: in no order; STACK: the vertex below a vertex */
    uint32_t *places; /* SPM_QUEUE_NONE: not in the queue. RANDOM: position in items; STACK: the vertex above,
                         or itself */
    uint64_t random;
};

/* Bytes of the arrays of a queue. */
uint64_t spm_queue_bytes(uint32_t count);
/* Makes an empty queue; `block` has that many bytes and belongs to the caller. The seed is for RANDOM. */
void spm_queue_init(struct spm_queue *queue, enum spm_queue_kind kind, uint32_t count, uint64_t seed,
                    void *block);

/* Adds a vertex. One that is in the queue already keeps its position; on a STACK it moves to the top. */
void spm_queue_push(struct spm_queue *queue, uint32_t vertex);
/* Removes a vertex and returns it; the queue must not be empty. */
uint32_t spm_queue_pop(struct spm_queue *queue);

static inline int spm_queue_has(const struct spm_queue *queue, uint32_t vertex) {
    return queue->places[vertex] != SPM_QUEUE_NONE;
}

#endif
