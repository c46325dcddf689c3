/* Random games with everything that solving them needs. */
#include "tests/support/game_case.h"

#include <CUnit/CUnit.h>

#include "tests/oracle/oracle_game.h"

void game_case_open(struct game_case *one, uint64_t seed, uint64_t most_vertices) {
    *one = (struct game_case){.seed = seed};
    random_game_make(seed, most_vertices, &one->random);
    one->game = &one->random.game;
    one->solution = oracle_solution_new(one->game->vertices);
    workplace_begin(&one->work, UINT64_MAX);
    one->task = (struct solve_task){one->game,      &one->options, &one->work.run,
                                    &one->solution, &one->report,  &one->work.error};
}

void game_case_close(struct game_case *one) {
    oracle_solution_free(&one->solution);
    random_game_free(&one->random);
    workplace_end(&one->work);
}

void game_case_judge(const struct game_case *one, int failed, const char *name) {
    const char *wrong = failed ? one->work.error.text : oracle_judge(one->game, &one->solution);
    if (wrong == NULL && memory_used(&one->work.memory) != 0) {
        wrong = "memory is left";
    }
    if (wrong != NULL) {
        random_game_report(&one->random, one->seed, name, wrong);
        CU_FAIL("a random game");
    }
}
