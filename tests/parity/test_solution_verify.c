/*
 * Verifies right solutions of parity games and every kind of wrong ones, and compares with a naive judge;
 * then what random games do not have: cycles inside cycles, deep and large games, too little memory,
 * interruption. HEDDLE_CASES and HEDDLE_SEED choose other cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "parity/game/game.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 400u
#define LARGE_VERTICES ((uint64_t)20000)
#else
#define DEFAULT_CASES 3000u
#define LARGE_VERTICES ((uint64_t)300000)
#endif
#define MOST_VERTICES 24u
#define MOST_CYCLE_VERTICES 60u

/* Changes to a right solution. */
enum tampering {
    NOTHING,
    OTHER_WINNER,  /* at one vertex */
    OTHER_WINNERS, /* one player's vertices are the other player's */
    NO_WINNER,     /* the number of no player */
    NO_STRATEGY,   /* at a vertex that its owner wins */
    NEEDLESS,      /* a strategy at a vertex that its owner loses */
    NO_EDGE,       /* a strategy that is not a successor */
    OTHER_EDGE,    /* another successor, which may be as good */
    OTHER_EDGES,   /* any successors inside the winning region, which may be as good */
    TAMPERINGS
};

struct totals {
    uint64_t cases, mismatches;
    uint64_t tried[TAMPERINGS], refuted[TAMPERINGS];
};

static uint32_t any_successor(const struct game *game, uint64_t v, uint64_t *random) {
    uint64_t begin = game->offsets[v], count = game->offsets[v + 1] - begin;
    return game->targets[begin + random_next(random) % count];
}

/* Returns a vertex at which the owner wins, or does not; `vertices` when there is none. */
static uint64_t find_vertex(const struct game *game, const struct solution *solution, int wins,
                            uint64_t *random) {
    uint64_t begin = random_next(random) % game->vertices;
    for (uint64_t i = 0; i < game->vertices; i++) {
        uint64_t v = (begin + i) % game->vertices;
        if ((solution->winner[v] == game->owner[v]) == wins) {
            return v;
        }
    }
    return game->vertices;
}

static void tamper_strategy(const struct game *game, struct solution *solution, enum tampering tampering,
                            uint64_t *random) {
    uint64_t v = find_vertex(game, solution, tampering != NEEDLESS, random);
    if (v == game->vertices) {
        return;
    }
    if (tampering == NO_STRATEGY) {
        solution->strategy[v] = SOLUTION_NONE;
    } else if (tampering == NO_EDGE) {
        /* The target may be far outside the game. */
        uint32_t to = random_next(random) % 4 == 0 ? UINT32_MAX - 1 - (uint32_t)(random_next(random) % 3)
                                                   : (uint32_t)(random_next(random) % game->vertices);
        solution->strategy[v] = to;
    } else {
        solution->strategy[v] = any_successor(game, v, random);
    }
}

static void tamper(const struct game *game, struct solution *solution, enum tampering tampering,
                   uint64_t *random) {
    uint64_t n = game->vertices, v = random_next(random) % n;
    switch (tampering) {
    case NOTHING:
        break;
    case OTHER_WINNER:
        solution->winner[v] = !solution->winner[v];
        break;
    case NO_WINNER:
        solution->winner[v] = (uint8_t)(2 + random_next(random) % 254);
        break;
    case OTHER_WINNERS: {
        uint8_t before = solution->winner[v];
        for (uint64_t u = 0; u < n; u++) {
            if (solution->winner[u] == before) {
                solution->winner[u] = !before;
                solution->strategy[u] =
                    game->owner[u] == before ? SOLUTION_NONE : any_successor(game, u, random);
            }
        }
        break;
    }
    case OTHER_EDGES:
        for (uint64_t u = 0; u < n; u++) {
            for (int tries = 0; tries < 5 && solution->strategy[u] != SOLUTION_NONE; tries++) {
                uint32_t to = any_successor(game, u, random);
                if (solution->winner[to] == solution->winner[u]) {
                    solution->strategy[u] = to;
                }
            }
        }
        break;
    default:
        tamper_strategy(game, solution, tampering, random);
    }
}

/* Returns the verdict: 1, 0 or -1; and whether the named vertex is concerned. */
static int verify(const struct game *game, const struct solution *solution, int *named) {
    struct workplace work;
    const char *wrong = NULL;
    uint64_t vertex = UINT64_MAX;
    workplace_begin(&work, UINT64_MAX);
    int right = solution_verify(game, solution, &work.run, &wrong, &vertex, &work.error);
    workplace_end(&work);
    *named = right == 1 || (vertex < game->vertices && wrong != NULL);
    if (right == 0 && *named && strstr(wrong, "highest priority") != NULL) {
        *named = game->priority[vertex] % 2 != solution->winner[vertex] &&
                 oracle_is_highest_on_cycle(game, solution->strategy, vertex);
    }
    return right;
}

