/* Makes and solves the parity game of a formula by several ranks (check_formula.h). */
#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "checker/check_formula.h"
#include "explorer/graph/graph_part.h"
#include "explorer/search/explore.h"
#include "parity/ranks/rank_game.h"

/* The winner of a vertex, in all ranks. */
static enum player share_winner(const struct run *run, uint64_t vertex, const uint8_t *winner) {
    uint64_t won = UINT64_MAX;
    if (graph_part_rank(vertex) == run->ranks->rank) {
        won = winner[graph_part_index(vertex)];
    }
    ranks_least(run->ranks, &won, 1);
    return (enum player)won;
}

static int solve(const struct generated_rank_game *generated, const struct check_formula_options *options,
                 const struct run *run, struct check_formula *result) {
    const struct rank_solve_options how = {.start = generated->start, .keep_apart = options->keep_apart};
    struct rank_solve_report report;
    uint8_t *winner = memory_allocate(run->memory, generated->game.vertices);
    const double begun = run_clock();
    const int lacks = winner == NULL ? error_memory(&result->why, "to solve the game") : 0;
    const int failed = ranks_meet(run->ranks, RANKS_GRAPH, 0, lacks, &result->why) != 0 ||
                       rank_game_solve(&generated->game, &how, run, winner, &report, &result->why) != 0;
    if (!failed) {
        result->verdict =
            share_winner(run, generated->start, winner) == PLAYER_EVEN ? VERDICT_HOLDS : VERDICT_VIOLATED;
        result->figures.solve.rounds = report.attractors;
    }
    result->figures.solve.seconds = result->figures.solve_seconds = run_clock() - begun;
    memory_free(run->memory, winner, generated->game.vertices);
    return failed ? -1 : 0;
}

int check_formula_ranks(struct exploration *exploration, const struct check_formula_options *options,
                        const struct run *run, struct check_formula *result) {
    struct ranks *ranks = run->ranks;
    const uint64_t before = ranks->bytes_sent;
    struct generated_rank_game generated;
    int failed = rank_game_generate(exploration, run, &generated, &result->why) != 0;
    if (!failed) {
        result->figures.vertices = generated.game.all_vertices;
        result->figures.edges = generated.game.all_edges;
        result->figures.priorities = (uint32_t)generated.priorities;
        result->figures.by_ranks = 1;
        result->figures.solve.engine = "cpu";
        failed = solve(&generated, options, run, result) != 0;
    }
    rank_game_free(&generated.game);
    uint64_t sums[] = {memory_peak(run->memory), ranks->bytes_sent - before};
    ranks_sum(ranks, sums, sizeof sums / sizeof *sums);
    exploration->effort.memory_peak = sums[0];
    exploration->effort.bytes_exchanged += sums[1];
    error_set(&result->keep_error, ERROR_LIMIT,
              "several processes make no evidence from a parity game: start one process");
    return failed ? -1 : 0;
}
