/* Ranks that are threads (thread_ranks.h). One lock is held for everything. */
#include "tests/support/thread_ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/testing.h"

struct message {
    struct message *next;
    unsigned from, slot; /* the sender's */
    uint64_t bytes;
    char data[];
};

struct receipt {
    void *data; /* NULL: none is pending */
    uint64_t bytes;
};

struct one {
    struct ranks ranks;
    struct thread_ranks *all;
    unsigned sends, receipts;
    struct receipt *receipt;    /* [receipts] */
    unsigned *gone, gone_count; /* send slots to report */
    struct message *messages;   /* for this rank */
    const uint64_t *values;     /* of the collective function under way */
    uint64_t count;             /* .. their number, the same in all ranks */
};

struct thread_ranks {
    unsigned count;
    uint64_t random;
    pthread_mutex_t lock;
    pthread_barrier_t barrier;
    struct one one[THREAD_RANKS_MOST];
    void (*work)(void *context, unsigned rank);
    void *context;
};

static void gather(void *context, const uint64_t *values, uint64_t *all, uint64_t count) {
    struct one *one = context;
    one->values = values;
    one->count = count;
    pthread_barrier_wait(&one->all->barrier);
    for (unsigned r = 0; r < one->all->count; r++) {
        if (one->all->one[r].count != count) {
            abort();
        }
        memcpy(all + r * count, one->all->one[r].values, count * sizeof *all);
    }
    pthread_barrier_wait(&one->all->barrier);
}

static void reduce(void *context, enum ranks_operation operation, uint64_t *values, uint64_t count) {
    struct one *one = context;
    uint64_t *all = test_allocate(one->all->count * count, sizeof *all);
    gather(context, values, all, count);
    for (unsigned r = 1; r < one->all->count; r++) {
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t other = all[r * count + i];
            all[i] = operation == RANKS_SUM ? all[i] + other : all[i] < other ? all[i] : other;
        }
    }
    memcpy(values, all, count * sizeof *all);
    free(all);
}

static int open_slots(void *context, unsigned sends, unsigned receipts) {
    struct one *one = context;
    pthread_mutex_lock(&one->all->lock);
    one->sends = sends;
    one->receipts = receipts;
    one->receipt = test_allocate(receipts, sizeof *one->receipt);
    memset(one->receipt, 0, receipts * sizeof *one->receipt);
    one->gone = test_allocate(sends, sizeof *one->gone);
    one->gone_count = 0;
    pthread_mutex_unlock(&one->all->lock);
    return 0;
}

static void close_slots(void *context) {
    struct one *one = context;
    pthread_mutex_lock(&one->all->lock);
    free(one->receipt);
    free(one->gone);
    one->receipt = NULL;
    one->gone = NULL;
    one->sends = one->receipts = 0;
    pthread_mutex_unlock(&one->all->lock);
}

/* It is reported as gone when it has been received. */
static void send_message(void *context, unsigned slot, unsigned to, const void *data, uint64_t bytes) {
    struct one *one = context;
    struct message *message = test_allocate(1, sizeof *message + bytes);
    message->from = one->ranks.rank;
    message->slot = slot;
    message->bytes = bytes;
    memcpy(message->data, data, bytes);
    pthread_mutex_lock(&one->all->lock);
    message->next = one->all->one[to].messages;
    one->all->one[to].messages = message;
    pthread_mutex_unlock(&one->all->lock);
}

static void receive_message(void *context, unsigned slot, void *data, uint64_t bytes) {
    struct one *one = context;
    pthread_mutex_lock(&one->all->lock);
    one->receipt[slot] = (struct receipt){data, bytes};
    pthread_mutex_unlock(&one->all->lock);
}

/* Delivers a message to the slot; it may be any that waits. */
static struct ranks_event deliver(struct one *one, unsigned slot) {
    struct message **at = &one->messages;
    while ((*at)->next != NULL && random_next(&one->all->random) % 2 != 0) {
        at = &(*at)->next;
    }
    struct message *message = *at;
    struct one *sender = &one->all->one[message->from];
    const struct ranks_event event = {.slot = slot, .received = 1, .bytes = message->bytes};
    *at = message->next;
    if (message->bytes > one->receipt[slot].bytes) {
        abort();
    }
    memcpy(one->receipt[slot].data, message->data, message->bytes);
    one->receipt[slot].data = NULL;
    sender->gone[sender->gone_count++] = message->slot;
    free(message);
    return event;
}

static unsigned poll_messages(void *context, struct ranks_event *events, unsigned most) {
    struct one *one = context;
    unsigned count = 0;
    pthread_mutex_lock(&one->all->lock);
    while (one->gone_count != 0 && count < most) {
        events[count++] = (struct ranks_event){.slot = one->gone[--one->gone_count]};
    }
    for (unsigned slot = 0; slot < one->receipts && one->messages != NULL && count < most; slot++) {
        if (one->receipt[slot].data != NULL && random_next(&one->all->random) % 4 != 0) {
            events[count++] = deliver(one, slot);
        }
    }
    pthread_mutex_unlock(&one->all->lock);
    return count;
}

static void end(void *context) {
    (void)context;
}

static const struct ranks_functions functions = {
    .reduce = reduce,
    .gather = gather,
    .open = open_slots,
    .close = close_slots,
    .send = send_message,
    .receive = receive_message,
    .poll = poll_messages,
    .end = end,
};

struct thread_ranks *thread_ranks_create(unsigned count, uint64_t seed) {
    struct thread_ranks *all = test_allocate(1, sizeof *all);
    memset(all, 0, sizeof *all);
    all->count = count;
    all->random = seed;
    pthread_mutex_init(&all->lock, NULL);
    pthread_barrier_init(&all->barrier, NULL, count);
    for (unsigned r = 0; r < count; r++) {
        struct one *one = &all->one[r];
        one->all = all;
        one->ranks = (struct ranks){.rank = r,
                                    .count = count,
                                    .on_host = count,
                                    .host_index = r,
                                    .functions = &functions,
                                    .context = one};
    }
    return all;
}

struct ranks *thread_ranks_get(struct thread_ranks *all, unsigned rank) {
    return &all->one[rank].ranks;
}

static void *run_one(void *argument) {
    struct one *one = argument;
    one->all->work(one->all->context, one->ranks.rank);
    return NULL;
}

void thread_ranks_run(struct thread_ranks *all, void (*work)(void *context, unsigned rank), void *context) {
    pthread_t threads[THREAD_RANKS_MOST];
    all->work = work;
    all->context = context;
    for (unsigned r = 0; r < all->count; r++) {
        if (pthread_create(&threads[r], NULL, run_one, &all->one[r]) != 0) {
            abort();
        }
    }
    for (unsigned r = 0; r < all->count; r++) {
        pthread_join(threads[r], NULL);
    }
}

int thread_ranks_are_idle(const struct thread_ranks *all) {
    unsigned waiting = 0;
    for (unsigned r = 0; r < all->count; r++) {
        waiting += all->one[r].messages != NULL;
    }
    return waiting == 0;
}

void thread_ranks_free(struct thread_ranks *all) {
    pthread_barrier_destroy(&all->barrier);
    pthread_mutex_destroy(&all->lock);
    free(all);
}
