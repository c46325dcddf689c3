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

#include "parity/ranks/rank_game.h"
#include "parity/solve.h"
#include "tests/oracle/oracle_game.h"
#include "tests/random/random_game.h"
#include "tests/support/dealt_graph.h"
#include "tests/support/large_game.h"
#include "tests/support/testing.h"
#include "tests/support/trial.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 300u
#else
#define DEFAULT_CASES 2000u
#endif
#define MOST_VERTICES 120u
#define LARGE_GATHERED 3u /* of the large games: what is left after some attractors is gathered */

struct totals {
    uint64_t cases, wrong, both, with_ends, attractors, gathered, partial, failed, enough;
    uint64_t shapes[RANDOM_GAME_SHAPES];
};

/* A game, dealt. */
struct subject {
    struct trial trial;
    const struct game *game; /* total: what has no successors in the parts has a loop that its owner loses */
    uint8_t *ends, *exact, *winner; /* [vertices] each */
    struct dealt_graph dealt;
    uint64_t distinct; /* edges */
    struct rank_solve_options options;
    struct rank_solve_report report[THREAD_RANKS_MOST];
    int counts_right[THREAD_RANKS_MOST];
};

static int answer(void *context, unsigned rank);
static const char *judge(void *context, unsigned rank);

static void open_subject(struct subject *subject, const struct game *game, uint64_t seed) {
    static const struct trial_question question = {answer, judge, NULL};
    *subject = (struct subject){.game = game,
                                .ends = test_allocate(game->vertices, 1),
                                .exact = test_allocate(game->vertices, 1),
                                .winner = test_allocate(game->vertices, 1),
                                .options = {.start = GRAPH_PART_NONE},
                                .trial = {.question = &question, .context = subject, .seed = seed}};
}

static void deal(struct subject *subject, uint64_t *random) {
    const struct game *game = subject->game;
    const struct digraph graph = {game->vertices, game->edges, game->offsets, game->targets, NULL, NULL};
    subject->trial.count = 1 + random_draw(random, THREAD_RANKS_MOST);
    dealt_graph_open(&subject->dealt, &graph, subject->ends, subject->trial.count, random);
}

static void close_subject(struct subject *subject) {
    dealt_graph_close(&subject->dealt);
    free(subject->ends);
    free(subject->exact);
    free(subject->winner);
}

/* Makes some vertices ends, or none: each edge becomes a loop. */
static void draw_ends(struct subject *subject, struct random_game *drawn, uint64_t *random) {
    const unsigned chance = random_next(random) % 2 == 0 ? 0 : 2 + (unsigned)(random_next(random) % 30);
    for (uint64_t v = 0; v < drawn->game.vertices; v++) {
        subject->ends[v] = chance != 0 && random_next(random) % chance == 0;
        for (uint64_t edge = drawn->offsets[v]; edge < drawn->offsets[v + 1] && subject->ends[v]; edge++) {
            drawn->targets[edge] = (uint32_t)v;
        }
        if (subject->ends[v]) {
            drawn->priority[v] = drawn->owner[v] == PLAYER_EVEN ? 1 : 0;
        }
    }
}

static void count_distinct(struct subject *subject) {
    const struct game *game = subject->game;
    for (uint64_t v = 0; v < game->vertices; v++) {
        for (uint64_t edge = game->offsets[v]; edge < game->offsets[v + 1]; edge++) {
            uint64_t first = game->offsets[v];
            while (game->targets[first] != game->targets[edge]) {
                first++;
            }
            subject->distinct += first == edge;
        }
    }
}

static int solve(struct subject *subject, unsigned rank, struct rank_game *game) {
    const struct run *run = &subject->trial.run[rank];
    struct error *error = &subject->trial.error[rank];
    const uint32_t *number = subject->dealt.number[rank];
    if (rank_game_make(&subject->dealt.part[rank], run, game, error) != 0) {
        return -1;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        game->owner[v] = subject->game->owner[number[v]];
        game->priority[v] = subject->game->priority[number[v]];
    }
    subject->counts_right[rank] =
        game->all_vertices == subject->game->vertices && game->all_edges == subject->distinct;
    uint8_t *winner = test_allocate(game->vertices + 1, 1);
    const int failed =
        rank_game_solve(game, &subject->options, run, winner, &subject->report[rank], error) != 0;
    for (uint64_t v = 0; v < game->vertices && !failed; v++) {
        subject->winner[number[v]] = winner[v];
    }
    free(winner);
    return failed ? -1 : 0;
}

static int answer(void *context, unsigned rank) {
    struct rank_game game;
    const int result = solve(context, rank, &game);
    rank_game_free(&game);
    return result;
}

/* One rank may have little memory: all fail, or all are right. */
static const char *judge(void *context, unsigned rank) {
    const struct subject *subject = context;
    const struct trial *trial = &subject->trial;
    if (trial->short_budget == 0) {
        return trial->result[rank] != 0 ? "it failed" : !subject->counts_right[rank] ? "its counts" : NULL;
    }
    const enum error_code expected = rank == trial->short_rank ? ERROR_MEMORY : ERROR_LIMIT;
    return trial->result[rank] != trial->result[0] ||
                   (trial->result[rank] != 0 && trial->error[rank].code != expected)
               ? "ranks disagree"
               : NULL;
}

