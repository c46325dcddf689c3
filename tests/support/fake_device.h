#ifndef HEDDLE_TESTS_SUPPORT_FAKE_DEVICE_H
#define HEDDLE_TESTS_SUPPORT_FAKE_DEVICE_H

#include "explorer/explore_auto.h"

/*
 * A device without a device: its searches run on the CPU, or fail on request. One at a time: the requests are
 * kept here.
 */
enum fake_search {
    FAKE_WORKS,
    FAKE_OPENS_NOT, /* fails before it searches */
    FAKE_IS_LOST,   /* fails after half of the search */
    FAKE_REFUSES,   /* has no memory to begin with */
    FAKE_IS_FULL,   /* ends with its memory spent, FAKE_BUDGET bytes */
    FAKE_IS_SLOW,   /* searches until it must stop */
    FAKE_IS_LAST,   /* has its result after the host's search has ended */
    FAKE_BOASTS     /* reports very many states until the host gives up, and then is lost */
};

#define FAKE_BUDGET ((uint64_t)1 << 30)
#define FAKE_NAME "fake:0 (nothing)"

struct fake_device {
    int absent;        /* there is no such device */
    int start_fails;   /* it cannot be made ready */
    uint64_t ready_at; /* the device gets ready when the host's search has this many states; 0: at once */
    enum fake_search search;
    unsigned devices;      /* more than one: so many search together when one is full, and then it WORKS */
    int hands_over;        /* when it is full, so that the others continue */
    int meets_error;       /* the others find an error of the model */
    int loses_results;     /* lost when traces, graphs or states are wanted */
    int is_late;           /* it is ready when the host's search has ended */
    int decides_not;       /* the host does not say from which level on it leaves nothing out */
    struct memory *memory; /* the memory of its searches; NULL: the run's */
    /* what happened */
    unsigned starts, device_searches, device_ends, host_searches, host_ends;
    unsigned joint_searches; /* of several devices together */
    unsigned continued;      /* of these, with what was handed over to so many */
    unsigned undecided; /* searches of the device with partial_order that had no decision of the host's */
    uint64_t left_at;   /* states that the host had found when it gave up; 0: it did not */
};

extern struct fake_device fake;

/* Begins a test: the device behaves as `how` says, and was not requested yet. */
void fake_reset(struct fake_device how);
/* Lets the thread end that makes it ready, if there is one, and waits for that. */
void fake_settle(void);

/* The device is made ready when the host has 100 states, and searches from 1000 on; the host then waits for
 * it. */
#define FAKE_START_STATES 100u
#define FAKE_LEAVE_STATES 1000u
extern const struct auto_engines fake_engines;
/* `auto` with these engines. */
extern const struct backend fake_auto;

#endif
