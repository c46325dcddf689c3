/*
 * Expressions as register code. The value of an expression goes to a register, and its operands use those
 * from there on. Ranges of ints say where a result may leave 32 bits; only there are results checked.
 */
#include "frontend/prism/compile/prism_code.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "frontend/prism/syntax/prism_evaluate.h"

#define EAGER_SIZE                                                                                           \
    16u /* operands of & and | up to this size are evaluated without a jump, if they cannot fail */

/* The values of an int, or of a bool. */
struct value_range {
    int64_t low, high;
};
static const struct value_range all_ints = {INT32_MIN, INT32_MAX}, bools = {0, 1};

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* --- instructions --- */

static uint32_t emit(struct prism_coder *coder, enum program_operation operation, uint32_t to, uint32_t a,
                     uint32_t b) {
    struct data_builder *builder = &coder->builder;
    struct program_instruction one = {(uint16_t)operation, (uint16_t)to, (uint16_t)a, (uint16_t)b};
    coder->failed |= GROWING_ADD(coder->memory, builder->code, one) != 0;
    builder->registers = to + 1 > builder->registers ? to + 1 : builder->registers;
    return coder->failed ? 0 : (uint32_t)builder->code.count - 1;
}

static uint32_t emit_wide(struct prism_coder *coder, enum program_operation operation, uint32_t to,
                          uint32_t number) {
    return emit(coder, operation, to, number & 0xffff, number >> 16);
}

/* The jump at `from` goes to the next instruction. */
static void land(struct prism_coder *coder, uint32_t from) {
    if (!coder->failed) {
        uint32_t distance = (uint32_t)coder->builder.code.count - from - 1;
        coder->builder.code.data[from].a = (uint16_t)(distance & 0xffff);
        coder->builder.code.data[from].b = (uint16_t)(distance >> 16);
    }
}

static void emit_constant(struct prism_coder *coder, const struct prism_value *value, uint32_t to) {
    struct data_builder *builder = &coder->builder;
    int is_double = value->type == PRISM_DOUBLE;
    uint64_t bits = is_double ? program_bits(value->real) : (uint64_t)value->integer;
    uint64_t hash = hash_bytes(&bits, sizeof bits, 0);
    uint32_t number = INDEX_NONE;
    for (struct index_walk walk = index_find(&coder->constants, hash); index_next(&walk);) {
        number = builder->constants.data[walk.number] == bits ? walk.number : number;
    }
    if (number == INDEX_NONE) {
        number = (uint32_t)builder->constants.count;
        coder->failed |= GROWING_ADD(coder->memory, builder->constants, bits) != 0 ||
                         index_add(&coder->constants, coder->memory, hash, number) != 0;
    }
    emit_wide(coder, is_double ? PROGRAM_CONSTANT_DOUBLE : PROGRAM_CONSTANT_INT, to, number);
}

/* --- ranges --- */

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static struct value_range union_of(struct value_range a, struct value_range b) {
    return (struct value_range){smaller(a.low, b.low), larger(a.high, b.high)};
}

