#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_CORE_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_CORE_H

/*
 * What a process can do in a state, and which processes it needs, for the choice of stubborn sets on both
 * sides (stubborn.h). The tables are made by stubborn.c; views of them are passed by value.
 */
#include "explorer/model/model_core.h"
#include "model/observer.h"
#include "explorer/model/successors_core.h"

/* So many moves that no set may have them. Counts of moves end there, and it stands for moves that no smaller
 * set may make, so these need no mark of their own. Sums of 64 counts fit into 32 bits. */
#define STUBBORN_NEVER (1u << 25)

/* A rule of several participants; [parts, parts + count) are all of them, its leader first. */
struct stubborn_rule {
    uint32_t parts;
    uint32_t count : 31, visible : 1;
};

/* Of a model with data: one class of a rule that a command is in, at this place among the classes. */
struct stubborn_role {
    uint32_t rule, place;
};

/*
 * The arrays of the tables. Rules of two participants need no look at the state to say what each participant
 * needs: the other one, whether the rule is enabled or not. That is in `needs`. Rules of more participants
 * are evaluated for each participant. Rules of two are evaluated for their leader alone, to count moves.
 *
 * row: the first row of each process; `needs` differ though rows of the image are shared. moves: of each row,
 * what the process can do alone, which no other can block. needs: of each row, the partners in rules of two.
 * class_begin: of each class, the first rule to evaluate in `listed`: 2 * rule, plus 1 if the class leads the
 * rule. marked: of each entry, whether some move of it is marked; none if only deadlocks matter.
 *
 * Models with data have others (stubborn_data.h). Sets of commands: conflicts, of each command; enablers, of
 * each test, those that can make it true; guard_enablers, of each command, those that assign to a variable of
 * its guard; members, of each class. role_begin: of each command, its first one of `roles`, and the end of
 * all. bad: of each command, whether a smaller set may not take it; seen: of each rule, whether its label is
 * visible.
 */
/* clang-format off */
#define STUBBORN_ARRAYS(ARRAY)          \
    ARRAY(row, uint32_t)                \
    ARRAY(moves, uint32_t)              \
    ARRAY(needs, uint64_t)              \
    ARRAY(class_begin, uint32_t)        \
    ARRAY(listed, uint32_t)             \
    ARRAY(rules, struct stubborn_rule)  \
    ARRAY(parts, struct model_other)    \
    ARRAY(marked, uint8_t)              \
    ARRAY(conflicts, uint64_t)          \
    ARRAY(enablers, uint64_t)           \
    ARRAY(guard_enablers, uint64_t)     \
    ARRAY(members, uint64_t)            \
    ARRAY(role_begin, uint32_t)         \
    ARRAY(roles, struct stubborn_role)  \
    ARRAY(bad, uint8_t)                 \
    ARRAY(seen, uint8_t)
/* clang-format on */

enum stubborn_array {
#define STUBBORN_NUMBER(name, type) STUBBORN_ARRAY_##name,
    STUBBORN_ARRAYS(STUBBORN_NUMBER)
#undef STUBBORN_NUMBER
        STUBBORN_ARRAYS_COUNT
};

/* The tables, on one side. */
struct stubborn_view {
    uint32_t count;          /* of processes; of commands in models with data */
    uint32_t words;          /* of a set of them */
    uint32_t has_wide_rules; /* of more than two participants; else only leading classes list rules */
#define STUBBORN_POINTER(name, type) type *name;
    STUBBORN_ARRAYS(STUBBORN_POINTER)
#undef STUBBORN_POINTER
    uint64_t *rooms; /* on a GPU, for sets of more than one word: room_words words for each warp */
    uint64_t room_words;
};

/* A state of which processes are looked at. */
struct stubborn_state {
    const struct stubborn_view *tables;
    const struct model_view *model;
    const uint64_t *vector;
};

/* Whether the observer, if there is one, follows the network; else a state has no set. No label of a set
 * moves the observer then. */
