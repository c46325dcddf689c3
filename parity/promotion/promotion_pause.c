/*
 * Promotion that is paused: another solver runs for a while, and promotion continues with its regions if no
 * vertex was decided. The structures of promotion itself stay as they are. The log, the regions of the
 * vertices and their strategies are in arrays that all solvers use: these are copied.
 */
#include <string.h>

#include "base/memory.h"
#include "parity/promotion/promotion.h"

/* Allocates the copies, once. Returns 0, or -1 when there is not enough memory. */
static int open_pause(struct promotion *promotion) {
    struct promotion_pause *pause = &promotion->pause;
    struct solving *solving = promotion->solving;
    uint64_t vertices = solving->game->vertices;
    if (pause->memory != NULL) {
        return 0;
    }
    pause->memory_bytes = 2 * solving_cut_bytes(vertices, 4) + solving_cut_bytes(promotion->log_room, 4);
    pause->memory = memory_allocate(solving->run->memory, pause->memory_bytes);
    if (pause->memory == NULL) {
        return -1;
    }
    solving_account(solving, pause->memory_bytes);
    char *rest = pause->memory;
    pause->region = solving_cut(&rest, vertices, 4);
    pause->strategy = solving_cut(&rest, vertices, 4);
    pause->log = solving_cut(&rest, promotion->log_room, 4);
    return 0;
}

void promotion_pause(struct promotion *promotion) {
    struct promotion_pause *pause = &promotion->pause;
    struct solving *solving = promotion->solving;
    if (open_pause(promotion) != 0) {
        promotion_end_regions(promotion);
        return;
    }
    for (uint64_t i = 0; i < promotion->count; i++) {
        uint32_t vertex = promotion->list[i];
        pause->region[i] = solving->region[vertex];
        pause->strategy[i] = solving->strategy[vertex];
        solving->region[vertex] = REGION_OUT;
    }
    memcpy(pause->log, promotion->log, promotion->log_top * sizeof *pause->log);
    pause->decided = solving->decided;
    pause->is_paused = 1;
    solving->work += promotion->count + promotion->log_top;
}

int promotion_resume(struct promotion *promotion, const uint32_t *list) {
    struct promotion_pause *pause = &promotion->pause;
    struct solving *solving = promotion->solving;
    if (!pause->is_paused || promotion->list != list || pause->decided != solving->decided) {
        return 0;
    }
    solving->lost = 0;
    for (uint64_t i = 0; i < promotion->count; i++) {
        uint32_t vertex = list[i];
        solving->region[vertex] = pause->region[i];
        if (is_undecided(solving, vertex)) {
            solving->strategy[vertex] = pause->strategy[i];
        } else {
            solving->lost++;
        }
    }
    memcpy(promotion->log, pause->log, promotion->log_top * sizeof *pause->log);
    solving->has_regions = promotion->region_count > 0;
    solving->work += promotion->count + promotion->log_top;
    pause->is_paused = 0;
    return 1;
}

void promotion_end_pause(struct promotion *promotion) {
    if (promotion->pause.is_paused) {
        promotion->pause.is_paused = 0;
        promotion_end_regions(promotion);
    }
}
