/*
 * Solving by regions as a GPU does it, with its steps done on the host: random games against the recursion of
 * the oracle and larger ones against the host's solver, items in any order, by one thread and by several at
 * once. HEDDLE_CASES and HEDDLE_SEED choose the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/large_game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/region_host.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 600u
#else
#define DEFAULT_CASES 4000u
#endif
#define MOST_VERTICES 150u

static void test_random(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), promotions = 0, rising = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct random_game random_game;
        struct memory memory;
        struct error error = {0};
        struct solve_report report;
        uint64_t draw = seed + i;
        uint64_t most = random_next(&draw) % 3 == 0 ? MOST_VERTICES : 20;
        random_game_make(seed + i, most, &random_game);
        const struct game *game = &random_game.game;
        struct solution solution = oracle_solution_new(game->vertices);
        struct solve_options options = {.keep_loops = random_next(&draw) % 2,
                                        .solver = random_next(&draw) % 2 ? SOLVER_REGIONS : SOLVER_AUTO};
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        unsigned threads = random_next(&draw) % 40 == 0 ? 4 : 1;
        int failed = region_host_solve(&(struct solve_task){game, &options, &run, &solution, &report, &error},
                                       draw, threads);
        const char *wrong = failed ? error.text : oracle_judge(game, &solution);
        if (wrong != NULL) {
            random_game_report(&random_game, seed + i, "region", wrong);
            CU_FAIL("a random game");
        }
        promotions += report.promotions;
        rising += report.solver == SOLVER_ATTRACTOR;
        oracle_solution_free(&solution);
        random_game_free(&random_game);
    }
    /* Of those that draw REGIONS or alternate, some need promotions; many do not alternate. */
    CU_ASSERT_TRUE(cases < 500 || (promotions > cases / 20 && rising > cases / 20));
}

/*
 * Larger ones, by one thread and by two. Regions are few: a random game is won in parts of its first regions,
 * however many places it is won in.
 */
#define MOST_ATTRACTORS 20u

static void test_large(void) {
    for (unsigned which = 0; which < LARGE_GAMES; which++) {
        struct memory memory;
        struct error error = {0};
        struct game_store store;
        struct solve_options options = {0};
        struct solve_report report;
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        large_game_make(which, 1, &run, &store);
        struct solution solution = oracle_solution_new(store.game.vertices);
        int failed =
            region_host_solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error},
                              which, 1 + which % 2);
        const char *wrong = failed ? error.text : large_game_judge(&store.game, &run, &solution);
        if (wrong != NULL || report.solver != large_game_solver(which)) {
            printf("\n    %s, by %s: %s", large_game_name(which), solver_name(report.solver),
                   wrong != NULL ? wrong : "the wrong solver");
            CU_FAIL("a large game");
        }
        CU_ASSERT_TRUE(which > 3 || report.rounds < MOST_ATTRACTORS);
        oracle_solution_free(&solution);
        game_store_free(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

static void test_usage(void) {
    static const struct {
        enum solver solver;
        int stop, result;
        enum error_code code;
    } cases[] = {{SOLVER_AUTO, 0, 0, ERROR_NONE},
                 {SOLVER_REGIONS, 0, 0, ERROR_NONE},
                 {SOLVER_ATTRACTOR, 0, -1, ERROR_USAGE},
                 {SOLVER_PROMOTION, 0, -1, ERROR_USAGE},
                 {SOLVER_AUTO, 1, -1, ERROR_INTERRUPTED}};
    struct memory memory;
    struct game_store store;
    memory_init(&memory, UINT64_MAX);
    struct run run = {.memory = &memory, .threads = 1};
    large_game_make(0, 1, &run, &store);
    struct solution solution = oracle_solution_new(store.game.vertices);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = {0};
        struct solve_options options = {.solver = cases[i].solver};
        struct solve_report report;
        run.stop = &cases[i].stop;
        CU_ASSERT_EQUAL(
            region_host_solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error},
                              1, 1),
            cases[i].result);
        CU_ASSERT_EQUAL(error.code, cases[i].code);
    }
    oracle_solution_free(&solution);
    game_store_free(&store);
}

void suite_region(void) {
    suite_add("parity games by regions", NULL, NULL, "random games", test_random, "larger games", test_large,
              "solvers that do not fit", test_usage, NULL);
}
