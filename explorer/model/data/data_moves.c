/* Moves and their outcomes for tables (data_tables_build.h), in the order of data_choices_core.h. */
#include "explorer/model/data/data_tables_build.h"

#include "base/arena.h"
#include "base/memory.h"

#define OUTCOMES_MOST 4096u /* of all moves */

/* A move while it is made: its rule, and for each participant its command and branch. */
struct branch_combination {
    uint32_t label, count; /* participants */
    uint32_t positions[DATA_PARTICIPANTS_MOST], commands[DATA_PARTICIPANTS_MOST],
        branches[DATA_PARTICIPANTS_MOST];
};

/* --- outcomes --- */

/* Adds what an assignment changes; 0 if another one has changed the variable. */
static int add_assignment(struct data_table_maker *maker, uint32_t number, struct data_word_change *parts) {
    const struct data_assignment *assignment = &data_assignments(maker->image)[number];
    const struct data_variable *variable = &data_variables(maker->image)[assignment->variable];
    struct data_word_change *part = &parts[variable->word];
    const uint64_t field = variable->mask << variable->shift;
    if ((part->keep & field) != field) {
        return 0;
    }
    part->keep &= ~field;
    if (!data_assigns_sum(assignment)) {
        const uint32_t at = maker->value_at[number];
        const struct data_looked_up one = {at, maker->value_group[number] - (at == DATA_NONE),
                                           variable->word};
        maker->failed |= GROWING_ADD(maker->memory, maker->made.looked_up, one) != 0;
    } else if (assignment->from == DATA_NONE) {
        part->add += (uint64_t)(assignment->add - variable->low) << variable->shift;
    }
    return 1;
}

/* Fields to which a constant is added stay: they were left out only to see that none is assigned twice. */
static void keep_sums(const struct data_table_maker *maker, const struct data_branch *branch,
                      struct data_word_change *parts) {
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
static int add_outcome(struct data_table_maker *maker, const struct branch_combination *move,
                       struct data_word_change *parts) {
    struct data_outcome outcome = {.parts = (uint32_t)maker->made.parts.count,
                                   .looked_up = (uint32_t)maker->made.looked_up.count};
    for (uint32_t w = 0; w < maker->words; w++) {
        parts[w] = (struct data_word_change){UINT64_MAX, 0, w};
    }
    for (uint32_t i = 0; i < move->count; i++) {
        const struct data_branch *branch = &data_branches(maker->image)[move->branches[i]];
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            if (!add_assignment(maker, branch->assignments + j, parts)) {
                return -1;
            }
        }
    }
    for (uint32_t i = 0; i < move->count; i++) {
        keep_sums(maker, &data_branches(maker->image)[move->branches[i]], parts);
    }
    for (uint32_t w = 0; w < maker->words; w++) {
        if (maker->words == 1 || parts[w].keep != UINT64_MAX || parts[w].add != 0) {
            maker->failed |= GROWING_ADD(maker->memory, maker->made.parts, parts[w]) != 0;
        }
    }
    outcome.part_count = (uint32_t)maker->made.parts.count - outcome.parts;
    outcome.looked_up_count = (uint32_t)maker->made.looked_up.count - outcome.looked_up;
    maker->failed |= GROWING_ADD(maker->memory, maker->made.outcomes, outcome) != 0;
    return maker->failed || maker->made.outcomes.count > OUTCOMES_MOST ? -1 : 0;
}

static int branches_are_taken(const struct data_table_maker *maker, const struct branch_combination *move) {
    for (uint32_t i = 0; i < move->count; i++) {
        if (data_is_left_out(maker->image, &data_branches(maker->image)[move->branches[i]])) {
            return 0;
        }
    }
    return 1;
}

