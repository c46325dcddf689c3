#ifndef HEDDLE_BASE_MOMENT_H
#define HEDDLE_BASE_MOMENT_H

#include <pthread.h>
#include <time.h>

/* Waiting on conditions for a limited time, by the clock that nobody sets. */

/* Initialises a lock and a condition whose pthread_cond_timedwait takes a moment as moment_in returns it. The
 * caller destroys both. */
void moment_condition_init(pthread_mutex_t *lock, pthread_cond_t *changed);

/* The moment so many seconds from now. */
struct timespec moment_in(double seconds);

#endif
