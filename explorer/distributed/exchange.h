#ifndef HEDDLE_EXPLORER_DISTRIBUTED_EXCHANGE_H
#define HEDDLE_EXPLORER_DISTRIBUTED_EXCHANGE_H

/*
 * States on their way from the rank that finds them to the rank that owns them, in blocks. A state is a
 * vector of the model, not a key: keys of folded vectors have a meaning in their own process only. All
 * threads of a rank send and receive; what moves blocks is a struct ranks, which says nothing of states.
 *
 * A level ends with a last message to each other rank, which says how many blocks went there. A rank has
 * received everything when it has the last messages of all ranks and so many blocks. Then all ranks meet, so
 * that no block of the next level comes before that.
 */
#include <stddef.h>
#include <stdint.h>

#include "explorer/distributed/owner.h"

struct memory;
struct ranks;

#define EXCHANGE_BLOCK_WORDS 4096u /* words of a block, with its head */
#define EXCHANGE_HEAD_WORDS 2u
#define EXCHANGE_USED ((uint64_t)1 << 63)

typedef struct exchange exchange;

/* Vectors that have arrived. The block belongs to the exchange until exchange_return. */
struct exchange_block {
    struct exchange_block *next;
    unsigned slot;
    uint64_t words[EXCHANGE_BLOCK_WORDS]; /* head: kind and count; then the vectors */
};

/* One for each thread that sends. */
struct exchange_sender {
    struct exchange_block **blocks; /* [ranks] under construction; NULL: none */
    uint64_t *cache;                /* vectors that went out lately, with bit 63 of the first word set */
    uint64_t cache_mask;            /* the number of vectors less one */
};

/* Blocks of vectors with `words` words for `threads` threads. NULL when memory runs out. */
exchange *exchange_create(struct ranks *ranks, struct memory *memory, uint32_t words, unsigned threads);
/* Collective in effect: call it when all ranks have received everything. NULL is allowed. */
void exchange_free(exchange *exchange);

/* What exchange_send does with a thread's vectors. */
struct exchange_sender *exchange_sender_of(exchange *exchange, unsigned thread);
/* A block for the owner: the sender has none. 0, or -1 when memory runs out. */
int exchange_begin_block(exchange *exchange, struct exchange_sender *sender, uint32_t owner);
/* The sender's block for the owner is full: it goes out. */
void exchange_dispatch(exchange *exchange, struct exchange_sender *sender, uint32_t owner);

/*
 * Puts `words` words, those of the exchange, into the block for the owner; a full block goes out. 0, or -1
 * when memory runs out; then nothing has been put.
 */
CORE_FUNCTION int exchange_put(exchange *exchange, struct exchange_sender *sender, uint32_t owner,
                               const uint64_t *vector, const uint32_t words) {
    if (sender->blocks[owner] == NULL && exchange_begin_block(exchange, sender, owner) != 0) {
        return -1;
    }
    struct exchange_block *block = sender->blocks[owner];
    uint64_t *out = block->words + EXCHANGE_HEAD_WORDS + block->words[1]++ * words;
    for (uint32_t w = 0; w < words; w++) {
        out[w] = vector[w];
    }
    if (EXCHANGE_HEAD_WORDS + (block->words[1] + 1) * words > EXCHANGE_BLOCK_WORDS) {
        exchange_dispatch(exchange, sender, owner);
    }
    return 0;
}

/*
 * Sends a vector of `words` words, those of the exchange, to its owner, unless this sender has sent it
 * lately. 0, or -1 when memory runs out; then the vector has not been sent.
 */
CORE_FUNCTION int exchange_send(exchange *exchange, struct exchange_sender *sender, uint32_t owner,
                                uint64_t hash, const uint64_t *vector, const uint32_t words) {
    uint64_t *cached = sender->cache + (hash & sender->cache_mask) * words;
    int same = cached[0] == (vector[0] | EXCHANGE_USED);
    for (uint32_t w = 1; w < words && same; w++) {
        same = cached[w] == (vector[w] & ~EXCHANGE_USED);
    }
    if (same) {
        return 0;
    }
    for (uint32_t w = 0; w < words; w++) {
        cached[w] = vector[w] & ~EXCHANGE_USED;
    }
    if (exchange_put(exchange, sender, owner, cached, words) != 0) {
        return -1; /* without bit 63, the place of the cache is empty */
    }
    cached[0] |= EXCHANGE_USED;
    return 0;
}

/* Whether so many blocks wait that receiving comes first. */
int exchange_is_congested(const exchange *exchange);
/* Moves blocks, unless another thread is at it. */
void exchange_poll(exchange *exchange);
/* A block that has arrived, or NULL. Any thread. */
struct exchange_block *exchange_take(exchange *exchange);
uint64_t exchange_block_count(const struct exchange_block *block);
const uint64_t *exchange_block_vectors(const struct exchange_block *block);
/* The block's vectors are stored. */
void exchange_return(exchange *exchange, struct exchange_block *block);

/*
 * The end of a level, by one thread while the others do not send: sends what is left, and the last messages.
 * stop: non-zero asks the other ranks to stop, too.
 */
void exchange_end_level(exchange *exchange, int stop);
/* Whether the level has been ended here, and everything has arrived and been returned. */
int exchange_is_complete(const exchange *exchange);
int exchange_has_ended_level(const exchange *exchange);
/* Whether another rank has asked to stop. */
int exchange_is_stopped(const exchange *exchange);
/* Receives what is still to come, and drops it; by one thread. */
void exchange_drain(exchange *exchange);
/* After all ranks have met: the next level begins. */
void exchange_begin_level(exchange *exchange);
uint64_t exchange_bytes(const exchange *exchange);

#endif
