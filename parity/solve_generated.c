/* Solves generated games in the memory where they are. */
#include "parity/solve_generated.h"

#include <stddef.h>

#include "base/device/device.h"
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

static void free_solution(const struct generated_game *generated, const struct solve_task *task,
                          int on_device) {
#ifdef HEDDLE_CUDA
    if (on_device) {
        solution_device_free(generated->device, generated->vertices, task->solution);
    }
#endif
    if (!on_device) {
        solution_free(task->solution, generated->vertices, task->run->memory);
    }
}

#ifdef HEDDLE_CUDA
/* Copies a solution from the host to the game's GPU, and frees it on the host. Returns 0 or -1. */
static int move_to_device(const struct generated_game *generated, const struct run *run,
                          struct solution *solution, struct error *error) {
    uint64_t vertices = generated->vertices;
    struct solution there;
    if (solution_device_create(generated->device, vertices, &there, error) != 0) {
        return -1;
    }
    if (device_upload(there.winner, solution->winner, vertices * sizeof *there.winner, error) != 0 ||
        device_upload(there.strategy, solution->strategy, vertices * sizeof *there.strategy, error) != 0) {
        solution_device_free(generated->device, vertices, &there);
        return -1;
    }
    solution_free(solution, vertices, run->memory);
    *solution = there;
    return 0;
}
#endif

#ifdef HEDDLE_CUDA
/* The bytes that a solver and its solution take on the GPU; small progress measures have no bound. */
static uint64_t device_bytes(const struct generated_game *generated, enum solver solver) {
    uint64_t of_solution = generated->vertices * (sizeof(uint8_t) + sizeof(uint32_t));
    return of_solution + (solver == SOLVER_SPM ? 2 : 1) * solve_cuda_bytes(&generated->there);
}
#endif

/*
 * Solves the game with its GPU. Returns 1 when that is the result; *failed says whether it is an error.
 * Returns 0 when the host shall solve the game, because it may have more memory or solve more games than the
 * GPU. After a race the host has tried already.
 */
static int solve_on_device(struct generated_game *generated, const struct solve_task *task,
                           enum player *winner, int *on_device, int *failed) {
#ifdef HEDDLE_CUDA
    unsigned sides = solver_sides(task->options->solver);
    if (generated->device != NULL && sides != SOLVE_ON_HOST) {
        const struct game *copy = generated->host.targets != NULL ? &generated->host : NULL;
        struct solve_task there = *task;
        struct there_answer answer;
        there.game = &generated->there;
        generated_game_make_room(generated, device_bytes(generated, task->options->solver), task->run);
        *failed = solve_auto_there(generated->device, &there, copy, &answer) != 0;
        if (!*failed) {
            *winner = answer.winner;
            *on_device = answer.on_device;
            *task->solution = answer.solution;
        }
        return !*failed || sides != SOLVE_ON_DEVICE ||
               (task->error->code != ERROR_MEMORY && task->error->code != ERROR_LIMIT &&
                task->error->code != ERROR_USAGE);
    }
#endif
    (void)generated;
    (void)task;
    (void)winner;
    (void)on_device;
    (void)failed;
    return 0;
}

/* Brings game and solution to the same side: the GPU, or if its memory does not suffice, the host. Returns 0
 * or -1. */
static int join_sides(struct generated_game *generated, const struct solve_task *task, int on_device) {
    int moved = on_device || generated->device == NULL;
#ifdef HEDDLE_CUDA
    if (!moved && generated->host.targets == NULL) {
        moved = move_to_device(generated, task->run, task->solution, task->error) == 0;
    }
#endif
    return moved || generated_game_leave_device(generated, task->run, task->error) == 0 ? 0 : -1;
}

int solve_generated(struct generated_game *generated, const struct solve_task *task, enum player *winner,
                    unsigned wanted) {
    int failed = 0, on_device = 0;
    *task->report = (struct solve_report){.solver = task->options->solver};
    *task->solution = (struct solution){NULL, NULL};
    if (!solve_on_device(generated, task, winner, &on_device, &failed)) {
        failed = solve_from_host(generated, task) != 0;
        *winner = failed ? PLAYER_ODD : (enum player)task->solution->winner[generated->host.start];
    }
    if (failed) {
        return -1;
    }
    if ((wanted >> *winner & 1) == 0 || join_sides(generated, task, on_device) != 0) {
        free_solution(generated, task, on_device);
    }
    return 0;
}

#ifdef HEDDLE_CUDA
/* A copy of the solution in host memory. 0 or -1. */
static int download(const struct generated_game *generated, const struct solution *solution,
                    struct solution *here, const struct run *run, struct error *error) {
    if (solution_create(here, generated->vertices, run->memory, error) != 0) {
        return -1;
    }
    if (solution_device_download(solution, generated->vertices, here, error) != 0) {
        solution_free(here, generated->vertices, run->memory);
        return -1;
    }
    return 0;
}
#endif

int solve_generated_fetch(struct generated_game *generated, struct solution *solution, const struct run *run,
                          struct error *error) {
#ifdef HEDDLE_CUDA
    struct solution here = {NULL, NULL};
    if (generated->device == NULL) {
        return 0;
    }
    if (download(generated, solution, &here, run, error) != 0) {
        return -1;
    }
    generated_game_free_solution(generated, solution);
    if (generated_game_leave_device(generated, run, error) != 0) {
        solution_free(&here, generated->vertices, run->memory);
        return -1;
    }
    *solution = here;
#else
    (void)generated, (void)solution, (void)run, (void)error;
#endif
    return 0;
}
