/* Steps in a random order, by threads. */
#include "tests/support/shuffled_steps.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/testing.h"

struct share {
    struct steps steps; /* a copy with its own lanes */
    step_function step;
    const void *view;
    const uint64_t *items;
    uint64_t begin, end, seed;
};

static void *do_share(void *argument) {
    struct share *share = argument;
    for (uint64_t i = share->begin; i < share->end; i++) {
        uint64_t draw = random_next(&share->seed);
        share->steps.lanes = draw % 2 == 0 ? 1 + (uint32_t)(draw / 2 % 5) : 1;
        share->step(&share->steps, share->view, share->items[i], 1);
    }
    return NULL;
}

int shuffled_each(struct shuffle *shuffle, const struct steps *steps, step_function step, const void *view,
                  uint64_t first, uint64_t count) {
    struct share shares[SHUFFLE_MOST_THREADS];
    pthread_t ids[SHUFFLE_MOST_THREADS];
    const unsigned most = shuffle->threads < SHUFFLE_MOST_THREADS ? shuffle->threads : SHUFFLE_MOST_THREADS;
    const unsigned threads = most == 0 ? 1 : most;
    uint64_t *items = test_allocate(count, sizeof *items);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t other = random_next(&shuffle->seed) % (i + 1);
        items[i] = items[other];
        items[other] = first + i;
    }
    for (unsigned i = 0; i < threads; i++) {
        shares[i] = (struct share){*steps,
                                   step,
                                   view,
                                   items,
                                   count * i / threads,
                                   count * (i + 1) / threads,
                                   random_next(&shuffle->seed)};
        if (threads == 1) {
            do_share(&shares[i]);
        } else if (pthread_create(&ids[i], NULL, do_share, &shares[i]) != 0) {
            abort();
        }
    }
    for (unsigned i = 0; i < threads && threads > 1; i++) {
        pthread_join(ids[i], NULL);
    }
    free(items);
    return 0;
}

void *shuffled_allocate(const struct steps *steps, uint64_t bytes) {
    void *block = steps_host_side.allocate(steps, bytes);
    return block == NULL ? NULL : memset(block, 0xa5, bytes);
}
