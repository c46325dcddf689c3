#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_TABLES_CORE_H

/*
 * The successors of a state of a model with data by tables, without evaluating a program.
 *
 * A *move* is a combination of commands that a rule fires; it has a bit. Variables are in *groups*, so small
 * that a table has a row for each combination of their values: the moves whose conditions on these variables
 * hold. The AND of a row of each group is the set of moves that are enabled. Where a condition is a
 * disjunction over several groups, each alternative is an *atom*, which has a bit, too, and a *clause* blocks
 * moves where no atom holds. An *outcome* of a move is a combination of branches; its target is (state &
 * keep)
 * + add in each word that it changes, plus, for values that are no sums of a variable and a constant, what
 * tables say. What depends on too many variables is *evaluated*, if it is of an enabled move. Where a move
 * may need more (a value out of range, a weight of 0), rows mark it as odd; states with an odd move are left
 * to data_choices_core.h.
 */
#include "explorer/model/data/data_choices_core.h"

#define DATA_GROUPS_MOST 32u
#define DATA_MOVE_WORDS_MOST 32u /* 64 moves each */
#define DATA_SLOTS_MOST 64u      /* values that are evaluated */

/* What must be known of a command. */
enum data_check_kind {
    DATA_CHECK_HOLDS,  /* it can be enabled where the program is true */
    DATA_CHECK_FAILS,  /* where the program has no value */
    DATA_CHECK_ATOM,   /* an atom is true where the program is */
    DATA_CHECK_WEIGHT, /* the move is odd where weights of branches are wrong or 0 */
    DATA_CHECK_VALUE   /* where an assigned value is wrong */
};

struct data_check {
    enum data_check_kind kind;
    uint32_t program; /* HOLDS, FAILS, ATOM: in the code of the tables */
    uint32_t negated; /* .. false for true */
    uint32_t command; /* WEIGHT: [branches, branches + branch_count) of the command */
    uint32_t branches, branch_count;
    uint32_t sums;       /* WEIGHT: the sum must be 1 */
    uint32_t assignment; /* VALUE */
};

enum data_verdict { DATA_IS_FINE, DATA_IS_BLOCKED, DATA_IS_ODD };

/* Bits of the state that are bits of a group's row number. */
struct data_piece {
    uint64_t mask; /* before the shift `to` */
    uint32_t word, shift, to;
};

struct data_group {
    const uint64_t *rows; /* of row_words words: enabled moves, then, if there are odd moves, those */
    const struct data_piece *pieces;
    uint32_t piece_count;
    /* Of one variable with many values: its row is the number of these that its field is not below. */
    uint32_t step_count;
    const uint64_t *steps;
};

struct data_move {
    uint32_t label;
    uint32_t outcomes, outcome_count;
};

/* Where none of the atoms is true, moves are not enabled. */
struct data_clause {
    uint64_t atoms; /* bits of `word` */
    uint32_t word;
    const uint64_t *moves; /* [move_words] */
};

struct data_part {
    uint64_t keep, add;
    uint32_t word;
};

/* A check that is evaluated if one of the moves is enabled. */
struct data_evaluated {
    struct data_check check;
    uint32_t slot;         /* VALUE: of the value's bits; or DATA_NONE */
    const uint64_t *moves; /* [move_words] */
};

/* The bits of a value: values[row of the group]; or in the slot `group`, if values is NULL. */
struct data_looked_up {
    const uint64_t *values;
    uint32_t group, word;
};

/* For vectors of one word, outcome i has part i alone. */
struct data_outcome {
    uint32_t parts, part_count;
    uint32_t looked_up, looked_up_count;
};

struct data_tables {
    uint32_t group_count;
    uint32_t move_words, row_words;
    uint32_t by_choices; /* each move is a choice; else all moves of a state are one */
    const struct data_header *image;
    const struct program_instruction *code; /* of checks */
    const struct data_group *groups;
    uint32_t evaluated_count;
    const struct data_evaluated *evaluated;
    uint32_t clause_count;
    const struct data_clause *clauses;
    const uint64_t *all_moves; /* [move_words]: bits of moves, not of atoms */
    const struct data_move *moves;
    const struct data_outcome *outcomes;
    const struct data_part *parts;
    const struct data_looked_up *looked_up;
};

#define DATA_ODD (-1)

typedef int (*data_visit)(void *context, uint32_t label, uint32_t choice, const uint64_t *target);

