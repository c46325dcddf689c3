/* The clock, the stop conditions and the progress reports of long work. */
#include "base/run.h"

#include <stddef.h>
#include <time.h>

#include "base/error.h"

double run_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int is_set(const int *flag) {
    return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

int run_should_stop(const struct run *run) {
    if (is_set(run->stop) || is_set(run->lost)) {
        return 1;
    }
    return run->deadline > 0 && run_clock() >= run->deadline;
}

int run_ask(const struct run *run, struct error *error, const char *text) {
    return run_should_stop(run) ? error_set(error, ERROR_INTERRUPTED, "%s", text) : 0;
}

void run_tell_search(const struct run *run, const struct progress *progress) {
    if (run->progress != NULL) {
        run->progress(run->progress_context, progress);
    }
}

void run_tell(const struct run *run, const char *phase, uint64_t done, uint64_t total, const char *unit) {
    struct progress progress = {.phase = phase, .done = done, .total = total, .unit = unit};
    run_tell_search(run, &progress);
}
