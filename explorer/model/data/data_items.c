/* What tables must say of each command (data_tables_build.h), from its guard, weights and values. */
#include "explorer/model/data/data_tables_build.h"

#include "base/memory.h"
#include "explorer/model/data/data_conjuncts.h"

/* --- sets of variables --- */

static void add_variable(const struct data_header *image, struct data_set *set, uint32_t variable) {
    const uint32_t bits = (uint32_t)__builtin_popcountll(data_variables(image)[variable].mask);
    uint32_t at = 0;
    while (at < set->count && set->variables[at] < variable) {
        at++;
    }
    if (bits == 0 || set->bits > DATA_GROUP_BITS || (at < set->count && set->variables[at] == variable)) {
        return;
    }
    set->bits += bits;
    if (set->bits <= DATA_GROUP_BITS) {
        for (uint32_t i = set->count++; i > at; i--) {
            set->variables[i] = set->variables[i - 1];
        }
        set->variables[at] = variable;
    }
}

static void add_variables(const struct data_header *image, struct data_set *set, uint32_t begin,
                          uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        if (data_code(image)[i].operation == PROGRAM_FIELD) {
            add_variable(image, set, program_wide(data_code(image)[i]));
        }
    }
}

static void add_program(const struct data_header *image, struct data_set *set, uint32_t program) {
    add_variables(image, set, program, data_condition_of(data_code(image), program).end);
}

static int is_narrow(const struct data_set *set) {
    return set->bits <= DATA_GROUP_BITS;
}

/* --- units and items --- */

static void add_item(struct data_table_maker *maker, struct data_item item) {
    maker->failed |= GROWING_ADD(maker->memory, maker->items, item) != 0;
}

static void add_condition(struct data_table_maker *maker, enum data_item_kind kind, uint32_t unit,
                          const struct data_condition *condition) {
    const struct program_instruction *code = data_code(maker->image);
    struct data_item item = {
        .kind = kind, .unit = unit, .program = (uint32_t)maker->code.count, .negated = condition->negated};
    add_variables(maker->image, &item.set, condition->begin, condition->end);
    for (uint32_t i = condition->begin; i < condition->end; i++) {
        maker->failed |= GROWING_ADD(maker->memory, maker->code, code[i]) != 0;
    }
    const struct program_instruction end = {PROGRAM_RETURN, (uint16_t)condition->to, 0, 0};
    maker->failed |= GROWING_ADD(maker->memory, maker->code, end) != 0;
    add_item(maker, item);
}

/* A unit that is odd wherever it is enabled. */
static uint32_t add_check(struct data_table_maker *maker) {
    maker->failed |= GROWING_ADD(maker->memory, maker->odd, 1) != 0;
    return (uint32_t)maker->odd.count - 1;
}

/* A clause for the unit: an atom for each alternative. */
static void add_clause(struct data_table_maker *maker, uint32_t unit, const struct data_conjuncts *of,
                       const struct data_conjunct *conjunct) {
    const struct data_clause_plan clause = {unit, (uint32_t)maker->atoms, conjunct->alternative_count};
    for (uint32_t i = 0; i < conjunct->alternative_count && !maker->failed; i++) {
        add_condition(maker, DATA_ITEM_ATOM, (uint32_t)maker->atoms++,
                      &of->alternatives[conjunct->alternatives + i]);
    }
    maker->failed |= GROWING_ADD(maker->memory, maker->clauses, clause) != 0;
}

static int is_narrow_condition(const struct data_table_maker *maker, const struct data_condition *condition) {
    struct data_set set = {0};
    add_variables(maker->image, &set, condition->begin, condition->end);
    return is_narrow(&set);
}

/* --- guards --- */

static int has_narrow_alternatives(const struct data_table_maker *maker, const struct data_conjuncts *of,
                                   const struct data_conjunct *conjunct) {
    int narrow = conjunct->alternative_count > 0;
    for (uint32_t i = 0; i < conjunct->alternative_count; i++) {
        narrow &= is_narrow_condition(maker, &of->alternatives[conjunct->alternatives + i]);
    }
    return narrow;
}

