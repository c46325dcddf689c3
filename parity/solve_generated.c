/* Solving generated games where they are. */
#include "parity/solve_generated.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "parity/solve_auto.h"

#ifdef HEDDLE_CUDA
#include "base/device.h"

/* How long a GPU may take before the host begins, too, which has the game to copy first: a part of what the
 * host would take. */
#define ALONE_SECONDS 0.25
#define ALONE_SECONDS_EACH 1e-8 /* of vertices and edges */
#endif

struct solving {
    struct generated_game *generated;
    const struct solve_options *options;
    const struct run *run;
    unsigned wanted;
    struct solution solution; /* on the host */
    struct solve_report *report;
    struct error *error;
};

typedef int solve_function(const struct game *game, const struct solve_options *options,
                           const struct run *run, struct solution *solution, struct solve_report *report,
                           struct error *error);

/* What solves games in host memory by this solver: of GPUs' alone, one that can run here, if there is. */
static solve_function *host_function(enum solver solver) {
    const struct solve_engine *device = solver == SOLVER_REGIONS ? solve_device_engine() : NULL;
    const char *reason;
    return device != NULL && device->available(&reason) ? device->solve : solve_cpu;
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
static int take_solution(struct solving *solving, const struct solution *there, enum player *winner) {
    uint64_t vertices = solving->generated->vertices;
    struct solution *here = &solving->solution;
    uint8_t of_start;
    if (device_download(&of_start, there->winner, 1, solving->error) != 0) {
        return -1;
    }
    *winner = (enum player)of_start;
    if ((solving->wanted >> *winner & 1) != 0 &&
        (solution_create(here, vertices, solving->run->memory, solving->error) != 0 ||
         device_download(here->winner, there->winner, vertices, solving->error) != 0 ||
         device_download(here->strategy, there->strategy, vertices * sizeof *here->strategy,
                         solving->error) != 0)) {
        solution_free(here, vertices, solving->run->memory);
        return solving->error->code == ERROR_MEMORY ? 0 : -1; /* who wins is known */
    }
    return 0;
}

static int solve_there(struct solving *solving, const struct run *run, enum player *winner) {
    struct device *device = solving->generated->device;
    uint64_t vertices = solving->generated->vertices;
    struct solution there = {NULL, NULL};
    there.winner = device_allocate(device, vertices, solving->error);
    if (there.winner != NULL) {
        there.strategy = device_allocate(device, vertices * sizeof *there.strategy, solving->error);
    }
    int failed = there.strategy == NULL ||
                 solve_cuda(device, &solving->generated->there, solving->options, run, &there,
                            solving->report, solving->error) != 0 ||
                 take_solution(solving, &there, winner) != 0;
    device_free(device, there.winner, vertices);
    device_free(device, there.strategy, vertices * sizeof *there.strategy);
    return failed ? -1 : 0;
}

/* On the GPU alone for a moment, so that what is quick there leaves the host in peace; then on both sides. */
static int solve_on_both(struct solving *solving, enum player *winner) {
    struct generated_game *generated = solving->generated;
    struct run run = *solving->run;
    double size = (double)generated->vertices + (double)generated->edges;
    double until = run_clock() + ALONE_SECONDS + ALONE_SECONDS_EACH * size;
    run.deadline = run.deadline > 0 && run.deadline < until ? run.deadline : until;
    if (solve_there(solving, &run, winner) == 0) {
        return 0;
    }
    if (solving->error->code != ERROR_INTERRUPTED || run_should_stop(solving->run)) {
        return -1;
    }
    if (solution_create(&solving->solution, generated->vertices, solving->run->memory, solving->error) != 0) {
        return -1;
    }
    if (solve_auto_there(generated->device, &generated->there, solving->options, solving->run,
                         &solving->solution, solving->report, solving->error) != 0) {
        solution_free(&solving->solution, generated->vertices, solving->run->memory);
        return -1;
    }
    *winner = (enum player)solving->solution.winner[generated->there.start];
    return 0;
}
#endif

/* Whether it was done on the GPU, or failed there, as *failed says; if not, the host is to do it: it may have
 * more memory, and makes do with more games. */
static int solve_on_device(struct solving *solving, enum player *winner, int *failed) {
#ifdef HEDDLE_CUDA
    if (solving->generated->device != NULL) {
        *failed = solving->options->solver == SOLVER_AUTO ? solve_on_both(solving, winner) != 0
                                                          : solve_there(solving, solving->run, winner) != 0;
        return !*failed || (solving->error->code != ERROR_MEMORY && solving->error->code != ERROR_LIMIT &&
                            solving->error->code != ERROR_USAGE);
    }
#endif
    (void)solving;
    (void)winner;
    (void)failed;
    return 0;
}

int solve_generated(struct generated_game *generated, const struct solve_options *options,
                    const struct run *run, enum player *winner, unsigned wanted, struct solution *solution,
                    struct solve_report *report, struct error *error) {
    struct solving solving = {.generated = generated,
                              .options = options,
                              .run = run,
                              .wanted = wanted,
                              .report = report,
                              .error = error};
    int failed = 0;
    *report = (struct solve_report){.solver = options->solver};
    if (!solve_on_device(&solving, winner, &failed)) {
        failed = solve_from_host(&solving) != 0;
        *winner = failed ? PLAYER_ODD : (enum player)solving.solution.winner[generated->host.start];
    }
    if (failed || (wanted >> *winner & 1) == 0) {
        solution_free(&solving.solution, generated->vertices, run->memory);
    }
    *solution = solving.solution;
    return failed ? -1 : 0;
}
