/* Solutions of parity games, judged. */
#include "tests/support/solve_judge.h"

#include <CUnit/CUnit.h>
#include <string.h>

#include "base/memory.h"
#include "tests/oracle/oracle_game.h"

#define BUDGET ((uint64_t)1 << 32)

int solve_may_refuse(const struct solve_engine *engine, enum solver solver) {
    int is_of_host = solver == SOLVER_PROMOTION || solver == SOLVER_TANGLES;
    return solver == SOLVER_ATTRACTOR || (engine->on_device ? is_of_host : solver == SOLVER_REGIONS);
}

static const char *judge_solution(const struct game *game, const struct solution *solution,
                                  const uint8_t *winner, struct memory *memory) {
    struct run run = {.memory = memory, .threads = 1};
    struct error error;
    const char *said;
    uint64_t vertex;
    if (memcmp(solution->winner, winner, game->vertices) != 0) {
        return "its winners";
    }
    const char *wrong = oracle_solution_is_wrong(game, solution);
    return wrong == NULL && solution_verify(game, solution, &run, &said, &vertex, &error) != 1
               ? "solution_verify"
               : wrong;
}

const char *solve_judge(const struct solve_engine *engine, const struct game *game, const uint8_t *winner,
                        const struct solve_trial *trial, struct solve_outcome *outcome) {
    struct memory memory, kept;
    struct solution solution;
    struct error error = {.code = ERROR_NONE};
    const char *wrong = NULL;
    memory_init(&kept, BUDGET);
    memory_init(&memory, trial->limit != 0 && !engine->on_device ? trial->limit : BUDGET);
    struct run run = {.memory = &memory, .threads = trial->threads, .device_bytes = SOLVE_DEVICE_BYTES};
    if (trial->limit != 0 && engine->on_device) {
        run.device_bytes = trial->limit;
    }
    if (solution_create(&solution, game->vertices, &kept, &error) != 0) {
        return "no room for a solution";
    }
    memset(solution.strategy, 0x55, game->vertices * sizeof *solution.strategy);
    int failed =
        engine->solve(&(struct solve_task){game, &trial->options, &run, &solution, &outcome->report, &error});
    outcome->code = failed != 0 ? error.code : ERROR_NONE;
    outcome->taken = memory_peak(&memory);
    if (memory_used(&memory) != 0) {
        wrong = "memory is left";
    } else if (failed != 0) {
        int refused = error.code == ERROR_USAGE && solve_may_refuse(engine, trial->options.solver);
        int spent = error.code == ERROR_MEMORY && trial->limit != 0;
        wrong = refused || spent ? NULL : "it failed";
    } else if (!engine->on_device && outcome->report.bytes != outcome->taken) {
        wrong = "the memory that it says it took";
    } else {
        wrong = judge_solution(game, &solution, winner, &kept);
    }
    solution_free(&solution, game->vertices, &kept);
    return wrong;
}

void solve_count_down(void *context, const struct progress *progress) {
    struct solve_countdown *countdown = context;
    CU_ASSERT_TRUE(progress->done <= progress->total);
    countdown->stop = --countdown->looks == 0;
}
