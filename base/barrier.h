#ifndef HEDDLE_BASE_BARRIER_H
#define HEDDLE_BASE_BARRIER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A barrier for `threads` threads that may be passed any number of times. Waiters spin for a moment before
 * they sleep, as most waits of a level-synchronous search are short; on a machine with fewer cores than
 * threads they sleep at once.
 */
struct barrier {
    uint32_t threads;
    uint32_t waiting;
    uint32_t round;
    uint32_t spins;
};

void barrier_init(struct barrier *barrier, uint32_t threads);
/* All memory effects before the call are seen by all threads after it. */
void barrier_wait(struct barrier *barrier);
/*
 * Lowers the number of threads if fewer could be started than the barrier was made for. One of the started
 * threads calls it before its first wait.
 */
void barrier_lower(struct barrier *barrier, uint32_t threads);

#ifdef __cplusplus
}
#endif
#endif
