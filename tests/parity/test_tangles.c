/*
 * Tangle learning, and the change between ways to solve: on counters, on which promotion takes exponentially
 * many steps, the numbers of tangles, attractors and promotions stay within a multiple of the number of
 * vertices. Random games whose preprocessing is switched off, against the oracle. Memory that does not
 * suffice; interruption.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/game_case.h"
#include "tests/support/solve_judge.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 1000u
#else
#define DEFAULT_CASES 8000u
#endif
#define VERTICES 64u
#define BUDGET ((uint64_t)1 << 30)

/* --- counters --- */

struct counter {
    enum game_family_kind kind;
    uint32_t bits;
    uint64_t even;    /* vertices that Even wins */
    enum solver slow; /* a solver that is too slow; AUTO: none is */
};

static const struct counter counters[] = {
    {GAME_FAMILY_COUNTER_CORE, 300, 1803, SOLVER_AUTO},
    {GAME_FAMILY_COUNTER_ROBUST, 20, 1363, SOLVER_AUTO},
    {GAME_FAMILY_COUNTER_SYMMETRIC, 50, 502, SOLVER_AUTO},
    {GAME_FAMILY_COUNTER_DELAYED, 40, 164, SOLVER_PROMOTION},
    {GAME_FAMILY_COUNTER_RECOVERED, 80, 320, SOLVER_PROMOTION},
    {GAME_FAMILY_COUNTER_MCNAUGHTON, 60, 0, SOLVER_AUTO},
    {GAME_FAMILY_DISTRACTED, 30, 151, SOLVER_PROMOTION},
    {GAME_FAMILY_PLAIN_TWO_COUNTERS, 14, 329, SOLVER_PROMOTION},
};

static void open_counter(struct game_case *one, const struct counter *counter, uint64_t bytes) {
    const struct game_family family = {.kind = counter->kind, .length = counter->bits};
    game_case_open_family(one, &family, bytes);
}

/* Solves the game; solution_verify says whether that is right (the oracle is too slow for counters). */
static void solve_counter(struct game_case *one, enum solver solver) {
    const char *wrong;
    uint64_t vertex;
    one->options.solver = solver;
    CU_ASSERT_EQUAL_FATAL(solve_cpu(&one->task), 0);
    CU_ASSERT_EQUAL(
        solution_verify(one->game, &one->solution, &one->work.run, &wrong, &vertex, &one->work.error), 1);
}

static uint64_t count_even(const struct game_case *one) {
    uint64_t even = 0;
    for (uint64_t v = 0; v < one->game->vertices; v++) {
        even += one->solution.winner[v] == PLAYER_EVEN;
    }
    return even;
}

static void test_counters(void) {
    for (size_t i = 0; i < LENGTH(counters); i++) {
        static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_TANGLES};
        for (size_t j = 0; j < LENGTH(solvers); j++) {
            struct game_case one;
            open_counter(&one, &counters[i], BUDGET);
            solve_counter(&one, solvers[j]);
            const struct solve_report *report = &one.report;
            uint64_t vertices = one.game->vertices;
            CU_ASSERT_EQUAL(count_even(&one), counters[i].even);
            CU_ASSERT_EQUAL(report->solver, SOLVER_TANGLES);
            CU_ASSERT_TRUE(report->tangles > 0 && report->tangles <= vertices);
            CU_ASSERT_TRUE(report->rounds <= 4 * vertices);
            CU_ASSERT_TRUE(solvers[j] == SOLVER_TANGLES ? report->promotions == 0
                                                        : report->promotions <= vertices);
            game_case_close(&one);
        }
    }
}

#define LOOKS 300

/* The counters are worth it: promotion without tangles does not end on them within LOOKS looks at the stop
 * flag, where tangles take a third of them at most. */
static void test_slow_solvers(void) {
    for (size_t i = 0; i < LENGTH(counters); i++) {
        if (counters[i].slow != SOLVER_AUTO) {
            struct game_case one;
            open_counter(&one, &counters[i], BUDGET);
            one.options.solver = SOLVER_TANGLES;
            CU_ASSERT_FALSE(game_case_interrupt(&one, LOOKS / 3));
            one.options.solver = counters[i].slow;
            CU_ASSERT_TRUE(game_case_interrupt(&one, LOOKS));
            game_case_close(&one);
        }
    }
}

/* Two counters that make tangles count, too: all ways get their turn, tangles a short one, and none begins
 * again. */
static void test_ways(void) {
    const struct counter counter = {.kind = GAME_FAMILY_TWO_COUNTERS, .bits = 10};
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_TANGLES};
    for (size_t i = 0; i < LENGTH(solvers); i++) {
        struct game_case one;
        open_counter(&one, &counter, BUDGET);
        solve_counter(&one, solvers[i]);
        CU_ASSERT_EQUAL(one.report.solver, SOLVER_TANGLES);
        CU_ASSERT_TRUE(one.report.tangles > 0 && 4 * one.report.tangles <= one.game->vertices);
        CU_ASSERT_TRUE(one.report.promotions > one.game->vertices);
        CU_ASSERT_TRUE(one.report.promotions <= 2 * one.game->vertices);
        CU_ASSERT_EQUAL(2 * count_even(&one), one.game->vertices);
        game_case_close(&one);
    }
}