/* All combinations of branches, the last one fastest. */
static int add_outcomes(struct data_table_maker *maker, struct branch_combination *move,
                        struct data_word_change *parts) {
    const struct data_command *commands = data_commands(maker->image);
    uint32_t at = move->count;
    for (uint32_t i = 0; i < at; i++) {
        move->branches[i] = commands[move->commands[i]].branches;
    }
    for (;;) {
        if (branches_are_taken(maker, move) && add_outcome(maker, move, parts) != 0) {
            return -1;
        }
        for (at = move->count; at > 0; at--) {
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

static int add_move(struct data_table_maker *maker, struct branch_combination *move,
                    struct data_word_change *parts) {
    struct data_move one = {move->label, (uint32_t)maker->made.outcomes.count, 0};
    const uint64_t number = maker->made.moves.count;
    int is_odd = 0;
    if (number == DATA_MOVE_WORDS_MOST * 64) {
        return -1;
    }
    for (uint32_t i = 0; i < move->count; i++) {
        is_odd |= maker->odd.data[move->commands[i]];
        bitset_add(maker->moves_of + (uint64_t)move->commands[i] * DATA_MOVE_WORDS_MOST, (uint32_t)number);
    }
    if (!is_odd && add_outcomes(maker, move, parts) != 0) {
        return -1;
    }
    one.outcome_count = (uint32_t)maker->made.outcomes.count - one.outcomes;
    maker->failed |= GROWING_ADD(maker->memory, maker->made.moves, one) != 0;
    return maker->failed ? -1 : 0;
}

/* The command of a participant at a place in its class, or DATA_NONE after the last one. */
static uint32_t rule_member(const struct data_table_maker *maker, const struct data_rule *rule,
                            uint32_t participant, uint32_t place) {
    const struct data_class *one =
        &data_classes(maker->image)[data_rule_classes(maker->image)[rule->classes + participant]];
    return place < one->member_count ? data_members(maker->image)[one->members + place] : DATA_NONE;
}

/* All combinations of commands, the last one fastest. */
static int add_rule_moves(struct data_table_maker *maker, const struct data_rule *rule,
                          struct data_word_change *parts) {
    const struct data_class *classes = data_classes(maker->image);
    const uint32_t *numbers = data_rule_classes(maker->image) + rule->classes;
    struct branch_combination move = {.label = rule->label, .count = rule->class_count};
    uint32_t at = rule->class_count;
    for (uint32_t i = 0; i < rule->class_count; i++) {
        if (classes[numbers[i]].member_count == 0) {
            return 0;
        }
    }
    for (;;) {
        for (uint32_t i = 0; i < rule->class_count; i++) {
            move.commands[i] = rule_member(maker, rule, i, move.positions[i]);
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

/* --- products --- */

/* The number of outcomes of all combinations of a rule; no longer exact above rule_outcomes. */
static uint64_t count_outcomes(const struct data_table_maker *maker, const struct data_rule *rule) {
    uint64_t product = 1;
    for (uint32_t i = 0; i < rule->class_count && product <= maker->rule_outcomes; i++) {
        uint64_t sum = 0;
        for (uint32_t j = 0; rule_member(maker, rule, i, j) != DATA_NONE; j++) {
            sum += data_commands(maker->image)[rule_member(maker, rule, i, j)].branch_count;
        }
        product *= sum;
    }
    return product;
}

/* Adds the fields to which a command assigns; 0 if one of them is in `others`. */
static int add_fields(const struct data_table_maker *maker, const struct data_command *command,
                      const uint64_t *others, uint64_t *fields) {
    for (uint32_t i = 0; i < command->branch_count; i++) {
        const struct data_branch *branch = &data_branches(maker->image)[command->branches + i];
        for (uint32_t j = 0; j < branch->assignment_count; j++) {
            const struct data_assignment *one = &data_assignments(maker->image)[branch->assignments + j];
            const struct data_variable *variable = &data_variables(maker->image)[one->variable];
            const uint64_t field = variable->mask << variable->shift;
            if ((others[variable->word] & field) != 0) {
                return 0;
            }
            fields[variable->word] |= field;
        }
    }
    return 1;
}

/* A product of the rule, with a move for each command of a participant. 0, or -1 if that cannot be. */
static int add_product(struct data_table_maker *maker, const struct data_rule *rule,
                       struct data_word_change *parts) {
    const struct data_product product = {rule->label, (uint32_t)maker->made.participants.count,
                                         rule->class_count};
    const struct data_run run = {(uint32_t)maker->made.products.count, 0, 0};
    uint64_t before[DATA_PRODUCT_WORDS_MOST] = {0}, fields[DATA_PRODUCT_WORDS_MOST] = {0};
    if (maker->words > DATA_PRODUCT_WORDS_MOST) {
        return -1;
    }
    for (uint32_t i = 0; i < rule->class_count; i++) {
        struct data_participant one = {(uint32_t)maker->made.moves.count, 0};
        for (uint32_t j = 0; rule_member(maker, rule, i, j) != DATA_NONE; j++) {
            struct branch_combination move = {.label = rule->label, .count = 1};
            move.commands[0] = rule_member(maker, rule, i, j);
            if (!add_fields(maker, &data_commands(maker->image)[move.commands[0]], before, fields) ||
                add_move(maker, &move, parts) != 0) {
                return -1;
            }
        }
        one.end = (uint32_t)maker->made.moves.count;
        maker->failed |= GROWING_ADD(maker->memory, maker->made.participants, one) != 0;
        bitset_unite(before, fields, DATA_PRODUCT_WORDS_MOST);
    }
    maker->failed |= GROWING_ADD(maker->memory, maker->made.products, product) != 0 ||
                     GROWING_ADD(maker->memory, maker->made.runs, run) != 0;
    return maker->failed ? -1 : 0;
}

/* A move for each combination; there are few. */
static int add_run(struct data_table_maker *maker, const struct data_rule *rule,
                   struct data_word_change *parts) {
    struct data_run run = {DATA_NONE, (uint32_t)maker->made.moves.count, 0};
    if (add_rule_moves(maker, rule, parts) != 0) {
        return -1;
    }
    run.end = (uint32_t)maker->made.moves.count;
    return GROWING_ADD(maker->memory, maker->made.runs, run);
}

/* Checks are moves, too, so that an odd one is seen. */
static int add_checks(struct data_table_maker *maker) {
    for (uint64_t unit = maker->image->commands.count; unit < maker->odd.count; unit++) {
        if (maker->made.moves.count == DATA_MOVE_WORDS_MOST * 64 ||
            GROWING_ADD(maker->memory, maker->made.moves, (struct data_move){0, 0, 0}) != 0) {
            return -1;
        }
        bitset_add(maker->moves_of + unit * DATA_MOVE_WORDS_MOST, (uint32_t)maker->made.moves.count - 1);
    }
    return 0;
}

int data_moves_make(struct data_table_maker *maker) {
    struct data_word_change *parts = arena_allocate(maker->scratch, maker->words * sizeof *parts);
    maker->moves_of =
        arena_allocate(maker->scratch, maker->odd.count * DATA_MOVE_WORDS_MOST * sizeof(uint64_t));
    if (parts == NULL || maker->moves_of == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < maker->image->rules.count; i++) {
        const struct data_rule *rule = &data_rules(maker->image)[i];
        if (rule->class_count > DATA_PARTICIPANTS_MOST ||
            (rule->class_count > 1 && count_outcomes(maker, rule) > maker->rule_outcomes
                 ? add_product(maker, rule, parts)
                 : add_run(maker, rule, parts)) != 0) {
            return -1;
        }
    }
    return add_checks(maker);
}
