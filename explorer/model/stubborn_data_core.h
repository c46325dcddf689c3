#ifndef HEDDLE_EXPLORER_MODEL_STUBBORN_DATA_CORE_H
#define HEDDLE_EXPLORER_MODEL_STUBBORN_DATA_CORE_H

/*
 * What a command of a model with data can do in a state, and which commands it needs (stubborn_data.h), and
 * the transitions that the commands of a set lead: on both sides. The tables are made by stubborn_data.c.
 */
#include "explorer/model/stubborn_core.h"

CORE_FUNCTION const struct data_header *stubborn_image(const struct model_view *model) {
    return (const struct data_header *)model->data;
}

/* Reads a state into `room`, of data_scratch_words words, before the other calls: 0, or -1 if the model has
 * an error there. */
CORE_FUNCTION int stubborn_data_begin(const struct data_header *image, const uint64_t *vector,
                                      uint64_t *room) {
    struct data_scratch scratch = data_scratch_at(image, room);
    struct data_step step;
    data_unpack(image, vector, scratch.fields);
    return data_begin(image, &scratch, &step) == DATA_FINE ? 0 : -1;
}

/* Whether the guard of the command holds: all others have no moves. */
CORE_FUNCTION int stubborn_data_is_enabled(const struct data_scratch *scratch, uint32_t command) {
    return (int)(scratch->enabled[command / 32] >> command % 32 & 1);
}

CORE_FUNCTION void stubborn_data_unite(uint64_t *to, const uint64_t *from, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        to[w] |= from[w];
    }
}

/* The set of commands of which one must be first, before the guard of the command can hold. */
CORE_FUNCTION const uint64_t *stubborn_data_enablers(const struct stubborn_view *tables,
                                                     const struct data_header *image,
                                                     const struct data_scratch *scratch, uint32_t number) {
    const struct data_command *command = &data_commands(image)[number];
    for (uint32_t i = 0; i < command->test_count; i++) {
        const struct data_test *test = &data_tests(image)[command->tests + i];
        if (!data_test_holds(test, scratch->fields[test->variable])) {
            return tables->enablers + (uint64_t)(command->tests + i) * tables->words;
        }
    }
    return tables->guard_enablers + (uint64_t)number * tables->words;
}

CORE_FUNCTION uint64_t stubborn_data_count(const struct data_header *image,
                                           const struct data_scratch *scratch, uint32_t class_index) {
    const struct data_class *one = &data_classes(image)[class_index];
    uint64_t count = 0;
    for (uint32_t m = one->members; m < one->members + one->member_count; m++) {
        count += (uint64_t)stubborn_data_is_enabled(scratch, data_members(image)[m]);
    }
    return count;
}

/* Adds what an enabled command needs for a rule. Returns the combinations with it that are enabled. */
CORE_FUNCTION uint64_t stubborn_data_combine(const struct stubborn_view *tables,
                                             const struct data_header *image,
                                             const struct data_scratch *scratch,
                                             const struct stubborn_role *role, uint64_t *needs) {
    const struct data_rule *rule = &data_rules(image)[role->rule];
    const uint32_t *classes = data_rule_classes(image) + rule->classes, words = tables->words;
    uint64_t moves = 1;
    for (uint32_t i = 0; i < rule->class_count; i++) {
        const uint64_t enabled = i == role->place ? 1 : stubborn_data_count(image, scratch, classes[i]);
        if (enabled == 0) {
            stubborn_data_unite(needs, tables->members + (uint64_t)classes[i] * words, words);
            return 0;
        }
        moves = successors_multiply(moves, enabled);
    }
    for (uint32_t i = 0; i < rule->class_count; i++) {
        if (i != role->place) {
            stubborn_data_unite(needs, tables->members + (uint64_t)classes[i] * words, words);
        }
    }
    return moves;
}

/*
 * The enabled combinations of the rules that the command leads; STUBBORN_NEVER if a smaller set may not take
 * all of its combinations; 0 if it has none. `needs`: which commands are in each closed set that has it.
 */
