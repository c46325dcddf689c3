/* Measures that two sides exchange: a buffer that one of them uses at a time. */
#include "parity/measures/spm_exchange.h"

#include <stddef.h>

void spm_exchange_open(struct spm_exchange *exchange, uint64_t vertices, struct memory *memory) {
    *exchange = (struct spm_exchange){.memory = memory, .vertices = vertices};
    pthread_mutex_init(&exchange->lock, NULL);
}

static uint64_t bytes_of(const struct spm_exchange *exchange, unsigned climber) {
    return exchange->vertices * exchange->of[climber].words * sizeof(uint64_t);
}

void spm_exchange_close(struct spm_exchange *exchange) {
    for (unsigned climber = 0; climber < 2; climber++) {
        memory_free(exchange->memory, exchange->of[climber].measures, bytes_of(exchange, climber));
    }
    pthread_mutex_destroy(&exchange->lock);
}

uint64_t *spm_exchange_begin(struct spm_exchange *exchange, enum player climber, uint32_t words,
                             uint64_t layout) {
    if (pthread_mutex_trylock(&exchange->lock) != 0) {
        return NULL;
    }
    if (exchange->of[climber].measures == NULL) {
        exchange->of[climber].layout = layout;
        exchange->of[climber].words = words;
        exchange->of[climber].measures =
            memory_allocate_zeroed(exchange->memory, bytes_of(exchange, climber));
    }
    if (exchange->of[climber].measures == NULL || exchange->of[climber].words != words ||
        exchange->of[climber].layout != layout) {
        pthread_mutex_unlock(&exchange->lock);
        return NULL;
    }
    exchange->count++;
    return exchange->of[climber].measures;
}

void spm_exchange_end(struct spm_exchange *exchange) {
    pthread_mutex_unlock(&exchange->lock);
}
