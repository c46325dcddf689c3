/* Making a GPU ready in the background. */
#include "base/device/device_start.h"

#include <pthread.h>

struct device_start device_start_process;

int device_start_is_busy(void) {
    return device_start_state(&device_start_process) == DEVICE_STARTING;
}

enum device_state device_start_state(const struct device_start *start) {
    return (enum device_state)__atomic_load_n(&start->state, __ATOMIC_ACQUIRE);
}

static void set_state(struct device_start *start, enum device_state state) {
    __atomic_store_n(&start->state, (int)state, __ATOMIC_RELEASE);
}

/* The thread's function. It sets the state last, because nobody joins the thread. */
static void *start_device(void *argument) {
    struct device_start *start = argument;
    const char *reason;
    if (!start->available(&reason)) {
        error_set(&start->error, ERROR_DEVICE, "%s", reason);
        set_state(start, DEVICE_ABSENT);
    } else {
        set_state(start, start->warm_up(start->number, &start->error) == 0 ? DEVICE_READY : DEVICE_FAILED);
    }
    return NULL;
}

void device_start_begin(struct device_start *start, unsigned number, int (*available)(const char **reason),
                        int (*warm_up)(unsigned number, struct error *error)) {
    pthread_t thread;
    int idle = DEVICE_IDLE;
    if (!__atomic_compare_exchange_n(&start->state, &idle, (int)DEVICE_STARTING, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED)) {
        return;
    }
    start->available = available;
    start->warm_up = warm_up;
    start->number = number;
    if (pthread_create(&thread, NULL, start_device, start) == 0) {
        pthread_detach(thread);
    } else {
        error_set(&start->error, ERROR_DEVICE, "could not start the thread that makes the GPU ready");
        set_state(start, DEVICE_FAILED);
    }
}

/*
 * Several threads may call this at once. Only the first reason is kept, and it is complete before others can
 * read it.
 */
void device_start_fail(struct device_start *start, const struct error *why) {
    int state = (int)device_start_state(start);
    do {
        if (state == DEVICE_STARTING || state == DEVICE_FAILED) {
            return;
        }
    } while (!__atomic_compare_exchange_n(&start->state, &state, (int)DEVICE_STARTING, 0, __ATOMIC_ACQUIRE,
                                          __ATOMIC_ACQUIRE));
    start->error = *why;
    set_state(start, DEVICE_FAILED);
}
