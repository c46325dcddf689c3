/* Attractors of regions: a piece of the log is the queue. */
#include "parity/promotion_attract.h"

#define AHEAD 8u /* vertices of the log whose rows are asked for */

int promotion_attract(struct promotion *promotion, uint64_t from, uint32_t level, uint32_t floor) {
    struct solving *solving = promotion->solving;
    const uint32_t *log = promotion->log;
    uint64_t top = promotion->log_top;
    solving->report->rounds++;
    for (; from < top; from++) {
        if (from + AHEAD < top) {
            __builtin_prefetch(&solving->in_begin[log[from + AHEAD]]);
        }
        top = look_back(promotion, log[from], level, floor, top);
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    promotion->log_top = top;
    return 0;
}
