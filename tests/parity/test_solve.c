/*
 * Thousands of random parity games, solved on every engine by every solver with options drawn at random,
 * against the oracle: winners equal, strategies verified, memory given back, and with less and less memory.
 * HEDDLE_CASES and HEDDLE_SEED choose the games. Then what random games do not have: families whose winners
 * are known, large games solved in several ways, what a solver refuses, interruption.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "parity/solve.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/game_case.h"
#include "tests/support/solve_judge.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 1000u
#define LARGE 10000u
#else
#define DEFAULT_CASES 12000u
#define LARGE 100000u
#endif
#define VERTICES 64u
#define DEVICE_SHARE 5u /* a GPU solves one game in DEVICE_SHARE, because it is opened for each game */
#define BUDGET ((uint64_t)1 << 32)

static int engine_is_testable(const struct solve_engine *engine) {
    static int told;
    return test_can_run(engine->name, engine->available, &told);
}

/* --- random games --- */

struct totals {
    uint64_t cases, mismatches, promotions, promoted, preprocessed, refused, spent, both_win;
    uint64_t shapes[RANDOM_GAME_SHAPES], solvers[SOLVERS];
};

static void draw_configuration(uint64_t *random, const struct solve_engine *engine,
                               struct solve_trial *configuration) {
    struct solve_options *options = &configuration->options;
    uint64_t bits = random_next(random);
    *configuration = (struct solve_trial){.threads = 1 + (unsigned)(bits >> 16 & 1)};
    options->solver = bits % 4 == 0          ? SOLVER_AUTO
                      : bits % 4 == 1        ? SOLVER_ATTRACTOR
                      : engine->on_device    ? SOLVER_REGIONS
                      : (bits >> 9 & 1) != 0 ? SOLVER_TANGLES
                                             : SOLVER_PROMOTION;
    options->keep_loops = bits >> 4 & 1;
    options->keep_cycles = bits >> 5 & 1;
    options->keep_priorities = bits >> 6 & 1;
    options->keep_whole = bits >> 7 & 1;
    options->preprocess_first = bits >> 8 & 1;
}

static void report_case(uint64_t seed, const struct random_game *game, const struct solve_engine *engine,
                        const struct solve_trial *configuration, const char *wrong) {
    const struct solve_options *options = &configuration->options;
    fprintf(stderr, "\n    %s on %s; keeps%s%s%s%s%s, memory %llu:", solver_name(options->solver),
            engine->name, options->keep_loops ? " loops" : "", options->keep_cycles ? " cycles" : "",
            options->keep_priorities ? " priorities" : "", options->keep_whole ? " whole" : "",
            options->preprocess_first ? ", preprocesses first" : "",
            (unsigned long long)configuration->limit);
    random_game_report(game, seed, "solve", wrong);
}

static void judge_engine(uint64_t seed, const struct random_game *game, const uint8_t *winner,
                         const struct solve_engine *engine, struct totals *totals) {
    uint64_t random = seed * 31 + 7;
    struct solve_outcome outcome = {0};
    struct solve_trial configurations[5] = {{.threads = 1}, {.threads = 1}};
    configurations[1].options.solver = SOLVER_ATTRACTOR;
    draw_configuration(&random, engine, &configurations[2]);
    draw_configuration(&random, engine, &configurations[3]);
    configurations[4] = configurations[3];
    for (int i = 0; i < 5; i++) {
        if (i == 4) { /* with a part of the memory that the last one took */
            uint64_t took = engine->on_device ? outcome.report.bytes : outcome.taken;
            configurations[i].limit = 1 + took * (1 + random_next(&random) % 16) / 16;
        }
        const char *wrong = solve_judge(engine, &game->game, winner, &configurations[i], &outcome);
        totals->solvers[outcome.report.solver]++;
        totals->promotions += outcome.report.promotions;
        totals->promoted += outcome.report.promotions > 0;
        totals->preprocessed += outcome.report.preprocessed > 0;
        totals->refused += outcome.code == ERROR_USAGE;
        totals->spent += outcome.code == ERROR_MEMORY;
        if (wrong != NULL) {
            totals->mismatches++;
            report_case(seed, game, engine, &configurations[i], wrong);
        }
    }
}

