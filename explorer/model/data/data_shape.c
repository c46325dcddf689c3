/*
 * The shapes of programs (data_shape.h). Compilers write conjunctions in this order: the first condition to a
 * register, each other one to the next register, AND of both to the first. What is written otherwise is left
 * to the interpreter.
 */
#include "explorer/model/data/data_shape.h"

#include <math.h>

#include "base/memory.h"
#include "explorer/model/data/data_model.h"

#define SMALL ((int64_t)1 << 40) /* a sum of two smaller numbers does not overflow */

/* Where in a program the reader is. */
struct shape_reader {
    struct data_builder *builder;
    const struct program_instruction *at;
    int failed; /* memory has run out */
};

static int64_t constant_of(const struct shape_reader *reader, struct program_instruction instruction) {
    return (int64_t)reader->builder->constants.data[program_wide(instruction)];
}

static int is_small(int64_t value) {
    return value > -SMALL && value < SMALL;
}

/* Whether the next two instructions are an int field and a constant, for registers `to` and to + 1. */
static int is_field_and_constant(const struct shape_reader *reader, uint32_t to) {
    const struct program_instruction *at = reader->at;
    return at[0].operation == PROGRAM_FIELD && at[0].to == to && at[1].operation == PROGRAM_CONSTANT_INT &&
           at[1].to == to + 1 && is_small(constant_of(reader, at[1]));
}

/* The values that a comparison of a field with a constant allows: 1, or 0 if it is no comparison. */
static int read_comparison(const struct shape_reader *reader, uint32_t to, struct data_test *test) {
    const struct program_instruction one = reader->at[2];
    const int64_t constant = constant_of(reader, reader->at[1]);
    const int first = one.a == to && one.b == to + 1, second = one.a == to + 1 && one.b == to;
    if (one.to != to || !(first || second)) {
        return 0;
    }
    switch (one.operation) {
    case PROGRAM_EQUAL_INT:
        test->low = test->high = constant;
        return 1;
    case PROGRAM_LESS_INT:
        test->low = first ? INT64_MIN : constant + 1;
        test->high = first ? constant - 1 : INT64_MAX;
        return 1;
    case PROGRAM_AT_MOST_INT:
        test->low = first ? INT64_MIN : constant;
        test->high = first ? constant : INT64_MAX;
        return 1;
    default:
        return 0;
    }
}

/* Reads a condition into register `to`: a comparison or a bool variable, perhaps negated. 1, or 0 if there is
 * none.
 */
static int read_test(struct shape_reader *reader, uint32_t to) {
    struct data_test test = {.low = 1, .high = 1};
    uint32_t length = 1;
    if (reader->at[0].operation != PROGRAM_FIELD || reader->at[0].to != to) {
        return 0;
    }
    test.variable = program_wide(reader->at[0]);
    if (is_field_and_constant(reader, to)) {
        if (!read_comparison(reader, to, &test)) {
            return 0;
        }
        length = 3;
    } else if (reader->builder->variables.data[test.variable].low < 0 ||
               reader->builder->variables.data[test.variable].high > 1) {
        return 0; /* not a bool */
    }
    const struct program_instruction next = reader->at[length];
    if (next.operation == PROGRAM_NOT && next.to == to && next.a == to) {
        test.outside = 1;
        length++;
    }
    if (GROWING_ADD(reader->builder->memory, reader->builder->tests, test) != 0) {
        reader->failed = 1;
        return 0;
    }
    reader->at += length;
    return 1;
}

/* Reads a conjunction of conditions into register `to`, as far as it goes; 1, or 0 if there is none. */
static int read_conjunction(struct shape_reader *reader, uint32_t to) {
    if (!read_test(reader, to)) {
        return 0;
    }
    for (;;) {
        const struct shape_reader before = *reader;
        const uint64_t tests = reader->builder->tests.count;
        if (read_conjunction(reader, to + 1) && reader->at->operation == PROGRAM_AND &&
            reader->at->to == to && reader->at->a == to && reader->at->b == to + 1) {
            reader->at++;
            continue;
        }
        reader->at = before.at;
        reader->builder->tests.count = tests;
        return 1;
    }
}

