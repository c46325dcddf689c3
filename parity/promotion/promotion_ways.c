/*
 * Three ways to solve a set of vertices: promotion that mends the regions below one that grows, promotion
 * that dissolves them, and tangle learning. Each of them takes exponentially many steps on some family of
 * games, and few on another one. Mending is the fastest on games of models and on random ones. Tangle
 * learning takes few steps on the counters of the literature (Benerecetti, Dell'Erba, Mogavero 2016 and 2018;
 * van Dijk 2018, 2019), and promotion that dissolves on variants of two counters that make tangles count. So
 * mending is given up after a few promotions. Then tangle learning and dissolving take turns, with growing
 * limits, until one of them is done: games on which neither is known to be fast take a few times as long as
 * with the better one. Each of them goes on where it stopped: tangles stay, and so do regions unless vertices
 * were decided meanwhile.
 */
#include "parity/promotion/promotion_ways.h"

/* The limits of the ways, in promotions or in work (solving->work) for each vertex of the set. */

/* 360 random games of 100 to 30,000 vertices, all games of `heddle bench parity` that are no counters, and
 * 510 games that are distributed with Oink took 0.03 at most, or fewer promotions than LEAST_PROMOTIONS. On
 * counters mending is of no use, and all that it takes is lost. */
#define MENDING_PROMOTIONS 0.05
#define LEAST_PROMOTIONS 16
/* In its first turn, tangle learning ends when passes count. Seven families of counters took 1 at most. On
 * games that make tangles count, every other pass learns no fewer tangles than the one before, and almost as
 * many as the first. */
#define FIRST_STALLS 2u
/* Two counters of 14 bits took 390, of 30 bits 1830, five other families of counters 61 at most. */
#define FIRST_LEARNING_WORK 2000.0
/* Its second turn, and how much longer each later one is. */
#define LEARNING_WORK 300.0
#define MORE_LEARNING 4.0
/* Two counters that make tangles count, and that dissolving is for, took 620 with 10 bits and 3400 with 24:
 * so it begins with more work than the second turn of tangle learning, and grows more slowly. */
#define DISSOLVING_WORK 1600.0
#define MORE_DISSOLVING 2.0

/* Limits of the first attempt: work in multiples of the game's size, and regions at a time. Easy games of
 * many priorities have few regions, which are large. */
#define FIRST_EFFORT 8u
#define FIRST_REGIONS 64u

int ways_open(struct ways *ways, struct solving *solving) {
    ways->tangles = NULL;
    return promotion_open(&ways->promotion, solving);
}

void ways_close(struct ways *ways) {
    tangles_close(ways->tangles);
    ways->tangles = NULL;
    promotion_close(&ways->promotion);
}

/* A limit for all vertices of a list. */
static uint64_t limit_of(double limit, uint64_t count) {
    double product = limit * (double)count;
    return product < 0x1p62 ? (uint64_t)product : (uint64_t)1 << 62;
}

/* A set of vertices, and what its next turns may take. */
struct turns {
    const uint32_t *list;
    uint64_t count;
    int until_half;
    struct tangle_limits learning;
    double learning_work, dissolving_work; /* for each vertex */
};

/* Promotion that mends regions, until it takes too many promotions. */
static int mend(struct ways *ways, const struct turns *turns) {
    const struct promotion_limits limits = {.work = UINT64_MAX,
                                            .promotions =
                                                LEAST_PROMOTIONS + limit_of(MENDING_PROMOTIONS, turns->count),
                                            .regions = UINT64_MAX,
                                            .until_half = turns->until_half};
    ways->promotion.dissolves = 0;
    return promotion_solve(&ways->promotion, turns->list, turns->count, &limits);
}

/* A turn of tangle learning. */
static int learn(struct ways *ways, struct turns *turns) {
    struct solving *solving = ways->promotion.solving;
    if (ways->tangles == NULL && tangles_open(&ways->tangles, solving) != 0) {
        return -1;
    }
    solving->report->solver = SOLVER_TANGLES;
    int result = tangles_solve(ways->tangles, turns->list, turns->count, &turns->learning);
    turns->learning = (struct tangle_limits){limit_of(turns->learning_work, turns->count), UINT64_MAX};
    turns->learning_work *= MORE_LEARNING;
    return result == 1 ? PROMOTION_GAVE_UP : result;
}

/* A turn of promotion that dissolves regions. */
static int dissolve(struct ways *ways, struct turns *turns, int is_last) {
    const struct promotion_limits limits = {.work = is_last ? UINT64_MAX
                                                            : limit_of(turns->dissolving_work, turns->count),
                                            .promotions = UINT64_MAX,
                                            .regions = UINT64_MAX,
                                            .until_half = turns->until_half,
                                            .pauses = 1};
    ways->promotion.dissolves = 1;
    turns->dissolving_work *= MORE_DISSOLVING;
    return promotion_solve(&ways->promotion, turns->list, turns->count, &limits);
}

int ways_try(struct ways *ways) {
    struct solving *solving = ways->promotion.solving;
    uint64_t size = solving->game->vertices + solving->game->edges;
    const struct promotion_limits limits = {
        .work = FIRST_EFFORT * size, .promotions = UINT64_MAX, .regions = FIRST_REGIONS};
    ways->promotion.dissolves = 0;
    return promotion_solve(&ways->promotion, solving->order, solving->in_order, &limits) < 0 ? -1 : 0;
}

int ways_solve(struct ways *ways, const uint32_t *list, uint64_t count, int until_half) {
    enum solver solver = ways->promotion.solving->options->solver;
    struct turns turns = {.list = list,
                          .count = count,
                          .until_half = until_half,
                          .learning = {limit_of(FIRST_LEARNING_WORK, count), FIRST_STALLS},
                          .learning_work = LEARNING_WORK,
                          .dissolving_work = DISSOLVING_WORK};
    int result = solver == SOLVER_TANGLES ? PROMOTION_GAVE_UP : mend(ways, &turns);
    while (result == PROMOTION_GAVE_UP) {
        result = solver == SOLVER_PROMOTION ? PROMOTION_GAVE_UP : learn(ways, &turns);
        result = result == PROMOTION_GAVE_UP ? dissolve(ways, &turns, solver == SOLVER_PROMOTION) : result;
    }
    promotion_end_pause(&ways->promotion);
    tangles_forget(ways->tangles, list, count);
    return result < 0 ? -1 : 0;
}
