/* The attractors of regions, whose queue is a piece of the log. */
#include "parity/promotion/promotion_attract.h"

#define AHEAD 8u /* vertices of the log whose rows are prefetched */

/* attract_sources for the first region, while edges are counted: if the region is won, the counts are right,
 * and otherwise they are not used any more. */
static inline uint64_t attract_sources_counting(struct promotion *promotion, uint32_t vertex, uint32_t level,
                                                uint64_t top) {
    struct solving *solving = promotion->solving;
    uint32_t *region = solving->region;
    uint64_t begin = solving->in_begin[vertex], end = solving->in_begin[vertex + 1];
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t source = solving->sources[edge];
        if (is_drawn(solving, source, level & 1)) {
            solving->strategy[source] = vertex;
            region[source] = level;
            promotion->log[top++] = source;
        }
    }
    solving->work += 1 + end - begin;
    return top;
}

int promotion_attract(struct promotion *promotion, uint64_t from, uint32_t level, uint32_t floor) {
    struct solving *solving = promotion->solving;
    const uint32_t *log = promotion->log;
    uint64_t top = promotion->log_top;
    solving->report->rounds++;
    for (uint64_t at = from; solving->is_counted && at < top; at++) {
        solving->watch[log[at]] = 0;
    }
    for (; from < top; from++) {
        if (from + AHEAD < top) {
            __builtin_prefetch(&solving->in_begin[log[from + AHEAD]]);
        }
        top = solving->is_counted ? attract_sources_counting(promotion, log[from], level, top)
                                  : attract_sources(promotion, log[from], level, floor, top);
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    promotion->log_top = top;
    return 0;
}