/* The conditions that the guard begins with; it must end at once where they do not hold. */
static int shape_guard(struct data_builder *builder, struct data_command *command) {
    struct shape_reader reader = {builder, builder->code.data + command->guard, 0};
    const uint64_t before = builder->tests.count;
    command->tests = (uint32_t)before;
    if (read_conjunction(&reader, 0)) {
        const struct program_instruction next = reader.at[0];
        const int ends = next.operation == PROGRAM_RETURN && next.to == 0;
        const struct program_instruction *target = reader.at + 1 + program_wide(next);
        const int jumps = next.operation == PROGRAM_JUMP_IF_ZERO && next.to == 0 &&
                          target->operation == PROGRAM_RETURN && target->to == 0;
        command->is_tested = (uint32_t)ends;
        builder->tests.count = ends || jumps ? builder->tests.count : before;
    }
    command->test_count = (uint32_t)(builder->tests.count - before);
    return reader.failed ? -1 : 0;
}

static void shape_assignment(struct data_builder *builder, struct data_assignment *assignment) {
    const struct shape_reader reader = {builder, builder->code.data + assignment->program, 0};
    const struct program_instruction *at = reader.at;
    assignment->from = DATA_NONE;
    if (at[0].operation == PROGRAM_CONSTANT_INT && at[1].operation == PROGRAM_RETURN &&
        at[0].to == at[1].to) {
        assignment->add = constant_of(&reader, at[0]);
        assignment->is_sum = 1;
        return;
    }
    if (at[0].operation != PROGRAM_FIELD) {
        return;
    }
    const struct data_variable *from = &builder->variables.data[program_wide(at[0])];
    if (!is_small(from->low) || !is_small(from->high)) {
        return;
    }
    if (at[1].operation == PROGRAM_RETURN && at[1].to == at[0].to) {
        assignment->is_sum = 1;
    } else if (is_field_and_constant(&reader, at[0].to) && at[2].a == at[0].to && at[2].b == at[1].to &&
               (at[2].operation == PROGRAM_ADD_INT || at[2].operation == PROGRAM_SUBTRACT_INT) &&
               at[3].operation == PROGRAM_RETURN && at[3].to == at[2].to) {
        assignment->add =
            at[2].operation == PROGRAM_ADD_INT ? constant_of(&reader, at[1]) : -constant_of(&reader, at[1]);
        assignment->is_sum = 1;
    }
    assignment->from = assignment->is_sum ? program_wide(at[0]) : DATA_NONE;
}

/* The value of a weight that is the same in all states, or -1. */
static double constant_weight(const struct data_builder *builder, uint32_t weight) {
    if (weight == DATA_NONE) {
        return 1;
    }
    const struct program_instruction *code = builder->code.data + weight;
    if (code[0].operation != PROGRAM_CONSTANT_DOUBLE || code[1].operation != PROGRAM_RETURN ||
        code[0].to != code[1].to) {
        return -1;
    }
    return program_double(builder->constants.data[program_wide(code[0])]);
}

static int is_certain(const struct data_builder *builder, const struct data_command *command) {
    double sum = 0;
    for (uint32_t i = 0; i < command->branch_count; i++) {
        double weight = constant_weight(builder, builder->branches.data[command->branches + i].weight);
        if (!(weight > 0 && weight - weight == 0)) {
            return 0;
        }
        sum += weight;
    }
    return command->is_rated || fabs(sum - 1) <= DATA_SUM_TOLERANCE;
}

int data_shape(struct data_builder *builder) {
    builder->tests.count = 0;
    for (uint64_t i = 0; i < builder->commands.count; i++) {
        struct data_command *command = &builder->commands.data[i];
        command->certain = (uint32_t)is_certain(builder, command);
        if (shape_guard(builder, command) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < builder->assignments.count; i++) {
        shape_assignment(builder, &builder->assignments.data[i]);
    }
    return 0;
}
