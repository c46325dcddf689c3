/*
 * Parity games on a GPU: random ones against the oracle, larger ones against the host's solver, rows that a
 * whole block looks at, attractors of a million thin rounds, interruption, budgets of memory. Where there is
 * no GPU it is skipped, by name. HEDDLE_CASES and HEDDLE_SEED choose the cases.
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
#include "tests/oracle_game.h"
#include "tests/random_game.h"
#include "tests/testing.h"
#ifdef HEDDLE_CUDA
#include "base/device.h"
#endif

#define DEFAULT_CASES 1000u
#define MOST_VERTICES 200u
#define BUDGET ((uint64_t)4 << 30) /* on the GPU */

static const struct solve_engine *cuda; /* where there is a GPU */
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

static const char *judge(const struct game *game, const struct solution *solution) {
    uint8_t *winner = malloc(game->vertices);
    if (winner == NULL) {
        abort();
    }
    oracle_game(game, winner);
    const char *wrong =
        memcmp(winner, solution->winner, game->vertices) != 0 ? "the winners are wrong" : NULL;
    free(winner);
    return wrong != NULL ? wrong : oracle_solution_is_wrong(game, solution);
}

static void test_random(void) {
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_PROMOTION};
    uint64_t cases = number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
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
        int failed = cuda->solve(game, &options, &run, &solution, &report, &error);
        const char *wrong = failed ? error.text : judge(game, &solution);
        if (wrong != NULL) {
            char path[64];
            sprintf(path, "solve-cuda-%llu.pg", (unsigned long long)(seed + i));
            random_game_tell(game, path);
            printf("\n    HEDDLE_SEED=%llu (%s): %s; %s", (unsigned long long)(seed + i),
                   random_game_shape_name(random_game.shape), wrong, path);
            CU_FAIL("a random game");
        }
        CU_ASSERT_TRUE(report.bytes > 0);
        solution_free(&solution, game->vertices, &memory);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        random_game_free(&random_game);
    }
}

/* --- larger games --- */

/* Solves it on the GPU; the winners are the host's, and the strategies are right. */
static void check_game(const char *name, const struct game *game, enum solver expected) {
    struct solve_options options = {0};
    struct solve_report report, host_report;
    struct solution solution = new_solution(game->vertices), host = new_solution(game->vertices);
    const char *wrong = NULL;
    uint64_t vertex = 0;
    int failed = cuda->solve(game, &options, &run, &solution, &report, &error) != 0 ||
                 solve_cpu(game, &options, &run, &host, &host_report, &error) != 0;
    int right = !failed && memcmp(solution.winner, host.winner, game->vertices) == 0 &&
                solution_verify(game, &solution, &run, &wrong, &vertex, &error) == 1;
    if (!right || report.solver != expected) {
        printf("\n    %s: %s, by %s", name,
               failed          ? error.text
               : wrong != NULL ? wrong
                               : "winners",
               solver_name(report.solver));
        CU_FAIL("a game of a family");
    }
    solution_free(&solution, game->vertices, &memory);
    solution_free(&host, game->vertices, &memory);
}

