/*
 * Small progress measures in rounds, as on a GPU, with the steps done on the host: random games with every
 * option against the oracle, games with long rows and many levels against the host's solver, and failures of
 * every allocation in turn. HEDDLE_CASES and HEDDLE_SEED choose the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>

#include "parity/measures/spm_exchange.h"
#include "parity/measures/spm_rounds.h"
#include "tests/support/large_game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/game_case.h"
#include "tests/support/spm_families.h"
#include "tests/support/spm_host.h"
#include "tests/support/shortage.h"
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
        struct game_case one;
        uint64_t draw = seed + i;
        game_case_open(&one, seed + i, random_next(&draw) % 3 == 0 ? MOST_VERTICES : 20);
        one.options = draw_options(&draw);
        game_case_judge(&one, spm_host_solve(&one.task, draw), "spm-rounds");
        count(&totals, &one.options.spm, one.report.lifts);
        game_case_close(&one);
    }
    report_counts("games", cases, "with lifts", totals.lifted, "in all", totals.lifts, NULL);
    CU_ASSERT_TRUE(cases < 500 || totals.lifted > cases / 2);
    for (unsigned i = 0; i < 5 && cases >= 500; i++) {
        CU_ASSERT_TRUE(totals.options[i][0] > cases / 5 && totals.options[i][1] > cases / 5);
        CU_ASSERT_TRUE(i == 2 || totals.options[i][2] > cases / 5);
    }
}

#define MOST_SECONDS 60 /* a second is enough, but a fault may never end */
#define DRAWS 6u

static void solve_family(const struct game *game, struct workplace *work, uint64_t seed) {
    struct solve_report report;
    uint64_t draw = seed;
    struct solve_options options = draw_options(&draw);
    struct solution solution = oracle_solution_new(game->vertices);
    const struct solve_task task = {game, &options, &work->run, &solution, &report, &work->error};
    options.spm.sides = SPM_SIDES_BOTH; /* one side alone takes too long */
    int failed = spm_host_solve(&task, seed);
    const char *wrong = failed ? work->error.text : large_game_judge(game, &work->run, &solution);
    if (wrong != NULL) {
        printf("\n    family %u, draw %u: %s", (unsigned)(seed / DRAWS), (unsigned)(seed % DRAWS), wrong);
        CU_FAIL("a game of a family");
    }
    oracle_solution_free(&solution);
}

static void test_families(void) {
    const double deadline = run_clock() + MOST_SECONDS;
    for (unsigned i = 0; i < SPM_FAMILIES_HOST; i++) {
        struct workplace work;
        struct game_store store;
        workplace_begin(&work, BUDGET);
        work.run.deadline = deadline;
        CU_ASSERT_EQUAL_FATAL(game_family_make(&spm_families[i], &work.run, &store, &work.error), 0);
        for (unsigned draw = 0; draw < DRAWS; draw++) {
            solve_family(&store.game, &work, i * DRAWS + draw);
        }
        game_store_free(&store);
        workplace_end(&work);
    }
}

/* A little more memory each time, until it suffices. */
static void test_every_allocation(void) {
    uint64_t failures = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct game_case one;
        uint64_t draw = seed;
        game_case_open(&one, seed, 40);
        one.options = draw_options(&draw);
        struct shortage shortage = {
            .memory = &one.work.memory, .error = &one.work.error, .more = 1, .step = 1, .part = 16};
        while (shortage_goes_on(&shortage)) {
            shortage.done = spm_host_solve(&one.task, seed) == 0;
            CU_ASSERT(!shortage.done || oracle_judge(one.game, &one.solution) == NULL);
        }
        failures += shortage.failures;
        game_case_close(&one);
    }
    CU_ASSERT_TRUE(failures > 60 * 20);
}

/* The exchange of a game, at every opportunity. */
static void set_exchange(struct game_case *one, struct spm_exchange *exchange) {
    one->options.spm.exchange = exchange;
    one->options.spm.exchange_seconds = 1e-9;
}

/*
 * One side after the other leaves its measures for the next: none is wrong, and lifts are not repeated. The
 * last side has fewer than half of the lifts of the first.
 */
