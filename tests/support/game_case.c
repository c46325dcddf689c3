/* Games with everything that solving them needs. */
#include "tests/support/game_case.h"

#include <CUnit/CUnit.h>

#include "tests/oracle/oracle_game.h"
#include "tests/support/solve_judge.h"

static void set_task(struct game_case *one, const struct game *game) {
    one->game = game;
    one->solution = oracle_solution_new(game->vertices);
    one->task = (struct solve_task){one->game,      &one->options, &one->work.run,
                                    &one->solution, &one->report,  &one->work.error};
}

void game_case_open(struct game_case *one, uint64_t seed, uint64_t most_vertices) {
    *one = (struct game_case){.seed = seed};
    workplace_begin(&one->work, UINT64_MAX);
    random_game_make(seed, most_vertices, &one->random);
    set_task(one, &one->random.game);
}

void game_case_open_family(struct game_case *one, const struct game_family *family, uint64_t bytes) {
    *one = (struct game_case){.seed = family->seed};
    workplace_begin(&one->work, bytes);
    CU_ASSERT_EQUAL_FATAL(game_family_make(family, &one->work.run, &one->store, &one->work.error), 0);
    set_task(one, &one->store.game);
}

void game_case_close(struct game_case *one) {
    oracle_solution_free(&one->solution);
    random_game_free(&one->random);
    game_store_free(&one->store);
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

int game_case_interrupt(struct game_case *one, int looks) {
    struct solve_countdown countdown = {.looks = looks};
    uint64_t before = memory_used(&one->work.memory);
    one->work.run.stop = &countdown.stop;
    one->work.run.progress = solve_count_down;
    one->work.run.progress_context = &countdown;
    int failed = solve_cpu(&one->task) != 0;
    CU_ASSERT_TRUE(!failed || one->work.error.code == ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(memory_used(&one->work.memory), before);
    one->work.run.stop = NULL;
    one->work.run.progress = NULL;
    return failed;
}