static void judge_game(uint64_t seed, uint64_t most_vertices, struct totals *totals) {
    struct random_game game;
    uint8_t winner[VERTICES];
    random_game_make(seed, most_vertices, &game);
    oracle_game(&game.game, winner);
    totals->cases++;
    totals->shapes[game.shape]++;
    totals->both_win += memchr(winner, 0, game.game.vertices) && memchr(winner, 1, game.game.vertices);
    for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
        if (engine_is_testable(*engine) && !((*engine)->on_device && seed % DEVICE_SHARE != 0)) {
            judge_engine(seed, &game, winner, *engine, totals);
        }
    }
    random_game_free(&game);
}

static void judge_seed(uint64_t seed, void *totals) {
    judge_game(seed, seed % 3 == 0 ? 12 : VERTICES, totals);
}

static void test_random_games(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(DEFAULT_CASES, 20266, judge_seed, &totals, &totals.mismatches);
    report_counts("games", totals.cases, "won by both", totals.both_win, "promotions", totals.promotions,
                  "in", totals.promoted, "preprocessed", totals.preprocessed, "refused", totals.refused,
                  "without memory", totals.spent, NULL);
    if (cases >= 500) { /* the drawn games are varied enough */
        CU_ASSERT_TRUE(3 * totals.both_win >= totals.cases);
        CU_ASSERT_TRUE(10 * totals.promoted >= totals.cases);
        CU_ASSERT_TRUE(4 * totals.preprocessed >= totals.cases);
        CU_ASSERT_TRUE(4 * totals.refused >= totals.cases);
        CU_ASSERT_TRUE(3 * totals.spent >= totals.cases);
        CU_ASSERT_TRUE(totals.solvers[SOLVER_ATTRACTOR] >= totals.cases);
        for (int i = 0; i < RANDOM_GAME_SHAPES; i++) {
            CU_ASSERT_TRUE(40 * totals.shapes[i] >= totals.cases);
        }
    }
}

/* Games with rare events: regions lose vertices to others, are mended, and are closed later. */
static void test_rare_games(void) {
    static const uint64_t seeds[] = {2447, 502865, 504676, 509749, 512456, 515443, 45688};
    struct totals totals = {0};
    for (unsigned i = 0; i < LENGTH(seeds); i++) {
        judge_game(seeds[i], 60, &totals);
        judge_game(seeds[i], VERTICES, &totals);
    }
    CU_ASSERT_EQUAL(totals.mismatches, 0);
}

/* Vertex 0, of the least level, is in no region, and its successors are in two regions, of which the higher
 * one has just taken in others: so the vertex has lost its last edge to a lower region. */
static void test_least_level(void) {
    static const uint64_t offsets[] = {0, 2, 4, 6, 8, 10, 12, 13, 15, 16, 18};
    static const uint32_t targets[] = {2, 1, 0, 8, 0, 3, 1, 4, 9, 3, 9, 6, 5, 2, 5, 6, 5, 8};
    static const uint8_t owner[] = {0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
    static const uint32_t priority[] = {0, 5, 0, 6, 3, 1, 4, 4, 7, 0};
    const struct game game = {.vertices = 10,
                              .edges = 18,
                              .offsets = (uint64_t *)offsets,
                              .targets = (uint32_t *)targets,
                              .owner = (uint8_t *)owner,
                              .priority = (uint32_t *)priority};
    uint8_t winner[10];
    oracle_game(&game, winner);
    for (int keeps_priorities = 0; keeps_priorities < 2; keeps_priorities++) {
        const struct solve_trial trial = {.options = {.solver = SOLVER_PROMOTION,
                                                      .keep_loops = 1,
                                                      .keep_cycles = 1,
                                                      .keep_whole = 1,
                                                      .keep_priorities = keeps_priorities},
                                          .threads = 1};
        struct solve_outcome outcome;
        CU_ASSERT_PTR_NULL(solve_judge(solve_engines[0], &game, winner, &trial, &outcome));
    }
}

/* Every allocation fails in turn: the memory limit grows in small steps. */
static void test_every_allocation(void) {
    const struct solve_engine *engine = solve_engines[0];
    uint64_t failures = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_game game;
        uint8_t winner[VERTICES];
        random_game_make(seed, VERTICES, &game);
        oracle_game(&game.game, winner);
        for (int solver = SOLVER_ATTRACTOR; solver <= SOLVER_TANGLES; solver++) {
            struct solve_trial configuration = {
                .options = {.solver = (enum solver)solver, .preprocess_first = 1}, .threads = 1, .limit = 1};
            struct solve_outcome outcome;
            do {
                const char *wrong = solve_judge(engine, &game.game, winner, &configuration, &outcome);
                CU_ASSERT_PTR_NULL(wrong);
                failures += outcome.code == ERROR_MEMORY;
                configuration.limit += 1 + configuration.limit / 16;
            } while (outcome.code == ERROR_MEMORY);
        }
        random_game_free(&game);
    }
    CU_ASSERT_TRUE(failures > 60 * 3 * 20);
}

