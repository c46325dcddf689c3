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
    if (bits == 0 || (at < set->count && set->variables[at] == variable)) {
        return;
    }
    set->bits += bits;
    if (set->count < DATA_GROUP_BITS) {
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

/* --- steps --- */

/* Whether instructions compare variables with constants, and do no arithmetic. */
static int compares(const struct program_instruction *code, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        switch (code[i].operation) {
        case PROGRAM_CONSTANT_INT:
        case PROGRAM_FIELD:
        case PROGRAM_EQUAL_INT:
        case PROGRAM_LESS_INT:
        case PROGRAM_AT_MOST_INT:
        case PROGRAM_NOT:
        case PROGRAM_AND:
        case PROGRAM_OR:
            break;
        default:
            return 0;
        }
    }
    return 1;
}

static int is_one_large(const struct data_set *set) {
    return set->count == 1 && set->bits > DATA_JOIN_BITS;
}

/* --- checks --- */

static struct data_set set_of(const struct data_table_maker *maker, const struct data_condition *condition) {
    struct data_set set = {0};
    add_variables(maker->image, &set, condition->begin, condition->end);
    set.by_steps = is_one_large(&set) && compares(data_code(maker->image), condition->begin, condition->end);
    return set;
}

/* Makes the check a part of a table, or has it evaluated. */
static void add_check(struct data_table_maker *maker, uint32_t unit, const struct data_check *check,
                      const struct data_set *set) {
    if (maker->failed) {
        return;
    }
    if (is_narrow(set) || set->by_steps) {
        const struct data_item item = {.check = *check, .unit = unit, .set = *set};
        maker->failed |= GROWING_ADD(maker->memory, maker->items, item) != 0;
    } else {
        const struct data_evaluated_plan plan = {*check, unit, DATA_NONE, DATA_NONE};
        maker->failed |= GROWING_ADD(maker->memory, maker->evaluated, plan) != 0;
    }
}

/* Copies instructions [begin, end), and an end with the value in register `to`: the program that they are. */
static uint32_t add_code(struct data_table_maker *maker, uint32_t begin, uint32_t end, uint32_t to) {
    const struct program_instruction *code = data_code(maker->image);
    const struct program_instruction last = {PROGRAM_RETURN, (uint16_t)to, 0, 0};
    const uint32_t program = (uint32_t)maker->made.code.count;
    for (uint32_t i = begin; i < end; i++) {
        maker->failed |= GROWING_ADD(maker->memory, maker->made.code, code[i]) != 0;
    }
    maker->failed |= GROWING_ADD(maker->memory, maker->made.code, last) != 0;
    return program;
}

static void add_condition(struct data_table_maker *maker, enum data_check_kind kind, uint32_t unit,
                          const struct data_condition *condition) {
    const struct data_set set = set_of(maker, condition);
    const struct data_check check = {.kind = kind,
                                     .program =
                                         add_code(maker, condition->begin, condition->end, condition->to),
                                     .negated = (uint32_t)condition->negated};
    add_check(maker, unit, &check, &set);
}

/* A unit that is not a command's. */
static uint32_t add_unit(struct data_table_maker *maker) {
    maker->failed |= GROWING_ADD(maker->memory, maker->odd, 0) != 0;
    return (uint32_t)maker->odd.count - 1;
}

static int fits_table(const struct data_table_maker *maker, const struct data_condition *condition) {
    const struct data_set set = set_of(maker, condition);
    return is_narrow(&set) || set.by_steps;
}

/* --- guards --- */

/* Whether a conjunct is of many variables, but its alternatives are not: a clause says it. */
static int is_clause(const struct data_table_maker *maker, const struct data_conjuncts *of,
                     const struct data_conjunct *conjunct) {
    int narrow = conjunct->alternative_count > 1 && !fits_table(maker, &conjunct->whole);
    for (uint32_t i = 0; i < conjunct->alternative_count; i++) {
        narrow &= fits_table(maker, &of->alternatives[conjunct->alternatives + i]);
    }
    return narrow;
}

/* A clause for the unit: an atom for each alternative. */
static void add_clause(struct data_table_maker *maker, uint32_t unit, const struct data_conjuncts *of,
                       const struct data_conjunct *conjunct) {
    const struct data_clause_plan clause = {unit, (uint32_t)maker->atoms, conjunct->alternative_count};
    for (uint32_t i = 0; i < conjunct->alternative_count && !maker->failed; i++) {
        add_condition(maker, DATA_CHECK_ATOM, (uint32_t)maker->atoms++,
                      &of->alternatives[conjunct->alternatives + i]);
    }
    maker->failed |= GROWING_ADD(maker->memory, maker->clauses, clause) != 0;
}

static struct data_set term_set(const struct data_table_maker *maker, const struct data_term *term) {
    struct data_set set = {0};
    add_variables(maker->image, &set, term->begin, term->end);
    return set;
}

