/* The clock and the stop conditions of long work. */
#include "base/run.h"

#include <stddef.h>
#include <time.h>

double run_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int run_should_stop(const struct run *run) {
    if (run->stop != NULL && __atomic_load_n(run->stop, __ATOMIC_RELAXED) != 0) {
        return 1;
    }
    return run->deadline > 0 && run_clock() >= run->deadline;
}
