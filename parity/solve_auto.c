/* Both sides at once for a game in host memory: a GPU solves a copy of it. */
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

struct auto_work {
    const struct solve_engine *engine;
    const struct game *game;
    const struct solve_options *options;
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

static int solve_with(const struct auto_work *work, const struct run *run, struct solution *solution,
                      struct solve_report *report, struct error *error) {
    const struct solve_engine *engine = work->engine;
    const char *reason;
    if (engine->start != NULL ? await_start(engine, run, error) != 0 : !engine->available(&reason)) {
        return engine->start != NULL ? -1 : error_set(error, ERROR_DEVICE, "%s", reason);
    }
    return engine->solve(work->game, work->options, run, solution, report, error);
}

static int solve_here(void *context, const struct run *run, struct solve_report *report,
                      struct error *error) {
    struct auto_work *work = context;
    return solve_with(work, run, &work->solution, report, error);
}

/* Into memory of its own, as the host writes to the caller's meanwhile. */
static int solve_there(void *context, const struct run *run, struct solve_report *report,
                       struct error *error) {
    struct auto_work *work = context;
    if (solution_create(&work->solution, work->game->vertices, run->memory, error) != 0) {
        return -1;
    }
    if (solve_with(work, run, &work->solution, report, error) != 0) {
        solution_free(&work->solution, work->game->vertices, run->memory);
        return -1;
    }
    return 0;
}

static int race_both(struct auto_work *here, struct auto_work *there, double delay, const struct run *run,
                     struct solution *solution, struct solve_report *report, struct error *error) {
    struct solve_side host = {solve_here, here, 0}, device = {solve_there, there, delay};
    uint64_t vertices = here->game->vertices;
    here->solution = *solution;
    const struct solve_side *winner = solve_race(&host, &device, run, report, error);
    if (winner == NULL) {
        return -1;
    }
    if (winner == &device) {
        struct solution unused = *solution;
        *solution = there->solution;
        there->solution = unused;
    }
    solution_free(&there->solution, vertices, run->memory);
    return 0;
}

int solve_exchanges(const struct solve_options *options) {
    return options->solver == SOLVER_SPM && !options->keep_priorities;
}

static int solve_on_both(struct auto_work *here, struct auto_work *there, double delay, const struct run *run,
                         struct solution *solution, struct solve_report *report, struct error *error) {
    const struct solve_options *alone = here->options;
    struct solve_options together = *alone;
    struct spm_exchange exchange;
    spm_exchange_open(&exchange, here->game->vertices, run->memory);
    together.spm.exchange = solve_exchanges(alone) ? &exchange : NULL;
    here->options = there->options = &together;
    int result = race_both(here, there, delay, run, solution, report, error);
    spm_exchange_close(&exchange);
    here->options = alone;
    /* Without what the device and the exchange had taken, the host's memory may suffice. */
    return result != 0 && error->code == ERROR_MEMORY ? solve_here(here, run, report, error) : result;
}

int solve_auto_with(const struct solve_engine *host, const struct solve_engine *device, double delay,
                    const struct game *game, const struct solve_options *options, const struct run *run,
                    struct solution *solution, struct solve_report *report, struct error *error) {
    struct auto_work here = {host, game, options, {NULL, NULL}},
                     there = {device, game, options, {NULL, NULL}};
    unsigned sides = solver_sides(options->solver);
    *report = (struct solve_report){.solver = options->solver, .engine = host->name};
    if (sides == SOLVE_ON_DEVICE) {
        return device != NULL
                   ? solve_with(&there, run, solution, report, error)
                   : error_set(error, ERROR_DEVICE, "the solver %s runs on a GPU, and this build has none",
                               solver_name(options->solver));
    }
    if (device == NULL || sides == SOLVE_ON_HOST) {
        return solve_with(&here, run, solution, report, error);
    }
    return solve_on_both(&here, &there, delay, run, solution, report, error);
}

const struct solve_engine *solve_device_engine(void) {
    const struct solve_engine *const *engine = solve_engines;
    while (*engine != NULL && !(*engine)->on_device) {
        engine++;
    }
    return *engine;
}

int solve_together(const struct game *game, const struct solve_options *options, const struct run *run,
                   struct solution *solution, struct solve_report *report, struct error *error) {
    return solve_auto_with(solve_engines[0], solve_device_engine(), 0, game, options, run, solution, report,
                           error);
}

int solve_auto(const struct game *game, const struct solve_options *options, const struct run *run,
               struct solution *solution, struct solve_report *report, struct error *error) {
    double delay = game->vertices + game->edges < SMALL_GAME ? SMALL_DELAY : 0;
    return solve_auto_with(solve_engines[0], solve_device_engine(), delay, game, options, run, solution,
                           report, error);
}
