/*
 * Parity games on a GPU: random ones against the oracle, larger ones against the host's solver, rows that a
 * whole block examines, attractors of a million thin rounds, interruption, memory budgets. Skipped, by name,
 * without a GPU. HEDDLE_CASES and HEDDLE_SEED choose the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/game_family.h"
#include "parity/solve.h"
#include "tests/support/large_game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/spm_families.h"
#include "tests/support/spm_host.h"
#include "tests/support/testing.h"
#ifdef HEDDLE_CUDA
#include "base/device/device.h"
#endif

#define DEFAULT_CASES 1000u
#define MOST_VERTICES 200u
#define BUDGET ((uint64_t)4 << 30) /* on the GPU */

static const struct solve_engine *cuda; /* with a GPU */
static struct memory memory;
static struct run run;
static struct error error;

static void set_up(void) {
    memory_init(&memory, UINT64_MAX);
    memset(&error, 0, sizeof error);
    run = (struct run){.memory = &memory, .threads = 1, .device_bytes = BUDGET};
}

static struct solution new_solution(uint64_t vertices) {
    struct solution solution;
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, vertices, &memory, &error), 0);
    memset(solution.winner, 9, vertices);
    return solution;
}

/* --- random games --- */

static void test_random(void) {
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_REGIONS};
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1);
    for (uint64_t i = 0; i < cases; i++) {
        struct random_game random_game;
        struct solve_report report;
        uint64_t draw = seed + i;
        set_up();
        random_game_make(seed + i, random_next(&draw) % 3 == 0 ? MOST_VERTICES : 20, &random_game);
        const struct game *game = &random_game.game;
        struct solution solution = new_solution(game->vertices);
        struct solve_options options = {.keep_loops = random_next(&draw) % 2,
                                        .solver = solvers[random_next(&draw) % 2]};
        int failed = cuda->solve(&(struct solve_task){game, &options, &run, &solution, &report, &error});
        const char *wrong = failed ? error.text : oracle_judge(game, &solution);
        if (wrong != NULL) {
            random_game_report(&random_game, seed + i, "solve-cuda", wrong);
            CU_FAIL("a random game");
        }
        CU_ASSERT_TRUE(report.bytes > 0);
        solution_free(&solution, game->vertices, &memory);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        random_game_free(&random_game);
    }
}

/* Small progress measures, with all options drawn. */
static void test_random_measures(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), lifted = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct random_game random_game;
        struct solve_report report;
        uint64_t draw = seed + i;
        set_up();
        random_game_make(seed + i, 40, &random_game);
        const struct game *game = &random_game.game;
        struct solution solution = new_solution(game->vertices);
        struct solve_options options = {.keep_loops = random_next(&draw) % 2, .solver = SOLVER_SPM};
        spm_host_draw(&draw, &options.spm);
        int failed = cuda->solve(&(struct solve_task){game, &options, &run, &solution, &report, &error});
        const char *wrong = failed ? error.text : oracle_judge(game, &solution);
        if (wrong != NULL) {
            printf("\n    HEDDLE_SEED=%llu (%s), measures: %s", (unsigned long long)(seed + i),
                   random_game_shape_name(random_game.shape), wrong);
            CU_FAIL("a random game");
        }
        lifted += report.lifts > 0;
        solution_free(&solution, game->vertices, &memory);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        random_game_free(&random_game);
    }
    CU_ASSERT_TRUE(lifted > cases / 2);
}

/* Families of games, each solved six times with options drawn at random. */
static void test_families_of_measures(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    for (unsigned i = 0; i < (cases < 100 ? SPM_FAMILIES_SMALL : SPM_FAMILIES); i++) {
        struct game_store store;
        set_up();
        CU_ASSERT_EQUAL_FATAL(game_family_make(&spm_families[i], &run, &store, &error), 0);
        for (uint64_t seed = 6 * i; seed < 6 * i + 6; seed++) {
            struct solve_report report;
            uint64_t draw = seed;
            struct solution solution = new_solution(store.game.vertices);
            struct solve_options options = {.solver = SOLVER_SPM};
            spm_host_draw(&draw, &options.spm);
            options.spm.sides = SPM_SIDES_BOTH; /* one side alone takes too long */
            int failed =
                cuda->solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error});
            const char *wrong = failed ? error.text : large_game_judge(&store.game, &run, &solution);
            if (wrong != NULL) {
                printf("\n    measures, family %u, draw %llu: %s", i, (unsigned long long)seed, wrong);
                CU_FAIL("a game of a family");
            }
            solution_free(&solution, store.game.vertices, &memory);
        }
        game_store_free(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* --- larger games --- */

static void test_large_game(unsigned which, uint32_t many) {
    struct game_store store;
    struct solve_options options = {0};
    struct solve_report report;
    set_up();
    large_game_make(which, many, &run, &store);
    struct solution solution = new_solution(store.game.vertices);
    int failed = cuda->solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error});
    const char *wrong = failed ? error.text : large_game_judge(&store.game, &run, &solution);
    if (wrong != NULL || report.solver != large_game_solver(which)) {
        printf("\n    %s, %u times, by %s: %s", large_game_name(which), (unsigned)many,
               solver_name(report.solver), wrong != NULL ? wrong : "the wrong solver");
        CU_FAIL("a large game");
    }
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* Hubs have as many neighbours as a block has room for, a few more, and as many as need a grid. */
static void test_large(void) {
    static const uint32_t sizes[] = {1, 4, 5, 20};
    for (unsigned which = 0; which < LARGE_GAMES; which++) {
        for (unsigned i = 0; i < LENGTH(sizes); i++) {
            test_large_game(which, sizes[i]);
        }
    }
}

