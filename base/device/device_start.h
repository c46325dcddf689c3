#ifndef HEDDLE_BASE_DEVICE_DEVICE_START_H
#define HEDDLE_BASE_DEVICE_DEVICE_START_H

#include "base/error.h"

struct run;

/*
 * A GPU that a thread of its own initialises in the background, because starting a driver takes a good part
 * of a second. Initially zeroed. All functions may be called from several threads at once.
 */
struct device_start {
    int state;          /* enum device_state; read and written atomically */
    struct error error; /* the reason for DEVICE_ABSENT or DEVICE_FAILED */
    int (*available)(const char **reason);
    int (*warm_up)(unsigned number, struct error *error);
    unsigned number;
    double begun; /* run_clock() of the request */
};

enum device_state {
    DEVICE_IDLE = 0, /* not requested yet */
    DEVICE_STARTING, /* the thread is running */
    DEVICE_READY,
    DEVICE_ABSENT, /* there is no GPU */
    DEVICE_FAILED  /* there is a GPU, but it does not work (any more) */
};

/* The GPU of this process, whose driver all engines share; tests use their own. */
extern struct device_start device_start_process;
/*
 * Whether the thread of device_start_process is running. A process that ends then should call _exit: the
 * driver's start cannot be interrupted, and the driver's exit handlers must not run at the same time.
 */
int device_start_is_busy(void);

/* Whether this machine may have a GPU, without starting a driver. */
int device_may_exist(void);

enum device_state device_start_state(const struct device_start *start);
/*
 * Starts the initialisation of device `number`, unless that was requested before. The thread calls
 * `available`, then `warm_up` (0, or -1 with *error filled) if the result is not 0.
 */
void device_start_begin(struct device_start *start, unsigned number, int (*available)(const char **reason),
                        int (*warm_up)(unsigned number, struct error *error));
/*
 * Waits while the device is being initialised, unless the run must stop; tells the run so. Returns whether
 * the device is ready.
 */
int device_start_await(const struct device_start *start, const struct run *run);
/* An estimate of the seconds until the device is ready: 0 if it is; HUGE_VAL if it failed. */
double device_start_remaining(const struct device_start *start);
/*
 * Records that the device no longer works, and why. Does nothing if it failed before or is being initialised.
 */
void device_start_fail(struct device_start *start, const struct error *why);
#endif