static void judge_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_game random_game;
    uint8_t winner[MOST_VERTICES], tampered_winner[MOST_VERTICES];
    uint32_t strategy[MOST_VERTICES], tampered_strategy[MOST_VERTICES];
    struct solution solution = {winner, strategy}, tampered = {tampered_winner, tampered_strategy};
    uint64_t random = seed * 77 + 5;
    random_game_make(seed, MOST_VERTICES, &random_game);
    const struct game *game = &random_game.game;
    oracle_game_solution(game, &solution);
    totals->cases++;
    for (int tampering = 0; tampering < TAMPERINGS; tampering++) {
        int named;
        memcpy(tampered_winner, winner, sizeof winner);
        memcpy(tampered_strategy, strategy, sizeof strategy);
        tamper(game, &tampered, (enum tampering)tampering, &random);
        int expected = oracle_solution_is_wrong(game, &tampered) == NULL;
        int right = verify(game, &tampered, &named);
        int changed = memcmp(tampered_winner, winner, game->vertices) != 0 ||
                      memcmp(tampered_strategy, strategy, game->vertices * sizeof *strategy) != 0;
        totals->tried[tampering] += changed || tampering == NOTHING;
        totals->refuted[tampering] += right == 0;
        if (right != expected || !named || (tampering == NOTHING && !right)) {
            totals->mismatches++;
            fprintf(stderr, "seed %llu (%s), tampering %d: judged %d, expected %d%s\n",
                    (unsigned long long)seed, random_game_shape_name(random_game.shape), tampering, right,
                    expected, named ? "" : "; another vertex is named");
        }
    }
    random_game_free(&random_game);
}

static void test_tampering(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(DEFAULT_CASES, 20261, judge_seed, &totals, &totals.mismatches);
    if (cases < 300) {
        return;
    }
    CU_ASSERT_EQUAL(totals.refuted[NOTHING], 0);
    for (int tampering = OTHER_WINNER; tampering < TAMPERINGS; tampering++) {
        int may_be_as_good = tampering == OTHER_EDGE || tampering == OTHER_EDGES || tampering == NO_EDGE;
        CU_ASSERT_TRUE(3 * totals.tried[tampering] >= cases);
        CU_ASSERT_TRUE(10 * totals.refuted[tampering] >= totals.tried[tampering]);
        CU_ASSERT_TRUE(may_be_as_good || totals.refuted[tampering] == totals.tried[tampering]);
    }
}

/* All vertices are Odd's, and Even wins: all cycles must be Even's. */
static void test_cycles(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20261);
    uint64_t mismatches = 0, right_ones = 0;
    for (uint64_t i = 0; i < cases && mismatches < 10; i++) {
        struct random_game random_game;
        uint8_t winner[MOST_CYCLE_VERTICES];
        uint32_t strategy[MOST_CYCLE_VERTICES];
        struct solution solution = {winner, strategy};
        uint64_t random = seed + i, most = 1 + random_next(&random) % 40;
        int named;
        random_game_make(seed + i, MOST_CYCLE_VERTICES, &random_game);
        uint64_t n = random_game.game.vertices, bad = random_next(&random) % 4;
        memset(random_game.owner, PLAYER_ODD, n);
        memset(winner, PLAYER_EVEN, sizeof winner);
        memset(strategy, 0xff, sizeof strategy);
        for (uint64_t v = 0; v < n; v++) {
            random_game.priority[v] =
                2 * (uint32_t)(random_next(&random) % most) * (i % 3 == 0 ? 9999991 : 1);
        }
        for (uint64_t j = 0; j < bad; j++) { /* on many cycles a higher priority hides these low ones */
            random_game.priority[random_next(&random) % n] = (uint32_t)(random_next(&random) % most) | 1;
        }
        int expected = oracle_solution_is_wrong(&random_game.game, &solution) == NULL;
        int right = verify(&random_game.game, &solution, &named);
        right_ones += (uint64_t)right;
        if (right != expected || !named) {
            mismatches++;
            fprintf(stderr, "seed %llu (%s), cycles: judged %d, expected %d%s\n",
                    (unsigned long long)(seed + i), random_game_shape_name(random_game.shape), right,
                    expected, named ? "" : "; another vertex is named");
        }
        random_game_free(&random_game);
    }
    CU_ASSERT_EQUAL(mismatches, 0);
    CU_ASSERT_TRUE(cases < 300 || (4 * right_ones > cases && 4 * (cases - right_ones) > cases));
}

/* --- large games --- */

/* Vertex v goes to v + 1 and v - 1; all are Odd's, and the solution says that Even wins. */
struct line {
    struct game_store store;
    struct solution solution;
    struct workplace work;
    uint64_t vertex; /* found by verify_line */
};

