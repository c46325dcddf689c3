/* Solves a game in host memory on both sides at once: the GPU solves a copy. */
#include "parity/solve_auto.h"

#include <stddef.h>
#include <unistd.h>

#include "base/device/device_start.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/solve_race.h"
#include "parity/measures/spm_exchange.h"

/* A driver takes a fifth of a second to start: of that these are a small part, and the host solves most games
 * of less than so many vertices and edges meanwhile. Larger ones take both sides longer. */
#define SMALL_GAME 1000000u
#define SMALL_DELAY 0.01 /* seconds */

#define START_MICROSECONDS 500 /* between two looks whether a GPU is ready */

unsigned solver_sides(enum solver solver) {
    switch (solver) {
    case SOLVER_PROMOTION:
        return SOLVE_ON_HOST;
    case SOLVER_REGIONS:
        return SOLVE_ON_DEVICE;
    default:
        return SOLVE_ON_HOST | SOLVE_ON_DEVICE;
    }
}

/* A side's part of a task. */
struct auto_work {
    const struct solve_engine *engine;
    const struct solve_task *task;
    struct solution solution;
};

/* A driver that starts is not waited for when it is time to stop. */
static int await_start(const struct solve_engine *engine, const struct run *run, struct error *error) {
    struct device_start *start = engine->start;
    device_start_begin(start, run->device, engine->available, engine->warm_up);
    while (device_start_state(start) == DEVICE_STARTING) {
        if (run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while a GPU was made ready");
        }
        run_tell(run, "waiting for the GPU", 0, 0, NULL);
        usleep(START_MICROSECONDS);
    }
    if (device_start_state(start) != DEVICE_READY) {
        *error = start->error;
        return -1;
    }
    return 0;
}

static int solve_with(const struct solve_engine *engine, const struct solve_task *task) {
    const char *reason;
    if (engine->start != NULL ? await_start(engine, task->run, task->error) != 0
                              : !engine->available(&reason)) {
        return engine->start != NULL ? -1 : error_set(task->error, ERROR_DEVICE, "%s", reason);
    }
    return engine->solve(task);
}

static int solve_here(void *context, const struct run *run, struct solve_report *report,
                      struct error *error) {
    struct auto_work *work = context;
    return solve_with(work->engine, &(struct solve_task){work->task->game, work->task->options, run,
                                                         &work->solution, report, error});
}

/* Into memory of its own, as the host writes to the caller's meanwhile. */
static int solve_there(void *context, const struct run *run, struct solve_report *report,
                       struct error *error) {
    struct auto_work *work = context;
    uint64_t vertices = work->task->game->vertices;
    if (solution_create(&work->solution, vertices, run->memory, error) != 0) {
        return -1;
    }
    if (solve_here(work, run, report, error) != 0) {
        solution_free(&work->solution, vertices, run->memory);
        return -1;
    }
    return 0;
}

static int race_both(struct auto_work *here, struct auto_work *there, double delay) {
    const struct solve_task *task = here->task;
    struct solve_side host = {solve_here, here, 0}, device = {solve_there, there, delay};
    here->solution = *task->solution;
    const struct solve_side *winner = solve_race(&host, &device, task->run, task->report, task->error);
    if (winner == NULL) {
        return -1;
    }
    if (winner == &device) {
        struct solution unused = *task->solution;
        *task->solution = there->solution;
        there->solution = unused;
    }
    solution_free(&there->solution, task->game->vertices, task->run->memory);
    return 0;
}

int solve_exchanges(const struct solve_options *options) {
    return options->solver == SOLVER_SPM && !options->keep_priorities;
}

static int solve_on_both(const struct solve_engine *host, const struct solve_engine *device, double delay,
                         const struct solve_task *task) {
    struct solve_options options = *task->options;
    struct solve_task together = *task;
    struct auto_work here = {host, &together, {NULL, NULL}}, there = {device, &together, {NULL, NULL}};
    struct spm_exchange exchange;
    spm_exchange_open(&exchange, task->game->vertices, task->run->memory);
    options.spm.exchange = solve_exchanges(task->options) ? &exchange : NULL;
    together.options = &options;
    int result = race_both(&here, &there, delay);
    spm_exchange_close(&exchange);
    /* Without what the device and the exchange had taken, the host's memory may suffice. */
    return result != 0 && task->error->code == ERROR_MEMORY ? solve_with(host, task) : result;
}

int solve_auto_with(const struct solve_engine *host, const struct solve_engine *device, double delay,
                    const struct solve_task *task) {
    enum solver solver = task->options->solver;
    unsigned sides = solver_sides(solver);
    *task->report = (struct solve_report){.solver = solver, .engine = host->name};
    if (sides == SOLVE_ON_DEVICE) {
        return device != NULL
                   ? solve_with(device, task)
                   : error_set(task->error, ERROR_DEVICE,
                               "the solver %s runs on a GPU, and this build has none", solver_name(solver));
    }
    return device == NULL || sides == SOLVE_ON_HOST ? solve_with(host, task)
                                                    : solve_on_both(host, device, delay, task);
}

const struct solve_engine *solve_device_engine(void) {
    const struct solve_engine *const *engine = solve_engines;
    while (*engine != NULL && !(*engine)->on_device) {
        engine++;
    }
    return *engine;
}

int solve_together(const struct solve_task *task) {
    return solve_auto_with(solve_engines[0], solve_device_engine(), 0, task);
}

int solve_auto(const struct solve_task *task) {
    double delay = task->game->vertices + task->game->edges < SMALL_GAME ? SMALL_DELAY : 0;
    return solve_auto_with(solve_engines[0], solve_device_engine(), delay, task);
}
