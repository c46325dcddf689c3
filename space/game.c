/* Makes and solves parity games of searches. */
#include "space/game.h"

#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "parity/solve_generated.h"

void space_game_free(struct space_game *found) {
    generated_game_free_solution(&found->game, &found->solution);
    generated_game_free(&found->game);
}

static int generate_game(struct space *space, const struct space_game_task *task, const struct run *run,
                         struct space_game *found, struct error *error) {
    struct generated_game *game = &found->game;
    const double begun = run_clock();
    const int failed = game_generate(space->backend, space->exploration, task->keep, game, run, error) != 0;
    found->figures.generate_seconds = run_clock() - begun;
    if (failed) {
        return -1;
    }
    found->figures.vertices = game->vertices;
    found->figures.edges = game->edges;
    found->figures.priorities = (uint32_t)game->priorities;
    if (task->made != NULL) {
        task->made(task->context, game);
    }
    return 0;
}

/* Updates the peak of memory after solving. */
static void note_peak(const struct generated_game *game, const struct run *run,
                      struct explore_effort *effort) {
    if (game->device != NULL) {
        effort->memory_peak = memory_peak(&game->device->memory);
    } else if (!effort->on_device) {
        effort->memory_peak = memory_peak(run->memory);
    }
}

static int solve(struct space *space, const struct space_game_task *task, const struct run *run,
                 struct space_game *found, struct error *error) {
    const struct solve_task how = {.options = task->solve,
                                   .run = run,
                                   .solution = &found->solution,
                                   .report = &found->figures.solve,
                                   .error = error};
    const double begun = run_clock();
    const int failed = solve_generated(&found->game, &how, &found->winner, task->wanted);
    found->figures.solve_seconds = run_clock() - begun;
    note_peak(&found->game, run, &space->exploration->effort);
    return failed;
}

static int play(struct space *space, const struct space_game_task *task, const struct run *run,
                struct space_game *found, struct error *error) {
    return generate_game(space, task, run, found, error) != 0 ? -1 : solve(space, task, run, found, error);
}

int space_game(struct space *space, const struct space_game_task *task, const struct run *run,
               struct space_game *found, struct error *error) {
    *found = (struct space_game){.winner = PLAYER_ODD};
    if (run->ranks != NULL) {
        return space_game_ranks(space, task, run, found, error);
    }
    int failed = play(space, task, run, found, error);
    if (failed && error->code == ERROR_DEVICE) { /* what is too large for it was tried on the host */
        space_game_free(found);
        failed = space_fall_back(space, run, error) < 0 ? -1 : play(space, task, run, found, error);
    }
    return failed;
}
