/*
 * Growth of the search: full or crowded parts grow between the barriers. If there is no room for that,
 * expanded levels leave the memory of the search.
 */
#include "base/memory.h"
#include "base/run.h"
#include "explorer/search/cpu/explore_internal.h"
#include "explorer/search/level_store.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"

#define MOST_UNREPORTED 1024u

static void refresh_views(struct search *search) {
    for (unsigned i = 0; i < search->run->threads; i++) {
        search->workers[i].expansion.table = explore_table_view(search);
    }
}

void explore_set_grow_at(struct search *search) {
    uint64_t slots = table_slots(search->space->table);
    search->grow_at = slots / 4 * 3;
    search->report_at = slots / 256 < MOST_UNREPORTED ? slots / 256 + 1 : MOST_UNREPORTED;
}

int explore_spill_levels(struct search *search) {
    struct state_space *space = search->space;
    uint64_t used = memory_used(search->run->memory);
    if (!search->options->keep_levels) {
        return 0;
    }
    for (; search->spilled < search->level && space->levels_kept; search->spilled++) {
        if (level_store_spill(space->level_store, search->spilled) != 0) {
            if (!search->options->may_forget) {
                break;
            }
            space->levels_kept = 0;
            search->spilled = 0;
        }
    }
    for (uint64_t level = 0; level < search->level && !space->levels_kept; level++) {
        level_store_drop(space->level_store, level);
    }
    return memory_used(search->run->memory) < used;
}

static int begin_table_growth(struct search *search) {
    struct table *table = search->space->table;
    return table_grow_begin(table, table_next_slots(table)) == 0 ||
           (explore_spill_levels(search) && table_grow_begin(table, table_next_slots(table)) == 0);
}

static int begin_intern_growth(struct search *search, int all) {
    struct interner *interner = search->space->interner;
    return interner_grow_begin(interner, all) == 0 ||
           (all && explore_spill_levels(search) && interner_grow_begin(interner, all) == 0);
}

void explore_decide_growth(struct search *search) {
    int stuck = 0;
    if (search->table_full) {
        search->table_grows = begin_table_growth(search);
        if (!search->table_grows) {
            uint64_t last = table_slots(search->space->table) / 16 * 15;
            stuck = search->grow_at >= last || search->states < search->grow_at;
            search->grow_at = last;
        }
    }
    if (search->intern_full) {
        search->intern_grows = begin_intern_growth(search, 1);
        stuck |= !search->intern_grows;
    } else if (search->space->interner != NULL && interner_is_crowded(search->space->interner)) {
        search->intern_grows = begin_intern_growth(search, 0);
    }
    if (search->memory_full) {
        stuck |= !explore_spill_levels(search);
    }
    search->table_full = search->intern_full = search->memory_full = 0;
    if (stuck) {
        explore_stop(search, EXPLORE_FULL);
    }
}

void explore_end_growth(struct search *search) {
    int failed = 0;
    if (search->table_grows) {
        failed |= table_grow_end(search->space->table) != 0;
        search->torn = failed;
        explore_set_grow_at(search);
    }
    if (search->intern_grows) {
        failed |= interner_grow_end(search->space->interner) != 0;
    }
    search->table_grows = search->intern_grows = 0;
    refresh_views(search);
    if (failed) {
        explore_stop(search, EXPLORE_FULL);
    }
}

void explore_work_growth(struct search *search, unsigned thread, unsigned threads) {
    struct barrier *barrier = threads == 1 ? NULL : &search->barrier;
    if (search->table_grows) {
        table_grow_work(search->space->table, thread, threads, barrier);
    }
    if (search->intern_grows) {
        interner_grow_work(search->space->interner, thread, threads, barrier);
    }
}