/* --- families --- */

static const struct game_family families[] = {
    {.kind = GAME_FAMILY_PROPAGATION, .width = 1, .length = 1},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 7, .length = 9},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 300, .length = 30},
    {.kind = GAME_FAMILY_PROPAGATION, .width = 2, .length = LARGE / 2},
    {.kind = GAME_FAMILY_TREE, .length = 1},
    {.kind = GAME_FAMILY_TREE, .length = 13},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 1, .length = 1},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 4, .length = 3},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 300, .length = 3},
    {.kind = GAME_FAMILY_JURDZINSKI, .width = 60, .length = 10},
    {.kind = GAME_FAMILY_HANOI, .length = 1},
    {.kind = GAME_FAMILY_HANOI, .length = 8},
    {.kind = GAME_FAMILY_RANDOM, .vertices = LARGE, .low = 1, .high = 4, .priorities = 2, .seed = 1},
    {.kind = GAME_FAMILY_RANDOM, .vertices = LARGE, .low = 1, .high = 2, .priorities = 5, .seed = 2},
    {.kind = GAME_FAMILY_RANDOM, .vertices = LARGE / 4, .low = 1, .high = 2, .priorities = LARGE, .seed = 3},
    {.kind = GAME_FAMILY_RANDOM, .vertices = LARGE, .low = 2, .high = 3, .priorities = LARGE, .seed = 4},
    {.kind = GAME_FAMILY_RANDOM, .vertices = 30, .low = 20, .high = 60, .priorities = 2000000000, .seed = 5},
    {.kind = GAME_FAMILY_FAIRNESS, .width = 100, .length = LARGE / 400, .seed = 6},
    {.kind = GAME_FAMILY_INVARIANT, .width = 100, .length = LARGE / 200, .priorities = 1000, .seed = 7},
    {.kind = GAME_FAMILY_COUNTER_CORE, .length = 3},
    {.kind = GAME_FAMILY_COUNTER_ROBUST, .length = 4},
    {.kind = GAME_FAMILY_COUNTER_SYMMETRIC, .length = 7},
    {.kind = GAME_FAMILY_COUNTER_DELAYED, .length = 7},
    {.kind = GAME_FAMILY_COUNTER_RECOVERED, .length = 6},
    {.kind = GAME_FAMILY_COUNTER_MCNAUGHTON, .length = 7},
    {.kind = GAME_FAMILY_DISTRACTED, .length = 7},
    {.kind = GAME_FAMILY_TWO_COUNTERS, .length = 4},
    {.kind = GAME_FAMILY_PLAIN_TWO_COUNTERS, .length = 5},
};

#define FAMILIES LENGTH(families)

static uint64_t count_even(const struct game *game, const struct solution *solution) {
    uint64_t even = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        even += solution->winner[v] == PLAYER_EVEN;
    }
    return even;
}

/* Solves the game and verifies the solution: 1; 0 when the solver refused the game. */
static int solve_and_verify(const struct solve_engine *engine, const struct game *game,
                            const struct solve_options *options, struct solution *solution,
                            struct memory *memory) {
    struct run run = {.memory = memory, .threads = 1, .device_bytes = SOLVE_DEVICE_BYTES};
    struct solve_report report;
    struct error error;
    const char *wrong = NULL;
    uint64_t vertex;
    uint64_t before = memory_used(memory);
    int failed = engine->solve(&(struct solve_task){game, options, &run, solution, &report, &error});
    CU_ASSERT_EQUAL(memory_used(memory), before);
    if (failed != 0) {
        CU_ASSERT_TRUE(error.code == ERROR_USAGE && solve_may_refuse(engine, options->solver));
        return 0;
    }
    CU_ASSERT_EQUAL(solution_verify(game, solution, &run, &wrong, &vertex, &error), 1);
    return 1;
}

