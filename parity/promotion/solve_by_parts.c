/*
 * Solves any game by priority promotion. Easy games are solved as a whole, with little more work than one
 * attractor: so this is tried first, with bounded work. Then the remaining game is simplified: vertices whose
 * priority never matters are removed, and cycles that their owner wins alone are decided. The rest is solved
 * by strongly connected components from the bottom up; a component is decomposed again when part of it has
 * been decided.
 */
#include "parity/promotion/promotion_ways.h"

#define MOST_REDUCTIONS 2u
#define LEAST_SHARE 8u /* a game is reduced again if cycles decided one vertex in LEAST_SHARE */

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

static int solve_block(void *context, const uint32_t *list, uint64_t count, int splits) {
    return ways_solve(context, list, count, splits);
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
static int solve_parts(struct solving *solving, struct ways *ways) {
    struct splitting splitting;
    if (solving->options->keep_whole) {
        return ways_solve(ways, solving->order, solving->in_order, 0);
    }
    int result = splitting_open(&splitting, solving);
    if (result == 0) {
        result = splitting_solve(&splitting, solve_block, ways);
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
static int solve_rest(struct solving *solving, struct ways *ways) {
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
        return solve_parts(solving, ways);
    }
    ways_close(ways);
    return solve_reduced(solving);
}

int solve_promotion(struct solving *solving) {
    const struct solve_options *options = solving->options;
    int tries = !options->preprocess_first && options->solver != SOLVER_TANGLES &&
                (!options->keep_whole || !options->keep_cycles);
    struct ways ways;
    int result = ways_open(&ways, solving);
    if (result == 0 && !options->keep_loops) {
        result = solving_decide_loops(solving);
        solving->report->preprocessed += solving->decided;
        solving_forget_decided(solving);
    }
    if (result == 0 && solving->in_order > 0 && tries) {
        result = ways_try(&ways);
        solving_forget_decided(solving);
    }
    if (result == 0 && solving->in_order > 0) {
        result = solve_rest(solving, &ways);
    }
    ways_close(&ways);
    return result;
}
