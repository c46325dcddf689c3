/*
 * Spreads decisions backwards, as attractors do: a vertex is decided for its owner when one of its successors
 * is, and for the other player when all of them are. Each vertex enters the queue once, so all spreading
 * together takes linear time.
 */
#include <string.h>

#include "parity/solver/solving.h"

#define AHEAD 8u /* vertices of the queue whose rows are prefetched */

void solving_stop_counting(struct solving *solving) {
    if (solving->is_counted) {
        memset(solving->watch, 0, solving->game->vertices * sizeof *solving->watch);
        solving->is_counted = 0;
    }
}

CORE_FUNCTION int is_not_won_by(const struct solving *solving, uint32_t target, uint32_t winner) {
    return solving->winner[target] != winner;
}

static inline void reach_back(struct solving *solving, uint32_t vertex, unsigned winner, uint32_t source,
                              uint32_t floor) {
    if (!is_undecided(solving, source)) {
        return;
    }
    if (solving->game->owner[source] == winner || !solving_has_way(solving, source, is_not_won_by, winner)) {
        solving_decide(solving, source, winner, vertex);
    } else if (solving->region[source] >= floor && solving->region[source] != REGION_OUT &&
               solving->winner[source] == UNDECIDED) {
        solving->winner[source] = UNDECIDED_SEEN;
        solving->seen[solving->seen_count++] = source;
    }
}

/* While edges are counted, no region is left when decisions spread (as promotion.c ensures): `region` and
 * `seen` do not matter. */
static int spread_counting(struct solving *solving) {
    uint64_t spread = solving->spread, decided = solving->decided;
    while (spread < decided) {
        uint32_t vertex = solving->queue[spread++];
        unsigned winner = solving->winner[vertex];
        uint64_t end = solving->in_begin[vertex + 1];
        for (uint64_t edge = solving->in_begin[vertex]; edge < end; edge++) {
            uint32_t source = solving->sources[edge];
            if (is_drawn(solving, source, winner)) {
                solving->winner[source] = (uint8_t)winner;
                solving->strategy[source] = solving->game->owner[source] == winner ? vertex : SOLUTION_NONE;
                solving->queue[decided++] = source;
            }
        }
        solving->work += 1 + end - solving->in_begin[vertex];
        solving->spread = spread;
        solving->decided = decided;
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    return 0;
}

int solving_spread(struct solving *solving) {
    solving->report->rounds += solving->spread < solving->decided;
    if (solving->is_counted) {
        return spread_counting(solving);
    }
    while (solving->spread < solving->decided) {
        if (solving->spread + AHEAD < solving->decided) {
            __builtin_prefetch(&solving->in_begin[solving->queue[solving->spread + AHEAD]]);
        }
        uint32_t floor = solving->spread < solving->won_end ? solving->won_level : 0;
        uint32_t vertex = solving->queue[solving->spread++];
        unsigned winner = solving->winner[vertex];
        uint64_t end = solving->in_begin[vertex + 1];
        for (uint64_t edge = solving->in_begin[vertex]; edge < end; edge++) {
            reach_back(solving, vertex, winner, solving->sources[edge], floor);
        }
        solving->work += 1 + end - solving->in_begin[vertex];
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    return 0;
}
