/*
 * Groups of variables for tables (data_tables_build.h). Each item needs a group that has all its variables.
 * Large groups have many rows, many groups make many look-ups: sets are joined as long as their rows stay
 * few.
 */
#include "explorer/model/data/data_tables_build.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/memory.h"

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
    const int a_large = a->bits > DATA_JOIN_BITS || a->count > 1,
              b_large = b->bits > DATA_JOIN_BITS || b->count > 1;
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
        if (group->by_steps || set->by_steps) {
            if (group->by_steps == set->by_steps && group->variables[0] == set->variables[0]) {
                return i;
            }
            continue;
        }
        const struct data_set both = unite(maker->image, group, set);
        if (both.bits == group->bits) {
            return i;
        }
        if (both.bits <= DATA_JOIN_BITS || both.bits == set->bits) {
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

/* --- steps --- */

/* The check may be another one from this value on. 0, or -1 if there are too many. */
static int add_step(const struct data_table_maker *maker, struct data_group_plan *group, int64_t value) {
    const struct data_variable *variable = &data_variables(maker->image)[group->set.variables[0]];
    const uint64_t step = (uint64_t)value - (uint64_t)variable->low;
    uint32_t at = 0;
    while (at < group->step_count && group->steps[at] < step) {
        at++;
    }
    if (value <= variable->low || value > variable->high ||
        (at < group->step_count && group->steps[at] == step)) {
        return 0;
    }
    if (group->step_count == DATA_STEPS_MOST) {
        return -1;
    }
    for (uint32_t i = group->step_count++; i > at; i--) {
        group->steps[i] = group->steps[i - 1];
    }
    group->steps[at] = step;
    return 0;
}

/* Whether an instruction has a value that is always the same: a constant, or a variable of one value. */
static int is_constant(const struct data_table_maker *maker, struct program_instruction one, int64_t *value) {
    if (one.operation == PROGRAM_CONSTANT_INT) {
        *value = (int64_t)data_constants(maker->image)[program_wide(one)];
        return 1;
    }
    if (one.operation == PROGRAM_FIELD) {
        *value = data_variables(maker->image)[program_wide(one)].low;
        return data_variables(maker->image)[program_wide(one)].mask == 0;
    }
    return 0;
}

/* The values of its variable at which a check may change. */
static int add_steps(const struct data_table_maker *maker, struct data_group_plan *group,
                     const struct data_check *check) {
    const struct program_instruction *at = maker->made.code.data + check->program;
    if (check->kind == DATA_CHECK_VALUE) {
        const struct data_assignment *sum = &data_assignments(maker->image)[check->assignment];
        const struct data_variable *variable = &data_variables(maker->image)[sum->variable];
        return add_step(maker, group, variable->low - sum->add) != 0 ||
                       add_step(maker, group, variable->high - sum->add + 1) != 0
                   ? -1
                   : 0;
    }
    for (; at->operation != PROGRAM_RETURN; at++) {
        int64_t constant;
        if (is_constant(maker, *at, &constant)) {
            if (add_step(maker, group, constant) != 0 || add_step(maker, group, constant + 1) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int plan_rows(const struct data_table_maker *maker, struct data_group_plan *group) {
    if (!group->set.by_steps) {
        group->rows = UINT32_C(1) << group->set.bits;
        return 0;
    }
    for (uint64_t i = group->first_item; i < group->item_end; i++) {
        if (add_steps(maker, group, &maker->items.data[i].check) != 0) {
            return -1;
        }
    }
    group->rows = group->step_count + 1;
    return 0;
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
    if (maker->items.count > 0) {
        qsort(maker->items.data, maker->items.count, sizeof *maker->items.data, compare_groups);
    }
    uint64_t at = 0;
    for (uint32_t i = 0; i < maker->group_count; i++) {
        maker->groups[i].first_item = at;
        while (at < maker->items.count && maker->items.data[at].group == i) {
            at++;
        }
        maker->groups[i].item_end = at;
        place_variables(maker, &maker->groups[i]);
        if (plan_rows(maker, &maker->groups[i]) != 0) {
            return -1;
        }
    }
    return 0;
}