static void test_exchange(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES) / 4;
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), alone = 0, after = 0, exchanged = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct game_case one;
        struct spm_exchange exchange;
        uint64_t draw = seed + i;
        game_case_open(&one, seed + i, MOST_VERTICES);
        spm_exchange_open(&exchange, one.game->vertices, &one.work.memory);
        for (unsigned turn = 0; turn < 4; turn++) {
            one.options = draw_options(&draw);
            one.options.keep_cycles = random_next(&draw) % 2;
            set_exchange(&one, &exchange);
            int on_host = (turn + i) % 2 == 0;
            int failed = on_host ? solve_cpu(&one.task) : spm_host_solve(&one.task, draw);
            const char *wrong = failed ? one.work.error.text : oracle_judge(one.game, &one.solution);
            if (wrong != NULL) {
                printf("\n    HEDDLE_SEED=%llu (%s), turn %u: %s", (unsigned long long)(seed + i),
                       random_game_shape_name(one.random.shape), turn, wrong);
                CU_FAIL("a random game");
            }
            alone += turn == 0 ? one.report.lifts : 0;
            after += turn == 3 ? one.report.lifts : 0;
        }
        exchanged += exchange.count > 0;
        spm_exchange_close(&exchange);
        game_case_close(&one);
    }
    printf("\n    %llu lifts alone, %llu at last ", (unsigned long long)alone, (unsigned long long)after);
    CU_ASSERT_TRUE(cases < 100 || (2 * exchanged > cases && 2 * after < alone));
}

/* A long interval ends when nothing changes any more. */
static void test_long_intervals(void) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct game_case one;
        uint64_t draw = seed;
        game_case_open(&one, seed, 20);
        one.options = draw_options(&draw);
        one.options.spm.queueing = SPM_QUEUEING_EXPLICIT;
        one.options.spm.interval = 1000000;
        CU_ASSERT_EQUAL_FATAL(spm_host_solve(&one.task, seed), 0);
        CU_ASSERT_PTR_NULL(oracle_judge(one.game, &one.solution));
        CU_ASSERT_TRUE(one.report.rounds < 100000);
        game_case_close(&one);
    }
}

/* A GPU is lost at its first copy, its second, and so on: the measures that it left for a host are right. */
static void test_lost_in_exchange(void) {
    uint64_t lost = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct game_case one;
        uint64_t draw = seed;
        int failed = 1;
        game_case_open(&one, seed, MOST_VERTICES);
        for (uint64_t copies = 0; failed && copies < 60; copies++) {
            struct spm_exchange exchange;
            spm_exchange_open(&exchange, one.game->vertices, &one.work.memory);
            one.options = draw_options(&draw);
            set_exchange(&one, &exchange);
            failed = spm_host_solve_until(&one.task, copies) != 0;
            CU_ASSERT_TRUE(!failed || one.work.error.code == ERROR_DEVICE);
            CU_ASSERT_EQUAL_FATAL(solve_cpu(&one.task), 0);
            const char *wrong = oracle_judge(one.game, &one.solution);
            if (wrong != NULL) {
                printf("\n    game %llu, lost after %llu copies: %s", (unsigned long long)seed,
                       (unsigned long long)copies, wrong);
                CU_FAIL("a game whose GPU was lost");
            }
            lost += failed;
            spm_exchange_close(&exchange);
        }
        game_case_close(&one);
    }
    CU_ASSERT_TRUE(lost > 60 * 10);
}

static void test_interruption(void) {
    static const int stop = 1;
    struct game_case one;
    game_case_open(&one, 3, 40);
    one.options.solver = SOLVER_SPM;
    one.work.run.stop = &stop;
    CU_ASSERT_EQUAL(spm_host_solve(&one.task, 1), -1);
    CU_ASSERT_EQUAL(one.work.error.code, ERROR_INTERRUPTED);
    game_case_close(&one);
}

void suite_spm_rounds(void) {
    suite_add("small progress measures in rounds", NULL, NULL, "random games", test_random, "families",
              test_families, "every allocation fails", test_every_allocation, "exchanges", test_exchange,
              "long intervals", test_long_intervals, "a GPU is lost in an exchange", test_lost_in_exchange,
              "interruption", test_interruption, NULL);
}
