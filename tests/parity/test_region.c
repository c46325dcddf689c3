/*
 * Solving by regions as on a GPU, with the steps done on the host: random games against the oracle, larger
 * games against the host's solver, with items in any order, by one thread and by several at once.
 * HEDDLE_CASES and HEDDLE_SEED choose the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>

#include "base/array.h"
#include "tests/support/large_game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/game_case.h"
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
        struct game_case one;
        uint64_t draw = seed + i;
        game_case_open(&one, seed + i, random_next(&draw) % 3 == 0 ? MOST_VERTICES : 20);
        one.options.keep_loops = random_next(&draw) % 2;
        one.options.solver = random_next(&draw) % 2 ? SOLVER_REGIONS : SOLVER_AUTO;
        unsigned threads = random_next(&draw) % 40 == 0 ? 4 : 1;
        game_case_judge(&one, region_host_solve(&one.task, draw, threads), "region");
        promotions += one.report.promotions;
        rising += one.report.solver == SOLVER_ATTRACTOR;
        game_case_close(&one);
    }
    /* Some games need promotions; many do not alternate. */
    CU_ASSERT_TRUE(cases < 500 || (promotions > cases / 20 && rising > cases / 20));
}

/* Larger games, by one thread and by two. A random game needs few regions: its players win it in parts of the
 * first ones. */
#define MOST_ATTRACTORS 20u

static void test_large(void) {
    for (unsigned which = 0; which < LARGE_GAMES; which++) {
        struct workplace work;
        struct game_store store;
        struct solve_options options = {0};
        struct solve_report report;
        workplace_begin(&work, UINT64_MAX);
        large_game_make(which, 1, &work.run, &store);
        struct solution solution = oracle_solution_new(store.game.vertices);
        const struct solve_task task = {&store.game, &options, &work.run, &solution, &report, &work.error};
        int failed = region_host_solve(&task, which, 1 + which % 2);
        const char *wrong = failed ? work.error.text : large_game_judge(&store.game, &work.run, &solution);
        if (wrong != NULL || report.solver != large_game_solver(which)) {
            printf("\n    %s, by %s: %s", large_game_name(which), solver_name(report.solver),
                   wrong != NULL ? wrong : "the wrong solver");
            CU_FAIL("a large game");
        }
        CU_ASSERT_TRUE(which > 3 || report.rounds < MOST_ATTRACTORS);
        oracle_solution_free(&solution);
        game_store_free(&store);
        workplace_end(&work);
    }
}

static void test_usage(void) {
    static const struct {
        enum solver solver;
        int stop, result;
        enum error_code code;
    } cases[] = {{SOLVER_AUTO, 0, 0, ERROR_NONE},        {SOLVER_REGIONS, 0, 0, ERROR_NONE},
                 {SOLVER_ATTRACTOR, 0, -1, ERROR_USAGE}, {SOLVER_PROMOTION, 0, -1, ERROR_USAGE},
                 {SOLVER_TANGLES, 0, -1, ERROR_USAGE},   {SOLVER_AUTO, 1, -1, ERROR_INTERRUPTED}};
    struct workplace work;
    struct game_store store;
    workplace_begin(&work, UINT64_MAX);
    large_game_make(0, 1, &work.run, &store);
    struct solution solution = oracle_solution_new(store.game.vertices);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct solve_options options = {.solver = cases[i].solver};
        struct solve_report report;
        const struct solve_task task = {&store.game, &options, &work.run, &solution, &report, &work.error};
        work.error.code = ERROR_NONE;
        work.run.stop = &cases[i].stop;
        CU_ASSERT_EQUAL(region_host_solve(&task, 1, 1), cases[i].result);
        CU_ASSERT_EQUAL(work.error.code, cases[i].code);
    }
    oracle_solution_free(&solution);
    game_store_free(&store);
    workplace_end(&work);
}

void suite_region(void) {
    suite_add("parity games by regions", NULL, NULL, "random games", test_random, "larger games", test_large,
              "solvers that do not fit", test_usage, NULL);
}
