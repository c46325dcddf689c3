/*
 * Games on a GPU, solved by both sides at once: random ones against the oracle, with and without a requested
 * solution; games that suit one side; a side without memory; interruption. Downloads beside other work, by
 * which the host gets its copy. Skipped, by name, without a GPU. HEDDLE_CASES and HEDDLE_SEED choose the
 * cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parity/solve_auto.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_CUDA

#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/game_family.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"

#define DEFAULT_CASES 600u
#define MOST_VERTICES 120u
#define BUDGET ((uint64_t)4 << 30) /* on the GPU */
#define MEBIBYTE ((uint64_t)1 << 20)

static struct memory memory;
static struct run run;
static struct error error;
static struct device *device;

static void set_up(void) {
    memory_init(&memory, UINT64_MAX);
    memset(&error, 0, sizeof error);
    run = (struct run){.memory = &memory, .threads = 1};
    device = device_open(0, BUDGET, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(device);
}

static void tear_down(void) {
    CU_ASSERT_EQUAL(device->memory.used, 0);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    device_close(device);
}

/* --- downloads --- */

#define BLOCKS 6u
#define TURNS 3000
#define TURN_BYTES 60000u /* an upload of so few may continue after it has returned */

/* Blocks of every size, also around the size of a piece, arrive unchanged. */
static void test_downloads(void) {
    static const uint64_t sizes[BLOCKS] = {0, 1, 4 * MEBIBYTE, 4 * MEBIBYTE + 1, 12 * MEBIBYTE - 1, 77};
    const int stop = 1;
    uint8_t *from[BLOCKS], *to[BLOCKS];
    struct device_copy copies[BLOCKS];
    uint64_t random = 5;
    set_up();
    for (unsigned i = 0; i < BLOCKS; i++) {
        from[i] = malloc(sizes[i] + 1);
        to[i] = malloc(sizes[i] + 1);
        for (uint64_t k = 0; k <= sizes[i]; k++) {
            from[i][k] = (uint8_t)random_next(&random);
            to[i][k] = (uint8_t)~from[i][k];
        }
        copies[i] = (struct device_copy){to[i], device_allocate(device, sizes[i] + 1, &error), sizes[i]};
        CU_ASSERT_EQUAL(device_upload((void *)copies[i].from, from[i], sizes[i] + 1, &error), 0);
    }
    CU_ASSERT_EQUAL(device_finish(&error), 0);
    CU_ASSERT_EQUAL(device_download_beside(device, copies, 0, &run, &error), 0);
    CU_ASSERT_EQUAL(device_download_beside(device, copies, BLOCKS, &run, &error), 0);
    for (unsigned i = 0; i < BLOCKS; i++) {
        CU_ASSERT_EQUAL(memcmp(to[i], from[i], sizes[i]), 0);
        CU_ASSERT_EQUAL(to[i][sizes[i]], (uint8_t)~from[i][sizes[i]]); /* nothing is written after the end */
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    run.stop = &stop;
    CU_ASSERT_EQUAL(device_download_beside(device, copies, BLOCKS, &run, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    run.stop = NULL;
    memory.limit = MEBIBYTE;
    CU_ASSERT_EQUAL(device_download_beside(device, copies, BLOCKS, &run, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    for (unsigned i = 0; i < BLOCKS; i++) {
        device_free(device, (void *)copies[i].from, sizes[i] + 1);
        free(from[i]);
        free(to[i]);
    }
    tear_down();
}

/* Uploads are complete when the device has finished. */
static void test_fresh(void) {
    static uint8_t from[TURN_BYTES], to[TURN_BYTES];
    int wrong = 0;
    set_up();
    void *block = device_allocate(device, TURN_BYTES, &error);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        struct device_copy copy = {to, block, 1 + turn * 7919u % TURN_BYTES};
        memset(from, (int)turn, copy.bytes);
        memset(to, (int)~turn, copy.bytes);
        wrong |= device_upload(block, from, copy.bytes, &error) != 0 || device_finish(&error) != 0 ||
                 device_download_beside(device, &copy, 1, &run, &error) != 0 ||
                 memcmp(to, from, copy.bytes) != 0;
    }
    CU_ASSERT_FALSE(wrong);
    device_free(device, block, TURN_BYTES);
    tear_down();
}

/* --- games --- */

struct answer {
    int failed;
    enum player winner;
    struct solution solution;
    struct solve_report report;
};

/* Moves the solution to the host. */
static void take_solution(uint64_t vertices, struct there_answer *found, struct answer *answer) {
    uint64_t limit = memory.limit;
    struct error lost;
    answer->winner = found->winner;
    answer->solution = found->solution;
    if (found->on_device) {
        memory.limit = UINT64_MAX;
        CU_ASSERT_EQUAL_FATAL(solution_create(&answer->solution, vertices, &memory, &lost), 0);
        CU_ASSERT_EQUAL(solution_device_download(&found->solution, vertices, &answer->solution, &lost), 0);
        solution_device_free(device, vertices, &found->solution);
        memory.limit = limit;
    }
}

static struct answer solve(const struct game_device *there, const struct game *copy, enum solver solver) {
    const struct solve_options options = {.solver = solver};
    struct answer answer = {.winner = 7};
    struct there_answer found;
    uint64_t vertices = there->game.vertices;
    uint64_t before = device->memory.used, before_here = memory_used(&memory);
    answer.failed =
        solve_auto_there(device,
                         &(struct solve_task){&there->game, &options, &run, NULL, &answer.report, &error},
                         copy, &found) != 0;
    if (!answer.failed) {
        CU_ASSERT_EQUAL(found.on_device, strcmp(answer.report.engine, "cuda") == 0);
        take_solution(vertices, &found, &answer);
    }
    CU_ASSERT_EQUAL(device->memory.used, before);
    CU_ASSERT_EQUAL(memory_used(&memory), before_here + (answer.failed ? 0 : 5 * vertices));
    return answer;
}

/* Returns what is wrong with an answer, or NULL. */
static const char *judge(const struct game *game, const struct answer *answer, const uint8_t *winners) {
    if (answer->failed) {
        return error.text;
    }
    if (answer->winner != winners[game->start]) {
        return "the winner";
    }
    return oracle_judge(game, &answer->solution);
}

/* In every other case one side has not enough memory to solve the game. */
static void test_random(void) {
    static const enum solver solvers[] = {SOLVER_AUTO, SOLVER_AUTO, SOLVER_REGIONS, SOLVER_PROMOTION,
                                          SOLVER_SPM};
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1);
    set_up();
    for (uint64_t i = 0; i < cases; i++) {
        struct random_game random_game;
        struct game_device there;
        uint8_t winners[MOST_VERTICES];
        uint64_t draw = seed + i;
        random_game_make(seed + i, random_next(&draw) % 3 == 0 ? MOST_VERTICES : 20, &random_game);
        struct game *game = &random_game.game;
        game->start = (uint32_t)(random_next(&draw) % game->vertices);
        oracle_game(game, winners);
        CU_ASSERT_EQUAL_FATAL(game_device_create(device, game, &there, &error), 0);
        enum solver solver = solvers[random_next(&draw) % LENGTH(solvers)];
        int is_alone = solver == SOLVER_AUTO && random_next(&draw) % 2 == 0;
        device->memory.limit = is_alone ? device->memory.used : BUDGET;
        struct answer answer = solve(&there, random_next(&draw) % 2 == 0 ? game : NULL, solver);
        device->memory.limit = BUDGET;
        const char *wrong = judge(game, &answer, winners);
        if (wrong == NULL && is_alone && strcmp(answer.report.engine, "cpu") != 0) {
            wrong = "the GPU has solved it without memory";
        }
        if (wrong != NULL) {
            printf("\n    by %s:", solver_name(solver));
            random_game_report(&random_game, seed + i, "solve-there", wrong);
            CU_FAIL("a random game");
        }
        solution_free(&answer.solution, game->vertices, &memory);
        game_device_free(&there);
        random_game_free(&random_game);
    }
    tear_down();
}

/* A game of a million thin steps, which suits the host, and a wide one, which suits a GPU: whichever side
 * answers first is right. */
static void test_large_games(void) {
    static const struct game_family cases[] = {
        {.kind = GAME_FAMILY_PROPAGATION, .width = 2, .length = 300000},
        {.kind = GAME_FAMILY_RANDOM, .vertices = 3000000, .low = 1, .high = 5, .priorities = 4, .seed = 3},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct game_store store;
        struct game_device there;
        const char *wrong;
        uint64_t vertex;
        set_up();
        CU_ASSERT_EQUAL_FATAL(game_family_make(&cases[i], &run, &store, &error), 0);
        CU_ASSERT_EQUAL_FATAL(game_device_create(device, &store.game, &there, &error), 0);
        struct answer answer = solve(&there, NULL, SOLVER_AUTO);
        CU_ASSERT_FALSE_FATAL(answer.failed);
        CU_ASSERT(strcmp(answer.report.engine, "cpu") == 0 || strcmp(answer.report.engine, "cuda") == 0);
        CU_ASSERT_EQUAL(answer.winner, answer.solution.winner[store.game.start]);
        CU_ASSERT_EQUAL(solution_verify(&store.game, &answer.solution, &run, &wrong, &vertex, &error), 1);
        solution_free(&answer.solution, store.game.vertices, &memory);
        game_device_free(&there);
        game_store_free(&store);
        tear_down();
    }
}

/* Stops before and, perhaps, while the sides solve; and a host without memory leaves the game to the GPU. */
static void test_limits(void) {
    const struct game_family family = {
        .kind = GAME_FAMILY_RANDOM, .vertices = 400000, .low = 1, .high = 4, .priorities = 4, .seed = 9};
    const int stop = 1;
    struct game_store store;
    struct game_device there;
    set_up();
    CU_ASSERT_EQUAL_FATAL(game_family_make(&family, &run, &store, &error), 0);
    CU_ASSERT_EQUAL_FATAL(game_device_create(device, &store.game, &there, &error), 0);
    game_store_free(&store);
    for (int i = 0; i < 12; i++) {
        run.stop = i == 0 ? &stop : NULL;
        run.deadline = i == 0 ? 0 : run_clock() + 0.001 * (i - 1);
        struct answer answer = solve(&there, NULL, SOLVER_AUTO);
        CU_ASSERT_TRUE(answer.failed ? error.code == ERROR_INTERRUPTED : i > 1);
        CU_ASSERT_EQUAL(answer.failed, answer.solution.winner == NULL);
        solution_free(&answer.solution, there.game.vertices, &memory);
    }
    run.stop = NULL;
    run.deadline = 0;
    memory.limit = MEBIBYTE; /* less than half a copy of the game */
    struct answer answer = solve(&there, NULL, SOLVER_AUTO);
    CU_ASSERT_FALSE(answer.failed);
    CU_ASSERT_STRING_EQUAL(answer.report.engine, "cuda");
    CU_ASSERT_EQUAL(answer.winner, answer.solution.winner[there.game.start]); /* on the GPU: it has memory */
    solution_free(&answer.solution, there.game.vertices, &memory);
    answer = solve(&there, NULL, SOLVER_PROMOTION);
    CU_ASSERT_TRUE(answer.failed && error.code == ERROR_MEMORY);
    device->memory.limit = device->memory.used;
    answer = solve(&there, NULL, SOLVER_AUTO);
    CU_ASSERT_TRUE(answer.failed && error.code == ERROR_MEMORY);
    game_device_free(&there);
    tear_down();
}

void suite_solve_there(void) {
    const char *reason;
    if (device_count(&reason) == 0) {
        test_skip("games on a GPU, by both sides", reason);
        return;
    }
    suite_add("games on a GPU, by both sides", NULL, NULL, "downloads", test_downloads,
              "downloads of what is fresh", test_fresh, "random games", test_random, "large games",
              test_large_games, "limits", test_limits, NULL);
}

#else

void suite_solve_there(void) {
    test_skip("games on a GPU, by both sides", "this build has no solver on a GPU");
}

#endif
