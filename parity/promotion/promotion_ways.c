/*
 * Three ways to solve a set of vertices: promotion that mends the regions below one that grows, promotion
 * that dissolves them, and tangle learning. Each of them takes exponentially many steps on some family of
 * games, and few on another one. Mending is the fastest on games of models and on random ones. Tangle
 * learning takes few steps on the counters of the literature (Benerecetti, Dell'Erba, Mogavero 2016 and 2018;
 * van Dijk 2018, 2019), and promotion that dissolves on variants of two counters that make tangles count. So
 * each way is given up after a while and the next one begins, with what is decided; after all of them, the
 * first one begins again with more patience.
 */
#include "parity/promotion/promotion_ways.h"

/* The limits of the ways, in promotions or in work (solving->work) for each vertex of the set. */

/* 360 random games of 100 to 30,000 vertices, all games of `heddle bench parity` that are no counters, and
 * 510 games that are distributed with Oink took 0.03 at most, or fewer promotions than LEAST_PROMOTIONS. On
 * counters mending is of no use, and all that it takes is lost. */
#define MENDING_PROMOTIONS 0.05
#define LEAST_PROMOTIONS 16
/* Seven families of counters took 1 at most. On games that make tangles count every other pass learns no
 * fewer tangles than the one before, and almost as many as the first. */
#define LEARNING_STALLS 2.0
/* Two counters of 14 bits took 390, of 30 bits 1830, five other families of counters 61 at most. */
#define LEARNING_WORK 2000.0
/* Two counters that make tangles count took 1.3. */
#define DISSOLVING_PROMOTIONS 1.5
/* None of these games needs a second round. With this factor, all rounds before the last one together have a
 * third of its limits at most. */
#define MORE_PATIENCE 4.0

/* Limits of the first attempt: work in multiples of the game's size, and regions at a time. Easy games of
 * many priorities have few regions, which are large. */
#define FIRST_EFFORT 8u
#define FIRST_REGIONS 64u

enum way { WAY_MENDS, WAY_LEARNS, WAY_DISSOLVES };

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
static uint64_t limit_of(double limit, uint64_t count, double patience) {
    double product = limit * (double)count * patience;
    return product < 0x1p62 ? (uint64_t)product : (uint64_t)1 << 62;
}

static int promote(struct ways *ways, const uint32_t *list, uint64_t count, int until_half, uint64_t most) {
    const struct promotion_limits limits = {
        .work = UINT64_MAX, .promotions = most, .regions = UINT64_MAX, .until_half = until_half};
    return promotion_solve(&ways->promotion, list, count, &limits);
}

static int learn(struct ways *ways, const uint32_t *list, uint64_t count, double patience) {
    struct solving *solving = ways->promotion.solving;
    if (ways->tangles == NULL && tangles_open(&ways->tangles, solving) != 0) {
        return -1;
    }
    solving->report->solver = SOLVER_TANGLES;
    const struct tangle_limits limits = {.work = limit_of(LEARNING_WORK, count, patience),
                                         .stalls = limit_of(LEARNING_STALLS, 1, patience)};
    int result = tangles_solve(ways->tangles, list, count, &limits);
    return result == 1 ? PROMOTION_GAVE_UP : result;
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
    enum way way = solver == SOLVER_TANGLES ? WAY_LEARNS : WAY_MENDS;
    double patience = 1;
    int result = PROMOTION_GAVE_UP;
    while (result == PROMOTION_GAVE_UP) {
        ways->promotion.dissolves = way == WAY_DISSOLVES;
        switch (way) {
        case WAY_MENDS:
            result = promote(ways, list, count, until_half,
                             LEAST_PROMOTIONS + limit_of(MENDING_PROMOTIONS, count, patience));
            way = solver == SOLVER_PROMOTION ? WAY_DISSOLVES : WAY_LEARNS;
            break;
        case WAY_LEARNS:
            result = learn(ways, list, count, patience);
            way = WAY_DISSOLVES;
            break;
        default:
            result = promote(ways, list, count, until_half,
                             solver == SOLVER_PROMOTION ? UINT64_MAX
                                                        : limit_of(DISSOLVING_PROMOTIONS, count, patience));
            way = WAY_MENDS;
            patience *= MORE_PATIENCE;
        }
    }
    return result < 0 ? -1 : 0;
}
