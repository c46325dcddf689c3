/* Moments of the monotonic clock. */
#include "base/moment.h"

#include <stdint.h>

void moment_condition_init(pthread_mutex_t *lock, pthread_cond_t *changed) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(lock, NULL);
    pthread_cond_init(changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct timespec moment_in(double seconds) {
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    int64_t nanoseconds = moment.tv_nsec + (int64_t)(seconds * 1e9);
    moment.tv_sec += (time_t)(nanoseconds / 1000000000);
    moment.tv_nsec = (long)(nanoseconds % 1000000000);
    return moment;
}
