/* Moments of the monotonic clock, and waits. */
#include "base/moment.h"

#include <sched.h>
#include <stdint.h>

#include "base/run.h"

#define SOON_POLLS 64u         /* polls that follow at once */
#define YIELDING_SECONDS 0.001 /* before pauses */
#define PAUSE_NANOSECONDS 100000

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

void moment_poll_again(struct moment_poll *poll) {
    if (poll->polls < SOON_POLLS) {
        poll->polls++;
        poll->pauses_from = 0;
    } else if (poll->pauses_from == 0) {
        poll->pauses_from = run_clock() + YIELDING_SECONDS;
        sched_yield();
    } else if (run_clock() >= poll->pauses_from) {
        nanosleep(&(struct timespec){0, PAUSE_NANOSECONDS}, NULL);
    } else {
        sched_yield();
    }
}
