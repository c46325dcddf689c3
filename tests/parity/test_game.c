/*
 * Parity games as such: how they are stored, loops that make a game total, and whether the oracles that
 * solvers are judged by agree with each other and with the definition. HEDDLE_CASES and HEDDLE_SEED choose
 * the cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "explorer/graph/graph.h"
#include "parity/game/game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 600u
#else
#define DEFAULT_CASES 3000u
#endif
#define MOST_VERTICES 10u
#define LARGE_VERTICES 60u

static void test_store(void) {
    struct memory memory;
    struct error error;
    struct game_store store;
    memory_init(&memory, UINT64_MAX);
    CU_ASSERT_EQUAL_FATAL(game_store_create(&store, 3, 5, &memory, &error), 0);
    CU_ASSERT_EQUAL(store.game.vertices, 3);
    CU_ASSERT_EQUAL(store.game.edges, 0);
    CU_ASSERT_EQUAL(store.edge_capacity, 5);
    CU_ASSERT_EQUAL(store.game.offsets[3], 0);
    CU_ASSERT_PTR_NULL(store.ids);
    game_store_free(&store);
    game_store_free(&store); /* frees a store of zeros */
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    CU_ASSERT_EQUAL(game_store_create(&store, GRAPH_MOST_VERTICES + 1, 0, &memory, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    CU_ASSERT_EQUAL(game_store_create(&store, 3, UINT64_MAX, &memory, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    /* Allocates a game with the memory that it needs; less memory gives an error that leaves nothing
     * allocated. */
    uint64_t bytes = 4 * 8 + 5 * 4 + 3 * 1 + 3 * 4;
    for (uint64_t limit = 0; limit <= bytes; limit++) {
        memory_init(&memory, limit);
        int result = game_store_create(&store, 3, 5, &memory, &error);
        CU_ASSERT_EQUAL(result, limit == bytes ? 0 : -1);
        if (result == 0) {
            game_store_free(&store);
        }
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

static void test_solution(void) {
    struct memory memory;
    struct error error;
    struct solution solution;
    for (uint64_t limit = 0; limit <= 20; limit++) {
        memory_init(&memory, limit);
        int result = solution_create(&solution, 4, &memory, &error);
        CU_ASSERT_EQUAL(result, limit == 20 ? 0 : -1);
        if (result == 0) {
            CU_ASSERT_EQUAL(solution.strategy[3], SOLUTION_NONE);
            solution_free(&solution, 4, &memory);
        } else {
            CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
        }
        CU_ASSERT_PTR_NULL(solution.winner);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* A copy of the game without the rows of every third vertex, in a store with room for exactly its edges. */
static void copy_with_dead_ends(const struct game *game, struct game_store *store, struct memory *memory) {
    struct error error;
    uint64_t edges = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        edges += v % 3 == 1 ? 0 : game->offsets[v + 1] - game->offsets[v];
    }
    CU_ASSERT_EQUAL_FATAL(game_store_create(store, game->vertices, edges, memory, &error), 0);
    for (uint64_t v = 0; v < game->vertices; v++) {
        store->owner[v] = game->owner[v];
        store->priority[v] = game->priority[v];
        for (uint64_t edge = game->offsets[v]; v % 3 != 1 && edge < game->offsets[v + 1]; edge++) {
            store->targets[store->game.edges++] = game->targets[edge];
        }
        store->offsets[v + 1] = store->game.edges;
    }
}

static void test_loops(void) {
    struct random_game random_game;
    uint64_t wrong = 0, looped = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct game_store store;
        random_game_make(seed, 40, &random_game);
        const struct game *before = &random_game.game;
        copy_with_dead_ends(before, &store, &place.memory);
        CU_ASSERT_EQUAL_FATAL(game_add_loops(&store, &place.error), 0);
        const struct game *after = &store.game;
        wrong += after->offsets[0] != 0 || after->offsets[after->vertices] != after->edges;
        for (uint64_t v = 0; v < after->vertices; v++) {
            uint64_t begin = after->offsets[v], count = after->offsets[v + 1] - begin;
            if (v % 3 == 1) {
                looped++;
                wrong += count != 1 || after->targets[begin] != v;
                wrong += after->priority[v] % 2 == after->owner[v];
            } else {
                wrong += count != before->offsets[v + 1] - before->offsets[v] ||
                         memcmp(after->targets + begin, before->targets + before->offsets[v],
                                count * sizeof *after->targets) != 0;
                wrong += after->priority[v] != before->priority[v];
            }
        }
        game_store_free(&store);
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_TRUE(looped > 1000);
}

static void test_priorities(void) {
    struct memory memory;
    struct error error;
    uint64_t wrong = 0, count;
    memory_init(&memory, UINT64_MAX);
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct random_game random_game;
        uint64_t expected = 0;
        random_game_make(seed, LARGE_VERTICES, &random_game);
        const struct game *game = &random_game.game;
        for (uint64_t v = 0; v < game->vertices; v++) {
            random_game.priority[v] <<= seed % 2 != 0 && game->priority[v] < 4096 ? 18 : 0; /* far apart */
        }
        for (uint64_t v = 0; v < game->vertices; v++) {
            uint64_t first = 0;
            while (game->priority[first] != game->priority[v]) {
                first++;
            }
            expected += first == v;
        }
        CU_ASSERT_EQUAL_FATAL(game_count_priorities(game, &memory, &count, &error), 0);
        wrong += count != expected;
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    const uint32_t priorities[] = {7, 1u << 30}; /* counted in bits; by an index */
    memory_init(&memory, 7);
    for (int i = 0; i < 2; i++) {
        const struct game one = {.vertices = 1, .priority = &priorities[i]};
        CU_ASSERT_EQUAL(game_count_priorities(&one, &memory, &count, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* Compares the recursion with a search through all strategies of one player. */
static void test_oracles_agree(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20261);
    uint64_t compared = 0, mismatches = 0, divided = 0, shapes[RANDOM_GAME_SHAPES] = {0};
    for (uint64_t i = 0; i < cases && mismatches < 10; i++) {
        struct random_game random_game;
        uint8_t expected[MOST_VERTICES], winner[MOST_VERTICES];
        random_game_make(seed + i, MOST_VERTICES, &random_game);
        const struct game *game = &random_game.game;
        if (oracle_game_by_strategies(game, 3000, expected)) {
            compared++;
            oracle_game(game, winner);
            divided += memchr(expected, 0, game->vertices) && memchr(expected, 1, game->vertices);
            shapes[random_game.shape]++;
            if (memcmp(expected, winner, game->vertices) != 0) {
                mismatches++;
                fprintf(stderr, "seed %llu (%s): the oracles differ\n", (unsigned long long)(seed + i),
                        random_game_shape_name(random_game.shape));
            }
        }
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(mismatches, 0);
    if (cases >= 500 && mismatches == 0) {
        CU_ASSERT_TRUE(2 * compared > cases);
        CU_ASSERT_TRUE(5 * divided > compared);
        for (int i = 0; i < RANDOM_GAME_SHAPES; i++) {
            CU_ASSERT_TRUE(shapes[i] >= cases / 200);
        }
    }
}

/* Exchanging the players of a game exchanges the winners. */
static void test_oracle_is_symmetric(void) {
    uint64_t wrong = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct random_game random_game;
        uint8_t winner[LARGE_VERTICES], exchanged[LARGE_VERTICES];
        random_game_make(seed, LARGE_VERTICES, &random_game);
        uint64_t n = random_game.game.vertices;
        oracle_game(&random_game.game, winner);
        for (uint64_t v = 0; v < n; v++) {
            random_game.owner[v] = !random_game.owner[v];
            random_game.priority[v]++;
        }
        oracle_game(&random_game.game, exchanged);
        for (uint64_t v = 0; v < n; v++) {
            wrong += winner[v] == exchanged[v];
        }
        wrong += oracle_game_winner(&random_game.game, (uint32_t)(n - 1)) != exchanged[n - 1];
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

void suite_game(void) {
    suite_add("game", workplace_open, workplace_close, "a store of a game", test_store, "a solution",
              test_solution, "loops for dead ends", test_loops, "priorities", test_priorities,
              "the oracle against all strategies", test_oracles_agree, "the oracle is symmetric",
              test_oracle_is_symmetric, NULL);
}
