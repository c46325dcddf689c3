/*
 * Groups of variables for tables (data_tables_build.h). Each item needs a group that has all its variables.
 * Large groups have many rows, many groups make many look-ups: sets are joined as long as their rows stay
 * few.
 */
#include "explorer/model/data/data_tables_build.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/memory.h"

#define JOIN_BITS 8u /* sets are joined up to so many bits */

static struct data_set unite(const struct data_header *image, const struct data_set *a,
                             const struct data_set *b) {
    struct data_set both = {.bits = 0};
    for (uint32_t i = 0, j = 0; (i < a->count || j < b->count) && both.bits <= DATA_GROUP_BITS;) {
        uint32_t next = i == a->count || (j < b->count && b->variables[j] < a->variables[i])
                            ? b->variables[j]
                            : a->variables[i];
        i += i < a->count && a->variables[i] == next;
        j += j < b->count && b->variables[j] == next;
        both.bits += (uint32_t)__builtin_popcountll(data_variables(image)[next].mask);
        if (both.bits <= DATA_GROUP_BITS) {
            both.variables[both.count++] = next;
        }
    }
    return both;
}

/* The larger sets first, so that the smaller ones find their place in them; then in the order of variables.
 */
static int compare_items(const void *left, const void *right) {
    const struct data_set *a = &(*(const struct data_item *const *)left)->set;
    const struct data_set *b = &(*(const struct data_item *const *)right)->set;
    const int a_large = a->bits > JOIN_BITS || a->count > 1, b_large = b->bits > JOIN_BITS || b->count > 1;
    if (a_large != b_large) {
        return a_large ? -1 : 1;
    }
    const uint32_t first = a->count == 0 ? 0 : a->variables[0], other = b->count == 0 ? 0 : b->variables[0];
    return first != other ? (first < other ? -1 : 1) : a->bits != b->bits ? (a->bits > b->bits ? -1 : 1) : 0;
}

/* The group for a set, made larger or new if necessary; DATA_NONE if there are too many. */
static uint32_t find_group(struct data_table_maker *maker, const struct data_set *set) {
    uint32_t best = DATA_NONE;
    struct data_set joined = {.bits = 0};
    for (uint32_t i = 0; i < maker->group_count; i++) {
        const struct data_set *group = &maker->groups[i].set;
        const struct data_set both = unite(maker->image, group, set);
        if (both.bits == group->bits) {
            return i;
        }
        if (both.bits <= JOIN_BITS || both.bits == set->bits) {
            best = i;
            joined = both;
        }
    }
    if (best == DATA_NONE) {
        if (maker->group_count == DATA_GROUPS_MOST) {
            return DATA_NONE;
        }
        best = maker->group_count++;
        joined = *set;
    }
    maker->groups[best].set = joined;
    return best;
}

/* Row numbers have the variables in the order of the state's bits, the first one most significant. */
static void place_variables(struct data_table_maker *maker, struct data_group_plan *group) {
    uint32_t at = 0;
    for (uint32_t i = group->set.count; i-- > 0;) {
        group->at[i] = at;
        at += (uint32_t)__builtin_popcountll(data_variables(maker->image)[group->set.variables[i]].mask);
    }
}

static int compare_groups(const void *left, const void *right) {
    const struct data_item *a = left, *b = right;
    return (a->group > b->group) - (a->group < b->group);
}

int data_groups_make(struct data_table_maker *maker) {
    struct data_item **order = arena_allocate(maker->scratch, (maker->items.count + 1) * sizeof(void *));
    if (order == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < maker->items.count; i++) {
        order[i] = &maker->items.data[i];
    }
    qsort(order, maker->items.count, sizeof *order, compare_items);
    maker->group_count = 1; /* at least one, perhaps of no variables, for moves without conditions */
    for (uint64_t i = 0; i < maker->items.count; i++) {
        order[i]->group = find_group(maker, &order[i]->set);
        if (order[i]->group == DATA_NONE) {
            return -1;
        }
    }
    qsort(maker->items.data, maker->items.count, sizeof *maker->items.data, compare_groups);
    uint64_t at = 0;
    for (uint32_t i = 0; i < maker->group_count; i++) {
        maker->groups[i].first_item = at;
        while (at < maker->items.count && maker->items.data[at].group == i) {
            at++;
        }
        maker->groups[i].item_end = at;
        place_variables(maker, &maker->groups[i]);
    }
    return 0;
}
