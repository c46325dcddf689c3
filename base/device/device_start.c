/* Making a GPU ready in the background. */
#include "base/device/device_start.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#include "base/run.h"

#define START_SECONDS 0.18      /* of the driver of an H200 */
#define AWAIT_MICROSECONDS 500u /* between two checks whether a device is ready */

struct device_start device_start_process;

int device_start_is_busy(void) {
    return device_start_state(&device_start_process) == DEVICE_STARTING;
}

int device_may_exist(void) {
    return access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
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
    double now = run_clock();
    __atomic_store(&start->begun, &now, __ATOMIC_RELAXED);
    if (pthread_create(&thread, NULL, start_device, start) == 0) {
        pthread_detach(thread);
    } else {
        error_set(&start->error, ERROR_DEVICE, "could not start the thread that makes the GPU ready");
        set_state(start, DEVICE_FAILED);
    }
}

int device_start_await(const struct device_start *start, const struct run *run) {
    while (device_start_state(start) == DEVICE_STARTING && !run_should_stop(run)) {
        run_tell(run, "waiting for the GPU", 0, 0, NULL);
        usleep(AWAIT_MICROSECONDS);
    }
    return device_start_state(start) == DEVICE_READY;
}

double device_start_remaining(const struct device_start *start) {
    double begun;
    __atomic_load(&start->begun, &begun, __ATOMIC_RELAXED);
    switch (device_start_state(start)) {
    case DEVICE_IDLE:
        return START_SECONDS;
    case DEVICE_STARTING:
        return fmax(START_SECONDS - (run_clock() - begun), START_SECONDS / 8);
    case DEVICE_READY:
        return 0;
    default:
        return HUGE_VAL;
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