/* The result of an operator on ints before it is checked; operands are in 32 bits, so nothing overflows. */
static struct value_range combine(enum prism_operator kind, struct value_range a, struct value_range b) {
    int64_t products[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    struct value_range result = {products[0], products[0]};
    switch (kind) {
    case PRISM_PLUS:
        return (struct value_range){a.low + b.low, a.high + b.high};
    case PRISM_MINUS:
        return (struct value_range){a.low - b.high, a.high - b.low};
    case PRISM_TIMES:
        for (size_t i = 1; i < LENGTH(products); i++) {
            result = (struct value_range){smaller(result.low, products[i]), larger(result.high, products[i])};
        }
        return result;
    case PRISM_NEGATE:
        return (struct value_range){-a.high, -a.low};
    case PRISM_MIN:
        return (struct value_range){smaller(a.low, b.low), smaller(a.high, b.high)};
    case PRISM_MAX:
        return (struct value_range){larger(a.low, b.low), larger(a.high, b.high)};
    case PRISM_MOD:
        return (struct value_range){0, larger(0, b.high - 1)};
    default:
        return all_ints;
    }
}

static int is_in_32_bits(struct value_range range) {
    return range.low >= INT32_MIN && range.high <= INT32_MAX;
}

static int64_t clip_value(int64_t value) {
    return larger(INT32_MIN, smaller(value, INT32_MAX));
}

/* Both ends: all values may be out of range, and then there is none. */
static struct value_range clip(struct value_range range) {
    return (struct value_range){clip_value(range.low), clip_value(range.high)};
}

/* The range of a small expression of type int or bool; *fails becomes 1 if it may have no value. */
static struct value_range range_of(const struct prism_model *model, const struct prism_expression *expression,
                                   int *fails) {
    struct value_range ranges[2] = {all_ints, all_ints}, result = all_ints;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        struct value_range one = range_of(model, expression->operands[i], fails);
        if (i > 1) {
            ranges[0] = clip(combine(expression->kind, ranges[0], ranges[1]));
        }
        ranges[i > 0] = one;
    }
    switch (expression->kind) {
    case PRISM_LITERAL:
        return (struct value_range){expression->value.integer, expression->value.integer};
    case PRISM_CONSTANT:
        return (struct value_range){model->constants[expression->index].value.integer,
                                    model->constants[expression->index].value.integer};
    case PRISM_VARIABLE:
        return (struct value_range){model->variables[expression->index].low,
                                    model->variables[expression->index].high};
    case PRISM_FORMULA:
        return ranges[0];
    case PRISM_CONDITIONAL:
        return all_ints;
    case PRISM_PLUS:
    case PRISM_MINUS:
    case PRISM_TIMES:
    case PRISM_NEGATE:
    case PRISM_MIN:
    case PRISM_MAX:
    case PRISM_MOD:
        /* Three operands or more, and ints that become doubles: anything may happen. */
        result = expression->operand_count > 2 || expression->type != PRISM_INT
                     ? (struct value_range){2 * (int64_t)INT32_MIN, 2 * (int64_t)INT32_MAX}
                 : expression->operand_count == 1 && expression->kind != PRISM_NEGATE
                     ? ranges[0]
                     : combine(expression->kind, ranges[0], ranges[1]);
        *fails |= !is_in_32_bits(result) || (expression->kind == PRISM_MOD && ranges[1].low <= 0);
        return clip(result);
    case PRISM_POWER:
    case PRISM_FLOOR:
    case PRISM_CEIL:
    case PRISM_ROUND:
        *fails = 1;
        return all_ints;
    default:
        return bools;
    }
}

static int is_eager(const struct prism_coder *coder, const struct prism_expression *expression) {
    int fails = 0;
    if (expression->size > EAGER_SIZE) {
        return 0;
    }
    range_of(coder->model, expression, &fails);
    return !fails;
}

/* --- expressions --- */

static struct value_range code(struct prism_coder *coder, const struct prism_expression *expression,
                               uint32_t to);

static void widen(struct prism_coder *coder, enum prism_type from, enum prism_type to, uint32_t number) {
    if (from != PRISM_DOUBLE && to == PRISM_DOUBLE) {
        emit(coder, PROGRAM_TO_DOUBLE, number, number, number);
    }
}

/* The value as a double. */
static void code_double(struct prism_coder *coder, const struct prism_expression *expression, uint32_t to) {
    code(coder, expression, to);
    widen(coder, expression->type, PRISM_DOUBLE, to);
}

/* `&` ends at false, `|` at true. */
static struct value_range code_chain(struct prism_coder *coder, const struct prism_expression *expression,
                                     uint32_t to) {
    int is_or = expression->kind == PRISM_OR;
    uint32_t jumps = DATA_NONE; /* a list through the instructions */
    code(coder, expression->operands[0], to);
    for (uint32_t i = 1; i < expression->operand_count && !coder->failed; i++) {
        if (is_eager(coder, expression->operands[i])) {
            code(coder, expression->operands[i], to + 1);
            emit(coder, is_or ? PROGRAM_OR : PROGRAM_AND, to, to, to + 1);
        } else {
            jumps = emit_wide(coder, is_or ? PROGRAM_JUMP_IF_SET : PROGRAM_JUMP_IF_ZERO, to, jumps);
            code(coder, expression->operands[i], to);
        }
    }
    while (jumps != DATA_NONE && !coder->failed) {
        uint32_t next = program_wide(coder->builder.code.data[jumps]);
        land(coder, jumps);
        jumps = next;
    }
    return bools;
}

static struct value_range code_implies(struct prism_coder *coder, const struct prism_expression *expression,
                                       uint32_t to) {
    code(coder, expression->operands[0], to);
    emit(coder, PROGRAM_NOT, to, to, to);
    uint32_t jump = emit_wide(coder, PROGRAM_JUMP_IF_SET, to, 0);
    code(coder, expression->operands[1], to);
    land(coder, jump);
    return bools;
}

static struct value_range code_conditional(struct prism_coder *coder,
                                           const struct prism_expression *expression, uint32_t to) {
    const struct prism_expression *yes = expression->operands[1], *no = expression->operands[2];
    code(coder, expression->operands[0], to);
    uint32_t to_no = emit_wide(coder, PROGRAM_JUMP_IF_ZERO, to, 0);
    struct value_range one = code(coder, yes, to);
    widen(coder, yes->type, expression->type, to);
    uint32_t to_end = emit_wide(coder, PROGRAM_JUMP, to, 0);
    land(coder, to_no);
    struct value_range other = code(coder, no, to);
    widen(coder, no->type, expression->type, to);
    land(coder, to_end);
    return union_of(one, other);
}

