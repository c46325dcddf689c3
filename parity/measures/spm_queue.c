/* Work queues: a ring, a doubly linked list (a vertex that is pushed again moves to the top), and an
 * unordered list from which a random vertex is removed. */
#include "parity/measures/spm_queue.h"

#include <string.h>

#include "base/core.h"

uint64_t spm_queue_bytes(uint32_t count) {
    return 2 * (uint64_t)count * sizeof(uint32_t);
}

void spm_queue_init(struct spm_queue *queue, enum spm_queue_kind kind, uint32_t count, uint64_t seed,
                    void *block) {
    *queue = (struct spm_queue){.kind = kind,
                                .count = count,
                                .items = block,
                                .places = (uint32_t *)block + count,
                                .head = kind == SPM_QUEUE_STACK ? SPM_QUEUE_NONE : 0,
                                .random = seed};
    memset(queue->places, 0xff, count * sizeof *queue->places);
}

/* --- the stack --- */

static void stack_unlink(struct spm_queue *queue, uint32_t vertex) {
    uint32_t below = queue->items[vertex], above = queue->places[vertex];
    if (above == vertex) {
        queue->head = below;
    } else {
        queue->items[above] = below;
    }
    if (below != SPM_QUEUE_NONE) {
        queue->places[below] = above == vertex ? below : above;
    }
}

static void stack_push(struct spm_queue *queue, uint32_t vertex) {
    if (queue->head == vertex) {
        return;
    }
    if (spm_queue_has(queue, vertex)) {
        stack_unlink(queue, vertex);
        queue->size--;
    }
    if (queue->head != SPM_QUEUE_NONE) {
        queue->places[queue->head] = vertex;
    }
    queue->items[vertex] = queue->head;
    queue->places[vertex] = vertex;
    queue->head = vertex;
    queue->size++;
}

/* --- any vertex --- */

static uint32_t random_pop(struct spm_queue *queue) {
    uint64_t drawn = core_mix(++queue->random) >> 32;
    uint32_t place = (uint32_t)(drawn * queue->size >> 32);
    uint32_t vertex = queue->items[place], last = queue->items[--queue->size];
    queue->items[place] = last;
    queue->places[last] = place;
    queue->places[vertex] = SPM_QUEUE_NONE;
    return vertex;
}

/* --- queues of every kind --- */

void spm_queue_push(struct spm_queue *queue, uint32_t vertex) {
    if (queue->kind == SPM_QUEUE_STACK) {
        stack_push(queue, vertex);
        return;
    }
    if (spm_queue_has(queue, vertex)) {
        return;
    }
    uint64_t place = (uint64_t)queue->head + queue->size++;
    place = place >= queue->count ? place - queue->count : place;
    queue->items[place] = vertex;
    queue->places[vertex] = (uint32_t)place;
}

uint32_t spm_queue_pop(struct spm_queue *queue) {
    if (queue->kind == SPM_QUEUE_RANDOM) {
        return random_pop(queue);
    }
    uint32_t vertex = queue->kind == SPM_QUEUE_STACK ? queue->head : queue->items[queue->head];
    if (queue->kind == SPM_QUEUE_STACK) {
        stack_unlink(queue, vertex);
        queue->size--;
    } else {
        queue->head = queue->head + 1 == queue->count ? 0 : queue->head + 1;
        queue->size--;
    }
    queue->places[vertex] = SPM_QUEUE_NONE;
    return vertex;
}
