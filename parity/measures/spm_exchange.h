#ifndef HEDDLE_PARITY_MEASURES_SPM_EXCHANGE_H
#define HEDDLE_PARITY_MEASURES_SPM_EXCHANGE_H

/*
 * Where a host and a GPU that solve the same game by small progress measures leave what they have for each
 * other (Bootsma 2013, section 4.3): for each player a measure of every vertex, the highest that anybody had.
 * None is above the least measures of the game, so a side that takes them only skips lifts.
 */
#include <pthread.h>
#include <stdint.h>

#include "parity/game/game.h"
#include "parity/solver/spm_options.h"

struct spm_exchange {
    pthread_mutex_t lock;
    struct memory *memory;
    uint64_t vertices;
    uint64_t count; /* of exchanges */
    struct {
        uint64_t layout; /* spm_layout_key */
        uint32_t words;
        uint64_t *measures; /* words of each vertex together; NULL: no side has come yet */
    } of[2];                /* by climber */
};

/* For a game of so many vertices; memory is taken when the first side comes, from `memory`. */
void spm_exchange_open(struct spm_exchange *exchange, uint64_t vertices, struct memory *memory);
void spm_exchange_close(struct spm_exchange *exchange);

/*
 * The climber's measures, for the caller to read and to raise until spm_exchange_end. NULL, and nothing to
 * end: the other side is at it, it lays measures otherwise, or there is no memory; then it is left for
 * another time.
 */
uint64_t *spm_exchange_begin(struct spm_exchange *exchange, enum player climber, uint32_t words,
                             uint64_t layout);
void spm_exchange_end(struct spm_exchange *exchange);

/* Between two exchanges. */
static inline double spm_exchange_seconds(const struct spm_options *options) {
    return options->exchange_seconds > 0 ? options->exchange_seconds : SPM_EXCHANGE_SECONDS;
}

#endif