static struct value_range code_comparison(struct prism_coder *coder,
                                          const struct prism_expression *expression, uint32_t to) {
    const struct prism_expression *left = expression->operands[0], *right = expression->operands[1];
    int doubles = left->type == PRISM_DOUBLE || right->type == PRISM_DOUBLE;
    enum prism_operator kind = expression->kind;
    int swapped = kind == PRISM_MORE || kind == PRISM_AT_LEAST;
    enum program_operation operation = kind == PRISM_LESS || kind == PRISM_MORE
                                           ? (doubles ? PROGRAM_LESS_DOUBLE : PROGRAM_LESS_INT)
                                       : kind == PRISM_AT_MOST || kind == PRISM_AT_LEAST
                                           ? (doubles ? PROGRAM_AT_MOST_DOUBLE : PROGRAM_AT_MOST_INT)
                                           : (doubles ? PROGRAM_EQUAL_DOUBLE : PROGRAM_EQUAL_INT);
    code(coder, left, to);
    widen(coder, left->type, doubles ? PRISM_DOUBLE : left->type, to);
    code(coder, right, to + 1);
    widen(coder, right->type, doubles ? PRISM_DOUBLE : right->type, to + 1);
    emit(coder, operation, to, swapped ? to + 1 : to, swapped ? to : to + 1);
    if (kind == PRISM_UNEQUAL) {
        emit(coder, PROGRAM_NOT, to, to, to);
    }
    return bools;
}

/* An operator on two ints, or two doubles, of the registers `to` and to + 1. */
static struct value_range emit_operator(struct prism_coder *coder, enum prism_operator kind, int is_double,
                                        struct value_range left, struct value_range right, uint32_t to) {
    static const struct {
        enum prism_operator kind;
        enum program_operation on_ints, on_doubles;
    } rows[] = {
        {PRISM_PLUS, PROGRAM_ADD_INT, PROGRAM_ADD_DOUBLE},
        {PRISM_MINUS, PROGRAM_SUBTRACT_INT, PROGRAM_SUBTRACT_DOUBLE},
        {PRISM_TIMES, PROGRAM_MULTIPLY_INT, PROGRAM_MULTIPLY_DOUBLE},
        {PRISM_POWER, PROGRAM_POWER_INT, PROGRAM_POWER_DOUBLE},
        {PRISM_MIN, PROGRAM_LEAST_INT, PROGRAM_LEAST_DOUBLE},
        {PRISM_MAX, PROGRAM_MOST_INT, PROGRAM_MOST_DOUBLE},
        {PRISM_DIVIDE, PROGRAM_DIVIDE_DOUBLE, PROGRAM_DIVIDE_DOUBLE},
        {PRISM_LOG, PROGRAM_LOG_DOUBLE, PROGRAM_LOG_DOUBLE},
        {PRISM_MOD, PROGRAM_MODULO, PROGRAM_MODULO},
    };
    size_t row = 0;
    while (rows[row].kind != kind) {
        row++;
    }
    emit(coder, is_double ? rows[row].on_doubles : rows[row].on_ints, to, to, to + 1);
    if (is_double) {
        return all_ints;
    }
    struct value_range result = combine(kind, left, right);
    if (!is_in_32_bits(result)) {
        emit(coder, PROGRAM_CHECK_INT, to, to, to);
    }
    return clip(result);
}

/* From left to right; ints as long as all so far are, unless all must be doubles. */
static struct value_range code_numbers(struct prism_coder *coder, const struct prism_expression *expression,
                                       int all_doubles, uint32_t to) {
    struct value_range result = code(coder, expression->operands[0], to);
    enum prism_type type = expression->operands[0]->type;
    if (all_doubles) {
        widen(coder, type, PRISM_DOUBLE, to);
        type = PRISM_DOUBLE;
    }
    for (uint32_t i = 1; i < expression->operand_count && !coder->failed; i++) {
        const struct prism_expression *next = expression->operands[i];
        struct value_range right = code(coder, next, to + 1);
        int is_double = type == PRISM_DOUBLE || next->type == PRISM_DOUBLE;
        if (is_double) {
            widen(coder, type, PRISM_DOUBLE, to);
            widen(coder, next->type, PRISM_DOUBLE, to + 1);
            type = PRISM_DOUBLE;
        }
        result = emit_operator(coder, expression->kind, is_double, result, right, to);
    }
    return result;
}

