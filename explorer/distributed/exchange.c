/* Blocks of states between ranks (exchange.h). One lock is held for lists and for the functions of the ranks.
 */
#include "explorer/distributed/exchange.h"

#include <pthread.h>
#include <string.h>

#include "base/memory.h"
#include "base/moment.h"
#include "base/ranks/ranks.h"
#include "base/scope.h"
#include "base/shared_core.h"

#define BLOCK_VECTORS 0u /* a head's kind: vectors; the second word is their number */
#define BLOCK_LAST 1u    /* the last message of a level; the second word is the number of blocks before it */
#define BLOCK_STOP 2u    /* the same, and the sender stops */

#define CACHE_VECTORS ((uint64_t)1 << 15)
#define CACHE_VECTORS_LEAST ((uint64_t)1 << 8)
#define CACHE_WORDS ((uint64_t)1 << 16)

struct exchange {
    struct ranks *ranks;
    struct memory *memory;
    struct scope scope; /* of all arrays */
    uint32_t words;
    unsigned threads, sends, receipts;
    struct exchange_sender *senders;
    pthread_mutex_t lock;

    /* --- under the lock --- */
    struct exchange_block *unused;               /* blocks to fill */
    struct exchange_block *waiting, **end;       /* full ones, without a slot */
    struct exchange_block **in_flight;           /* [sends]; NULL: the slot is free */
    unsigned *free_slots, free_slot_count;       /* of sends */
    struct exchange_block **arriving;            /* [receipts] */
    struct exchange_block *arrived, **last;      /* in the order of arrival */
    struct ranks_event *events;                  /* [sends + receipts] */
    uint64_t *sent;                              /* [ranks] blocks of the level */
    uint64_t (*last_words)[EXCHANGE_HEAD_WORDS]; /* [ranks] last messages, which have slots of their own */
    unsigned last_pending;                       /* of these, not yet gone */

    /* --- read without it --- */
    uint64_t queued;                       /* blocks that have not left */
    uint64_t arrived_count;                /* blocks in the list `arrived` */
    uint64_t received, expected, returned; /* blocks of the level */
    unsigned ends;                         /* last messages that have arrived */
    int stopped;
    enum { LEVEL_OPEN, LEVEL_ENDING, LEVEL_STOPPING, LEVEL_ENDED } level;
    uint64_t bytes;
};

/* --- memory --- */

/* Vectors of a sender's cache: a power of two, so that it stays in the processor's own cache. */
static uint64_t cache_vectors(const exchange *exchange) {
    uint64_t count = CACHE_VECTORS;
    while (count > CACHE_VECTORS_LEAST && count * exchange->words > CACHE_WORDS) {
        count /= 2;
    }
    return count;
}

static void free_blocks(exchange *exchange, struct exchange_block *block) {
    while (block != NULL) {
        struct exchange_block *next = block->next;
        memory_free(exchange->memory, block, sizeof *block);
        block = next;
    }
}

static void free_unsent(exchange *exchange) {
    const uint64_t ranks = exchange->ranks->count;
    for (unsigned i = 0; i < exchange->threads && exchange->senders != NULL; i++) {
        struct exchange_sender *sender = &exchange->senders[i];
        for (uint64_t r = 0; r < ranks && sender->blocks != NULL; r++) {
            memory_free(exchange->memory, sender->blocks[r], sizeof *sender->blocks[r]);
        }
    }
}

static int is_open(const exchange *exchange) {
    return exchange->events != NULL;
}

void exchange_free(exchange *exchange) {
    if (exchange == NULL) {
        return;
    }
    struct memory *memory = exchange->memory;
    if (is_open(exchange)) {
        while (exchange->queued != 0 || exchange->last_pending != 0) {
            exchange_poll(exchange);
        }
        exchange->ranks->functions->close(exchange->ranks->context);
        exchange->ranks->bytes_sent += exchange->bytes;
    }
    free_blocks(exchange, exchange->unused);
    free_blocks(exchange, exchange->arrived);
    for (unsigned i = 0; i < exchange->receipts && exchange->arriving != NULL; i++) {
        memory_free(memory, exchange->arriving[i], sizeof *exchange->arriving[i]);
    }
    free_unsent(exchange);
    scope_close(&exchange->scope);
    pthread_mutex_destroy(&exchange->lock);
    memory_free(memory, exchange, sizeof *exchange);
}