/* Two counters, on which regions that are mended take exponentially many promotions: once they are dissolved,
 * there are at most twice as many promotions as vertices. */
static void test_two_counters(void) {
    for (uint32_t bits = 4; bits <= 12; bits += 2) {
        const struct counter counter = {.kind = GAME_FAMILY_TWO_COUNTERS, .bits = bits};
        struct game_case one;
        open_counter(&one, &counter, BUDGET);
        solve_counter(&one, SOLVER_PROMOTION);
        CU_ASSERT_TRUE(one.report.promotions <= 2 * one.game->vertices);
        CU_ASSERT_EQUAL(2 * count_even(&one), one.game->vertices);
        game_case_close(&one);
    }
}

/* The winners of small counters are those of the oracle. */
static void test_small_counters(void) {
    for (unsigned kind = GAME_FAMILY_COUNTER_CORE; kind <= GAME_FAMILY_PLAIN_TWO_COUNTERS; kind++) {
        for (uint32_t bits = 1; bits <= (kind >= GAME_FAMILY_TWO_COUNTERS ? 3 : 6); bits++) {
            const struct counter counter = {.kind = (enum game_family_kind)kind, .bits = bits};
            struct game_case one;
            uint8_t winner[200];
            open_counter(&one, &counter, BUDGET);
            CU_ASSERT_TRUE_FATAL(one.game->vertices <= sizeof winner);
            oracle_game(one.game, winner);
            for (int solver = SOLVER_PROMOTION; solver <= SOLVER_TANGLES; solver++) {
                solve_counter(&one, (enum solver)solver);
                CU_ASSERT_EQUAL(memcmp(one.solution.winner, winner, one.game->vertices), 0);
            }
            game_case_close(&one);
        }
    }
}

/* --- random games --- */

struct totals {
    uint64_t cases, mismatches, learned, several, spent;
};

static void judge_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_game game;
    uint8_t winner[VERTICES];
    struct solve_outcome outcome;
    uint64_t random = seed;
    random_game_make(seed, VERTICES, &game);
    oracle_game(&game.game, winner);
    totals->cases++;
    for (int limited = 0; limited < 2; limited++) {
        const struct solve_trial trial = {.options = {.solver = SOLVER_TANGLES,
                                                      .keep_loops = 1,
                                                      .keep_cycles = 1,
                                                      .keep_whole = (int)(seed & 1),
                                                      .keep_priorities = seed % 3 == 0},
                                          .threads = 1,
                                          .limit = limited ? outcome.taken - random_next(&random) % 300 : 0};
        const char *wrong = solve_judge(solve_engines[0], &game.game, winner, &trial, &outcome);
        totals->learned += outcome.report.tangles > 0;
        totals->several += outcome.report.tangles > 4;
        totals->spent += outcome.code == ERROR_MEMORY;
        if (wrong != NULL) {
            totals->mismatches++;
            random_game_report(&game, seed, "tangles", wrong);
        }
    }
    random_game_free(&game);
}

static void test_random_games(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(DEFAULT_CASES, 61803, judge_seed, &totals, &totals.mismatches);
    if (cases >= 500) {
        CU_ASSERT_TRUE(2 * totals.learned >= totals.cases);
        CU_ASSERT_TRUE(8 * totals.several >= totals.cases);
        CU_ASSERT_TRUE(2 * totals.spent >= totals.cases);
    }
}

/* --- limits --- */

/* Memory that does not suffice for tangles is an error, and never a wrong answer; what it takes is reported.
 */
static void test_memory(void) {
    struct game_case one;
    open_counter(&one, &counters[0], BUDGET);
    solve_counter(&one, SOLVER_TANGLES);
    uint64_t most = one.report.bytes, failures = 0;
    game_case_close(&one);
    for (uint64_t part = 1; part < 16; part++) {
        open_counter(&one, &counters[0], BUDGET);
        uint64_t used = memory_used(&one.work.memory);
        one.options.solver = SOLVER_TANGLES;
        one.work.memory.limit = used + most * part / 16;
        int failed = solve_cpu(&one.task);
        failures += failed != 0;
        CU_ASSERT_TRUE(failed == 0 || one.work.error.code == ERROR_MEMORY);
        CU_ASSERT_EQUAL(memory_used(&one.work.memory), used);
        game_case_close(&one);
    }
    CU_ASSERT_TRUE(failures >= 8);
}

static void test_interruption(void) {
    struct game_case one;
    int looks = 0, stopped = 1;
    open_counter(&one, &counters[0], BUDGET);
    while (stopped && ++looks < 60) {
        one.options.solver = looks % 2 ? SOLVER_TANGLES : SOLVER_AUTO;
        stopped = game_case_interrupt(&one, looks);
    }
    CU_ASSERT_TRUE(looks > 10);
    game_case_close(&one);
}

void suite_tangles(void) {
    suite_add("tangles", NULL, NULL, "counters take few promotions", test_counters,
              "counters are slow without tangles", test_slow_solvers, "two counters", test_two_counters,
              "each way in turn", test_ways, "small counters, against the oracle", test_small_counters,
              "random games, against the oracle", test_random_games, "too little memory", test_memory,
              "interruption at any look", test_interruption, NULL);
}
