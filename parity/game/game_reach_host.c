/* Counts what plays of a game can visit on CPU threads (parity/game/game_reach.h). */
#include <string.h>

#include "base/memory.h"
#include "parity/game/game_reach_core.h"

#define STAGED 1024u /* vertices that a thread collects before it appends them */

/* Does an item of the line with a place of the thread's own for what it appends. */
static void spread_on_host(const struct steps *steps, const void *block, uint64_t first, uint64_t count) {
    const struct reach_view *view = block;
    uint32_t staged[STAGED], staged_count = 0;
    struct step_sink sink = {view->line, &view->counters->met, staged, &staged_count, STAGED};
    (void)steps;
    for (uint64_t at = first; at < first + count; at++) {
        reach_spread(view, reach_met(view, at), 0, 1, &sink);
        if (staged_count > STAGED / 2 || at + 1 == first + count) {
            uint32_t kept = staged_count < STAGED ? staged_count : STAGED;
            uint64_t to = kept == 0 ? 0 : shared64_add(sink.tail, kept);
            memcpy(view->line + to, staged, kept * sizeof *staged);
            staged_count = 0;
        }
    }
}

static int spread_all_on_host(const struct steps *steps, const struct reach_view *view) {
    for (uint64_t first = 0, end; first < view->counters->met; first = end) {
        end = view->counters->met;
        if (steps->side->each(steps, spread_on_host, view, first, end - first) != 0) {
            return -1;
        }
    }
    return 0;
}

static void place_on_host(const struct steps *steps, const void *block, uint64_t first, uint64_t count) {
    const struct reach_view *view = block;
    uint64_t states = 0;
    (void)steps;
    for (uint64_t at = first; at < first + count; at++) {
        states += reach_place(view, at);
    }
    shared64_add(reach_state_counter(view), states);
}

static void look_on_host(const struct steps *steps, const void *block, uint64_t first, uint64_t count) {
    const struct reach_view *view = block;
    uint64_t bytes = reach_scratch_words(view->header) * sizeof(uint64_t);
    uint64_t *scratch = memory_allocate(steps->memory, bytes);
    if (scratch == NULL) {
        shared_store(&view->counters->failed, 1);
        return;
    }
    uint64_t *target = scratch + view->words, *guards = target + view->words;
    for (uint64_t at = first; at < first + count; at++) {
        reach_look(view, at, scratch, target, guards, view->words);
    }
    memory_free(steps->memory, scratch, bytes);
}

/* look_on_host allocates its own. */
static uint64_t no_threads(const struct steps *steps, const struct model_header *header) {
    (void)steps;
    (void)header;
    return 0;
}

const struct reach_side reach_side_host = {&steps_host_side, spread_all_on_host, place_on_host, look_on_host,
                                           no_threads};
