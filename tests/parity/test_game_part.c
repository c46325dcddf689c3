/*
 * Parts of solved games: of random games on the host, as a view and as a copy, and on a GPU. A part that
 * grows by random steps is the beginning of the game; a play that follows the strategy beyond it finds the
 * rows of the game; with every budget of memory, a part is right or memory ran out.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/game/game_part.h"
#include "tests/support/game_case.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 200u
#else
#define DEFAULT_CASES 2000u
#endif
#define MOST_VERTICES 400u
#define MOST_BATCH 20u

struct totals {
    uint64_t games, far, chains, mismatches;
    struct device *device; /* NULL: there is none */
    struct error error;
};

/* Whether the part is the beginning of the game. */
static int is_beginning(const struct game_part *part, const struct game *game,
                        const struct solution *solution) {
    uint64_t count = part->game.vertices, edges = game->offsets[count];
    return part->game.edges == edges && part->vertices == game->vertices &&
           memcmp(part->game.offsets, game->offsets, (count + 1) * sizeof *game->offsets) == 0 &&
           memcmp(part->game.targets, game->targets, edges * sizeof *game->targets) == 0 &&
           memcmp(part->game.owner, game->owner, count) == 0 &&
           memcmp(part->game.priority, game->priority, count * sizeof *game->priority) == 0 &&
           memcmp(part->solution.winner, solution->winner, count) == 0 &&
           memcmp(part->solution.strategy, solution->strategy, count * sizeof *solution->strategy) == 0;
}

/* Whether the row of a vertex has all moves, or beyond the part those that the strategy allows. */
static int is_row(const struct game_part *part, const struct game *game, const struct solution *solution,
                  uint32_t vertex) {
    const struct game_row row = game_part_row(part, vertex);
    int is_winners = game->owner[vertex] == part->winner;
    uint64_t begin = game->offsets[vertex], count = game->offsets[vertex + 1] - begin;
    if (row.strategy != (is_winners ? solution->strategy[vertex] : SOLUTION_NONE)) {
        return 0;
    }
    return vertex >= part->game.vertices && is_winners
               ? row.count == 1 && row.targets[0] == solution->strategy[vertex]
               : row.count == count &&
                     memcmp(row.targets, game->targets + begin, count * sizeof *row.targets) == 0;
}

/* Follows the strategy from the start, in batches of random size. Returns what is wrong, or NULL. */
static const char *follow(struct game_part *part, const struct game *game, const struct solution *solution,
                          uint64_t *random, struct totals *totals) {
    uint32_t queue[MOST_VERTICES] = {game->start};
    uint8_t seen[MOST_VERTICES] = {0};
    uint64_t count = 1;
    seen[game->start] = 1;
    for (uint64_t next = 0; next < count; next++) {
        uint64_t batch = 1 + random_next(random) % MOST_BATCH, rows = part->far_rows.count;
        uint32_t vertex = queue[next];
        batch = batch < count - next ? batch : count - next;
        if (game_part_follow(part, queue + next, batch, &totals->error) != 0) {
            return totals->error.text;
        }
        totals->chains += part->far_rows.count > rows + 3 * batch;
        if (!is_row(part, game, solution, vertex)) {
            return "a row";
        }
        int is_winners = game->owner[vertex] == part->winner;
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t target = is_winners ? solution->strategy[vertex] : game->targets[edge];
            if (!seen[target]) {
                seen[target] = 1;
                queue[count++] = target;
            }
        }
    }
    totals->far += part->far_rows.count != 0;
    return NULL;
}

/* Opens a part, extends it, and follows the strategy. Returns what is wrong, or NULL. */
static const char *check_part(const struct solved_game *solved, const struct game_case *one, uint64_t *random,
                              struct totals *totals) {
    struct game_part part;
    const char *wrong = NULL;
    uint64_t count = one->game->vertices, size = 1 + random_next(random) % count;
    int failed = game_part_open(&part, solved, size, &one->work.run, &totals->error) != 0;
    for (int k = 0; k < 3 && !failed && wrong == NULL; k++) {
        wrong = part.winner != one->solution.winner[one->game->start] ? "the winner"
                : is_beginning(&part, one->game, &one->solution)
                    ? follow(&part, one->game, &one->solution, random, totals)
                    : "the beginning of the game";
        size += random_next(random) % (count / 2 + 1);
        failed = game_part_extend(&part, size, &totals->error) != 0;
    }
    game_part_close(&part);
    return failed ? totals->error.text : wrong;
}

