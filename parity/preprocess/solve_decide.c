/*
 * Decisions spread backwards, as attractors do: a vertex is decided for its owner when one of its successors
 * is, and for the other player when all of them are. Each vertex enters the queue only once, so all spreading
 * together takes linear time.
 */
#include <string.h>

#include "parity/solver/solving.h"

#define AHEAD 8u /* vertices of the queue whose rows are asked for */

void solving_stop_counting(struct solving *solving) {
    if (solving->is_counted) {
        memset(solving->watch, 0, solving->game->vertices * sizeof *solving->watch);
        solving->is_counted = 0;
    }
}

/* Whether the other player than `winner`, whose vertex it is, can still go elsewhere. */
static inline int has_other_way(struct solving *solving, uint32_t vertex, unsigned winner) {
    const uint8_t *won = solving->winner;
    const uint32_t *row = solving->game->targets + solving->game->offsets[vertex];
    uint64_t degree = solving->game->offsets[vertex + 1] - solving->game->offsets[vertex];
    uint64_t place = row_first_place(solving, vertex, degree);
    for (uint64_t i = 0; i < degree; i++) {
        if (won[row[place]] != winner) {
            row_remember_place(solving, vertex, degree, place);
            return 1;
        }
        place = place + 1 == degree ? 0 : place + 1;
    }
    return 0;
}

static inline void reach_back(struct solving *solving, uint32_t vertex, unsigned winner, uint32_t source,
                              uint32_t floor) {
    if (!is_undecided(solving, source)) {
        return;
    }
    if (solving->game->owner[source] == winner || !has_other_way(solving, source, winner)) {
        solving_decide(solving, source, winner, vertex);
    } else if (solving->region[source] >= floor && solving->region[source] != REGION_OUT &&
               solving->winner[source] == UNDECIDED) {
        solving->winner[source] = UNDECIDED_SEEN;
        solving->seen[solving->seen_count++] = source;
    }
}

/* While ways are counted no region is left when decisions spread (promotion.c sees to that): `region` and
 * `seen` need no look. */
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
