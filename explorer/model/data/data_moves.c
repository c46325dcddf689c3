/* Moves and their outcomes for tables (data_tables_build.h), in the order of data_choices_core.h. */
#include "explorer/model/data/data_tables_build.h"

#include "base/arena.h"
#include "base/memory.h"

#define OUTCOMES_MOST 4096u
#define PARTICIPANTS_MOST 64u

/* A move while it is made: its rule, and for each participant its command and branch. */
struct combination {
    const struct data_rule *rule;
    uint32_t positions[PARTICIPANTS_MOST], commands[PARTICIPANTS_MOST], branches[PARTICIPANTS_MOST];
};

/* --- outcomes --- */

/* Adds what an assignment changes; 0 if another one has changed the variable. */
static int add_assignment(struct data_table_maker *maker, uint32_t number, struct data_part *parts) {
    const struct data_assignment *assignment = &data_assignments(maker->image)[number];
    const struct data_variable *variable = &data_variables(maker->image)[assignment->variable];
    struct data_part *part = &parts[variable->word];
    const uint64_t field = variable->mask << variable->shift;
    if ((part->keep & field) != field) {
        return 0;
    }
    part->keep &= ~field;
    if (!data_assigns_sum(assignment)) {
        const struct data_looked_up one = {maker->values[number],
                                           maker->value_group[number] - (maker->values[number] == NULL),
                                           variable->word};
        maker->failed |= GROWING_ADD(maker->memory, maker->looked_up, one) != 0;
    } else if (assignment->from == DATA_NONE) {
        part->add += (uint64_t)(assignment->add - variable->low) << variable->shift;
    }
    return 1;
}

/* Fields to which a constant is added stay: they were left out only to see that none is assigned twice. */
static void keep_sums(const struct data_table_maker *maker, const struct data_branch *branch,
                      struct data_part *parts) {
    for (uint32_t i = 0; i < branch->assignment_count; i++) {
        const struct data_assignment *one = &data_assignments(maker->image)[branch->assignments + i];
        const struct data_variable *variable = &data_variables(maker->image)[one->variable];
        if (data_assigns_sum(one) && one->from != DATA_NONE) {
            parts[variable->word].keep |= variable->mask << variable->shift;
            parts[variable->word].add += (uint64_t)one->add << variable->shift;
        }
    }
}

/* The outcome of the combination's branches; `parts`: [words] scratch. 0, or -1 if there is no such. */
static int add_outcome(struct data_table_maker *maker, const struct combination *move,
                       struct data_part *parts) {
    struct data_outcome outcome = {.parts = (uint32_t)maker->parts.count,
                                   .looked_up = (uint32_t)maker->looked_up.count};
    for (uint32_t w = 0; w < maker->words; w++) {
        parts[w] = (struct data_part){UINT64_MAX, 0, w};
    }
    for (uint32_t i = 0; i < move->rule->class_count; i++) {
        const struct data_branch *branch = &data_branches(maker->image)[move->branches[i]];
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            if (!add_assignment(maker, branch->assignments + j, parts)) {
                return -1;
            }
        }
    }
    for (uint32_t i = 0; i < move->rule->class_count; i++) {
        keep_sums(maker, &data_branches(maker->image)[move->branches[i]], parts);
    }
    for (uint32_t w = 0; w < maker->words; w++) {
        if (maker->words == 1 || parts[w].keep != UINT64_MAX || parts[w].add != 0) {
            maker->failed |= GROWING_ADD(maker->memory, maker->parts, parts[w]) != 0;
        }
    }
    outcome.part_count = (uint32_t)maker->parts.count - outcome.parts;
    outcome.looked_up_count = (uint32_t)maker->looked_up.count - outcome.looked_up;
    maker->failed |= GROWING_ADD(maker->memory, maker->outcomes, outcome) != 0;
    return maker->failed || maker->outcomes.count > OUTCOMES_MOST ? -1 : 0;
}

static int branches_are_taken(const struct data_table_maker *maker, const struct combination *move) {
    for (uint32_t i = 0; i < move->rule->class_count; i++) {
        if (data_is_left_out(maker->image, &data_branches(maker->image)[move->branches[i]])) {
            return 0;
        }
    }
    return 1;
}