static void test_families(void) {
    static const struct {
        const char *name;
        struct game_family family;
        enum solver solver;
    } cases[] = {
        {"random, 2 priorities",
         {.kind = GAME_FAMILY_RANDOM, .vertices = 1000000, .low = 1, .high = 4, .priorities = 2, .seed = 1},
         SOLVER_PROMOTION},
        {"random, 4 priorities",
         {.kind = GAME_FAMILY_RANDOM, .vertices = 1000000, .low = 1, .high = 4, .priorities = 4, .seed = 2},
         SOLVER_PROMOTION},
        {"random, few edges",
         {.kind = GAME_FAMILY_RANDOM, .vertices = 300000, .low = 1, .high = 2, .priorities = 4, .seed = 3},
         SOLVER_PROMOTION},
        {"random, 300 priorities",
         {.kind = GAME_FAMILY_RANDOM, .vertices = 30000, .low = 1, .high = 4, .priorities = 300, .seed = 4},
         SOLVER_PROMOTION},
        {"random, long rows",
         {.kind = GAME_FAMILY_RANDOM, .vertices = 20000, .low = 1, .high = 200, .priorities = 5, .seed = 5},
         SOLVER_PROMOTION},
        {"fairness",
         {.kind = GAME_FAMILY_FAIRNESS, .width = 300, .length = 300, .priorities = 2, .seed = 6},
         SOLVER_PROMOTION},
        {"invariant",
         {.kind = GAME_FAMILY_INVARIANT, .width = 500, .length = 500, .priorities = 100, .seed = 7},
         SOLVER_ATTRACTOR},
        {"hanoi", {.kind = GAME_FAMILY_HANOI, .length = 11}, SOLVER_ATTRACTOR},
        {"jurdzinski", {.kind = GAME_FAMILY_JURDZINSKI, .width = 20, .length = 4}, SOLVER_PROMOTION},
        {"tree", {.kind = GAME_FAMILY_TREE, .length = 17, .shuffled = 1, .seed = 8}, SOLVER_PROMOTION},
        {"thin and deep", {.kind = GAME_FAMILY_PROPAGATION, .width = 3, .length = 100000}, SOLVER_PROMOTION}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct game_store store;
        set_up();
        CU_ASSERT_EQUAL_FATAL(game_family_make(&cases[i].family, &run, &store, &error), 0);
        check_game(cases[i].name, &store.game, cases[i].solver);
        game_store_free(&store);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/*
 * Hubs, each of which has edges to all vertices of its layer, and back from them; layers one below the other.
 * What is won is won through hubs, which only blocks look at as a whole.
 */
static void make_hubs(uint64_t layers, uint64_t width, int rising, struct game_store *store) {
    uint64_t edges = 0, vertices = layers * (width + 1) + 1;
    CU_ASSERT_EQUAL_FATAL(game_store_create(store, vertices, layers * width * 3 + 1, &memory, &error), 0);
    for (uint64_t layer = 0; layer < layers; layer++) {
        uint64_t hub = layer * (width + 1);
        store->owner[hub] = layer % 3 == 0 ? PLAYER_EVEN : PLAYER_ODD;
        store->priority[hub] = rising ? 2 * (uint32_t)(layer / 4) : (uint32_t)(layer % 3);
        for (uint64_t i = 1; i <= width; i++) {
            store->targets[edges++] = (uint32_t)(hub + i);
        }
        store->offsets[hub + 1] = edges;
        for (uint64_t i = 1; i <= width; i++) {
            store->owner[hub + i] = i % 2 ? PLAYER_EVEN : PLAYER_ODD;
            store->priority[hub + i] = store->priority[hub];
            store->targets[edges++] = (uint32_t)(hub + width + 1);
            if (i % 5 == 0) {
                store->targets[edges++] = (uint32_t)hub;
            }
            store->offsets[hub + i + 1] = edges;
        }
    }
    store->priority[vertices - 1] = rising ? 2 * (uint32_t)(layers / 4) + 1 : 3;
    store->targets[edges++] = (uint32_t)(vertices - 1);
    store->offsets[vertices] = edges;
    store->game.edges = edges;
}

static void test_hubs(void) {
    for (int rising = 0; rising < 2; rising++) {
        struct game_store store;
        set_up();
        make_hubs(50, 3000, rising, &store);
        check_game("hubs", &store.game, rising ? SOLVER_ATTRACTOR : SOLVER_PROMOTION);
        game_store_free(&store);
    }
}

/* --- what else may happen --- */

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
        int result = cuda->solve(&store.game, &options, &run, &solution, &report, &error);
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
        int result = cuda->solve(&store.game, &options, &run, &solution, &report, &error);
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
    CU_ASSERT_EQUAL(cuda->solve(&store.game, &options, &run, &solution, &report, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_alternation(void) {
    struct game_store store;
    struct solve_options options = {.solver = SOLVER_ATTRACTOR};
    struct solve_report report;
    set_up();
    make_deep(&store);
    struct solution solution = new_solution(store.game.vertices);
    CU_ASSERT_EQUAL(cuda->solve(&store.game, &options, &run, &solution, &report, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_USAGE);
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
}

/* Games that are on the GPU: one after the other on the same, whose memory is all given back. */
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
        CU_ASSERT_EQUAL(solve_cuda(device, &copy.game, &options, &run, &there, &report, &error), 0);
        CU_ASSERT_TRUE(report.bytes <= solve_cuda_bytes(&copy.game));
        CU_ASSERT_EQUAL(device_download(solution.winner, there.winner, vertices, &error), 0);
        CU_ASSERT_EQUAL(
            device_download(solution.strategy, there.strategy, vertices * sizeof(uint32_t), &error), 0);
        CU_ASSERT_EQUAL(solution_verify(&store.game, &solution, &run, &wrong, &vertex, &error), 1);
        device_free(device, there.winner, vertices);
        device_free(device, there.strategy, vertices * sizeof(uint32_t));
        game_device_free(&copy);
        game_device_free(&copy); /* of zeros */
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
    CU_pSuite suite = CU_add_suite("parity games on a GPU", NULL, NULL);
    CU_add_test(suite, "random games", test_random);
    CU_add_test(suite, "families", test_families);
    CU_add_test(suite, "hubs", test_hubs);
    CU_add_test(suite, "interruption", test_interruption);
    CU_add_test(suite, "budgets", test_budgets);
    CU_add_test(suite, "alternation", test_alternation);
    CU_add_test(suite, "games that are there", test_on_device);
}
