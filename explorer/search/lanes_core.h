#ifndef HEDDLE_EXPLORER_SEARCH_LANES_CORE_H
#define HEDDLE_EXPLORER_SEARCH_LANES_CORE_H

/*
 * How a lane of the CUDA search goes through the successors of its state by the tables of a model with data
 * (search_tables.cuh), one in each step of its warp.
 */
#include "explorer/model/data/data_cursor_core.h"
#include "explorer/search/entries_core.h"

struct lane_walk {
    struct data_cursor cursor;
    struct entry_list list;
    int fired;
    uint64_t entries;
};

enum lane_step {
    LANE_END,   /* there is no other successor */
    LANE_AGAIN, /* an entry that the choice has already */
    LANE_NEW
};

/* `keys`: room for the list, for vectors of the caller's words; `moves`: whether the state has any. */
CORE_FUNCTION struct lane_walk lane_begin(const struct data_tables *tables, uint64_t *keys, int moves) {
    struct lane_walk walk;
    walk.cursor = data_cursor_begin(tables);
    walk.cursor.word = moves ? 0 : tables->move_words;
    walk.list.count = 0;
    walk.list.choice = 0;
    walk.list.compares = !tables->distinct;
    walk.list.in_order = 1;
    walk.list.many = 0;
    walk.list.keys = keys;
    walk.list.choices = NULL;
    walk.fired = 0;
    walk.entries = 0;
    return walk;
}

/* Goes to the next successor, whose vector is written to `target`, and counts it if it is a new entry. */
CORE_FUNCTION enum lane_step lane_next(const struct data_tables *tables, const uint64_t *state,
                                       const uint32_t words, const struct data_enabled *enabled,
                                       struct lane_walk *walk, uint64_t *target) {
    if (!data_cursor_next(tables, state, words, enabled, &walk->cursor, target)) {
        return LANE_END;
    }
    walk->fired = 1;
    if (entry_list_has(&walk->list, walk->cursor.choice, target, words)) {
        return LANE_AGAIN;
    }
    walk->entries++;
    return LANE_NEW;
}

#endif
