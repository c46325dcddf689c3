/*
 * Any game, by priority promotion. Easy games are solved as a whole, in little more than one attractor: so
 * that is tried first, with bounded work. What is left is made easier, then: cycles that their owner wins
 * alone are decided; and the rest is solved component by component, from the bottom up, each decomposed anew
 * when part of it has been decided.
 */
#include "parity/promotion.h"

/* How many times the size of the game promotion may take before the game is made easier. */
#define FIRST_EFFORT 3u
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
            decide(solving, vertex, winner, vertex);
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
    return promotion_solve(context, list, count, UINT64_MAX, splits) < 0 ? -1 : 0;
}

int solving_decide_cycles(struct splitting *splitting) {
    struct solving *solving = splitting->solving;
    uint64_t before = solving->decided;
    int result = cycles_decide(splitting);
    solving->report->preprocessed += solving->decided - before;
    solving_forget_decided(solving);
    return result;
}

/* What bounded work did not solve. */
static int solve_rest(struct solving *solving, struct promotion *promotion) {
    struct splitting splitting;
    int result = splitting_open(&splitting, solving);
    if (result == 0 && !solving->options->keep_cycles) {
        result = solving_decide_cycles(&splitting);
    }
    if (result == 0 && solving->in_order > 0 && !solving->is_reduced && !solving->options->keep_cycles) {
        splitting_close(&splitting);
        return solve_reduced(solving);
    }
    if (result == 0 && !solving->options->keep_whole) {
        result = splitting_solve(&splitting, promote_block, promotion);
    }
    splitting_close(&splitting);
    if (result == 0 && solving->options->keep_whole && solving->in_order > 0) {
        result = promotion_solve(promotion, solving->order, solving->in_order, UINT64_MAX, 0);
    }
    return result;
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
        uint64_t most = options->keep_whole && options->keep_cycles ? UINT64_MAX : FIRST_EFFORT * size;
        result = promotion_solve(&promotion, solving->order, solving->in_order, most, 0);
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