CORE_FUNCTION uint32_t data_group_row(const struct data_group *group, const uint64_t *state,
                                      const uint32_t words) {
    uint64_t row = 0;
    for (uint32_t i = 0; i < group->piece_count; i++) {
        const struct data_piece *piece = &group->pieces[i];
        row |= (state[words == 1 ? 0 : piece->word] >> piece->shift & piece->mask) << piece->to;
    }
    if (group->step_count > 0) {
        const uint64_t field = row;
        row = 0;
        for (uint32_t i = 0; i < group->step_count; i++) {
            row += field >= group->steps[i];
        }
    }
    return (uint32_t)row;
}

/* --- checks --- */

/* The branch is never taken: its weight is the constant 0. */
CORE_FUNCTION int data_is_left_out(const struct data_header *image, const struct data_branch *branch) {
    const struct program_instruction *code = data_code(image) + branch->weight;
    return branch->weight != DATA_NONE && code[0].operation == PROGRAM_CONSTANT_DOUBLE &&
           code[1].operation == PROGRAM_RETURN &&
           program_double(data_constants(image)[program_wide(code[0])]) == 0;
}

CORE_FUNCTION enum data_verdict data_judge_weights(const struct data_header *image,
                                                   const struct data_check *check,
                                                   struct data_scratch *scratch) {
    const uint32_t first = data_commands(image)[check->command].branches + check->branches;
    struct data_step step;
    double sum = 0, weight;
    for (uint32_t i = 0; i < check->branch_count; i++) {
        if (data_weigh(image, scratch, &step, check->command, check->branches + i, &weight) != DATA_FINE ||
            (weight == 0 && !data_is_left_out(image, data_branches(image) + first + i))) {
            return DATA_IS_ODD;
        }
        sum += weight;
    }
    return check->sums && !(fabs(sum - 1) <= DATA_SUM_TOLERANCE) ? DATA_IS_ODD : DATA_IS_FINE;
}

/* *bits: the value in its place. */
CORE_FUNCTION enum data_verdict data_judge_value(const struct data_header *image,
                                                 const struct data_check *check,
                                                 const struct data_scratch *scratch, uint64_t *bits) {
    const struct data_assignment *assignment = &data_assignments(image)[check->assignment];
    const struct data_variable *variable = &data_variables(image)[assignment->variable];
    uint64_t value;
    if (assignment->is_sum) {
        const int64_t from = assignment->from == DATA_NONE ? 0 : scratch->fields[assignment->from];
        value = (uint64_t)(assignment->add + from);
    } else if (data_run(image, assignment->program, scratch->fields, scratch->registers, &value) !=
               PROGRAM_FINE) {
        return DATA_IS_ODD;
    }
    *bits = (value - (uint64_t)variable->low) << variable->shift;
    return (int64_t)value < variable->low || (int64_t)value > variable->high ? DATA_IS_ODD : DATA_IS_FINE;
}

/* Evaluates a check for the values in scratch->fields; *bits: of a VALUE, in its place in the state. */
CORE_CALL enum data_verdict data_judge(const struct data_header *image,
                                       const struct program_instruction *code, const struct data_check *check,
                                       struct data_scratch *scratch, uint64_t *bits) {
    uint64_t holds;
    enum program_failure why;
    switch (check->kind) {
    case DATA_CHECK_WEIGHT:
        return data_judge_weights(image, check, scratch);
    case DATA_CHECK_VALUE:
        return data_judge_value(image, check, scratch, bits);
    default:
        why = program_run(code + check->program, data_constants(image), scratch->fields, scratch->registers,
                          &holds);
        if (check->kind == DATA_CHECK_FAILS) {
            return why == PROGRAM_FINE ? DATA_IS_BLOCKED : DATA_IS_ODD;
        }
        return why != PROGRAM_FINE                     ? DATA_IS_ODD
               : (holds != 0) != (check->negated != 0) ? DATA_IS_FINE
                                                       : DATA_IS_BLOCKED;
    }
}

CORE_FUNCTION int data_is_enabled(const uint64_t *enabled, const uint64_t *moves, uint32_t move_words) {
    uint64_t both = 0;
    for (uint32_t w = 0; w < move_words; w++) {
        both |= enabled[w] & moves[w];
    }
    return both != 0;
}

/* Removes enabled moves whose conditions do not hold, and fills the slots of the others; 0 if one is odd. */
CORE_CALL int data_evaluate(const struct data_tables *tables, const uint64_t *state, uint64_t *work,
                            uint64_t *enabled, uint64_t *slots) {
    struct data_scratch scratch = data_scratch_at(tables->image, work);
    uint64_t bits = 0;
    data_unpack(tables->image, state, scratch.fields);
    for (uint32_t i = 0; i < tables->evaluated_count; i++) {
        const struct data_evaluated *one = &tables->evaluated[i];
        if (!data_is_enabled(enabled, one->moves, tables->move_words)) {
            continue;
        }
        switch (data_judge(tables->image, tables->code, &one->check, &scratch, &bits)) {
        case DATA_IS_ODD:
            return 0;
        case DATA_IS_BLOCKED:
            for (uint32_t w = 0; w < tables->move_words; w++) {
                enabled[w] &= ~one->moves[w];
            }
            break;
        default:
            if (one->slot != DATA_NONE) {
                slots[one->slot] = bits;
            }
        }
    }
    return 1;
}

