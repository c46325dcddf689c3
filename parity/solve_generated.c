/* Solves generated games in the memory where they are. */
#include "parity/solve_generated.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "parity/solve_auto.h"

/* The engine that solves games in host memory by this solver: that of a GPU, if only GPUs have the solver and
 * one is available. */
static const struct solve_engine *engine_for(enum solver solver) {
    const struct solve_engine *device =
        solver_sides(solver) == SOLVE_ON_DEVICE ? solve_device_engine() : NULL;
    const char *reason;
    return device != NULL && device->available(&reason) ? device : solve_engines[0];
}

static int solve_from_host(struct generated_game *generated, const struct solve_task *task) {
    struct memory *memory = task->run->memory;
    struct solve_task here = *task;
    here.game = &generated->host;
    if (generated_game_fetch(generated, task->run, task->error) != 0 ||
        solution_create(task->solution, generated->vertices, memory, task->error) != 0) {
        return -1;
    }
    if (engine_for(task->options->solver)->solve(&here) != 0) {
        solution_free(task->solution, generated->vertices, memory);
        return -1;
    }
    return 0;
}

/*
 * Solves the game with its GPU. Returns 1 when that is the result; *failed says whether it is an error.
 * Returns 0 when the host shall solve the game, because it may have more memory or solve more games than the
 * GPU. After a race the host has tried already.
 */
static int solve_on_device(struct generated_game *generated, const struct solve_task *task,
                           enum player *winner, unsigned wanted, int *failed) {
#ifdef HEDDLE_CUDA
    unsigned sides = solver_sides(task->options->solver);
    if (generated->device != NULL && sides != SOLVE_ON_HOST) {
        const struct game *copy = generated->host.targets != NULL ? &generated->host : NULL;
        struct solve_task there = *task;
        there.game = &generated->there;
        *failed = solve_auto_there(generated->device, &there, copy, winner, wanted) != 0;
        return !*failed || sides != SOLVE_ON_DEVICE ||
               (task->error->code != ERROR_MEMORY && task->error->code != ERROR_LIMIT &&
                task->error->code != ERROR_USAGE);
    }
#endif
    (void)generated;
    (void)task;
    (void)winner;
    (void)wanted;
    (void)failed;
    return 0;
}

int solve_generated(struct generated_game *generated, const struct solve_task *task, enum player *winner,
                    unsigned wanted) {
    int failed = 0;
    *task->report = (struct solve_report){.solver = task->options->solver};
    *task->solution = (struct solution){NULL, NULL};
    if (!solve_on_device(generated, task, winner, wanted, &failed)) {
        failed = solve_from_host(generated, task) != 0;
        *winner = failed ? PLAYER_ODD : (enum player)task->solution->winner[generated->host.start];
    }
    if (failed || (wanted >> *winner & 1) == 0) {
        solution_free(task->solution, generated->vertices, task->run->memory);
    }
    return failed ? -1 : 0;
}
