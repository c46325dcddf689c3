/* Solving generated games where they are. */
#include "parity/solve_generated.h"

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "parity/solve_auto.h"

struct generated_solving {
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
    const struct solve_engine *device =
        solver_sides(solver) == SOLVE_ON_DEVICE ? solve_device_engine() : NULL;
    const char *reason;
    return device != NULL && device->available(&reason) ? device->solve : solve_cpu;
}

static int solve_from_host(struct generated_solving *solving) {
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

/* Whether it was done on the GPU, or failed there, as *failed says; if not, the host is to do it: it may have
 * more memory, and makes do with more games. Where both sides tried that has been seen to. */
static int solve_on_device(struct generated_solving *solving, enum player *winner, int *failed) {
#ifdef HEDDLE_CUDA
    struct generated_game *generated = solving->generated;
    unsigned sides = solver_sides(solving->options->solver);
    if (generated->device != NULL && sides != SOLVE_ON_HOST) {
        const struct game *copy = generated->host.targets != NULL ? &generated->host : NULL;
        *failed = solve_auto_there(generated->device, &generated->there, copy, solving->options, solving->run,
                                   winner, solving->wanted, &solving->solution, solving->report,
                                   solving->error) != 0;
        return !*failed || sides != SOLVE_ON_DEVICE ||
               (solving->error->code != ERROR_MEMORY && solving->error->code != ERROR_LIMIT &&
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
    struct generated_solving solving = {.generated = generated,
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
