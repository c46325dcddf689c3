/*
 * Parity games that one to four ranks have parts of: thousands of random games, some with vertices without
 * successors, against the naive oracle. Vertices are dealt to ranks at random, or by their order. Winners and
 * counts must be right, whether small games are gathered or stay apart, and whether all vertices are wanted
 * or only the start; with one rank short of memory nothing may be wrong. Ranks are threads here
 * (thread_ranks.h). HEDDLE_CASES and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph_part.h"
#include "parity/ranks/rank_game.h"
#include "parity/solve.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/large_game.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 300u
#else
#define DEFAULT_CASES 2000u
#endif
#define MOST_VERTICES 120u
#define BUDGET ((uint64_t)1 << 30)
#define LARGE_GATHERED 3u /* of the large games: what is left after some attractors is gathered */

struct totals {
    uint64_t cases, wrong, both, with_ends, attractors, gathered, partial, failed, enough;
    uint64_t shapes[RANDOM_GAME_SHAPES];
};

/* A game, dealt. */
struct trial {
    const struct game *game; /* total: what has no successors in the parts has a loop that its owner loses */
    uint8_t *ends, *exact, *winner;      /* [vertices] each */
    uint64_t *name;                      /* [vertices] in the whole graph of all ranks */
    uint32_t *number[THREAD_RANKS_MOST]; /* [vertices] by rank */
    uint64_t distinct;                   /* edges */
    struct graph_part part[THREAD_RANKS_MOST];
    unsigned count;
    struct thread_ranks *ranks;
    struct rank_solve_options options;
    unsigned short_rank;
    uint64_t short_budget;
    struct rank_solve_report report[THREAD_RANKS_MOST];
    struct memory memory[THREAD_RANKS_MOST];
    int result[THREAD_RANKS_MOST], counts_right[THREAD_RANKS_MOST];
    enum error_code code[THREAD_RANKS_MOST];
};

static void open_trial(struct trial *trial, const struct game *game, uint64_t *random) {
    memset(trial, 0, sizeof *trial);
    trial->game = game;
    trial->count = 1 + (unsigned)(random_next(random) % THREAD_RANKS_MOST);
    trial->ends = test_allocate(game->vertices, 1);
    trial->exact = test_allocate(game->vertices, 1);
    trial->winner = test_allocate(game->vertices, 1);
    trial->name = test_allocate(game->vertices, sizeof *trial->name);
    for (unsigned r = 0; r < trial->count; r++) {
        trial->number[r] = test_allocate(game->vertices, sizeof *trial->number[r]);
    }
    trial->options.start = GRAPH_PART_NONE;
}

static void close_trial(struct trial *trial) {
    for (unsigned r = 0; r < trial->count; r++) {
        free(trial->part[r].offsets);
        free(trial->part[r].targets);
        free(trial->number[r]);
    }
    free(trial->ends);
    free(trial->exact);
    free(trial->winner);
    free(trial->name);
}

/* Makes some vertices ends, or none: each edge becomes a loop. */
static void draw_ends(struct trial *trial, struct random_game *drawn, uint64_t *random) {
    const unsigned chance = random_next(random) % 2 == 0 ? 0 : 2 + (unsigned)(random_next(random) % 30);
    for (uint64_t v = 0; v < drawn->game.vertices; v++) {
        trial->ends[v] = chance != 0 && random_next(random) % chance == 0;
        for (uint64_t edge = drawn->offsets[v]; edge < drawn->offsets[v + 1] && trial->ends[v]; edge++) {
            drawn->targets[edge] = (uint32_t)v;
        }
        if (trial->ends[v]) {
            drawn->priority[v] = drawn->owner[v] == PLAYER_EVEN ? 1 : 0;
        }
    }
}

static void count_distinct(struct trial *trial) {
    const struct game *game = trial->game;
    for (uint64_t v = 0; v < game->vertices; v++) {
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            uint64_t first = game->offsets[v];
            while (game->targets[first] != game->targets[edge]) {
                first++;
            }
            trial->distinct += first == edge;
        }
    }
}

static void deal(struct trial *trial, uint64_t *random) {
    const struct game *game = trial->game;
    const int in_order = random_next(random) % 4 == 0;
    for (unsigned r = 0; r < trial->count; r++) {
        trial->part[r] = (struct graph_part){.rank = r, .ranks = trial->count};
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        const unsigned rank =
            (unsigned)(in_order ? v * trial->count / game->vertices : random_next(random) % trial->count);
        trial->number[rank][trial->part[rank].vertices] = (uint32_t)v;
        trial->name[v] = graph_part_vertex(rank, trial->part[rank].vertices++);
    }
    for (unsigned r = 0; r < trial->count; r++) {
        struct graph_part *part = &trial->part[r];
        part->offsets = test_allocate(part->vertices + 1, sizeof *part->offsets);
        part->targets = test_allocate(game->edges + 1, sizeof *part->targets);
        for (uint64_t v = 0; v < part->vertices; v++) {
            const uint32_t vertex = trial->number[r][v];
            for (uint64_t edge = game->offsets[vertex];
                 edge < game->offsets[vertex + 1] && !trial->ends[vertex]; edge++) {
                part->targets[part->edges++] = trial->name[game->targets[edge]];
            }
            part->offsets[v + 1] = part->edges;
        }
    }
}