/* All combinations of branches, the last one fastest. */
static int add_outcomes(struct data_table_maker *maker, struct combination *move, struct data_part *parts) {
    const struct data_command *commands = data_commands(maker->image);
    uint32_t at = move->rule->class_count;
    for (uint32_t i = 0; i < at; i++) {
        move->branches[i] = commands[move->commands[i]].branches;
    }
    for (;;) {
        if (branches_are_taken(maker, move) && add_outcome(maker, move, parts) != 0) {
            return -1;
        }
        for (at = move->rule->class_count; at > 0; at--) {
            const struct data_command *command = &commands[move->commands[at - 1]];
            if (++move->branches[at - 1] < command->branches + command->branch_count) {
                break;
            }
            move->branches[at - 1] = command->branches;
        }
        if (at == 0) {
            return 0;
        }
    }
}

/* --- moves --- */

static int add_move(struct data_table_maker *maker, struct combination *move, struct data_part *parts) {
    struct data_move one = {move->rule->label, (uint32_t)maker->outcomes.count, 0};
    const uint64_t number = maker->moves.count;
    int is_odd = 0;
    if (number == DATA_MOVE_WORDS_MOST * 64) {
        return -1;
    }
    for (uint32_t i = 0; i < move->rule->class_count; i++) {
        is_odd |= maker->odd.data[move->commands[i]];
        bitset_add(maker->moves_of + (uint64_t)move->commands[i] * DATA_MOVE_WORDS_MOST, (uint32_t)number);
    }
    if (!is_odd && add_outcomes(maker, move, parts) != 0) {
        return -1;
    }
    one.outcome_count = (uint32_t)maker->outcomes.count - one.outcomes;
    maker->failed |= GROWING_ADD(maker->memory, maker->moves, one) != 0;
    return maker->failed ? -1 : 0;
}

/* All combinations of commands, the last one fastest. */
static int add_rule_moves(struct data_table_maker *maker, const struct data_rule *rule,
                          struct data_part *parts) {
    const struct data_class *classes = data_classes(maker->image);
    const uint32_t *members = data_members(maker->image);
    const uint32_t *numbers = data_rule_classes(maker->image) + rule->classes;
    struct combination move = {.rule = rule};
    uint32_t at = rule->class_count;
    for (uint32_t i = 0; i < rule->class_count; i++) {
        if (classes[numbers[i]].member_count == 0) {
            return 0;
        }
    }
    for (;;) {
        for (uint32_t i = 0; i < rule->class_count; i++) {
            move.commands[i] = members[classes[numbers[i]].members + move.positions[i]];
        }
        if (add_move(maker, &move, parts) != 0) {
            return -1;
        }
        for (at = rule->class_count; at > 0; at--) {
            if (++move.positions[at - 1] < classes[numbers[at - 1]].member_count) {
                break;
            }
            move.positions[at - 1] = 0;
        }
        if (at == 0) {
            return 0;
        }
    }
}

/* Checks are moves, too, so that their oddness is seen. */
static int add_checks(struct data_table_maker *maker) {
    for (uint64_t unit = maker->image->commands.count; unit < maker->odd.count; unit++) {
        if (maker->moves.count == DATA_MOVE_WORDS_MOST * 64 ||
            GROWING_ADD(maker->memory, maker->moves, (struct data_move){0, 0, 0}) != 0) {
            return -1;
        }
        bitset_add(maker->moves_of + unit * DATA_MOVE_WORDS_MOST, (uint32_t)maker->moves.count - 1);
    }
    return 0;
}

int data_moves_make(struct data_table_maker *maker) {
    struct data_part *parts = arena_allocate(maker->scratch, maker->words * sizeof *parts);
    maker->moves_of =
        arena_allocate(maker->scratch, maker->odd.count * DATA_MOVE_WORDS_MOST * sizeof(uint64_t));
    if (parts == NULL || maker->moves_of == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < maker->image->rules.count; i++) {
        const struct data_rule *rule = &data_rules(maker->image)[i];
        if (rule->class_count > PARTICIPANTS_MOST || add_rule_moves(maker, rule, parts) != 0) {
            return -1;
        }
    }
    return add_checks(maker);
}
