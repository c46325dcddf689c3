#ifndef HEDDLE_PARITY_MEASURES_SPM_EXCHANGE_H
#define HEDDLE_PARITY_MEASURES_SPM_EXCHANGE_H

/*
 * A host and a GPU that solve the same game by small progress measures exchange measures here (Bootsma 2013,
 * section 4.3): for each player a measure of every vertex, the highest that either side had. None is above
 * the least measures of the game, so a side that takes them only skips lifts.
 */
#include <pthread.h>
#include <stdint.h>

#include "parity/game/game.h"
#include "parity/solver/spm_options.h"

struct spm_exchange {
    pthread_mutex_t lock;
    struct memory *memory;
    uint64_t vertices;
    uint64_t count; /* number of exchanges */
    struct {
        uint64_t layout; /* key of the layout (spm_layout.h) */
        uint32_t words;
        uint64_t *measures; /* words of each vertex together; NULL: not allocated yet */
    } of[2];                /* by climber */
};

/* Creates an exchange for a game; the first spm_exchange_begin allocates the measures from `memory`. */
void spm_exchange_open(struct spm_exchange *exchange, uint64_t vertices, struct memory *memory);
void spm_exchange_close(struct spm_exchange *exchange);

/*
 * Returns the climber's measures, which the caller may read and raise until spm_exchange_end. NULL, without
 * spm_exchange_end: the other side is using them, it has another layout, or memory ran out; the caller tries
 * again later.
 */
uint64_t *spm_exchange_begin(struct spm_exchange *exchange, enum player climber, uint32_t words,
                             uint64_t layout);
void spm_exchange_end(struct spm_exchange *exchange);

/* Seconds between two exchanges. */
static inline double spm_exchange_seconds(const struct spm_options *options) {
    return options->exchange_seconds > 0 ? options->exchange_seconds : SPM_EXCHANGE_SECONDS;
}

#endif
