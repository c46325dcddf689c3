#ifndef HEDDLE_PARITY_RANKS_RANK_GAME_INTERNAL_H
#define HEDDLE_PARITY_RANKS_RANK_GAME_INTERNAL_H

/* What the steps of rank_solve.c share: the work of one rank. */
#include "base/bitmap_core.h"
#include "explorer/distributed/spread.h"
#include "explorer/graph/graph_part.h"
#include "parity/ranks/rank_game.h"

/*
 * The recursion is a stack of games, from level 1, the whole, down. A vertex has a depth: it is in the games
 * of the levels up to this one. So the vertices of the current game have the greatest depth; level L was made
 * smaller by the vertices of depth L, an attractor that has no winner yet; depth 0 is decided for good. What
 * is decided in the game of level L alone has depth L - 1 and a winner.
 */
struct rank_work {
    const struct rank_game *game;
    const struct run *run;
    struct error *error;
    mail *mail;
    struct spread spread;
    uint8_t *winner;      /* [vertices] enum player, or RANK_WINNER_NONE */
    uint32_t *depth;      /* [vertices] */
    uint32_t *left;       /* [vertices * greatest]: successors of each depth from 1 to the greatest one */
    uint32_t *queued;     /* bitmap over vertices: those in the queues */
    uint32_t greatest;    /* depth */
    enum player *players; /* [greatest + 1] by level: of the highest priority */
    enum player player;   /* of the attractor that is computed */
    uint32_t to;          /* .. and the depth that its vertices get */
    uint8_t given;        /* .. and their winner */
    uint64_t attractors;
};

/* Successors of a vertex of a depth above `depth`. */
static inline uint64_t rank_left_above(const struct rank_work *work, uint64_t vertex, uint32_t depth) {
    const uint32_t *left = work->left + vertex * work->greatest;
    uint64_t count = 0;
    for (uint32_t d = depth; d < work->greatest; d++) {
        count += left[d];
    }
    return count;
}

/* Puts a vertex into the set that rank_attract begins with. */
static inline void rank_begin_with(struct rank_work *work, uint64_t vertex) {
    bitmap_set(work->queued, vertex);
    spread_queue(&work->spread, vertex);
}

/*
 * Collective: the attractor for `player`, in the game of the vertices whose depth is above `to`, of the set
 * that was put together. Its vertices get the depth `to`, and this winner, that player or nobody yet. 0 or
 * -1.
 */
int rank_attract(struct rank_work *work, enum player player, uint32_t to, uint8_t winner);
/* Collective: gathers the current game, and decides all its vertices. 0 or -1. */
int rank_gather(struct rank_work *work);

#endif