/* Solves a game in several ways, which must agree. Returns how many did. */
static unsigned solve_in_ways(const struct solve_engine *engine, const struct game_family *family,
                              const struct game_store *store, struct memory *memory) {
    static const struct solve_options ways[] = {
        {.solver = SOLVER_AUTO},
        {.solver = SOLVER_ATTRACTOR},
        {.solver = SOLVER_PROMOTION},
        {.solver = SOLVER_PROMOTION, .preprocess_first = 1},
        {.solver = SOLVER_PROMOTION,
         .keep_loops = 1,
         .keep_cycles = 1,
         .keep_whole = 1,
         .keep_priorities = 1},
        {.solver = SOLVER_PROMOTION, .keep_cycles = 1, .preprocess_first = 1},
        {.solver = SOLVER_TANGLES},
        {.solver = SOLVER_TANGLES, .keep_loops = 1, .keep_cycles = 1, .keep_whole = 1, .keep_priorities = 1},
        {.solver = SOLVER_REGIONS},
    };
    struct solution solution, first;
    struct error error;
    uint64_t even;
    unsigned solved = 0;
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, store->game.vertices, memory, &error), 0);
    CU_ASSERT_EQUAL_FATAL(solution_create(&first, store->game.vertices, memory, &error), 0);
    for (unsigned i = 0; i < LENGTH(ways); i++) {
        if (!solve_and_verify(engine, &store->game, &ways[i], solved == 0 ? &first : &solution, memory)) {
            continue;
        }
        if (solved++ > 0) {
            CU_ASSERT_EQUAL(memcmp(solution.winner, first.winner, store->game.vertices), 0);
        } else if (game_family_even(family, &even)) {
            CU_ASSERT_EQUAL(count_even(&store->game, &first), even);
        }
    }
    solution_free(&solution, store->game.vertices, memory);
    solution_free(&first, store->game.vertices, memory);
    return solved;
}

static void test_families(void) {
    for (unsigned i = 0; i < 2 * FAMILIES; i++) {
        struct memory memory;
        struct game_store store;
        struct error error;
        struct game_family family = families[i / 2];
        family.shuffled = i % 2;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1};
        CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
        for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
            if (engine_is_testable(*engine)) {
                CU_ASSERT_TRUE(solve_in_ways(*engine, &family, &store, &memory) >=
                               ((*engine)->on_device ? 2 : 7));
            }
        }
        game_store_free(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* Games with so many priorities that there are hundreds of regions, of which many are mended at a time. */
static void test_many_regions(void) {
    uint64_t games = number_of_cases(DEFAULT_CASES) / 40;
    for (uint64_t i = 0; i < games; i++) {
        struct memory memory;
        struct game_store store;
        struct error error;
        uint32_t vertices = 200 + (uint32_t)(i * 7919 % 3000);
        const struct game_family family = {.kind = GAME_FAMILY_RANDOM,
                                           .vertices = vertices,
                                           .low = 1 + i % 2,
                                           .high = 2 + i % 3,
                                           .priorities = i % 4 == 0 ? vertices / 10 : vertices,
                                           .seed = i};
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1};
        CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
        CU_ASSERT_TRUE(solve_in_ways(solve_engines[0], &family, &store, &memory) >= 7);
        game_store_free(&store);
    }
}

/* Compares the known winners of small families with the oracle's. */
static void test_family_winners(void) {
    for (unsigned i = 0; i < FAMILIES; i++) {
        struct memory memory;
        struct game_store store;
        struct error error;
        uint8_t winner[400];
        uint64_t even, counted = 0;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1};
        struct game_family family = families[i];
        family.length = family.length > 4 ? 4 : family.length;
        family.width = family.width > 9 ? 9 : family.width;
        family.vertices = family.vertices > 99 ? 99 : family.vertices;
        CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
        CU_ASSERT_TRUE_FATAL(store.game.vertices <= sizeof winner);
        CU_ASSERT_EQUAL(store.game.edges, store.game.offsets[store.game.vertices]);
        oracle_game(&store.game, winner);
        for (uint64_t v = 0; v < store.game.vertices; v++) {
            CU_ASSERT_TRUE(store.game.offsets[v] < store.game.offsets[v + 1]);
            counted += winner[v] == PLAYER_EVEN;
        }
        CU_ASSERT_TRUE(!game_family_even(&family, &even) || counted == even);
        game_store_free(&store);
    }
}

/* --- refusals and interruption --- */