/* Whether a conjunct is of many variables, but compares sums whose terms are not. */
static int is_sum(const struct data_table_maker *maker, const struct data_conjuncts *of,
                  const struct data_conjunct *conjunct) {
    int narrow = !maker->programs_alone && conjunct->term_count > 0 && !fits_table(maker, &conjunct->whole);
    for (uint32_t i = 0; i < conjunct->term_count && narrow; i++) {
        const struct data_set set = term_set(maker, &of->terms[conjunct->terms + i]);
        narrow = is_narrow(&set);
    }
    return narrow;
}

/* A sum that the unit needs: an item for each term. */
static void add_sum(struct data_table_maker *maker, uint32_t unit, const struct data_conjuncts *of,
                    const struct data_conjunct *conjunct) {
    const struct data_check sum = {
        .kind = DATA_CHECK_SUM, .negated = (uint32_t)conjunct->whole.negated, .relation = conjunct->relation};
    const struct data_evaluated_plan plan = {sum, unit, DATA_NONE, (uint32_t)maker->sums};
    for (uint32_t i = 0; i < conjunct->term_count && !maker->failed; i++) {
        const struct data_term *term = &of->terms[conjunct->terms + i];
        const struct data_check check = {.kind = DATA_CHECK_TERM,
                                         .program = add_code(maker, term->begin, term->end, term->to),
                                         .negative = (uint32_t)term->negative};
        const struct data_set set = term_set(maker, term);
        add_check(maker, (uint32_t)maker->sums, &check, &set);
    }
    maker->sums++;
    maker->failed |= GROWING_ADD(maker->memory, maker->evaluated, plan) != 0;
}

/* Adds conjuncts before `end` to those that the unit needs. */
static void add_conjuncts(struct data_table_maker *maker, uint32_t unit, const struct data_conjuncts *of,
                          uint32_t end) {
    for (uint32_t i = 0; i < end && !maker->failed; i++) {
        if (is_clause(maker, of, &of->parts[i])) {
            add_clause(maker, unit, of, &of->parts[i]);
        } else if (is_sum(maker, of, &of->parts[i])) {
            add_sum(maker, unit, of, &of->parts[i]);
        } else {
            add_condition(maker, DATA_CHECK_HOLDS, unit, &of->parts[i].whole);
        }
    }
}

/*
 * A guard that may fail is looked at as a whole: by the command, and by a unit of its own, which is enabled
 * where the conditions hold that are before the first one that may fail.
 */
static void add_guard(struct data_table_maker *maker, uint32_t command, uint32_t guard) {
    const struct data_condition whole = data_condition_of(data_code(maker->image), guard);
    struct data_conjuncts conjuncts;
    uint32_t first = 0;
    data_conjuncts_read(data_code(maker->image), guard, &conjuncts);
    if (!whole.may_fail) {
        add_conjuncts(maker, command, &conjuncts, conjuncts.count);
        return;
    }
    while (first < conjuncts.count && !conjuncts.parts[first].whole.may_fail) {
        first++;
    }
    const uint32_t unit = add_unit(maker);
    add_conjuncts(maker, command, &conjuncts, first);
    add_conjuncts(maker, unit, &conjuncts, first);
    add_condition(maker, DATA_CHECK_HOLDS, command, &whole);
    add_condition(maker, DATA_CHECK_FAILS, unit, &whole);
}

/* --- branches --- */

/* All weights together if they must sum up, else each of its own. */
static void add_weights(struct data_table_maker *maker, uint32_t number, const struct data_command *command) {
    const int sums = maker->image->kind != DATA_CTMC;
    const uint32_t step = sums ? command->branch_count : 1;
    for (uint32_t first = 0; first < command->branch_count; first += step) {
        const struct data_check check = {.kind = DATA_CHECK_WEIGHT,
                                         .command = number,
                                         .branches = first,
                                         .branch_count = step,
                                         .sums = (uint32_t)sums};
        struct data_set set = {0};
        for (uint32_t i = first; i < first + step; i++) {
            const uint32_t weight = data_branches(maker->image)[command->branches + i].weight;
            if (weight != DATA_NONE) {
                add_program(maker->image, &set, weight);
            }
        }
        add_check(maker, number, &check, &set);
    }
}

static void add_value(struct data_table_maker *maker, uint32_t command, uint32_t number) {
    const struct data_assignment *assignment = &data_assignments(maker->image)[number];
    const struct data_check check = {.kind = DATA_CHECK_VALUE, .assignment = number};
    struct data_set set = {0};
    if (!assignment->is_sum) {
        add_program(maker->image, &set, assignment->program);
    } else if (assignment->from != DATA_NONE) {
        add_variable(maker->image, &set, assignment->from);
        set.by_steps = is_one_large(&set) && data_assigns_sum(assignment);
    }
    add_check(maker, command, &check, &set);
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