/* Adds a conjunct to those that the unit needs: 1, or 0 if tables cannot say it. */
static int add_conjunct(struct data_table_maker *maker, uint32_t unit, const struct data_conjuncts *of,
                        const struct data_conjunct *conjunct) {
    if (conjunct->whole.may_fail) {
        return 0;
    }
    if (is_narrow_condition(maker, &conjunct->whole)) {
        add_condition(maker, DATA_ITEM_HOLDS, unit, &conjunct->whole);
        return 1;
    }
    if (has_narrow_alternatives(maker, of, conjunct)) {
        add_clause(maker, unit, of, conjunct);
        return 1;
    }
    return 0;
}

/*
 * The guard may fail, so it must be evaluated wherever the conditions hold that are before the one that may.
 */
static void check_guard(struct data_table_maker *maker, const struct data_conjuncts *conjuncts,
                        uint32_t failing) {
    const uint32_t check = add_check(maker);
    for (uint32_t i = 0; i < failing && !maker->failed; i++) {
        add_conjunct(maker, check, conjuncts, &conjuncts->parts[i]);
    }
}

static void add_guard(struct data_table_maker *maker, uint32_t command, uint32_t guard) {
    const struct data_condition whole = data_condition_of(data_code(maker->image), guard);
    struct data_conjuncts conjuncts;
    data_conjuncts_read(data_code(maker->image), guard, &conjuncts);
    if (whole.may_fail && is_narrow_condition(maker, &whole)) {
        add_condition(maker, DATA_ITEM_HOLDS, command, &whole);
        add_condition(maker, DATA_ITEM_FAILS, add_check(maker), &whole);
        return;
    }
    for (uint32_t i = 0; i < conjuncts.count && !maker->failed; i++) {
        if (conjuncts.parts[i].whole.may_fail) {
            check_guard(maker, &conjuncts, i);
        }
        if (!add_conjunct(maker, command, &conjuncts, &conjuncts.parts[i])) {
            maker->odd.data[command] = 1;
        }
    }
}

/* --- branches --- */

/* All weights together if they must sum up, else each of its own. */
static void add_weights(struct data_table_maker *maker, uint32_t unit, const struct data_command *command) {
    const int sums = maker->image->kind != DATA_CTMC;
    const uint32_t step = sums ? command->branch_count : 1;
    for (uint32_t first = 0; first < command->branch_count; first += step) {
        struct data_item item = {
            .kind = DATA_ITEM_WEIGHT, .unit = unit, .branches = first, .branch_count = step, .sums = sums};
        for (uint32_t i = first; i < first + step; i++) {
            const uint32_t weight = data_branches(maker->image)[command->branches + i].weight;
            if (weight != DATA_NONE) {
                add_program(maker->image, &item.set, weight);
            }
        }
        if (is_narrow(&item.set)) {
            add_item(maker, item);
        } else {
            maker->odd.data[unit] = 1;
        }
    }
}

static void add_value(struct data_table_maker *maker, uint32_t unit, uint32_t number) {
    const struct data_assignment *assignment = &data_assignments(maker->image)[number];
    struct data_item item = {.kind = DATA_ITEM_VALUE, .unit = unit, .assignment = number};
    if (!assignment->is_sum) {
        add_program(maker->image, &item.set, assignment->program);
    } else if (assignment->from != DATA_NONE) {
        add_variable(maker->image, &item.set, assignment->from);
    }
    if (is_narrow(&item.set)) {
        add_item(maker, item);
    } else {
        maker->odd.data[unit] = 1;
    }
}

void data_items_make(struct data_table_maker *maker) {
    const struct data_header *image = maker->image;
    for (uint32_t i = 0; i < image->commands.count && !maker->failed; i++) {
        maker->failed |= GROWING_ADD(maker->memory, maker->odd, 0) != 0;
    }
    for (uint32_t i = 0; i < image->commands.count && !maker->failed; i++) {
        const struct data_command *command = &data_commands(image)[i];
        add_guard(maker, i, command->guard);
        if (command->branch_count == 0) {
            maker->odd.data[i] = 1;
        } else if (!command->certain) {
            add_weights(maker, i, command);
        }
        for (uint32_t j = 0; j < command->branch_count; j++) {
            const struct data_branch *branch = &data_branches(image)[command->branches + j];
            for (uint32_t k = 0;
                 k < branch->assignment_count && !maker->failed && !data_is_left_out(image, branch); k++) {
                add_value(maker, i, branch->assignments + k);
            }
        }
    }
}
