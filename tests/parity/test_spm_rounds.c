/*
 * Small progress measures as a GPU lifts them, with the steps done on the host: random games with every
 * option against the oracle, games with long rows and many levels against the host's solver, and every
 * allocation failing in turn. HEDDLE_CASES and HEDDLE_SEED choose the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "parity/measures/spm_exchange.h"
#include "parity/measures/spm_rounds.h"
#include "tests/support/large_game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/spm_families.h"
#include "tests/support/spm_host.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 500u
#else
#define DEFAULT_CASES 3000u
#endif
#define MOST_VERTICES 40u
#define BUDGET ((uint64_t)1 << 30)

static struct solve_options draw_options(uint64_t *draw) {
    struct solve_options options = {.solver = SOLVER_SPM, .keep_loops = random_next(draw) % 2};
    spm_host_draw(draw, &options.spm);
    return options;
}

struct totals {
    uint64_t lifts, lifted, options[5][3];
};

static void count(struct totals *totals, const struct spm_options *spm, uint64_t lifts) {
    totals->lifts += lifts;
    totals->lifted += lifts > 0;
    totals->options[0][spm->sides]++;
    totals->options[1][spm->shortcuts]++;
    totals->options[2][spm->queueing]++;
    totals->options[3][spm->kernels]++;
    totals->options[4][spm->layout]++;
}

static void test_random(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1);
    struct totals totals = {0};
    for (uint64_t i = 0; i < cases; i++) {
        struct random_game random_game;
        struct memory memory;
        struct error error = {0};
        struct solve_report report;
        uint64_t draw = seed + i;
        random_game_make(seed + i, random_next(&draw) % 3 == 0 ? MOST_VERTICES : 20, &random_game);
        const struct game *game = &random_game.game;
        struct solution solution = oracle_solution_new(game->vertices);
        struct solve_options options = draw_options(&draw);
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        int failed =
            spm_host_solve(&(struct solve_task){game, &options, &run, &solution, &report, &error}, draw);
        const char *wrong = failed ? error.text : oracle_judge(game, &solution);
        if (wrong != NULL || memory_used(&memory) != 0) {
            random_game_report(&random_game, seed + i, "spm-rounds",
                               wrong != NULL ? wrong : "memory is left");
            CU_FAIL("a random game");
        }
        count(&totals, &options.spm, report.lifts);
        oracle_solution_free(&solution);
        random_game_free(&random_game);
    }
    printf("\n    %llu games, %llu with lifts, %llu in all ", (unsigned long long)cases,
           (unsigned long long)totals.lifted, (unsigned long long)totals.lifts);
    CU_ASSERT_TRUE(cases < 500 || totals.lifted > cases / 2);
    for (unsigned i = 0; i < 5 && cases >= 500; i++) {
        CU_ASSERT_TRUE(totals.options[i][0] > cases / 5 && totals.options[i][1] > cases / 5);
        CU_ASSERT_TRUE(i == 2 || totals.options[i][2] > cases / 5);
    }
}

#define MOST_SECONDS 60 /* a second is enough; what is wrong may never end */
#define DRAWS 6u

static void solve_family(const struct game *game, const struct run *run, uint64_t seed) {
    struct error error = {0};
    struct solve_report report;
    uint64_t draw = seed;
    struct solve_options options = draw_options(&draw);
    struct solution solution = oracle_solution_new(game->vertices);
    options.spm.sides = SPM_SIDES_BOTH; /* to the top it is far */
    int failed = spm_host_solve(&(struct solve_task){game, &options, run, &solution, &report, &error}, seed);
    const char *wrong = failed ? error.text : large_game_judge(game, run, &solution);
    if (wrong != NULL) {
        printf("\n    family %u, draw %u: %s", (unsigned)(seed / DRAWS), (unsigned)(seed % DRAWS), wrong);
        CU_FAIL("a game of a family");
    }
    oracle_solution_free(&solution);
}