static struct value_range code_unary(struct prism_coder *coder, const struct prism_expression *expression,
                                     uint32_t to) {
    struct value_range range;
    switch (expression->kind) {
    case PRISM_NOT:
        code(coder, expression->operands[0], to);
        emit(coder, PROGRAM_NOT, to, to, to);
        return bools;
    case PRISM_NEGATE:
        range = code(coder, expression->operands[0], to);
        if (expression->type == PRISM_DOUBLE) {
            emit(coder, PROGRAM_NEGATE_DOUBLE, to, to, to);
            return all_ints;
        }
        emit(coder, PROGRAM_NEGATE_INT, to, to, to);
        range = combine(PRISM_NEGATE, range, range);
        if (!is_in_32_bits(range)) {
            emit(coder, PROGRAM_CHECK_INT, to, to, to);
        }
        return clip(range);
    default:
        code_double(coder, expression->operands[0], to);
        emit(coder,
             expression->kind == PRISM_FLOOR  ? PROGRAM_FLOOR
             : expression->kind == PRISM_CEIL ? PROGRAM_CEIL
                                              : PROGRAM_ROUND,
             to, to, to);
        return all_ints;
    }
}

/* A constant expression with a value becomes that value. */
static int fold(struct prism_coder *coder, const struct prism_expression *expression, uint32_t to,
                struct value_range *range) {
    struct prism_value value;
    struct prism_failure failure;
    if (expression->variables_end > 0 ||
        prism_evaluate(coder->model, expression, NULL, &value, &failure) != 0) {
        return 0;
    }
    emit_constant(coder, &value, to);
    *range = (struct value_range){value.integer, value.integer};
    return 1;
}

/* As deep as the expression. */
static struct value_range code(struct prism_coder *coder, const struct prism_expression *expression,
                               uint32_t to) {
    struct value_range range = all_ints;
    if (coder->failed || fold(coder, expression, to, &range)) {
        return range;
    }
    switch (expression->kind) {
    case PRISM_VARIABLE:
        emit_wide(coder, PROGRAM_FIELD, to, expression->index);
        return (struct value_range){coder->model->variables[expression->index].low,
                                    coder->model->variables[expression->index].high};
    case PRISM_FORMULA:
        return code(coder, expression->operands[0], to);
    case PRISM_CONDITIONAL:
        return code_conditional(coder, expression, to);
    case PRISM_IMPLIES:
        return code_implies(coder, expression, to);
    case PRISM_OR:
    case PRISM_AND:
        return code_chain(coder, expression, to);
    case PRISM_NOT:
    case PRISM_NEGATE:
    case PRISM_FLOOR:
    case PRISM_CEIL:
    case PRISM_ROUND:
        return code_unary(coder, expression, to);
    case PRISM_EQUIVALENT:
    case PRISM_EQUAL:
    case PRISM_UNEQUAL:
    case PRISM_LESS:
    case PRISM_AT_MOST:
    case PRISM_MORE:
    case PRISM_AT_LEAST:
        return code_comparison(coder, expression, to);
    case PRISM_DIVIDE:
    case PRISM_LOG:
        return code_numbers(coder, expression, 1, to);
    case PRISM_MIN:
    case PRISM_MAX:
    case PRISM_POWER:
        return code_numbers(coder, expression, expression->type == PRISM_DOUBLE, to);
    default:
        return code_numbers(coder, expression, 0, to);
    }
}

uint32_t prism_code_program(struct prism_coder *coder, const struct prism_expression *expression,
                            enum prism_type type) {
    uint32_t begin = (uint32_t)least(coder->builder.code.count, DATA_NONE - 1);
    code(coder, expression, 0);
    widen(coder, expression->type, type, 0);
    emit(coder, PROGRAM_RETURN, 0, 0, 0);
    return begin;
}

uint32_t prism_code_weight(struct prism_coder *coder, const struct prism_weight *weight) {
    const struct prism_value constant = {.type = PRISM_DOUBLE, .real = weight->constant},
                             zero = {.type = PRISM_DOUBLE}, none = {.type = PRISM_DOUBLE, .real = NAN};
    uint32_t begin = (uint32_t)least(coder->builder.code.count, DATA_NONE - 1);
    if (weight->kind == PRISM_WEIGHT_COMPUTED) {
        return prism_code_program(coder, weight->expression, PRISM_DOUBLE);
    }
    if (weight->kind == PRISM_WEIGHT_CONSTANT) {
        emit_constant(coder, &constant, 0);
    } else {
        code(coder, weight->expression, 0);
        widen(coder, weight->expression->type, PRISM_DOUBLE, 0);
        emit_constant(coder, &zero, 1);
        emit(coder, PROGRAM_EQUAL_DOUBLE, 1, 0, 1);
        const uint32_t jump = emit_wide(coder, PROGRAM_JUMP_IF_ZERO, 1, 0);
        emit_constant(coder, &none, 0);
        land(coder, jump);
    }
    emit(coder, PROGRAM_RETURN, 0, 0, 0);
    return begin;
}