static void open_senders(exchange *exchange) {
    struct scope *scope = &exchange->scope;
    exchange->senders = scope_zeroed(scope, exchange->threads, sizeof *exchange->senders);
    for (unsigned i = 0; i < exchange->threads && !scope->failed; i++) {
        struct exchange_sender *sender = &exchange->senders[i];
        sender->blocks = scope_zeroed(scope, exchange->ranks->count, sizeof *sender->blocks);
        sender->cache = scope_zeroed(scope, cache_vectors(exchange) * exchange->words, sizeof *sender->cache);
        sender->cache_mask = cache_vectors(exchange) - 1;
    }
}

/* The receipt of a block in its slot. */
static void post(exchange *exchange, struct exchange_block *block) {
    exchange->ranks->functions->receive(exchange->ranks->context, block->slot, block->words,
                                        sizeof block->words);
}

static int open_messages(exchange *exchange) {
    const struct ranks *ranks = exchange->ranks;
    struct scope *scope = &exchange->scope;
    exchange->in_flight = scope_zeroed(scope, exchange->sends, sizeof *exchange->in_flight);
    exchange->free_slots = scope_zeroed(scope, exchange->sends, sizeof *exchange->free_slots);
    exchange->arriving = scope_zeroed(scope, exchange->receipts, sizeof *exchange->arriving);
    exchange->sent = scope_zeroed(scope, ranks->count, sizeof *exchange->sent);
    exchange->last_words = scope_zeroed(scope, ranks->count, sizeof *exchange->last_words);
    struct ranks_event *all =
        scope_zeroed(scope, exchange->sends + ranks->count + exchange->receipts, sizeof *all);
    int failed = scope->failed;
    for (unsigned i = 0; i < exchange->receipts && !failed; i++) {
        exchange->arriving[i] = memory_allocate(exchange->memory, sizeof *exchange->arriving[i]);
        failed = exchange->arriving[i] == NULL;
    }
    if (failed ||
        ranks->functions->open(ranks->context, exchange->sends + ranks->count, exchange->receipts) != 0) {
        return -1;
    }
    exchange->events = all;
    for (unsigned i = 0; i < exchange->receipts; i++) {
        exchange->arriving[i]->slot = i;
        post(exchange, exchange->arriving[i]);
    }
    for (unsigned i = 0; i < exchange->sends; i++) {
        exchange->free_slots[exchange->free_slot_count++] = i;
    }
    return 0;
}

exchange *exchange_create(struct ranks *ranks, struct memory *memory, uint32_t words, unsigned threads) {
    exchange *exchange = memory_allocate_zeroed(memory, sizeof *exchange);
    if (exchange == NULL) {
        return NULL;
    }
    exchange->ranks = ranks;
    exchange->memory = exchange->scope.memory = memory;
    exchange->words = words;
    exchange->threads = threads;
    exchange->sends = exchange->receipts = 2 * ranks->count + 2 * threads + 8;
    exchange->end = &exchange->waiting;
    exchange->last = &exchange->arrived;
    pthread_mutex_init(&exchange->lock, NULL);
    open_senders(exchange);
    if (open_messages(exchange) != 0) {
        exchange_free(exchange);
        return NULL;
    }
    exchange_begin_level(exchange);
    return exchange;
}

/* --- sending --- */

/* Begins to send the blocks that wait, as far as there are slots. */
static void send_waiting(exchange *exchange) {
    const struct ranks *ranks = exchange->ranks;
    while (exchange->waiting != NULL && exchange->free_slot_count != 0) {
        struct exchange_block *block = exchange->waiting;
        exchange->waiting = block->next;
        if (exchange->waiting == NULL) {
            exchange->end = &exchange->waiting;
        }
        const unsigned slot = exchange->free_slots[--exchange->free_slot_count], to = block->slot;
        const uint64_t bytes = (EXCHANGE_HEAD_WORDS + block->words[1] * exchange->words) * sizeof(uint64_t);
        exchange->in_flight[slot] = block;
        exchange->sent[to]++;
        exchange->bytes += bytes;
        ranks->functions->send(ranks->context, slot, to, block->words, bytes);
    }
}