static int solve(struct trial *trial, unsigned rank, const struct run *run, struct rank_game *game,
                 struct error *error) {
    if (rank_game_make(&trial->part[rank], run, game, error) != 0) {
        return -1;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        game->owner[v] = trial->game->owner[trial->number[rank][v]];
        game->priority[v] = trial->game->priority[trial->number[rank][v]];
    }
    trial->counts_right[rank] =
        game->all_vertices == trial->game->vertices && game->all_edges == trial->distinct;
    uint8_t *winner = test_allocate(game->vertices + 1, 1);
    const int failed = rank_game_solve(game, &trial->options, run, winner, &trial->report[rank], error) != 0;
    for (uint64_t v = 0; v < game->vertices && !failed; v++) {
        trial->winner[trial->number[rank][v]] = winner[v];
    }
    free(winner);
    return failed ? -1 : 0;
}

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    struct error error = {.code = ERROR_NONE};
    struct memory *memory = &trial->memory[rank];
    struct rank_game game;
    memory_init(memory, trial->short_budget != 0 && rank == trial->short_rank ? trial->short_budget : BUDGET);
    const struct run run = {.memory = memory, .threads = 1, .ranks = thread_ranks_get(trial->ranks, rank)};
    trial->result[rank] = solve(trial, rank, &run, &game, &error);
    trial->code[rank] = error.code;
    rank_game_free(&game);
}

static void run_ranks(struct trial *trial, uint64_t seed) {
    memset(trial->winner, RANK_WINNER_NONE, trial->game->vertices);
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    CU_ASSERT(thread_ranks_are_idle(trial->ranks));
    thread_ranks_free(trial->ranks);
}

/* What is wrong with the winners, or NULL. Some may be missing if only the start is wanted. */
static const char *judge_winners(const struct trial *trial, struct totals *totals) {
    uint64_t missing = 0;
    for (uint64_t v = 0; v < trial->game->vertices; v++) {
        missing += trial->winner[v] == RANK_WINNER_NONE;
        if (trial->winner[v] != trial->exact[v] &&
            (trial->winner[v] != RANK_WINNER_NONE || trial->options.start == GRAPH_PART_NONE ||
             trial->options.start == trial->name[v])) {
            return "its winners";
        }
    }
    totals->partial += missing != 0;
    return NULL;
}

/* What is wrong, or NULL. */
static const char *judge(struct trial *trial, uint64_t seed, struct totals *totals) {
    run_ranks(trial, seed);
    for (unsigned r = 0; r < trial->count; r++) {
        if (trial->result[r] != 0) {
            return "it failed";
        }
        if (!trial->counts_right[r]) {
            return "its counts";
        }
        if (memory_used(&trial->memory[r]) != 0) {
            return "memory is left";
        }
    }
    return judge_winners(trial, totals);
}

/* One rank has little memory: all fail, or all are right. */
static const char *judge_short(struct trial *trial, uint64_t seed, uint64_t *random, struct totals *totals) {
    const char *wrong = NULL;
    trial->short_rank = (unsigned)(random_next(random) % trial->count);
    const uint64_t peak = memory_peak(&trial->memory[trial->short_rank]);
    trial->short_budget = random_next(random) % 2 == 0 ? 1 + random_next(random) % (peak + peak / 4)
                                                       : peak + 2048 - random_next(random) % 6144;
    run_ranks(trial, seed);
    for (unsigned r = 0; r < trial->count; r++) {
        const enum error_code expected = r == trial->short_rank ? ERROR_MEMORY : ERROR_LIMIT;
        if (trial->result[r] != trial->result[0] || (trial->result[r] != 0 && trial->code[r] != expected)) {
            wrong = "ranks disagree when one is short";
        }
        wrong = memory_used(&trial->memory[r]) != 0 ? "memory is left" : wrong;
    }
    totals->failed += trial->result[0] != 0;
    totals->enough += trial->result[0] == 0;
    trial->short_budget = 0;
    return wrong == NULL && trial->result[0] == 0 ? judge_winners(trial, totals) : wrong;
}