/* What is wrong with the winners, or NULL. Some may be missing if only the start is wanted. */
static const char *judge_winners(const struct subject *subject, struct totals *totals) {
    uint64_t missing = 0;
    for (uint64_t v = 0; v < subject->game->vertices; v++) {
        missing += subject->winner[v] == RANK_WINNER_NONE;
        if (subject->winner[v] != subject->exact[v] &&
            (subject->winner[v] != RANK_WINNER_NONE || subject->options.start == GRAPH_PART_NONE ||
             subject->options.start == subject->dealt.name[v])) {
            return "its winners";
        }
    }
    totals->partial += missing != 0;
    return NULL;
}

/* How much is wrong. */
static unsigned compare(struct subject *subject, struct totals *totals) {
    memset(subject->winner, RANK_WINNER_NONE, subject->game->vertices);
    const unsigned wrong = trial_compare(&subject->trial);
    return subject->trial.result[0] != 0
               ? wrong
               : wrong + trial_tell(&subject->trial, 0, judge_winners(subject, totals));
}

static unsigned compare_short(struct subject *subject, uint64_t *random, struct totals *totals) {
    struct trial *trial = &subject->trial;
    trial->short_rank = random_draw(random, trial->count);
    const uint64_t peak = memory_peak(&trial->memory[trial->short_rank]);
    trial->short_budget = random_draw(random, 2) == 0 ? 1 + random_next(random) % (peak + peak / 4)
                                                      : peak + 2048 - random_draw(random, 6144);
    const unsigned wrong = compare(subject, totals);
    totals->failed += trial->result[0] != 0;
    totals->enough += trial->result[0] == 0;
    return wrong;
}

static void weigh(const struct subject *subject, enum random_game_shape shape, struct totals *totals) {
    uint64_t won[2] = {0, 0}, ends = 0;
    for (uint64_t v = 0; v < subject->game->vertices; v++) {
        won[subject->exact[v]]++;
        ends += subject->ends[v];
    }
    totals->cases++;
    totals->both += won[0] != 0 && won[1] != 0;
    totals->with_ends += ends != 0;
    totals->attractors += subject->report[0].attractors >= 5;
    totals->gathered += subject->report[0].gathered != 0;
    totals->shapes[shape]++;
}

static void judge_case(uint64_t seed, void *context) {
    static struct subject subject;
    struct totals *totals = context;
    struct random_game drawn;
    uint64_t random = seed * 13 + 3;
    random_game_make(seed, MOST_VERTICES, &drawn);
    open_subject(&subject, &drawn.game, seed);
    draw_ends(&subject, &drawn, &random);
    count_distinct(&subject);
    oracle_game(&drawn.game, subject.exact);
    deal(&subject, &random);
    subject.options.keep_apart = random_draw(&random, 3) != 0;
    subject.options.start = random_draw(&random, 2) == 0
                                ? GRAPH_PART_NONE
                                : subject.dealt.name[random_next(&random) % drawn.game.vertices];
    unsigned wrong = compare(&subject, totals);
    weigh(&subject, drawn.shape, totals);
    if (wrong == 0 && seed % 3 == 0) {
        wrong = compare_short(&subject, &random, totals);
    }
    if (wrong != 0) {
        fprintf(stderr, "the game is %s%s\n", random_game_shape_name(drawn.shape),
                subject.options.keep_apart ? ", and its parts stay apart" : "");
        totals->wrong++;
    }
    close_subject(&subject);
    random_game_free(&drawn);
}

static void test_random(void) {
    struct totals totals = {0};
    const uint64_t cases = judge_seeds(DEFAULT_CASES, 5100, judge_case, &totals, &totals.wrong);
    report_counts("games", totals.cases, "won by both", totals.both, "with ends", totals.with_ends,
                  "of 5 attractors", totals.attractors, "gathered", totals.gathered, "stopped at the start",
                  totals.partial, "failed for one rank's memory", totals.failed, "enough", totals.enough,
                  NULL);
    if (cases >= 100) {
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
static unsigned judge_large(unsigned which, uint32_t many, int keep_apart, uint64_t *random) {
    static struct subject subject;
    struct totals totals = {0};
    struct memory memory;
    struct error error;
    struct game_store store;
    struct solution solution;
    struct solve_report report;
    const struct solve_options options = {.solver = SOLVER_AUTO};
    memory_init(&memory, TRIAL_BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    large_game_make(which, many, &run, &store);
    CU_ASSERT_EQUAL_FATAL(solution_create(&solution, store.game.vertices, &memory, &error), 0);
    const struct solve_task task = {&store.game, &options, &run, &solution, &report, &error};
    CU_ASSERT_EQUAL_FATAL(solve_cpu(&task), 0);
    open_subject(&subject, &store.game, which);
    memcpy(subject.exact, solution.winner, store.game.vertices);
    deal(&subject, random);
    count_distinct(&subject);
    subject.options.keep_apart = keep_apart;
    const unsigned wrong = compare(&subject, &totals);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(keep_apart || subject.report[0].gathered != 0);
    CU_ASSERT(subject.report[0].attractors >= 3);
    close_subject(&subject);
    solution_free(&solution, store.game.vertices, &memory);
    game_store_free(&store);
    return wrong;
}

static void test_large(void) {
    uint64_t random = 7;
    unsigned wrong = 0;
    for (unsigned which = 0; which < LARGE_GAMES && wrong == 0; which++) {
        wrong = judge_large(which, 1, 1, &random);
    }
#ifndef HEDDLE_SANITIZED
    if (wrong == 0) {
        judge_large(LARGE_GATHERED, 25, 0, &random);
    }
#endif
}

void suite_rank_game(void) {
    suite_add("parity games of several ranks", NULL, NULL, "random games", test_random, "large games",
              test_large, NULL);
}
