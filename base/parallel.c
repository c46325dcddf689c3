/* Fork and join, for the phases between searches. */
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#define MOST_THREADS 1024u

struct thread_call {
    void (*work)(void *context, unsigned thread);
    void *context;
    unsigned thread;
    pthread_t handle;
};

static void *run_call(void *argument) {
    struct thread_call *call = argument;
    call->work(call->context, call->thread);
    return NULL;
}

void parallel_run(unsigned threads, void (*work)(void *context, unsigned thread), void *context) {
    struct thread_call calls[MOST_THREADS];
    unsigned started = 1;
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    for (; started < threads; started++) {
        calls[started] = (struct thread_call){work, context, started, 0};
        if (pthread_create(&calls[started].handle, NULL, run_call, &calls[started]) != 0) {
            break;
        }
    }
    work(context, 0);
    for (unsigned i = started; i < threads; i++) {
        work(context, i);
    }
    for (unsigned i = 1; i < started; i++) {
        pthread_join(calls[i].handle, NULL);
    }
}

unsigned parallel_processors(void) {
    cpu_set_t set;
    long count =
        sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > (long)MOST_THREADS ? MOST_THREADS : (unsigned)count;
}