static void weigh(const struct trial *trial, enum random_game_shape shape, struct totals *totals) {
    uint64_t won[2] = {0, 0}, ends = 0;
    for (uint64_t v = 0; v < trial->game->vertices; v++) {
        won[trial->exact[v]]++;
        ends += trial->ends[v];
    }
    totals->cases++;
    totals->both += won[0] != 0 && won[1] != 0;
    totals->with_ends += ends != 0;
    totals->attractors += trial->report[0].attractors >= 5;
    totals->gathered += trial->report[0].gathered != 0;
    totals->shapes[shape]++;
}

static void judge_case(uint64_t seed, struct totals *totals) {
    static struct trial trial;
    struct random_game drawn;
    uint64_t random = seed * 13 + 3;
    random_game_make(seed, MOST_VERTICES, &drawn);
    open_trial(&trial, &drawn.game, &random);
    draw_ends(&trial, &drawn, &random);
    count_distinct(&trial);
    oracle_game(&drawn.game, trial.exact);
    deal(&trial, &random);
    trial.options.keep_apart = random_next(&random) % 3 != 0;
    trial.options.start = random_next(&random) % 2 == 0
                              ? GRAPH_PART_NONE
                              : trial.name[random_next(&random) % drawn.game.vertices];
    const char *wrong = judge(&trial, seed, totals);
    weigh(&trial, drawn.shape, totals);
    if (wrong == NULL && seed % 3 == 0) {
        wrong = judge_short(&trial, seed, &random, totals);
    }
    if (wrong != NULL) {
        fprintf(stderr, "seed %llu (%s), %u ranks%s: %s\n", (unsigned long long)seed,
                random_game_shape_name(drawn.shape), trial.count, trial.options.keep_apart ? ", apart" : "",
                wrong);
        totals->wrong++;
    }
    close_trial(&trial);
    random_game_free(&drawn);
}

static void test_random(void) {
    static struct totals totals;
    const uint64_t cases = number_of_cases(DEFAULT_CASES),
                   seed = number_from_environment("HEDDLE_SEED", 5100);
    memset(&totals, 0, sizeof totals);
    for (uint64_t i = 0; i < cases && totals.wrong < 10; i++) {
        judge_case(seed + i, &totals);
    }
    report_counts("games", totals.cases, "won by both", totals.both, "with ends", totals.with_ends,
                  "of 5 attractors", totals.attractors, "gathered", totals.gathered, "stopped at the start",
                  totals.partial, "failed for one rank's memory", totals.failed, "enough", totals.enough,
                  NULL);
    CU_ASSERT_EQUAL(totals.wrong, 0);
    if (totals.wrong == 0 && cases >= 100) {
        CU_ASSERT(totals.both >= cases / 3 && totals.with_ends >= cases / 4);
        CU_ASSERT(totals.attractors >= cases / 4 && totals.gathered >= cases / 10);
        CU_ASSERT(totals.partial >= cases / 20);
        CU_ASSERT(totals.failed >= cases / 20 && totals.enough >= cases / 20);
        for (int shape = 0; shape < RANDOM_GAME_SHAPES; shape++) {
            CU_ASSERT(totals.shapes[shape] != 0);
        }
    }
}

/* Large games: the solver of one process says who wins. */
static void judge_large(unsigned which, uint32_t many, int keep_apart, uint64_t *random) {
    static struct trial trial;
    struct totals totals = {0};
    struct memory memory;
    struct error error;
    struct game_store store;
    struct solution solution;
    struct solve_report report;
    const struct solve_options options = {.solver = SOLVER_AUTO};
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    large_game_make(which, many, &run, &store);
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, store.game.vertices, &memory, &error), 0);
    const struct solve_task task = {&store.game, &options, &run, &solution, &report, &error};
    CU_ASSERT_EQUAL_FATAL(solve_cpu(&task), 0);
    open_trial(&trial, &store.game, random);
    memcpy(trial.exact, solution.winner, store.game.vertices);
    deal(&trial, random);
    count_distinct(&trial);
    trial.options.keep_apart = keep_apart;
    const char *wrong = judge(&trial, which, &totals);
    if (wrong != NULL) {
        fprintf(stderr, "%s, %u times, %u ranks: %s\n", large_game_name(which), many, trial.count, wrong);
    }
    CU_ASSERT_PTR_NULL(wrong);
    CU_ASSERT(keep_apart || trial.report[0].gathered != 0);
    CU_ASSERT(trial.report[0].attractors >= 3);
    close_trial(&trial);
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
}

static void test_large(void) {
    uint64_t random = 7;
    for (unsigned which = 0; which < LARGE_GAMES; which++) {
        judge_large(which, 1, 1, &random);
    }
#ifndef HEDDLE_SANITIZED
    judge_large(LARGE_GATHERED, 25, 0, &random);
#endif
}

void suite_rank_game(void) {
    suite_add("parity games of several ranks", NULL, NULL, "random games", test_random, "large games",
              test_large, NULL);
}