static void make_line(struct line *line, uint64_t vertices) {
    struct memory *memory = &line->work.memory;
    struct error *error = &line->work.error;
    workplace_begin(&line->work, UINT64_MAX);
    CU_ASSERT_EQUAL_FATAL(game_store_create(&line->store, vertices, 2 * vertices, memory, error), 0);
    CU_ASSERT_EQUAL_FATAL(solution_create(&line->solution, vertices, memory, error), 0);
    for (uint64_t v = 0; v < vertices; v++) {
        line->store.owner[v] = PLAYER_ODD;
        line->store.priority[v] = 2 * (uint32_t)v;
        line->store.targets[line->store.game.edges++] = (uint32_t)(v > 0 ? v - 1 : 0);
        line->store.targets[line->store.game.edges++] = (uint32_t)(v + 1 < vertices ? v + 1 : v);
        line->store.offsets[v + 1] = line->store.game.edges;
    }
}

static void free_line(struct line *line) {
    solution_free(&line->solution, line->store.game.vertices, &line->work.memory);
    game_store_free(&line->store);
    workplace_end(&line->work);
}

static int verify_line(struct line *line) {
    const char *wrong;
    return solution_verify(&line->store.game, &line->solution, &line->work.run, &wrong, &line->vertex,
                           &line->work.error);
}

/* Cycles inside cycles, each with a highest priority of its own: an algorithm that examines the rest of the
 * game for each priority would take too long. */
static void test_cycles_in_cycles(void) {
    struct line line;
    make_line(&line, LARGE_VERTICES);
    CU_ASSERT_EQUAL(verify_line(&line), 1);
    static const uint64_t places[] = {1, 7, LARGE_VERTICES / 2, LARGE_VERTICES - 2, LARGE_VERTICES - 1};
    for (size_t i = 0; i < LENGTH(places); i++) {
        line.store.priority[places[i]]++;
        CU_ASSERT_EQUAL(verify_line(&line), 0);
        CU_ASSERT_EQUAL(line.vertex, places[i]);
        line.store.priority[places[i]]--;
    }
    /* Without its loop, every cycle through the first vertex has a higher priority. */
    line.store.priority[0] = 1;
    line.store.targets[0] = 1;
    CU_ASSERT_EQUAL(verify_line(&line), 1);
    free_line(&line);
}

/* A single cycle of all vertices: recursion must not go as deep as the game. */
static void test_deep(void) {
    struct line line;
    make_line(&line, LARGE_VERTICES);
    for (uint64_t v = 0; v < LARGE_VERTICES; v++) {
        line.store.targets[2 * v] = line.store.targets[2 * v + 1] = (uint32_t)((v + 1) % LARGE_VERTICES);
        line.store.priority[v] = 2 * (uint32_t)(v % 50) + 1;
    }
    line.store.priority[LARGE_VERTICES / 3] = 100;
    CU_ASSERT_EQUAL(verify_line(&line), 1);
    line.store.priority[LARGE_VERTICES / 3] = 98;
    CU_ASSERT_EQUAL(verify_line(&line), 0);
    CU_ASSERT_EQUAL(line.store.priority[line.vertex], 99);
    free_line(&line);
}

static void test_limits(void) {
    struct line line;
    static const int stop = 1;
    make_line(&line, 100);
    uint64_t used = memory_used(&line.work.memory);
    line.work.memory.peak = 0;
    CU_ASSERT_EQUAL(verify_line(&line), 1);
    uint64_t most = memory_peak(&line.work.memory);
    for (uint64_t limit = used; limit < most; limit += limit + 97 < most ? 97 : 1) {
        line.work.memory.limit = limit;
        line.work.error.code = ERROR_NONE;
        CU_ASSERT_EQUAL(verify_line(&line), -1);
        CU_ASSERT_EQUAL(line.work.error.code, ERROR_MEMORY);
        CU_ASSERT_EQUAL(memory_used(&line.work.memory), used);
    }
    line.work.memory.limit = most;
    CU_ASSERT_EQUAL(verify_line(&line), 1);
    line.work.run.stop = &stop;
    CU_ASSERT_EQUAL(verify_line(&line), -1);
    CU_ASSERT_EQUAL(line.work.error.code, ERROR_INTERRUPTED);
    line.work.run.stop = NULL;
    line.work.run.deadline = run_clock() - 1;
    CU_ASSERT_EQUAL(verify_line(&line), -1);
    CU_ASSERT_EQUAL(line.work.error.code, ERROR_INTERRUPTED);
    free_line(&line);
}

void suite_solution_verify(void) {
    suite_add("verifying solutions of games", NULL, NULL, "right solutions and tampered ones", test_tampering,
              "cycles", test_cycles, "cycles in cycles", test_cycles_in_cycles, "a deep game", test_deep,
              "limits", test_limits, NULL);
}
