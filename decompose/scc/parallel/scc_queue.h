#ifndef HEDDLE_DECOMPOSE_SCC_PARALLEL_SCC_QUEUE_H
#define HEDDLE_DECOMPOSE_SCC_PARALLEL_SCC_QUEUE_H

#include <pthread.h>
#include <stdint.h>

struct run;
struct team;

#define SCC_QUEUE_LANES 2
#define SCC_QUEUE_BATCH 256u

/*
 * Vertices that wait to be looked at, for all threads of a team, in two lanes: forward and backward searches.
 * Threads take batches and put what they find; what is narrow they go on with alone, so deep graphs cost no
 * meetings of threads.
 */
struct scc_queue {
    pthread_mutex_t lock;
    pthread_cond_t more;
    const struct run *run;
    struct lane {
        uint32_t *ring;             /* of `capacity` vertices */
        uint64_t head, limit, tail; /* taken, may be taken, put; ever */
        unsigned busy;              /* threads that have a batch of it */
        int finished;
    } lanes[SCC_QUEUE_LANES];
    uint64_t capacity; /* no lane may hold more at a time */
    unsigned threads, waiting;
    unsigned most_alone; /* batches that a thread goes on with, before it looks at the queue again */
    int by_levels;       /* what is put waits until all that was there before is done */
    int separate;        /* the second lane waits until the first is finished */
    int first;           /* lane that finished first; -1 as long as none has */
    int stopped;
};

/* Vertices found and not put yet; one a thread. */
struct scc_found {
    struct scc_queue *queue;
    uint32_t lane, count;
    uint32_t vertices[SCC_QUEUE_BATCH];
};

void scc_queue_open(struct scc_queue *queue, const struct run *run, unsigned threads, uint64_t capacity,
                    uint32_t *forward, uint32_t *backward);
void scc_queue_close(struct scc_queue *queue);
/* Before the first vertices of a run are put: forgets what the last one did. */
void scc_queue_reset(struct scc_queue *queue);

/* What expand does with vertices: scc_found_add what comes next. `first`: as in the queue, when it was taken.
 */
typedef void scc_queue_expand(void *context, const uint32_t *vertices, uint32_t count, int first,
                              struct scc_found *found);

void scc_queue_put(struct scc_queue *queue, unsigned lane, const uint32_t *vertices, uint32_t count);

/* Adds a vertex; puts all when they are many. */
static inline void scc_found_add(struct scc_found *found, uint32_t vertex) {
    found->vertices[found->count++] = vertex;
    if (found->count == SCC_QUEUE_BATCH) {
        scc_queue_put(found->queue, found->lane, found->vertices, found->count);
        found->count = 0;
    }
}

static inline void scc_found_flush(struct scc_found *found) {
    if (found->count != 0) {
        scc_queue_put(found->queue, found->lane, found->vertices, found->count);
        found->count = 0;
    }
}

/*
 * Takes and expands until nothing is left in any lane; what waits there when it is called are the first. 0,
 * or -1 to stop.
 */
int scc_queue_run(struct scc_queue *queue, struct team *team, scc_queue_expand *expand, void *context);

#endif
