/*
 * Solving by regions as a GPU does it, with its steps done on the host: random games against the recursion of
 * the oracle, items in any order, by one thread and by several at once, and the number of its steps on games
 * that are made of many. HEDDLE_CASES and HEDDLE_SEED choose the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/oracle_game.h"
#include "tests/random_game.h"
#include "tests/region_host.h"
#include "tests/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 600u
#else
#define DEFAULT_CASES 4000u
#endif
#define MOST_VERTICES 150u

static struct solution new_solution(uint64_t vertices) {
    struct solution solution = {malloc(vertices), malloc(vertices * sizeof *solution.strategy)};
    if (solution.winner == NULL || solution.strategy == NULL) {
        abort();
    }
    memset(solution.winner, 9, vertices);
    memset(solution.strategy, 9, vertices * sizeof *solution.strategy);
    return solution;
}

static void drop_solution(struct solution *solution) {
    free(solution->winner);
    free(solution->strategy);
}

/* NULL, or what is wrong with how a game was solved. */
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
    uint64_t cases = number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
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
        struct solution solution = new_solution(game->vertices);
        struct solve_options options = {.keep_loops = random_next(&draw) % 2,
                                        .solver = random_next(&draw) % 2 ? SOLVER_PROMOTION : SOLVER_AUTO};
        memory_init(&memory, UINT64_MAX);
        struct run run = {.memory = &memory, .threads = 1};
        unsigned threads = random_next(&draw) % 40 == 0 ? 4 : 1;
        int failed = region_host_solve(game, &options, draw, threads, &run, &solution, &report, &error);
        const char *wrong = failed ? error.text : judge(game, &solution);
        if (wrong != NULL) {
            char path[64];
            sprintf(path, "region-%llu.pg", (unsigned long long)(seed + i));
            random_game_tell(game, path);
            printf("\n    HEDDLE_SEED=%llu (%s): %s; %s", (unsigned long long)(seed + i),
                   random_game_shape_name(random_game.shape), wrong, path);
            CU_FAIL("a random game");
        }
        promotions += report.promotions;
        rising += report.solver == SOLVER_ATTRACTOR;
        drop_solution(&solution);
        random_game_free(&random_game);
    }
    CU_ASSERT_TRUE(cases < 500 || (promotions > cases / 20 && rising > cases / 20));
}

void suite_region(void) {
    CU_pSuite suite = CU_add_suite("parity games by regions", NULL, NULL);
    CU_add_test(suite, "random games", test_random);
}