void exchange_dispatch(exchange *exchange, struct exchange_sender *sender, uint32_t owner) {
    struct exchange_block *block = sender->blocks[owner];
    sender->blocks[owner] = NULL;
    block->next = NULL;
    block->slot = owner; /* until it has a slot: where it goes */
    pthread_mutex_lock(&exchange->lock);
    *exchange->end = block;
    exchange->end = &block->next;
    shared64_store(&exchange->queued, exchange->queued + 1);
    send_waiting(exchange);
    pthread_mutex_unlock(&exchange->lock);
}

static struct exchange_block *take_unused(exchange *exchange) {
    pthread_mutex_lock(&exchange->lock);
    struct exchange_block *block = exchange->unused;
    if (block != NULL) {
        exchange->unused = block->next;
    }
    pthread_mutex_unlock(&exchange->lock);
    return block != NULL ? block : memory_allocate(exchange->memory, sizeof *block);
}

struct exchange_sender *exchange_sender_of(exchange *exchange, unsigned thread) {
    return &exchange->senders[thread];
}

int exchange_begin_block(exchange *exchange, struct exchange_sender *sender, uint32_t owner) {
    struct exchange_block *block = take_unused(exchange);
    if (block != NULL) {
        block->words[0] = BLOCK_VECTORS;
        block->words[1] = 0;
        sender->blocks[owner] = block;
    }
    return block != NULL ? 0 : -1;
}

int exchange_is_congested(const exchange *exchange) {
    return shared64_load(&exchange->queued) > exchange->sends;
}

/* --- moving and receiving --- */

static void arrive(exchange *exchange, struct exchange_block *block) {
    if (block->words[0] == BLOCK_VECTORS) {
        block->next = NULL;
        *exchange->last = block;
        exchange->last = &block->next;
        shared64_store(&exchange->arrived_count, exchange->arrived_count + 1);
        shared64_store(&exchange->received, exchange->received + 1);
        return;
    }
    if (block->words[0] == BLOCK_STOP) {
        __atomic_store_n(&exchange->stopped, 1, __ATOMIC_RELAXED);
    }
    shared64_store(&exchange->expected, exchange->expected + block->words[1]);
    __atomic_store_n(&exchange->ends, exchange->ends + 1, __ATOMIC_RELEASE);
    post(exchange, block);
}

static void leave(exchange *exchange, unsigned slot) {
    if (slot >= exchange->sends) {
        exchange->last_pending--;
        return;
    }
    struct exchange_block *block = exchange->in_flight[slot];
    exchange->in_flight[slot] = NULL;
    exchange->free_slots[exchange->free_slot_count++] = slot;
    block->next = exchange->unused;
    exchange->unused = block;
    shared64_store(&exchange->queued, exchange->queued - 1);
}

/* Sends the last messages, when all blocks have slots, and the last messages of the level before have gone.
 */
static void send_last(exchange *exchange) {
    const struct ranks *ranks = exchange->ranks;
    if ((exchange->level != LEVEL_ENDING && exchange->level != LEVEL_STOPPING) || exchange->waiting != NULL ||
        exchange->last_pending != 0) {
        return;
    }
    for (unsigned r = 0; r < ranks->count; r++) {
        if (r != ranks->rank) {
            uint64_t *words = exchange->last_words[r];
            words[0] = exchange->level == LEVEL_STOPPING ? BLOCK_STOP : BLOCK_LAST;
            words[1] = exchange->sent[r];
            exchange->last_pending++;
            exchange->bytes += sizeof exchange->last_words[r];
            ranks->functions->send(ranks->context, exchange->sends + r, r, words,
                                   sizeof exchange->last_words[r]);
        }
    }
    __atomic_store_n(&exchange->level, LEVEL_ENDED, __ATOMIC_RELAXED);
}

