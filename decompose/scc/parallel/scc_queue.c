/* The queue that threads of a decomposition share. Rings hold the waiting vertices; a lane is finished when
 * none waits and no thread holds a batch of it. A thread whose batch leads to few vertices continues with
 * these without the lock, so a path costs no more than a walk along it. It does so for a bounded number of
 * batches, so that lanes stay in step, other threads see what it found, and it notices when to stop. */
#include "decompose/scc/parallel/scc_queue.h"

#include <string.h>

#include "base/run.h"
#include "base/team.h"

#define NARROW 32u /* most vertices with which a thread continues alone */

void scc_queue_open(struct scc_queue *queue, const struct run *run, unsigned threads, uint64_t capacity,
                    uint32_t *forward, uint32_t *backward) {
    memset(queue, 0, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->more, NULL);
    queue->run = run;
    queue->threads = threads;
    queue->capacity = capacity;
    queue->lanes[0].ring = forward;
    queue->lanes[1].ring = backward;
}

void scc_queue_close(struct scc_queue *queue) {
    pthread_cond_destroy(&queue->more);
    pthread_mutex_destroy(&queue->lock);
}

void scc_queue_reset(struct scc_queue *queue) {
    for (int number = 0; number < SCC_QUEUE_LANES; number++) {
        struct lane *lane = &queue->lanes[number];
        *lane = (struct lane){.ring = lane->ring};
    }
    queue->first = -1;
}

static void append_to_lane(struct scc_queue *queue, struct lane *lane, const uint32_t *vertices,
                           uint32_t count) {
    uint64_t at = lane->tail % queue->capacity, straight = queue->capacity - at;
    straight = straight < count ? straight : count;
    memcpy(lane->ring + at, vertices, straight * sizeof *vertices);
    memcpy(lane->ring, vertices + straight, (count - straight) * sizeof *vertices);
    lane->tail += count;
    if (!queue->by_levels) {
        lane->limit = lane->tail;
        if (queue->waiting > 0) {
            pthread_cond_broadcast(&queue->more);
        }
    }
}

void scc_queue_put(struct scc_queue *queue, unsigned lane, const uint32_t *vertices, uint32_t count) {
    pthread_mutex_lock(&queue->lock);
    append_to_lane(queue, &queue->lanes[lane], vertices, count);
    pthread_mutex_unlock(&queue->lock);
}

/* Starts the next level of a lane, or finishes the lane, if its batches are done. */
static void settle_lane(struct scc_queue *queue, int number) {
    struct lane *lane = &queue->lanes[number];
    if (lane->busy != 0 || lane->head != lane->limit || lane->finished) {
        return;
    }
    if (lane->tail != lane->limit) {
        lane->limit = lane->tail;
    } else if (number == 0 || !queue->separate || queue->lanes[0].finished) {
        lane->finished = 1;
        queue->first = queue->first < 0 ? number : queue->first;
    }
    if (queue->waiting > 0) {
        pthread_cond_broadcast(&queue->more);
    }
}

/* Returns the lane with waiting vertices from which fewer were taken so far; -1 for none. */
static int choose_lane(const struct scc_queue *queue) {
    int chosen = -1;
    for (int number = 0; number < SCC_QUEUE_LANES; number++) {
        const struct lane *lane = &queue->lanes[number];
        if (lane->head < lane->limit && (number == 0 || !queue->separate || queue->lanes[0].finished) &&
            (chosen < 0 || lane->head < queue->lanes[chosen].head)) {
            chosen = number;
        }
    }
    return chosen;
}

/* Takes a batch; returns its size, or 0 when all is done or the run must stop. */
static uint32_t take_batch(struct scc_queue *queue, uint32_t *vertices, unsigned *number, int *first) {
    uint64_t count = 0;
    pthread_mutex_lock(&queue->lock);
    for (;;) {
        for (int lane = 0; lane < SCC_QUEUE_LANES; lane++) {
            settle_lane(queue, lane);
        }
        queue->stopped |= run_should_stop(queue->run);
        int chosen = choose_lane(queue);
        if (queue->stopped || (queue->lanes[0].finished && queue->lanes[1].finished)) {
            pthread_cond_broadcast(&queue->more);
            break;
        }
        if (chosen < 0) {
            queue->waiting++;
            pthread_cond_wait(&queue->more, &queue->lock);
            queue->waiting--;
            continue;
        }
        struct lane *lane = &queue->lanes[chosen];
        count = (lane->limit - lane->head) / (2 * queue->threads) + 1;
        count = count < SCC_QUEUE_BATCH ? count : SCC_QUEUE_BATCH;
        for (uint64_t i = 0; i < count; i++) {
            vertices[i] = lane->ring[(lane->head + i) % queue->capacity];
        }
        lane->head += count;
        lane->busy++;
        run_tell(queue->run, "searching both ways", queue->lanes[0].head + queue->lanes[1].head, 0, "states");
        *number = (unsigned)chosen;
        *first = queue->first;
        break;
    }
    pthread_mutex_unlock(&queue->lock);
    return (uint32_t)count;
}

/* Appends the rest of what a batch led to; the batch is done. */
static void finish_batch(struct scc_queue *queue, struct scc_found *found) {
    pthread_mutex_lock(&queue->lock);
    append_to_lane(queue, &queue->lanes[found->lane], found->vertices, found->count);
    queue->lanes[found->lane].busy--;
    settle_lane(queue, (int)found->lane);
    pthread_mutex_unlock(&queue->lock);
    found->count = 0;
}

struct queue_work {
    struct scc_queue *queue;
    scc_queue_expand *expand;
    void *context;
};

static void expand_all(void *context) {
    struct queue_work *work = context;
    struct scc_queue *queue = work->queue;
    struct scc_found found = {.queue = queue};
    uint32_t batch[SCC_QUEUE_BATCH], count;
    int first = -1;
    while ((count = take_batch(queue, batch, &found.lane, &first)) != 0) {
        for (unsigned alone = 0;; alone++) {
            work->expand(work->context, batch, count, first, &found);
            if (found.count == 0 || found.count > NARROW || alone == queue->most_alone || queue->by_levels) {
                break;
            }
            count = found.count;
            memcpy(batch, found.vertices, count * sizeof *batch);
            found.count = 0;
        }
        finish_batch(queue, &found);
    }
}

int scc_queue_run(struct scc_queue *queue, struct team *team, scc_queue_expand *expand, void *context) {
    struct queue_work work = {queue, expand, context};
    for (int lane = 0; lane < SCC_QUEUE_LANES; lane++) {
        queue->lanes[lane].limit = queue->lanes[lane].tail;
    }
    team_do(team, 0, expand_all, &work);
    return queue->stopped ? -1 : 0;
}