CORE_FUNCTION uint32_t stubborn_data_look_at(const struct stubborn_view *tables,
                                             const struct data_header *image,
                                             const struct data_scratch *scratch, uint32_t number,
                                             uint64_t *needs) {
    const uint32_t words = tables->words;
    uint32_t moves = 0;
    int some = 0;
    for (uint32_t w = 0; w < words; w++) {
        needs[w] = 0;
    }
    if (!stubborn_data_is_enabled(scratch, number)) {
        stubborn_data_unite(needs, stubborn_data_enablers(tables, image, scratch, number), words);
        return 0;
    }
    for (uint32_t i = tables->role_begin[number]; i < tables->role_begin[number + 1]; i++) {
        const struct stubborn_role *role = &tables->roles[i];
        const uint64_t count = stubborn_data_combine(tables, image, scratch, role, needs);
        if (count != 0) {
            const uint64_t most = count < STUBBORN_NEVER ? count : STUBBORN_NEVER;
            const uint64_t led = role->place == 0 ? most : 0;
            const int bad = tables->bad[number] || tables->seen[role->rule];
            moves = stubborn_add(moves, bad ? STUBBORN_NEVER : (uint32_t)led);
            some = 1;
        }
    }
    if (some) {
        stubborn_data_unite(needs, tables->conflicts + (uint64_t)number * words, words);
    }
    return moves;
}

/* A state of which transitions are made, which has been read into `room`, and what visits them. */
struct stubborn_moving {
    const struct successors_source *from;
    uint64_t *room;
    successors_visit visit;
    void *context;
};

/* Before the first choice of a rule. */
CORE_FUNCTION struct data_step stubborn_data_step(uint32_t rule) {
    struct data_step step;
    step.rule = rule - 1;
    step.rule_end = rule + 1;
    step.located = step.entry = step.entry_end = 0;
    step.way = DATA_NONE;
    step.span = step.before = 0;
    step.has_choice = step.has_branch = 0;
    return step;
}

/* Makes the transitions of a rule in which the command leads: 0, 1 to end the visits, or SUCCESSORS_FAULT. */
CORE_FUNCTION int stubborn_data_move_by(const struct stubborn_moving *moving, uint32_t number, uint32_t rule,
                                        uint32_t *choice) {
    const struct successors_source *from = moving->from;
    const struct data_header *image = stubborn_image(from->model);
    struct data_scratch scratch = data_scratch_at(image, moving->room);
    struct data_step step = stubborn_data_step(rule);
    while (data_next_choice(image, &scratch, &step)) {
        int found = 1;
        if (data_chosen(image, &scratch, 0) != number) {
            continue;
        }
        if (data_check_weights(image, &scratch, &step) != DATA_FINE) {
            return SUCCESSORS_FAULT;
        }
        for (;;) {
            if (data_next_branch(image, &scratch, &step, &found) != DATA_FINE) {
                return SUCCESSORS_FAULT;
            }
            if (!found) {
                break;
            }
            successors_assign(from, &scratch, from->model->header->words);
            if (moving->visit(moving->context, data_rules(image)[rule].label, *choice, from->scratch)) {
                return 1;
            }
        }
        *choice += image->kind == DATA_MDP;
    }
    return 0;
}

/* Makes the transitions that commands of a closed set lead, in their order. Returns as successors_all: 1 or
 * SUCCESSORS_FAULT. */
CORE_FUNCTION int stubborn_data_move(const struct stubborn_view *tables, const struct stubborn_moving *moving,
                                     const uint64_t *set) {
    const struct data_scratch scratch = data_scratch_at(stubborn_image(moving->from->model), moving->room);
    uint32_t choice = 0;
    int status = 0;
    for (uint32_t w = 0; w < tables->words && status == 0; w++) {
        for (uint64_t left = set[w]; left != 0 && status == 0; left &= left - 1) {
            const uint32_t number = 64 * w + core_count_trailing_zeros_wide(left);
            uint32_t i = tables->role_begin[number];
            const uint32_t end =
                stubborn_data_is_enabled(&scratch, number) ? tables->role_begin[number + 1] : i;
            for (; i < end && status == 0; i++) {
                if (tables->roles[i].place == 0) {
                    status = stubborn_data_move_by(moving, number, tables->roles[i].rule, &choice);
                }
            }
        }
    }
    return status == SUCCESSORS_FAULT ? SUCCESSORS_FAULT : 1;
}

#endif
