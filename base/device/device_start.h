#ifndef HEDDLE_BASE_DEVICE_DEVICE_START_H
#define HEDDLE_BASE_DEVICE_DEVICE_START_H

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A GPU that is made ready by a thread of its own, so that the work goes on: a driver takes a good part
 * of a second to start, and cannot be hurried. Zeros to begin with. All functions may be called from several
 * threads at once.
 */
struct device_start {
    int state;          /* enum device_state; read and written atomically */
    struct error error; /* of DEVICE_ABSENT and DEVICE_FAILED */
    int (*available)(const char **reason);
    int (*warm_up)(unsigned number, struct error *error);
    unsigned number;
};

enum device_state {
    DEVICE_IDLE = 0, /* not asked for yet */
    DEVICE_STARTING, /* the thread is at work */
    DEVICE_READY,
    DEVICE_ABSENT, /* there is none */
    DEVICE_FAILED  /* there is one that does not work, or no longer */
};

/* The one of this process, whose driver all engines share; tests have their own. */
extern struct device_start device_start_process;
/*
 * Whether that is at work. A process that ends then should _exit: the driver cannot be hurried, and what it
 * does at exit is not meant to run beside that thread.
 */
int device_start_is_busy(void);

enum device_state device_start_state(const struct device_start *start);
/*
 * Has device `number` made ready, unless that was asked for before: by `warm_up` (0, or -1 with *error
 * filled), if it is `available`. Both are called by the thread.
 */
void device_start_begin(struct device_start *start, unsigned number, int (*available)(const char **reason),
                        int (*warm_up)(unsigned number, struct error *error));
/* The device no longer works, for this reason. Does nothing when it failed before, or is being made ready. */
void device_start_fail(struct device_start *start, const struct error *why);

#ifdef __cplusplus
}
#endif
#endif
