#ifndef HEDDLE_EXPLORER_DISTRIBUTED_SPREAD_H
#define HEDDLE_EXPLORER_DISTRIBUTED_SPREAD_H

/*
 * Work that spreads over the vertices of several ranks, in rounds: in a round each rank sends items from the
 * vertices of its queue (mail.h); whoever takes an item may append vertices to the queue of the next round.
 */
#include <stdint.h>

#include "explorer/distributed/mail.h"

struct memory;

struct spread {
    struct memory *memory;
    uint64_t vertices;
    uint32_t *queue, *next; /* [vertices] each: a vertex is in a queue once at most */
    uint64_t queue_count, next_count;
    uint64_t appended; /* to `next`; at the end of a round, by all ranks */
};

/* Sends what a vertex has to say. 0, or -1 with the mail's error filled. */
typedef int spread_sender(void *context, uint64_t vertex);

/* Queues for a rank with so many vertices. 0, or -1 if memory runs out; close them in any case. */
int spread_open(struct spread *spread, uint64_t vertices, struct memory *memory);
void spread_close(struct spread *spread); /* one of zeros is allowed */

/* For the first round. */
static inline void spread_queue(struct spread *spread, uint64_t vertex) {
    spread->queue[spread->queue_count++] = (uint32_t)vertex;
}

/* For the next round, by the function that takes an item. */
static inline void spread_append(struct spread *spread, uint64_t vertex) {
    spread->next[spread->next_count++] = (uint32_t)vertex;
    spread->appended++;
}

/* Collective: rounds from the vertices of the queue on, until no rank has any. 0, or -1 as mail_end. The
 * queue is empty afterwards. */
int spread_run(struct spread *spread, mail *mail, spread_sender *send, mail_taker *take, void *context);

#endif
