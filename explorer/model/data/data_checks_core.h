#ifndef HEDDLE_EXPLORER_MODEL_DATA_DATA_CHECKS_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_DATA_CHECKS_CORE_H

/* Parts of commands that tables show or searches evaluate one by one (data_tables_core.h). */
#include "explorer/model/data/data_choices_core.h"

/* What must be known of a command. */
enum data_check_kind {
    DATA_CHECK_HOLDS,  /* it can be enabled where the program is true */
    DATA_CHECK_FAILS,  /* where the program has no value */
    DATA_CHECK_ATOM,   /* an atom is true where the program is */
    DATA_CHECK_TERM,   /* the program's value is a term of a sum */
    DATA_CHECK_SUM,    /* it can be enabled where a sum of terms is in a relation to 0 */
    DATA_CHECK_WEIGHT, /* the move is odd where weights of branches are wrong or 0 */
    DATA_CHECK_VALUE   /* where an assigned value is wrong */
};

struct data_check {
    enum data_check_kind kind;
    uint32_t program;                /* HOLDS, FAILS, ATOM, TERM: in the code of the tables */
    uint32_t negated;                /* HOLDS, FAILS, ATOM, SUM: false for true */
    uint32_t negative;               /* TERM: it is subtracted */
    enum program_operation relation; /* SUM: EQUAL_INT, LESS_INT or AT_MOST_INT */
    uint32_t command;                /* WEIGHT: [branches, branches + branch_count) of the command */
    uint32_t branches, branch_count;
    uint32_t sums;       /* WEIGHT: the sum must be 1 */
    uint32_t assignment; /* VALUE */
};

enum data_verdict { DATA_IS_FINE, DATA_IS_BLOCKED, DATA_IS_ODD };

/* The branch is never taken: its weight is the constant 0. */
CORE_FUNCTION int data_is_left_out(const struct data_header *image, const struct data_branch *branch) {
    const struct program_instruction *code = data_code(image);
    if (branch->weight == DATA_NONE) {
        return 0;
    }
    code += branch->weight;
    return code[0].operation == PROGRAM_CONSTANT_DOUBLE && code[1].operation == PROGRAM_RETURN &&
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

#endif