/* --- errors and interruption --- */

static void make_deep(struct game_store *store) {
    const struct game_family family = {.kind = GAME_FAMILY_PROPAGATION, .width = 2, .length = 50000};
    CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, store, &error), 0);
}

static void test_interruption(void) {
    const int stop = 1;
    struct game_store store;
    struct solve_options options = {0};
    struct solve_report report;
    set_up();
    make_deep(&store);
    struct solution solution = new_solution(store.game.vertices);
    for (int i = 0; i < 4; i++) {
        run.stop = i == 0 ? &stop : NULL;
        run.deadline = i == 0 ? 0 : run_clock() + 0.002 * (i - 1); /* before and, maybe, while it solves */
        int result =
            cuda->solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error});
        CU_ASSERT_TRUE(result == -1 ? error.code == ERROR_INTERRUPTED : i > 1);
    }
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_budgets(void) {
    struct game_store store;
    struct solve_options options = {0};
    struct solve_report report;
    unsigned solved = 0, refused = 0;
    set_up();
    make_deep(&store);
    struct solution solution = new_solution(store.game.vertices);
    uint64_t least_on_host = memory_used(&memory);
    for (uint64_t bytes = 1000; bytes < (uint64_t)64 << 20; bytes += bytes / 3) {
        run.device_bytes = bytes;
        int result =
            cuda->solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error});
        CU_ASSERT_TRUE(result == 0 || error.code == ERROR_MEMORY);
        CU_ASSERT_TRUE(result == 0 || solved == 0);
        CU_ASSERT_TRUE(result != 0 || report.bytes < bytes);
        solved += result == 0;
        refused += result != 0;
        CU_ASSERT_EQUAL(memory_used(&memory), least_on_host);
    }
    CU_ASSERT_TRUE(solved > 0 && refused > 0);
    run.device_bytes = BUDGET;
    memory.limit = least_on_host;
    CU_ASSERT_EQUAL(
        cuda->solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error}), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_usage(void) {
    struct game_store store;
    struct solve_report report;
    set_up();
    make_deep(&store);
    struct solution solution = new_solution(store.game.vertices);
    for (int promotion = 0; promotion < 2; promotion++) {
        struct solve_options options = {.solver = promotion ? SOLVER_PROMOTION : SOLVER_ATTRACTOR};
        CU_ASSERT_EQUAL(
            cuda->solve(&(struct solve_task){&store.game, &options, &run, &solution, &report, &error}), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_USAGE);
    }
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
}

/* Games on the GPU, one after the other; all of its memory is given back. */
#ifdef HEDDLE_CUDA
static void test_on_device(void) {
    set_up();
    struct device *device = device_open(0, BUDGET, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(device);
    for (uint32_t vertices = 1; vertices < 2000000; vertices = vertices * 5 + 3) {
        const struct game_family family = {.kind = GAME_FAMILY_RANDOM,
                                           .vertices = vertices,
                                           .low = 1,
                                           .high = 4,
                                           .priorities = 3,
                                           .seed = vertices};
        struct game_store store;
        struct game_device copy;
        struct solve_options options = {0};
        struct solve_report report;
        const char *wrong;
        uint64_t vertex;
        CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
        struct solution solution = new_solution(vertices);
        CU_ASSERT_EQUAL_FATAL(game_device_create(device, &store.game, &copy, &error), 0);
        struct solution there = {device_allocate(device, vertices, &error),
                                 device_allocate(device, vertices * sizeof(uint32_t), &error)};
        CU_ASSERT_EQUAL(
            solve_cuda(device, &(struct solve_task){&copy.game, &options, &run, &there, &report, &error}), 0);
        CU_ASSERT_TRUE(report.bytes <= solve_cuda_bytes(&copy.game));
        CU_ASSERT_EQUAL(device_download(solution.winner, there.winner, vertices, &error), 0);
        CU_ASSERT_EQUAL(
            device_download(solution.strategy, there.strategy, vertices * sizeof(uint32_t), &error), 0);
        CU_ASSERT_EQUAL(solution_verify(&store.game, &solution, &run, &wrong, &vertex, &error), 1);
        device_free(device, there.winner, vertices);
        device_free(device, there.strategy, vertices * sizeof(uint32_t));
        game_device_free(&copy);
        game_device_free(&copy); /* frees a copy of zeros */
        CU_ASSERT_EQUAL(device->memory.used, 0);
        solution_free(&solution, vertices, &memory);
        game_store_free(&store);
    }
    device_close(device);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}
#else
static void test_on_device(void) {
    CU_FAIL("there is a GPU in a build without");
}
#endif

void suite_solve_cuda(void) {
    const char *reason = "this build has no solver on a GPU";
    for (const struct solve_engine *const *engine = solve_engines; *engine != NULL; engine++) {
        if ((*engine)->on_device && (*engine)->available(&reason)) {
            cuda = *engine;
        }
    }
    if (cuda == NULL) {
        test_skip("parity games on a GPU", reason);
        return;
    }
    suite_add("parity games on a GPU", NULL, NULL, "random games", test_random, "random games by measures",
              test_random_measures, "families by measures", test_families_of_measures, "larger games",
              test_large, "interruption", test_interruption, "budgets", test_budgets,
              "solvers that do not fit", test_usage, "games that are there", test_on_device, NULL);
}
