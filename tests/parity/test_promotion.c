/*
 * Promotion and tangle learning that take turns on small random games, with limits so low that each has
 * several: promotion that pauses goes on with its regions, tangles stay, and neither is misled by what the
 * other one decides meanwhile. Against the oracle.
 */
#include <string.h>

#include "base/error.h"
#include "parity/promotion/promotion.h"
#include "parity/tangles/tangles.h"
#include "tests/oracle/oracle_game.h"
#include "tests/support/game_case.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 2000u
#else
#define DEFAULT_CASES 20000u
#endif
#define VERTICES 64u

struct totals {
    uint64_t cases, mismatches, paused, resumed, mixed;
};

struct turns {
    struct solving solving;
    struct promotion promotion;
    struct tangles *tangles;
    uint64_t random;
    uint64_t by_promotion, by_tangles; /* decided vertices */
};

static void open_turns(struct turns *turns, struct game_case *one) {
    *turns = (struct turns){.random = one->seed};
    turns->solving = (struct solving){.game = one->game,
                                      .options = &one->options,
                                      .run = &one->work.run,
                                      .report = &one->report,
                                      .error = &one->work.error,
                                      .winner = one->solution.winner,
                                      .strategy = one->solution.strategy};
    CU_ASSERT_EQUAL_FATAL(solving_open(&turns->solving), 0);
    solving_sort(&turns->solving);
    turns->solving.seen_count = 0;
    CU_ASSERT_EQUAL_FATAL(promotion_open(&turns->promotion, &turns->solving), 0);
    CU_ASSERT_EQUAL_FATAL(tangles_open(&turns->tangles, &turns->solving), 0);
    turns->promotion.dissolves = random_next(&turns->random) % 2 == 0;
}

static void close_turns(struct turns *turns) {
    promotion_end_pause(&turns->promotion);
    tangles_forget(turns->tangles, turns->solving.order, turns->solving.in_order);
    tangles_close(turns->tangles);
    promotion_close(&turns->promotion);
    solving_close(&turns->solving);
}

/* A turn of promotion, which takes at least a step. */
static int promote(struct turns *turns, struct totals *totals) {
    struct solving *solving = &turns->solving;
    const struct promotion_limits limits = {.work = solving->in_order + turns->promotion.log_top +
                                                    random_next(&turns->random) % 300,
                                            .promotions = UINT64_MAX,
                                            .regions = UINT64_MAX,
                                            .pauses = random_next(&turns->random) % 8 != 0};
    uint64_t decided = solving->decided;
    totals->resumed +=
        limits.pauses && turns->promotion.pause.is_paused && turns->promotion.pause.decided == decided;
    int result = promotion_solve(&turns->promotion, solving->order, solving->in_order, &limits);
    totals->paused += turns->promotion.pause.is_paused;
    turns->by_promotion += solving->decided - decided;
    return result;
}

static int learn(struct turns *turns) {
    struct solving *solving = &turns->solving;
    const struct tangle_limits limits = {.work = random_next(&turns->random) % 600,
                                         .stalls = random_next(&turns->random) % 3};
    uint64_t decided = solving->decided;
    int result = tangles_solve(turns->tangles, solving->order, solving->in_order, &limits);
    turns->by_tangles += solving->decided - decided;
    return result;
}

static void judge_seed(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct game_case one;
    struct turns turns;
    uint8_t winner[VERTICES];
    game_case_open(&one, seed, VERTICES);
    oracle_game(one.game, winner);
    open_turns(&turns, &one);
    int result = 0;
    unsigned count = 0;
    while (turns.solving.decided < one.game->vertices && result >= 0 && ++count < 10000) {
        result = random_next(&turns.random) % 2 == 0 ? promote(&turns, totals) : learn(&turns);
    }
    close_turns(&turns);
    const char *wrong = result < 0 || count >= 10000 ? "it failed"
                        : memcmp(one.solution.winner, winner, one.game->vertices) != 0
                            ? "its winners"
                            : oracle_solution_is_wrong(one.game, &one.solution);
    totals->cases++;
    totals->mixed += turns.by_promotion > 0 && turns.by_tangles > 0;
    if (wrong != NULL) {
        totals->mismatches++;
        random_game_report(&one.random, seed, "promotion", wrong);
    }
    game_case_close(&one);
}

static void test_turns(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(DEFAULT_CASES, 14142, judge_seed, &totals, &totals.mismatches);
    report_counts(" paused", totals.paused, " resumed", totals.resumed, " mixed", totals.mixed, NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(8 * totals.paused >= totals.cases);
        CU_ASSERT_TRUE(16 * totals.resumed >= totals.cases);
        CU_ASSERT_TRUE(8 * totals.mixed >= totals.cases);
    }
}

void suite_promotion(void) {
    suite_add("promotion", NULL, NULL, "turns on random games, against the oracle", test_turns, NULL);
}
