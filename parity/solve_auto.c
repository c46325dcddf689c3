/* Solves a game in host memory on both sides at once: the GPU solves a copy. */
#include "parity/solve_auto.h"

#include <stddef.h>

#include "base/device/device_start.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/solve_race.h"
#include "parity/measures/spm_exchange.h"

/* Starting a driver takes a fifth of a second. The delay is a small part of that, and long enough for the
 * host to solve most small games. */
#define SMALL_GAME 1000000u /* vertices and edges */
#define SMALL_DELAY 0.01    /* seconds */

/* Waits for a driver to start, unless the run must stop. */
static int await_start(const struct solve_engine *engine, const struct run *run, struct error *error) {
    struct device_start *start = engine->start;
    device_start_begin(start, run->device, engine->available, engine->warm_up);
    if (device_start_await(start, run)) {
        return 0;
    }
    if (device_start_state(start) == DEVICE_STARTING) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while a GPU was made ready");
    }
    *error = start->error;
    return -1;
}

static int solve_with(const struct solve_engine *engine, const struct solve_task *task) {
    const char *reason;
    if (engine->start != NULL ? await_start(engine, task->run, task->error) != 0
                              : !engine->available(&reason)) {
        return engine->start != NULL ? -1 : error_set(task->error, ERROR_DEVICE, "%s", reason);
    }
    return engine->solve(task);
}

static int solve_on_host(void *engine, const struct solve_task *task) {
    return solve_with(*(const struct solve_engine **)engine, task);
}

/* The device's side has a solution of its own, because the host writes to the caller's at the same time. */
struct device_work {
    const struct solve_engine *engine;
    struct solution solution;
};

static int solve_on_device(void *context, const struct solve_task *task) {
    struct device_work *work = context;
    struct solve_task own = *task;
    own.solution = &work->solution;
    if (solution_create(&work->solution, task->game->vertices, task->run->memory, task->error) != 0) {
        return -1;
    }
    if (solve_with(work->engine, &own) != 0) {
        solution_free(&work->solution, task->game->vertices, task->run->memory);
        return -1;
    }
    return 0;
}

static int race_both(const struct solve_engine *host_engine, const struct solve_engine *device_engine,
                     double delay, const struct solve_task *task) {
    struct device_work work = {device_engine, {NULL, NULL}};
    const struct solve_side host = {solve_on_host, &host_engine, 0}, device = {solve_on_device, &work, delay};
    const struct solve_side *winner = solve_race(&host, &device, task);
    if (winner == NULL) {
        return -1;
    }
    if (winner == &device) {
        struct solution unused = *task->solution;
        *task->solution = work.solution;
        work.solution = unused;
    }
    solution_free(&work.solution, task->game->vertices, task->run->memory);
    return 0;
}

int solve_exchanges(const struct solve_options *options) {
    return options->solver == SOLVER_SPM && !options->keep_priorities;
}

static int solve_on_both(const struct solve_engine *host, const struct solve_engine *device, double delay,
                         const struct solve_task *task) {
    struct solve_options options = *task->options;
    struct solve_task together = *task;
    struct spm_exchange exchange;
    spm_exchange_open(&exchange, task->game->vertices, task->run->memory);
    options.spm.exchange = solve_exchanges(task->options) ? &exchange : NULL;
    together.options = &options;
    int result = race_both(host, device, delay, &together);
    spm_exchange_close(&exchange);
    /* The host may have enough memory now that the device and the exchange have freed theirs. */
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
