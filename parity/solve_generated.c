/* Solving generated games where they are. */
#include "parity/solve_generated.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"

#ifdef HEDDLE_CUDA
#include "base/device.h"
#endif

struct solving {
    struct generated_game *generated;
    const struct solve_options *options;
    const struct run *run;
    struct solution solution; /* on the host */
    struct solve_report *report;
    struct error *error;
};

typedef int solve_function(const struct game *game, const struct solve_options *options,
                           const struct run *run, struct solution *solution, struct solve_report *report,
                           struct error *error);

/* What solves games in host memory by this solver: of GPUs' alone, one that can run here, if there is. */
static solve_function *host_function(enum solver solver) {
    const char *reason;
    for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
        if (solver == SOLVER_RECURSIVE && (*engine)->on_device && (*engine)->available(&reason)) {
            return (*engine)->solve;
        }
    }
    return solve_cpu;
}

static int solve_from_host(struct solving *solving) {
    struct generated_game *generated = solving->generated;
    struct memory *memory = solving->run->memory;
    if (generated_game_fetch(generated, solving->run, solving->error) != 0 ||
        solution_create(&solving->solution, generated->vertices, memory, solving->error) != 0) {
        return -1;
    }
    if (host_function(solving->options->solver)(&generated->host, solving->options, solving->run,
                                                &solving->solution, solving->report, solving->error) != 0) {
        solution_free(&solving->solution, generated->vertices, memory);
        return -1;
    }
    return 0;
}

#ifdef HEDDLE_CUDA
/* Of a solution on the GPU: the winner of the initial vertex, and all of it where that is wanted. */
static int take_solution(struct solving *solving, const struct solution *there, enum player *winner,
                         int whole) {
    uint64_t vertices = solving->generated->vertices;
    struct solution *here = &solving->solution;
    uint8_t of_start;
    if (device_download(&of_start, there->winner, 1, solving->error) != 0) {
        return -1;
    }
    *winner = (enum player)of_start;
    if (whole && (solution_create(here, vertices, solving->run->memory, solving->error) != 0 ||
                  device_download(here->winner, there->winner, vertices, solving->error) != 0 ||
                  device_download(here->strategy, there->strategy, vertices * sizeof *here->strategy,
                                  solving->error) != 0)) {
        solution_free(here, vertices, solving->run->memory);
        return -1;
    }
    return 0;
}

static int solve_there(struct solving *solving, enum player *winner, int whole) {
    struct device *device = solving->generated->device;
    uint64_t vertices = solving->generated->vertices;
    struct solution there = {NULL, NULL};
    there.winner = device_allocate(device, vertices, solving->error);
    there.strategy = device_allocate(device, vertices * sizeof *there.strategy, solving->error);
    int failed = there.winner == NULL || there.strategy == NULL ||
                 solve_cuda(device, &solving->generated->there, solving->options, solving->run, &there,
                            solving->report, solving->error) != 0 ||
                 take_solution(solving, &there, winner, whole) != 0;
    device_free(device, there.winner, vertices);
    device_free(device, there.strategy, vertices * sizeof *there.strategy);
    return failed ? -1 : 0;
}
#endif

/* Whether it was done on the GPU; if not, the host is to do it, or *failed. */
static int solve_on_device(struct solving *solving, enum player *winner, int whole, int *failed) {
    enum solver solver = solving->options->solver;
    *failed = 0;
#ifdef HEDDLE_CUDA
    if (solving->generated->device != NULL && solver != SOLVER_PROMOTION) {
        *failed = solve_there(solving, winner, whole) != 0;
        int spent = *failed && solving->error->code == ERROR_MEMORY && solver != SOLVER_RECURSIVE;
        *failed = *failed && !spent;
        return !spent;
    }
#endif
    (void)solver;
    (void)winner;
    (void)whole;
    return 0;
}

int solve_generated(struct generated_game *generated, const struct solve_options *options,
                    const struct run *run, enum player *winner, struct solution *solution,
                    struct solve_report *report, struct error *error) {
    struct solving solving = {
        .generated = generated, .options = options, .run = run, .report = report, .error = error};
    int failed;
    *report = (struct solve_report){.solver = options->solver};
    if (!solve_on_device(&solving, winner, solution != NULL, &failed)) {
        failed = solve_from_host(&solving) != 0;
        *winner = failed ? PLAYER_ODD : (enum player)solving.solution.winner[generated->host.start];
    }
    if (!failed && solution != NULL) {
        *solution = solving.solution;
    } else {
        solution_free(&solving.solution, generated->vertices, run->memory);
    }
    return failed ? -1 : 0;
}
