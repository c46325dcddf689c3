#ifndef HEDDLE_DECOMPOSE_SCC_PARALLEL_SCC_QUEUE_H
#define HEDDLE_DECOMPOSE_SCC_PARALLEL_SCC_QUEUE_H

#include <pthread.h>
#include <stdint.h>

struct run;
struct team;

#define SCC_QUEUE_LANES 2
#define SCC_QUEUE_BATCH 256u

/*
 * The queue of vertices to expand, for all threads of a team, in two lanes: forward and backward searches.
 * Threads take batches and append the vertices that they find. A thread that finds few vertices continues
 * with them alone, so deep graphs cost no synchronisation.
 */
struct scc_queue {
    pthread_mutex_t lock;
    pthread_cond_t more;
    const struct run *run;
    struct lane {
        uint32_t *ring;             /* [capacity]: vertices */
        uint64_t head, limit, tail; /* numbers of vertices taken, available and appended since the start */
        unsigned busy;              /* threads that hold a batch */
        int finished;
    } lanes[SCC_QUEUE_LANES];
    uint64_t capacity; /* most vertices in a lane at a time */
    unsigned threads, waiting;
    unsigned
        most_alone; /* number of batches that a thread processes alone before it looks at the queue again */
    int by_levels;  /* new vertices wait until all older ones are done */
    int separate;   /* the second lane waits until the first is finished */
    int first;      /* lane that finished first; -1 as long as none has */
    int stopped;
};

/* Vertices that a thread found and has not yet moved to the queue; one struct per thread. */
struct scc_found {
    struct scc_queue *queue;
    uint32_t lane, count;
    uint32_t vertices[SCC_QUEUE_BATCH];
};

void scc_queue_open(struct scc_queue *queue, const struct run *run, unsigned threads, uint64_t capacity,
                    uint32_t *forward, uint32_t *backward);
void scc_queue_close(struct scc_queue *queue);
/* Call before the first vertices of a run: removes the state of the last run. */
void scc_queue_reset(struct scc_queue *queue);

/* Expands vertices: calls scc_found_add for those to visit next. `first`: the queue's `first` when the batch
 * was taken.
 */
typedef void scc_queue_expand(void *context, const uint32_t *vertices, uint32_t count, int first,
                              struct scc_found *found);

void scc_queue_put(struct scc_queue *queue, unsigned lane, const uint32_t *vertices, uint32_t count);

/* Adds a vertex; moves all to the queue when there are many. */
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
 * Takes and expands vertices until both lanes are empty, beginning with those that wait there now. Returns 0,
 * or -1 to stop.
 */
int scc_queue_run(struct scc_queue *queue, struct team *team, scc_queue_expand *expand, void *context);

#endif