/* --- successors --- */

/* Where values are that an outcome looks up. */
struct data_look_up {
    const uint32_t *rows;
    const uint64_t *slots;
};

/* Writes the target of an outcome. */
CORE_FUNCTION void data_outcome_target(const struct data_tables *tables, const struct data_look_up *values,
                                       const uint64_t *state, const uint32_t words, uint32_t number,
                                       uint64_t *target) {
    const struct data_outcome *outcome = &tables->outcomes[number];
    if (words == 1) {
        target[0] = (state[0] & tables->parts[number].keep) + tables->parts[number].add;
    } else {
        for (uint32_t i = 0; i < words; i++) {
            target[i] = state[i];
        }
        for (uint32_t i = 0; i < outcome->part_count; i++) {
            const struct data_part *part = &tables->parts[outcome->parts + i];
            target[part->word] = (target[part->word] & part->keep) + part->add;
        }
    }
    for (uint32_t i = 0; i < outcome->looked_up_count; i++) {
        const struct data_looked_up *one = &tables->looked_up[outcome->looked_up + i];
        target[words == 1 ? 0 : one->word] +=
            one->values == NULL ? values->slots[one->group] : one->values[values->rows[one->group]];
    }
}

/*
 * Visits the targets of a state (`words` words), in the order of data_choices_core.h: 1 if there are any, 0
 * if not, or DATA_ODD, with nothing visited, if tables do not say all. `target`: room for one; `work`: for
 * data_scratch_at.
 */
CORE_FUNCTION int data_tables_visit(const struct data_tables *tables, const uint64_t *state,
                                    const uint32_t words, uint64_t *target, uint64_t *work, data_visit visit,
                                    void *context) {
    const uint32_t move_words = tables->move_words, row_words = tables->row_words;
    uint64_t enabled[DATA_MOVE_WORDS_MOST], slots[DATA_SLOTS_MOST];
    const uint64_t *row_of[DATA_GROUPS_MOST];
    uint32_t rows[DATA_GROUPS_MOST], choice = 0;
    const struct data_look_up values = {rows, slots};
    int fired = 0;
    for (uint32_t i = 0; i < tables->group_count; i++) {
        const struct data_group *group = &tables->groups[i];
        rows[i] = data_group_row(group, state, words);
        row_of[i] = group->rows + (uint64_t)rows[i] * row_words;
    }
    for (uint32_t w = 0; w < move_words; w++) {
        uint64_t bits = row_of[0][w];
        for (uint32_t i = 1; i < tables->group_count; i++) {
            bits &= row_of[i][w];
        }
        enabled[w] = bits;
    }
    for (uint32_t i = 0; i < tables->clause_count; i++) {
        const struct data_clause *clause = &tables->clauses[i];
        for (uint32_t w = 0; (enabled[clause->word] & clause->atoms) == 0 && w < move_words; w++) {
            enabled[w] &= ~clause->moves[w];
        }
    }
    if (tables->evaluated_count > 0 && !data_evaluate(tables, state, work, enabled, slots)) {
        return DATA_ODD;
    }
    for (uint32_t w = 0; tables->clause_count > 0 && w < move_words; w++) {
        enabled[w] &= tables->all_moves[w];
    }
    if (row_words > move_words) {
        uint64_t odd = 0;
        for (uint32_t w = 0; w < move_words; w++) {
            for (uint32_t i = 0; i < tables->group_count; i++) {
                odd |= row_of[i][move_words + w] & enabled[w];
            }
        }
        if (odd != 0) {
            return DATA_ODD;
        }
    }
    for (uint32_t w = 0; w < move_words; w++) {
        for (uint64_t bits = enabled[w]; bits != 0; bits &= bits - 1) {
            const struct data_move *move = &tables->moves[w * 64 + (uint32_t)__builtin_ctzll(bits)];
            for (uint32_t i = 0; i < move->outcome_count; i++) {
                fired = 1;
                data_outcome_target(tables, &values, state, words, move->outcomes + i, target);
                if (visit(context, move->label, choice, target)) {
                    return 1;
                }
            }
            choice += tables->by_choices;
        }
    }
    return fired;
}

#endif
