/*
 * Small progress measures: thousands of random games with every queue, order and option, against the oracle
 * and with strategies verified; with ever less memory, interrupted at any look; families whose winners are
 * known; measures against the definition, at their bounds; the queues on their own. HEDDLE_CASES and
 * HEDDLE_SEED choose other games.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/game_family.h"
#include "parity/solve.h"
#include "parity/spm.h"
#include "tests/oracle_game.h"
#include "tests/random_game.h"
#include "tests/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 1500u
#define LARGE 4000u
#else
#define DEFAULT_CASES 12000u
#define LARGE 40000u
#endif
#define VERTICES 40u
#define BUDGET ((uint64_t)1 << 32)

/* --- one game, solved once --- */

struct outcome {
    enum error_code code;
    struct solve_report report;
    uint64_t taken;
};

/* Solves within `limit` bytes; what is wrong, or NULL. */
static const char *judge(const struct game *game, const uint8_t *winner, const struct solve_options *options,
                         uint64_t limit, struct outcome *outcome) {
    struct memory memory, kept;
    struct solution solution;
    struct error error = {.code = ERROR_NONE};
    memory_init(&kept, BUDGET);
    memory_init(&memory, limit);
    struct run run = {.memory = &memory, .threads = 1};
    const char *wrong = NULL, *said;
    uint64_t vertex;
    if (solution_create(&solution, game->vertices, &kept, &error) != 0) {
        return "no room for a solution";
    }
    memset(solution.strategy, 0x55, game->vertices * sizeof *solution.strategy);
    int failed = solve_cpu(game, options, &run, &solution, &outcome->report, &error);
    outcome->code = failed != 0 ? error.code : ERROR_NONE;
    outcome->taken = memory_peak(&memory);
    struct run after = {.memory = &kept, .threads = 1};
    if (memory_used(&memory) != 0) {
        wrong = "memory is left";
    } else if (failed != 0) {
        wrong = error.code == ERROR_MEMORY && limit != BUDGET ? NULL : "it failed";
    } else if (outcome->report.bytes != outcome->taken || outcome->report.solver != SOLVER_SPM) {
        wrong = "what it says of itself";
    } else if (memcmp(solution.winner, winner, game->vertices) != 0) {
        wrong = "its winners";
    } else if ((wrong = oracle_solution_is_wrong(game, &solution)) == NULL &&
               solution_verify(game, &solution, &after, &said, &vertex, &error) != 1) {
        wrong = "solution_verify";
    }
    solution_free(&solution, game->vertices, &kept);
    return wrong;
}

/* --- thousands of them --- */

struct totals {
    uint64_t cases, mismatches, lifted, spent, both_win;
    uint64_t queues[SPM_QUEUE_KINDS], orders[SPM_ORDERS], sided[2], lifts;
};

static void draw_options(uint64_t *random, struct solve_options *options) {
    uint64_t bits = random_next(random);
    *options = (struct solve_options){.solver = SOLVER_SPM};
    options->keep_loops = bits & 1;
    options->keep_cycles = bits >> 1 & 1;
    options->keep_priorities = bits >> 2 & 1;
    options->keep_whole = bits >> 3 & 1;
    options->spm.one_sided = bits >> 4 & 1;
    options->spm.odd_first = bits >> 5 & 1;
    options->spm.queue = (enum spm_queue_kind)(random_next(random) % SPM_QUEUE_KINDS);
    options->spm.order = (enum spm_order)(random_next(random) % SPM_ORDERS);
    options->spm.seed = random_next(random);
}

static void tell(uint64_t seed, const struct random_game *game, const struct solve_options *options,
                 uint64_t limit, const char *wrong) {
    fprintf(stderr,
            "seed %llu (%s, %llu vertices): %s; queue %d, order %d, %s, %s first; keeps%s%s%s%s, memory "
            "%llu; see "
            "build/spm-failed.pg\n",
            (unsigned long long)seed, random_game_shape_name(game->shape),
            (unsigned long long)game->game.vertices, wrong, (int)options->spm.queue, (int)options->spm.order,
            options->spm.one_sided ? "one side" : "in turn", options->spm.odd_first ? "Odd" : "Even",
            options->keep_loops ? " loops" : "", options->keep_cycles ? " cycles" : "",
            options->keep_priorities ? " priorities" : "", options->keep_whole ? " whole" : "",
            (unsigned long long)limit);
    random_game_tell(&game->game, "build/spm-failed.pg");
}

/* With the defaults, twice as drawn, and the last once more with part of the memory that it took. */
static void judge_case(uint64_t seed, uint64_t most_vertices, struct totals *totals) {
    struct random_game game;
    uint8_t winner[VERTICES];
    uint64_t random = seed * 31 + 7, limit = BUDGET;
    struct solve_options options = {.solver = SOLVER_SPM};
    random_game_make(seed, most_vertices, &game);
    oracle_game(&game.game, winner);
    totals->cases++;
    totals->both_win += memchr(winner, 0, game.game.vertices) && memchr(winner, 1, game.game.vertices);
    for (int i = 0; i < 4; i++) {
        struct outcome outcome;
        const char *wrong = judge(&game.game, winner, &options, limit, &outcome);
        totals->mismatches += wrong != NULL;
        totals->lifts += outcome.report.lifts;
        totals->lifted += outcome.report.lifts > 0;
        totals->spent += outcome.code == ERROR_MEMORY;
        totals->queues[options.spm.queue]++;
        totals->orders[options.spm.order]++;
        totals->sided[options.spm.one_sided]++;
        if (wrong != NULL) {
            tell(seed, &game, &options, limit, wrong);
        }
        if (i < 2) {
            draw_options(&random, &options);
        } else {
            limit = 1 + outcome.taken * (1 + random_next(&random) % 16) / 16;
        }
    }
    random_game_free(&game);
}

static void test_random_games(void) {
    uint64_t cases = number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20131);
    struct totals totals = {0};
    for (uint64_t i = 0; i < cases && totals.mismatches < 10; i++) {
        judge_case(seed + i, (seed + i) % 3 == 0 ? 10 : VERTICES, &totals);
    }
    printf("\n    %llu games, %llu won by both; %llu of %llu solved with lifts, %llu in all; %llu without "
           "memory ",
           (unsigned long long)totals.cases, (unsigned long long)totals.both_win,
           (unsigned long long)totals.lifted, (unsigned long long)(4 * totals.cases),
           (unsigned long long)totals.lifts, (unsigned long long)totals.spent);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
    if (cases >= 500 && totals.mismatches == 0) { /* they are worth their time */
        CU_ASSERT_TRUE(3 * totals.both_win >= totals.cases);
        CU_ASSERT_TRUE(totals.lifted >= totals.cases);
        CU_ASSERT_TRUE(2 * totals.spent >= totals.cases);
        CU_ASSERT_TRUE(2 * totals.sided[0] >= totals.cases && 2 * totals.sided[1] >= totals.cases);
        for (unsigned i = 0; i < SPM_QUEUE_KINDS; i++) {
            CU_ASSERT_TRUE(2 * totals.queues[i] >= totals.cases);
        }
        for (unsigned i = 0; i < SPM_ORDERS; i++) {
            CU_ASSERT_TRUE(4 * totals.orders[i] >= totals.cases);
        }
    }
}

void suite_spm(void) {
    CU_pSuite suite = CU_add_suite("spm", NULL, NULL);
    CU_add_test(suite, "random games with every queue, order and option, against the oracle",
                test_random_games);
}