#ifdef HEDDLE_CUDA
static const char *check_there(const struct game_case *one, uint64_t *random, struct totals *totals) {
    struct game_device there;
    struct solution solution;
    uint64_t count = one->game->vertices;
    CU_ASSERT_EQUAL_FATAL(game_device_create(totals->device, one->game, &there, &totals->error), 0);
    CU_ASSERT_EQUAL_FATAL(solution_device_create(totals->device, count, &solution, &totals->error), 0);
    CU_ASSERT_EQUAL(device_upload(solution.winner, one->solution.winner, count, &totals->error), 0);
    CU_ASSERT_EQUAL(device_upload(solution.strategy, one->solution.strategy,
                                  count * sizeof *solution.strategy, &totals->error),
                    0);
    const struct solved_game solved = {.game = there.game, .solution = solution, .device = totals->device};
    const char *wrong = check_part(&solved, one, random, totals);
    solution_device_free(totals->device, count, &solution);
    game_device_free(&there);
    CU_ASSERT_EQUAL(totals->device->memory.used, 0);
    return wrong;
}
#endif

static void open_solved(struct game_case *one, uint64_t seed) {
    game_case_open(one, seed, MOST_VERTICES);
    one->random.game.start = 0;
    CU_ASSERT_EQUAL_FATAL(solve_cpu(&one->task), 0);
}

static void check_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct game_case one;
    uint64_t random = seed * 77;
    open_solved(&one, seed);
    struct solved_game solved = {.game = *one.game, .solution = one.solution};
    const char *wrong = check_part(&solved, &one, &random, totals);
    solved.copy = 1;
    wrong = wrong != NULL ? wrong : check_part(&solved, &one, &random, totals);
#ifdef HEDDLE_CUDA
    if (wrong == NULL && totals->device != NULL) {
        wrong = check_there(&one, &random, totals);
    }
#endif
    if (wrong != NULL) {
        printf("\n    seed %llu: %s\n", (unsigned long long)seed, wrong);
        totals->mismatches++;
    }
    totals->games++;
    game_case_close(&one);
}

static void test_random(void) {
    struct totals totals = {0};
#ifdef HEDDLE_CUDA
    const char *reason;
    if (device_count(&reason) > 0) {
        totals.device = device_open(0, (uint64_t)1 << 30, &totals.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(totals.device);
    } else {
        test_skip("parts of games on a GPU", reason);
    }
#endif
    uint64_t cases = judge_seeds(DEFAULT_CASES, 6301, check_seed, &totals, &totals.mismatches);
    report_counts("games", totals.games, "beyond the part", totals.far, "by chains", totals.chains, NULL);
    if (cases >= 200) {
        CU_ASSERT_TRUE(totals.far >= cases / 10 && totals.chains >= cases / 50);
    }
#ifdef HEDDLE_CUDA
    if (totals.device != NULL) {
        device_close(totals.device);
    }
#endif
}

/* With every budget, only memory may be missing, and all of it is given back. */
static void test_memory(void) {
    struct totals totals = {0};
    struct game_case one;
    unsigned done = 0, failures = 0;
    uint64_t seed = 6401, random;
    do {
        open_solved(&one, seed++);
        if (one.game->vertices < MOST_VERTICES / 2) {
            game_case_close(&one);
            continue;
        }
        const struct solved_game solved = {.game = *one.game, .solution = one.solution, .copy = 1};
        struct shortage shortage = {
            .memory = &one.work.memory, .error = &totals.error, .more = 64, .part = 8};
        while (shortage_goes_on(&shortage)) {
            random = seed;
            shortage.done = check_part(&solved, &one, &random, &totals) == NULL;
        }
        failures += shortage.failures;
        done += shortage.successes;
        game_case_close(&one);
    } while (done < 10 && seed < 6500);
    CU_ASSERT_TRUE(done == 10 && failures >= 100);
}

void suite_game_part(void) {
    suite_add("parts of solved games", NULL, NULL, "random games", test_random, "memory", test_memory, NULL);
}