static void test_refusals(void) {
    const uint64_t offsets[] = {0, 2, 3};
    const uint32_t targets[] = {0, 1, 0}, priority[] = {0, 1};
    const uint8_t owner[] = {1, 0};
    const struct game game = {2, 3, offsets, targets, owner, priority, 0}, empty = {0};
    uint8_t winner[2];
    uint32_t strategy[2];
    struct solution solution = {winner, strategy};
    struct solve_report report;
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&game, &(struct solve_options){.solver = SOLVER_REGIONS},
                                                   &place.run, &solution, &report, &place.error}),
                    -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_USAGE);
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&game, &(struct solve_options){.solver = SOLVER_ATTRACTOR},
                                                   &place.run, &solution, &report, &place.error}),
                    -1);
    CU_ASSERT_EQUAL(place.error.code, ERROR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(place.error.text, "alternation"));
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&game, &(struct solve_options){0}, &place.run, &solution,
                                                   &report, &place.error}),
                    0);
    CU_ASSERT_EQUAL(report.solver, SOLVER_PROMOTION);
    CU_ASSERT_TRUE(winner[0] == PLAYER_ODD && winner[1] == PLAYER_ODD && strategy[0] == 1 &&
                   strategy[1] == SOLUTION_NONE);
    for (int solver = SOLVER_AUTO; solver <= SOLVER_TANGLES; solver++) {
        const struct solve_options options = {.solver = (enum solver)solver, .preprocess_first = 1};
        CU_ASSERT_EQUAL(
            solve_cpu(&(struct solve_task){&empty, &options, &place.run, &solution, &report, &place.error}),
            0);
    }
}

/*
 * Nested components: a ring of the inner one, an even vertex that closes it, and an odd vertex on the way. No
 * cycle is odd, but each even vertex hides this from a search for odd cycles, which has to decompose the rest
 * again for each level.
 */
#define NESTED 2000u

static void test_nested_components(void) {
    static uint64_t offsets[2 * NESTED + 2];
    static uint32_t targets[4 * NESTED + 2], priority[2 * NESTED + 1];
    static uint8_t owner[2 * NESTED + 1];
    struct error error = {0};
    struct solve_report report;
    struct game game = {.offsets = offsets, .targets = targets, .priority = priority, .owner = owner};
    /* Vertex 0 is the core, 2 k - 1 the odd vertex of level k, 2 k the even one. */
    for (uint32_t v = 0; v <= 2 * NESTED; v++) {
        offsets[v] = game.edges;
        priority[v] = v;
        targets[game.edges++] = v == 0 ? 0 : v % 2 == 0 ? v - 1 : v < 3 ? 0 : v - 3;
        if (v % 2 == 0 && v < 2 * NESTED) {
            targets[game.edges++] = v + 2;
        }
    }
    game.vertices = 2 * NESTED + 1;
    offsets[game.vertices] = game.edges;
    struct solution solution = oracle_solution_new(game.vertices);
    struct solve_options options = {.solver = SOLVER_ATTRACTOR};
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&game, &options, &place.run, &solution, &report, &error}),
                    -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "gave up"));
    options.solver = SOLVER_AUTO;
    CU_ASSERT_EQUAL(solve_cpu(&(struct solve_task){&game, &options, &place.run, &solution, &report, &error}),
                    0);
    CU_ASSERT_EQUAL(solution.winner[0], PLAYER_EVEN);
    oracle_solution_free(&solution);
}

/* Stops at the first check of the flag, the second, and so on, until solving ends before. */
static void test_interruption(void) {
    const struct game_family family = {.kind = GAME_FAMILY_RANDOM,
                                       .vertices = 4 * LARGE,
                                       .low = 1,
                                       .high = 2,
                                       .priorities = LARGE,
                                       .seed = 9};
    struct game_case one;
    int looks = 0, stopped = 1;
    game_case_open_family(&one, &family, BUDGET);
    one.options.solver = SOLVER_PROMOTION;
    while (stopped && ++looks < 40) {
        one.options.preprocess_first = looks % 2;
        stopped = game_case_interrupt(&one, looks);
    }
    CU_ASSERT_TRUE(looks > 1);
    game_case_close(&one);
}

void suite_solve(void) {
    suite_add("solve", workplace_open, workplace_close, "random games on every engine, against the oracle",
              test_random_games, "games in which rare things happen", test_rare_games,
              "a vertex of the least level loses its last way down", test_least_level,
              "every allocation fails in its turn", test_every_allocation,
              "families, in several ways that agree", test_families, "many regions at a time",
              test_many_regions, "the known winners of families", test_family_winners,
              "what is refused, and empty games", test_refusals,
              "a search that the attractor solver gives up", test_nested_components,
              "interruption at any look", test_interruption, NULL);
}