void exchange_poll(exchange *exchange) {
    const struct ranks *ranks = exchange->ranks;
    if (pthread_mutex_trylock(&exchange->lock) != 0) {
        return;
    }
    unsigned count = ranks->functions->poll(ranks->context, exchange->events,
                                            exchange->sends + ranks->count + exchange->receipts);
    for (unsigned i = 0; i < count; i++) {
        const struct ranks_event *event = &exchange->events[i];
        if (event->received) {
            arrive(exchange, exchange->arriving[event->slot]);
            continue;
        }
        leave(exchange, event->slot);
    }
    send_waiting(exchange);
    send_last(exchange);
    pthread_mutex_unlock(&exchange->lock);
}

struct exchange_block *exchange_take(exchange *exchange) {
    if (shared64_load(&exchange->arrived_count) == 0) {
        return NULL;
    }
    pthread_mutex_lock(&exchange->lock);
    struct exchange_block *block = exchange->arrived;
    if (block != NULL) {
        exchange->arrived = block->next;
        if (exchange->arrived == NULL) {
            exchange->last = &exchange->arrived;
        }
        shared64_store(&exchange->arrived_count, exchange->arrived_count - 1);
    }
    pthread_mutex_unlock(&exchange->lock);
    return block;
}

uint64_t exchange_block_count(const struct exchange_block *block) {
    return block->words[1];
}

const uint64_t *exchange_block_vectors(const struct exchange_block *block) {
    return block->words + EXCHANGE_HEAD_WORDS;
}

void exchange_return(exchange *exchange, struct exchange_block *block) {
    pthread_mutex_lock(&exchange->lock);
    post(exchange, block);
    shared64_store(&exchange->returned, exchange->returned + 1);
    pthread_mutex_unlock(&exchange->lock);
}

/* --- levels --- */

void exchange_begin_level(exchange *exchange) {
    exchange->received = exchange->expected = exchange->returned = 0;
    exchange->ends = 0;
    exchange->level = LEVEL_OPEN;
    memset(exchange->sent, 0, exchange->ranks->count * sizeof *exchange->sent);
}

void exchange_end_level(exchange *exchange, int stop) {
    const struct ranks *ranks = exchange->ranks;
    for (unsigned i = 0; i < exchange->threads; i++) {
        for (unsigned r = 0; r < ranks->count; r++) {
            if (exchange->senders[i].blocks[r] != NULL) {
                exchange_dispatch(exchange, &exchange->senders[i], r);
            }
        }
    }
    pthread_mutex_lock(&exchange->lock);
    __atomic_store_n(&exchange->level, stop ? LEVEL_STOPPING : LEVEL_ENDING, __ATOMIC_RELAXED);
    send_last(exchange);
    pthread_mutex_unlock(&exchange->lock);
}

int exchange_has_ended_level(const exchange *exchange) {
    return exchange->level != LEVEL_OPEN;
}

int exchange_is_stopped(const exchange *exchange) {
    return __atomic_load_n(&exchange->stopped, __ATOMIC_RELAXED);
}

int exchange_is_complete(const exchange *exchange) {
    return __atomic_load_n(&exchange->level, __ATOMIC_RELAXED) == LEVEL_ENDED &&
           __atomic_load_n(&exchange->ends, __ATOMIC_ACQUIRE) == exchange->ranks->count - 1 &&
           shared64_load(&exchange->returned) == shared64_load(&exchange->expected);
}

void exchange_drain(exchange *exchange) {
    struct moment_poll idle = {0};
    while (!exchange_is_complete(exchange)) {
        struct exchange_block *block = exchange_take(exchange);
        if (block != NULL) {
            exchange_return(exchange, block);
            idle.polls = 0;
        } else {
            moment_poll_again(&idle);
        }
        exchange_poll(exchange);
    }
}

uint64_t exchange_bytes(const exchange *exchange) {
    return exchange->bytes;
}