static void test_families(void) {
    const double deadline = run_clock() + MOST_SECONDS;
    for (unsigned i = 0; i < SPM_FAMILIES_HOST; i++) {
        struct memory memory;
        struct error error = {0};
        struct game_store store;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1, .deadline = deadline};
        CU_ASSERT_EQUAL_FATAL(game_family_make(&spm_families[i], &run, &store, &error), 0);
        for (unsigned draw = 0; draw < DRAWS; draw++) {
            solve_family(&store.game, &run, i * DRAWS + draw);
        }
        game_store_free(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* A little more memory each time, until it suffices. */
static void test_every_allocation(void) {
    uint64_t failures = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_game random_game;
        uint64_t draw = seed, limit = 1;
        struct error error;
        random_game_make(seed, 40, &random_game);
        struct solution solution = oracle_solution_new(random_game.game.vertices);
        struct solve_options options = draw_options(&draw);
        do {
            struct memory memory;
            struct solve_report report;
            memory_init(&memory, limit);
            struct run run = {.memory = &memory, .threads = 1};
            error = (struct error){0};
            if (spm_host_solve(
                    &(struct solve_task){&random_game.game, &options, &run, &solution, &report, &error},
                    seed) == 0) {
                CU_ASSERT_PTR_NULL(oracle_judge(&random_game.game, &solution));
            } else {
                CU_ASSERT_EQUAL_FATAL(error.code, ERROR_MEMORY);
                failures++;
            }
            CU_ASSERT_EQUAL(memory_used(&memory), 0);
            limit += 1 + limit / 16;
        } while (error.code == ERROR_MEMORY);
        oracle_solution_free(&solution);
        random_game_free(&random_game);
    }
    CU_ASSERT_TRUE(failures > 60 * 20);
}

/*
 * One side after the other leaves its measures for the next: none is wrong, and what was lifted once is not
 * lifted again. By the third time nothing is left to lift, or not by far as much.
 */
static void test_exchange(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES) / 4;
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), alone = 0, after = 0, exchanged = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct random_game random_game;
        struct memory memory;
        struct error error = {0};
        struct spm_exchange exchange;
        uint64_t draw = seed + i;
        random_game_make(seed + i, MOST_VERTICES, &random_game);
        const struct game *game = &random_game.game;
        struct solution solution = oracle_solution_new(game->vertices);
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        spm_exchange_open(&exchange, game->vertices, &memory);
        for (unsigned turn = 0; turn < 4; turn++) {
            struct solve_report report;
            struct solve_options options = draw_options(&draw);
            options.keep_cycles = random_next(&draw) % 2;
            options.spm.exchange = &exchange;
            options.spm.exchange_seconds = 1e-9; /* whenever it is possible */
            int on_host = (turn + i) % 2 == 0;
            int failed =
                on_host ? solve_cpu(&(struct solve_task){game, &options, &run, &solution, &report, &error})
                        : spm_host_solve(
                              &(struct solve_task){game, &options, &run, &solution, &report, &error}, draw);
            const char *wrong = failed ? error.text : oracle_judge(game, &solution);
            if (wrong != NULL) {
                printf("\n    HEDDLE_SEED=%llu (%s), turn %u: %s", (unsigned long long)(seed + i),
                       random_game_shape_name(random_game.shape), turn, wrong);
                CU_FAIL("a random game");
            }
            alone += turn == 0 ? report.lifts : 0;
            after += turn == 3 ? report.lifts : 0;
        }
        exchanged += exchange.count > 0;
        spm_exchange_close(&exchange);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        oracle_solution_free(&solution);
        random_game_free(&random_game);
    }
    printf("\n    %llu lifts alone, %llu at last ", (unsigned long long)alone, (unsigned long long)after);
    CU_ASSERT_TRUE(cases < 100 || (2 * exchanged > cases && 2 * after < alone));
}

/* Intervals end when nothing changes any more: nobody has to wait for the rest of a long one. */
static void test_long_intervals(void) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct random_game random_game;
        struct memory memory;
        struct error error = {0};
        struct solve_report report;
        uint64_t draw = seed;
        random_game_make(seed, 20, &random_game);
        struct solution solution = oracle_solution_new(random_game.game.vertices);
        struct solve_options options = draw_options(&draw);
        options.spm.queueing = SPM_QUEUEING_EXPLICIT;
        options.spm.interval = 1000000;
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        CU_ASSERT_EQUAL_FATAL(
            spm_host_solve(
                &(struct solve_task){&random_game.game, &options, &run, &solution, &report, &error}, seed),
            0);
        CU_ASSERT_PTR_NULL(oracle_judge(&random_game.game, &solution));
        CU_ASSERT_TRUE(report.rounds < 100000);
        oracle_solution_free(&solution);
        random_game_free(&random_game);
    }
}

/* A GPU is lost at its first copy, its second, and so on: what it left for a host is right all the same. */
static void test_lost_in_exchange(void) {
    uint64_t lost = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_game random_game;
        struct memory memory;
        struct error error = {0};
        struct solve_report report;
        uint64_t draw = seed;
        int failed = 1;
        random_game_make(seed, MOST_VERTICES, &random_game);
        const struct game *game = &random_game.game;
        struct solution solution = oracle_solution_new(game->vertices);
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        for (uint64_t copies = 0; failed && copies < 60; copies++) {
            struct spm_exchange exchange;
            struct solve_options options = draw_options(&draw);
            spm_exchange_open(&exchange, game->vertices, &memory);
            options.spm.exchange = &exchange;
            options.spm.exchange_seconds = 1e-9;
            failed = spm_host_solve_until(
                         &(struct solve_task){game, &options, &run, &solution, &report, &error}, copies) != 0;
            CU_ASSERT_TRUE(!failed || error.code == ERROR_DEVICE);
            CU_ASSERT_EQUAL_FATAL(
                solve_cpu(&(struct solve_task){game, &options, &run, &solution, &report, &error}), 0);
            const char *wrong = oracle_judge(game, &solution);
            if (wrong != NULL) {
                printf("\n    game %llu, lost after %llu copies: %s", (unsigned long long)seed,
                       (unsigned long long)copies, wrong);
                CU_FAIL("a game whose GPU was lost");
            }
            lost += failed;
            spm_exchange_close(&exchange);
        }
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        oracle_solution_free(&solution);
        random_game_free(&random_game);
    }
    CU_ASSERT_TRUE(lost > 60 * 10);
}

static void test_interruption(void) {
    static const int stop = 1;
    struct random_game random_game;
    struct memory memory;
    struct error error = {0};
    struct solve_report report;
    struct solve_options options = {.solver = SOLVER_SPM};
    memory_init(&memory, UINT64_MAX);
    struct run run = {.memory = &memory, .threads = 1, .stop = &stop};
    random_game_make(3, 40, &random_game);
    struct solution solution = oracle_solution_new(random_game.game.vertices);
    CU_ASSERT_EQUAL(
        spm_host_solve(&(struct solve_task){&random_game.game, &options, &run, &solution, &report, &error},
                       1),
        -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    oracle_solution_free(&solution);
    random_game_free(&random_game);
}

void suite_spm_rounds(void) {
    suite_add("small progress measures in rounds", NULL, NULL, "random games", test_random, "families",
              test_families, "every allocation fails", test_every_allocation, "exchanges", test_exchange,
              "long intervals", test_long_intervals, "a GPU is lost in an exchange", test_lost_in_exchange,
              "interruption", test_interruption, NULL);
}