CORE_FUNCTION int stubborn_is_observed(const struct model_view *model, const uint64_t *vector) {
    const struct model_component *observer = model->component + model->header->components;
    return model->header->observer_states == 0 ||
           model->observer_state[model_field(observer, vector)].kind == OBSERVER_STEP;
}

CORE_FUNCTION uint32_t stubborn_add(uint32_t moves, uint32_t more) {
    return moves + more < STUBBORN_NEVER ? moves + more : STUBBORN_NEVER;
}

/* The moves of a rule together with a participant that has this entry. */
CORE_FUNCTION uint32_t stubborn_join(const struct stubborn_state *state, uint32_t moves, uint32_t entry) {
    const uint64_t joint = (uint64_t)moves * successors_targets(state->model, entry);
    const int bad = state->tables->marked != NULL && state->tables->marked[entry];
    return bad || joint > STUBBORN_NEVER ? STUBBORN_NEVER : (uint32_t)joint;
}

/* The same for a participant in its local state; 0 if it cannot take part. */
CORE_FUNCTION uint32_t stubborn_join_part(const struct stubborn_state *state, uint32_t moves,
                                          const struct model_other *part) {
    uint32_t local = model_field(state->model->component + part->component, state->vector);
    uint32_t entry = successors_find_entry(state->model, part, local);
    return entry == MODEL_NONE ? 0 : stubborn_join(state, moves, entry);
}

CORE_FUNCTION void stubborn_put(uint64_t *set, uint32_t process, const uint32_t words) {
    set[words == 1 ? 0 : process / 64] |= (uint64_t)1 << (process % 64);
}

/*
 * Evaluates a rule for process k, whose entry of the row is `entry`: adds what k needs, and returns the moves
 * of the rule if k leads it.
 */
CORE_FUNCTION uint32_t stubborn_look_at_rule(const struct stubborn_state *state, uint32_t k, uint32_t entry,
                                             uint32_t listed, uint64_t *needs, const uint32_t words) {
    const struct stubborn_rule rule = state->tables->rules[listed / 2];
    const struct model_other *parts = state->tables->parts + rule.parts;
    uint32_t moves = stubborn_join(state, rule.visible ? STUBBORN_NEVER : 1, entry);
    if (rule.count == 2) { /* k leads it, and needs the other anyway */
        return stubborn_join_part(state, moves, parts + 1);
    }
    for (uint32_t i = 0; i < rule.count; i++) {
        if (parts[i].component != k && (moves = stubborn_join_part(state, moves, parts + i)) == 0) {
            stubborn_put(needs, parts[i].component, words);
            return 0;
        }
    }
    for (uint32_t i = 0; i < rule.count; i++) {
        stubborn_put(needs, parts[i].component, words);
    }
    return listed % 2 != 0 ? moves : 0;
}

/* The moves that process k leads, as far as they are enabled, or STUBBORN_NEVER; `needs`: which processes are
 * in each closed set that has k. */
CORE_FUNCTION uint32_t stubborn_look_at(const struct stubborn_state *state, uint32_t k, uint64_t *needs,
                                        const uint32_t words) {
    const struct stubborn_view *tables = state->tables;
    const struct model_view *model = state->model;
    const struct model_component *component = model->component + k;
    const uint32_t local = model_field(component, state->vector);
    if (local >= component->rows) {
        for (uint32_t w = 0; w < words; w++) {
            needs[w] = 0;
        }
        return 0;
    }
    const uint32_t number = tables->row[k] + local;
    for (uint32_t w = 0; w < words; w++) {
        needs[w] = tables->needs[(uint64_t)number * words + w];
    }
    uint32_t moves = tables->moves[number];
    const struct model_row *row = model->row + component->row + local;
    const uint32_t end = tables->has_wide_rules ? row[1].begin : row[0].lead_end;
    for (uint32_t e = row[0].begin; e < end; e++) {
        const uint32_t *range = tables->class_begin + component->lead + model->entry[e].class_index;
        for (uint32_t i = range[0]; i < range[1]; i++) {
            moves = stubborn_add(moves, stubborn_look_at_rule(state, k, e, tables->listed[i], needs, words));
        }
    }
    return moves;
}

#endif
