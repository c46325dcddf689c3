/*
 * Two sides solve a game at the same time: a host is faster for deep and easy games, a GPU for wide ones, and
 * it is not known beforehand which kind a game is. The caller's thread only waits, and checks the caller's
 * stop flag.
 */
#include "parity/solve_race.h"

#include <pthread.h>
#include <stddef.h>

#include "base/error.h"
#include "base/moment.h"
#include "base/run.h"

#define LOOK_SECONDS 0.005 /* between two checks of the caller's stop flag */

enum side_state { WORKING, SUCCEEDED, FAILED };

struct solve_race;

struct runner {
    struct solve_race *race;
    const struct solve_side *side;
    struct solve_task task; /* the race's, with the following run, report and error */
    struct run run;
    struct solve_report report;
    struct error error;
    int stop; /* the stop flag of the run, written atomically */
    enum side_state state;
    pthread_t thread;
    int threaded;
};

/* The lock guards the states; `changed` signals them. */
struct solve_race {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct runner host, device;
    const struct run *run;
};

static int is_stopped(const struct runner *runner) {
    return __atomic_load_n(&runner->stop, __ATOMIC_RELAXED);
}

/* Whether the race is over, except that sides have to stop. The caller holds the lock. */
static int is_decided(const struct solve_race *race) {
    return race->host.state == SUCCEEDED || race->device.state == SUCCEEDED ||
           (race->host.state == FAILED &&
            (race->device.state == FAILED || race->host.error.code == ERROR_USAGE ||
             run_should_stop(race->run)));
}

/* Waits for the side's turn; returns whether the side shall begin: the race is not over by then. */
static int await_turn(struct runner *runner) {
    struct solve_race *race = runner->race;
    const struct runner *other = runner == &race->host ? &race->device : &race->host;
    struct timespec turn = moment_in(runner->side->delay);
    int waited = 0;
    pthread_mutex_lock(&race->lock);
    while (runner->side->delay > 0 && waited == 0 && other->state == WORKING && !is_stopped(runner)) {
        waited = pthread_cond_timedwait(&race->changed, &race->lock, &turn);
    }
    int begins = !is_stopped(runner) && !is_decided(race) && !run_should_stop(race->run);
    pthread_mutex_unlock(&race->lock);
    return begins;
}

static void set_state(struct runner *runner, enum side_state state) {
    struct solve_race *race = runner->race;
    pthread_mutex_lock(&race->lock);
    runner->state = state;
    pthread_cond_broadcast(&race->changed);
    pthread_mutex_unlock(&race->lock);
}

static int solve_side(struct runner *runner) {
    if (!await_turn(runner)) {
        return error_set(&runner->error, ERROR_INTERRUPTED, "interrupted while solving a game");
    }
    return runner->side->solve(runner->side->context, &runner->task);
}

static void *run_side(void *argument) {
    struct runner *runner = argument;
    set_state(runner, solve_side(runner) == 0 ? SUCCEEDED : FAILED);
    return NULL;
}

/* A side whose thread cannot be made has failed. */
static void start_side(struct runner *runner) {
    runner->threaded = pthread_create(&runner->thread, NULL, run_side, runner) == 0;
    if (!runner->threaded) {
        error_set(&runner->error, ERROR_MEMORY, "no thread could be had to solve a game");
        set_state(runner, FAILED);
    }
}

static void set_up(struct solve_race *race, struct runner *runner, const struct solve_side *side,
                   const struct solve_task *task) {
    runner->race = race;
    runner->side = side;
    runner->report = *task->report;
    runner->run = *task->run;
    runner->run.stop = &runner->stop;
    runner->task = *task;
    runner->task.run = &runner->run;
    runner->task.report = &runner->report;
    runner->task.error = &runner->error;
    runner->state = WORKING;
}

/* Stops sides that have not begun, too. The caller holds the lock. */
static void stop_all(struct solve_race *race) {
    __atomic_store_n(&race->host.stop, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&race->device.stop, 1, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&race->changed);
}

/* Waits until the race is decided, and stops the loser. */
static void await_decision(struct solve_race *race) {
    pthread_mutex_lock(&race->lock);
    while (!is_decided(race)) {
        struct timespec look = moment_in(LOOK_SECONDS);
        pthread_cond_timedwait(&race->changed, &race->lock, &look);
        if (run_should_stop(race->run)) {
            stop_all(race);
        }
    }
    stop_all(race);
    pthread_mutex_unlock(&race->lock);
}

static void join_runner(struct runner *runner) {
    if (runner->threaded) {
        pthread_join(runner->thread, NULL);
    }
}

const struct solve_side *solve_race(const struct solve_side *host, const struct solve_side *device,
                                    const struct solve_task *task) {
    struct solve_race race = {.run = task->run};
    moment_condition_init(&race.lock, &race.changed);
    set_up(&race, &race.host, host, task);
    set_up(&race, &race.device, device, task);
    race.device.run.progress = NULL;
    start_side(&race.device);
    start_side(&race.host);
    await_decision(&race);
    join_runner(&race.device);
    join_runner(&race.host);
    const struct runner *winner =
        race.host.state == SUCCEEDED || race.device.state != SUCCEEDED ? &race.host : &race.device;
    *task->report = winner->report;
    if (winner->state != SUCCEEDED) {
        *task->error = winner->error;
    }
    pthread_cond_destroy(&race.changed);
    pthread_mutex_destroy(&race.lock);
    return winner->state == SUCCEEDED ? winner->side : NULL;
}
