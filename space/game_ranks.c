/* Makes and solves the parity game of a search by several processes. */
#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/graph/graph_part.h"
#include "parity/ranks/rank_game.h"
#include "space/game.h"

/* The winner of a vertex, in all ranks. */
static enum player share_winner(const struct run *run, uint64_t vertex, const uint8_t *winner) {
    uint64_t won = UINT64_MAX;
    if (graph_part_rank(vertex) == run->ranks->rank) {
        won = winner[graph_part_index(vertex)];
    }
    ranks_least(run->ranks, &won, 1);
    return (enum player)won;
}

static int solve(const struct generated_rank_game *generated, const struct space_game_task *task,
                 const struct run *run, struct space_game *found, struct error *error) {
    const struct rank_solve_options how = {.start = generated->start, .keep_apart = task->keep_apart};
    struct game_figures *figures = &found->figures;
    struct rank_solve_report report;
    uint8_t *winner = memory_allocate(run->memory, generated->game.vertices);
    const double begun = run_clock();
    const int lacks = winner == NULL ? error_memory(error, "to solve the game") : 0;
    const int failed = ranks_meet(run->ranks, RANKS_GRAPH, 0, lacks, error) != 0 ||
                       rank_game_solve(&generated->game, &how, run, winner, &report, error) != 0;
    if (!failed) {
        found->winner = share_winner(run, generated->start, winner);
        figures->solve.rounds = report.attractors;
    }
    figures->solve.seconds = figures->solve_seconds = run_clock() - begun;
    memory_free(run->memory, winner, generated->game.vertices);
    return failed ? -1 : 0;
}

static int play(struct space *space, const struct space_game_task *task, const struct run *run,
                struct space_game *found, struct error *error) {
    struct game_figures *figures = &found->figures;
    struct generated_rank_game generated;
    const double begun = run_clock();
    int failed = rank_game_generate(space->exploration, run, &generated, error) != 0;
    if (!failed) {
        figures->vertices = generated.game.all_vertices;
        figures->edges = generated.game.all_edges;
        figures->priorities = (uint32_t)generated.priorities;
        figures->by_ranks = 1;
        figures->solve.engine = "cpu";
        failed = solve(&generated, task, run, found, error) != 0;
    }
    figures->generate_seconds = run_clock() - begun - figures->solve_seconds;
    rank_game_free(&generated.game);
    return failed ? -1 : 0;
}

int space_game_ranks(struct space *space, const struct space_game_task *task, const struct run *run,
                     struct space_game *found, struct error *error) {
    struct explore_effort *effort = &space->exploration->effort;
    const uint64_t before = ranks_bytes_sent(run->ranks);
    const int failed = play(space, task, run, found, error);
    uint64_t sums[] = {memory_peak(run->memory), ranks_bytes_sent(run->ranks) - before};
    ranks_sum(run->ranks, sums, sizeof sums / sizeof *sums);
    effort->memory_peak = sums[0];
    effort->bytes_exchanged += sums[1];
    return failed;
}
