#ifndef HEDDLE_BASE_MOMENT_H
#define HEDDLE_BASE_MOMENT_H

#include <pthread.h>
#include <time.h>

/* Waiting: on conditions for a limited time, by the clock that nobody sets; and by polling. */

/* Initialises a lock and a condition whose pthread_cond_timedwait takes a moment as moment_in returns it. The
 * caller destroys both. */
void moment_condition_init(pthread_mutex_t *lock, pthread_cond_t *changed);

/* The moment so many seconds from now. */
struct timespec moment_in(double seconds);

/* A wait by polling. Zeros: it has not begun. */
struct moment_poll {
    unsigned polls;
    double pauses_from; /* by run_clock */
};

/* Called after each poll without success: at once at first, so that the next poll follows soon; then it
 * yields the processor; and after a while it pauses, because a thread that only yields gets little of a
 * processor that it shares, and leaves little to those that it waits for. */
void moment_poll_again(struct moment_poll *poll);

#endif
