/*
 * Solves any game by priority promotion. Easy games are solved as a whole, with little more work than one
 * attractor: so this is tried first, with bounded work. Then the remaining game is simplified: vertices whose
 * priority never matters are removed, and cycles that their owner wins alone are decided. The rest is solved
 * by strongly connected components from the bottom up; a component is decomposed again when part of it has
 * been decided.
 */
#include "parity/promotion/promotion.h"

/* Limits of promotion before the game is made easier: work in multiples of the game's size, and regions at a
 * time. Easy games of many priorities have few regions, which are large. */
#define FIRST_EFFORT 3u
#define FIRST_REGIONS 32u
#define MOST_REDUCTIONS 2u
#define LEAST_SHARE 8u /* a game is reduced again if cycles decided one vertex in LEAST_SHARE */

static const struct promotion_limits no_limits = {.work = UINT64_MAX, .regions = UINT64_MAX};

int solving_decide_loops(struct solving *solving) {
    const struct game *game = solving->game;
    for (uint64_t i = 0; i < solving->loops; i++) {
        uint32_t vertex = solving->seen[i];
        unsigned winner = game->priority[vertex] & 1;
        uint64_t edge = game->offsets[vertex];
        while (game->owner[vertex] != winner && edge < game->offsets[vertex + 1] &&
               game->targets[edge] == vertex) {
            edge++;
        }
        if (game->owner[vertex] == winner || edge == game->offsets[vertex + 1]) {
            solving_decide(solving, vertex, winner, vertex);
        }
    }
    return solving_spread(solving);
}

void solving_forget_decided(struct solving *solving) {
    uint64_t kept = 0, count = solving->decided == solving->game->vertices ? 0 : solving->in_order;
    for (uint64_t i = 0; i < count; i++) {
        if (is_undecided(solving, solving->order[i])) {
            solving->order[kept++] = solving->order[i];
        }
    }
    solving->in_order = kept;
}

static int promote_block(void *context, const uint32_t *list, uint64_t count, int splits) {
    const struct promotion_limits limits = {.work = UINT64_MAX, .regions = UINT64_MAX, .until_half = splits};
    return promotion_solve(context, list, count, &limits) < 0 ? -1 : 0;
}

int solving_decide_cycles(struct splitting *splitting) {
    struct solving *solving = splitting->solving;
    uint64_t before = solving->decided;
    int result = cycles_decide(splitting);
    solving->report->preprocessed += solving->decided - before;
    solving_forget_decided(solving);
    return result;
}

/* Solves the remaining game by components, or as a whole. */
static int solve_parts(struct solving *solving, struct promotion *promotion) {
    struct splitting splitting;
    if (solving->options->keep_whole) {
        return promotion_solve(promotion, solving->order, solving->in_order, &no_limits) < 0 ? -1 : 0;
    }
    int result = splitting_open(&splitting, solving);
    if (result == 0) {
        result = splitting_solve(&splitting, promote_block, promotion);
    }
    splitting_close(&splitting);
    return result;
}

static int find_cycles(struct solving *solving) {
    struct splitting splitting;
    int result = splitting_open(&splitting, solving);
    if (result == 0) {
        result = solving_decide_cycles(&splitting);
    }
    splitting_close(&splitting);
    return result;
}

/* Solves what bounded work did not. Searches for cycles in a smaller game; if they decide many vertices, the
 * game is reduced again. */
static int solve_rest(struct solving *solving, struct promotion *promotion) {
    int is_made_easier = !solving->options->keep_cycles && solving->reductions < MOST_REDUCTIONS;
    if (is_made_easier && solving->reductions > 0) {
        uint64_t before = solving->decided;
        if (find_cycles(solving) != 0) {
            return -1;
        }
        is_made_easier = LEAST_SHARE * (solving->decided - before) >= solving->game->vertices;
    }
    if (solving->in_order == 0) {
        return 0;
    }
    if (!is_made_easier) {
        return solve_parts(solving, promotion);
    }
    promotion_close(promotion);
    return solve_reduced(solving);
}

int solve_promotion(struct solving *solving) {
    const struct solve_options *options = solving->options;
    struct promotion promotion;
    int result = promotion_open(&promotion, solving);
    if (result == 0 && !options->keep_loops) {
        result = solving_decide_loops(solving);
        solving->report->preprocessed += solving->decided;
        solving_forget_decided(solving);
    }
    int is_unsolved = options->preprocess_first;
    if (result == 0 && solving->in_order > 0 && !options->preprocess_first) {
        uint64_t size = solving->game->vertices + solving->game->edges;
        const struct promotion_limits first = {.work = FIRST_EFFORT * size, .regions = FIRST_REGIONS};
        int is_whole = options->keep_whole && options->keep_cycles;
        result =
            promotion_solve(&promotion, solving->order, solving->in_order, is_whole ? &no_limits : &first);
        is_unsolved = result == 1;
        result = result == 1 ? 0 : result;
        solving_forget_decided(solving);
    }
    if (result == 0 && is_unsolved) {
        result = solve_rest(solving, &promotion);
    }
    promotion_close(&promotion);
    return result;
}
