#ifndef HEDDLE_EXPLORER_MODEL_DATA_PROGRAM_CORE_H
#define HEDDLE_EXPLORER_MODEL_DATA_PROGRAM_CORE_H

/*
 * Register code: the guards, weights, values and predicates of models with data. Registers have 64 bits: an
 * integer (a bool is 0 or 1) or an IEEE double. Jumps go forward only, so every program ends. The scalar
 * interpreter here is the reference for all others.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Operations: name, types of the result and the operands (i integer, d double, - none). CONSTANT and FIELD
 * have a number in a and b (its low and high 16 bits); JUMP_IF_ZERO and JUMP_IF_SET test the register `to`
 * and go forward by such a number of instructions, as does JUMP.
 */
#define PROGRAM_OPERATIONS(ONE)                                                                              \
    ONE(CONSTANT_INT, 'i', '-', '-')                                                                         \
    ONE(CONSTANT_DOUBLE, 'd', '-', '-')                                                                      \
    ONE(FIELD, 'i', '-', '-')                                                                                \
    ONE(JUMP, '-', '-', '-')                                                                                 \
    ONE(JUMP_IF_ZERO, '-', '-', '-')                                                                         \
    ONE(JUMP_IF_SET, '-', '-', '-')                                                                          \
    ONE(RETURN, '-', '-', '-')                                                                               \
    ONE(TO_DOUBLE, 'd', 'i', '-')                                                                            \
    ONE(CHECK_INT, 'i', 'i', '-') /* fails beyond 32 bits */                                                 \
    ONE(ADD_INT, 'i', 'i', 'i')                                                                              \
    ONE(SUBTRACT_INT, 'i', 'i', 'i')                                                                         \
    ONE(MULTIPLY_INT, 'i', 'i', 'i')                                                                         \
    ONE(NEGATE_INT, 'i', 'i', '-')                                                                           \
    ONE(POWER_INT, 'i', 'i', 'i') /* fails for a negative exponent, and beyond 32 bits */                    \
    ONE(MODULO, 'i', 'i', 'i')    /* fails for a divisor of 0 or less */                                     \
    ONE(LEAST_INT, 'i', 'i', 'i')                                                                            \
    ONE(MOST_INT, 'i', 'i', 'i')                                                                             \
    ONE(ADD_DOUBLE, 'd', 'd', 'd')                                                                           \
    ONE(SUBTRACT_DOUBLE, 'd', 'd', 'd')                                                                      \
    ONE(MULTIPLY_DOUBLE, 'd', 'd', 'd')                                                                      \
    ONE(DIVIDE_DOUBLE, 'd', 'd', 'd')                                                                        \
    ONE(NEGATE_DOUBLE, 'd', 'd', '-')                                                                        \
    ONE(POWER_DOUBLE, 'd', 'd', 'd')                                                                         \
    ONE(LOG_DOUBLE, 'd', 'd', 'd')                                                                           \
    ONE(LEAST_DOUBLE, 'd', 'd', 'd') /* NaN if one is */                                                     \
    ONE(MOST_DOUBLE, 'd', 'd', 'd')                                                                          \
    ONE(FLOOR, 'i', 'd', '-') /* fails beyond 32 bits, as the next two */                                    \
    ONE(CEIL, 'i', 'd', '-')                                                                                 \
    ONE(ROUND, 'i', 'd', '-') /* the half up */                                                              \
    ONE(EQUAL_INT, 'i', 'i', 'i')                                                                            \
    ONE(LESS_INT, 'i', 'i', 'i')                                                                             \
    ONE(AT_MOST_INT, 'i', 'i', 'i')                                                                          \
    ONE(EQUAL_DOUBLE, 'i', 'd', 'd')                                                                         \
    ONE(LESS_DOUBLE, 'i', 'd', 'd')                                                                          \
    ONE(AT_MOST_DOUBLE, 'i', 'd', 'd')                                                                       \
    ONE(NOT, 'i', 'i', '-') /* 1 for 0, else 0 */                                                            \
    ONE(AND, 'i', 'i', 'i') /* of bools, as OR */                                                            \
    ONE(OR, 'i', 'i', 'i')

enum program_operation {
#define ONE(name, result, left, right) PROGRAM_##name,
    PROGRAM_OPERATIONS(ONE)
#undef ONE
        PROGRAM_OPERATION_COUNT
};

struct program_instruction {
    uint16_t operation, to, a, b;
};

/* Why a program has no value. */
enum program_failure {
    PROGRAM_FINE,
    PROGRAM_BEYOND_32_BITS,
    PROGRAM_NEGATIVE_EXPONENT,
    PROGRAM_DIVISOR_NOT_POSITIVE,
    PROGRAM_NOT_ROUNDED /* floor, ceil or round of a number beyond 32 bits */
};

CORE_FUNCTION uint32_t program_wide(struct program_instruction instruction) {
    return instruction.a | (uint32_t)instruction.b << 16;
}

CORE_FUNCTION double program_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

CORE_FUNCTION uint64_t program_bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

CORE_FUNCTION int program_fits(int64_t value) {
    return value >= INT32_MIN && value <= INT32_MAX;
}

CORE_FUNCTION enum program_failure program_power(int64_t base, int64_t exponent, int64_t *result) {
    *result = 1;
    if (exponent < 0) {
        return PROGRAM_NEGATIVE_EXPONENT;
    }
    if (base >= -1 && base <= 1) {
        *result = exponent == 0 ? 1 : base == -1 && exponent % 2 == 0 ? 1 : base;
        return PROGRAM_FINE;
    }
    for (; exponent > 0; exponent--) {
        *result *= base;
        if (!program_fits(*result)) {
            return PROGRAM_BEYOND_32_BITS;
        }
    }
    return PROGRAM_FINE;
}

CORE_FUNCTION enum program_failure program_whole(double whole, uint64_t *to) {
    if (!(whole >= INT32_MIN && whole <= INT32_MAX)) {
        return PROGRAM_NOT_ROUNDED;
    }
    *to = (uint64_t)(int64_t)whole;
    return PROGRAM_FINE;
}

/* An operation with operands: arithmetic, comparisons, conversions. */
CORE_FUNCTION enum program_failure program_calculate(uint32_t operation, uint64_t left, uint64_t right,
                                                     uint64_t *to) {
    int64_t a = (int64_t)left, b = (int64_t)right, power;
    double x = program_double(left), y = program_double(right);
    enum program_failure failure;
    switch (operation) {
    case PROGRAM_TO_DOUBLE:
        *to = program_bits((double)a);
        break;
    case PROGRAM_CHECK_INT:
        *to = left;
        return program_fits(a) ? PROGRAM_FINE : PROGRAM_BEYOND_32_BITS;
    case PROGRAM_ADD_INT:
        *to = left + right;
        break;
    case PROGRAM_SUBTRACT_INT:
        *to = left - right;
        break;
    case PROGRAM_MULTIPLY_INT:
        *to = left * right;
        break;
    case PROGRAM_NEGATE_INT:
        *to = 0 - left;
        break;
    case PROGRAM_POWER_INT:
        failure = program_power(a, b, &power);
        *to = (uint64_t)power;
        return failure;
    case PROGRAM_MODULO:
        if (b <= 0) {
            return PROGRAM_DIVISOR_NOT_POSITIVE;
        }
        *to = (uint64_t)((a % b + b) % b);
        break;
    case PROGRAM_LEAST_INT:
        *to = b < a ? right : left;
        break;
    case PROGRAM_MOST_INT:
        *to = b > a ? right : left;
        break;
    case PROGRAM_ADD_DOUBLE:
        *to = program_bits(x + y);
        break;
    case PROGRAM_SUBTRACT_DOUBLE:
        *to = program_bits(x - y);
        break;
    case PROGRAM_MULTIPLY_DOUBLE:
        *to = program_bits(x * y);
        break;
    case PROGRAM_DIVIDE_DOUBLE:
        *to = program_bits(x / y);
        break;
    case PROGRAM_NEGATE_DOUBLE:
        *to = program_bits(-x);
        break;
#ifndef __CUDA_ARCH__ /* where the last bits are others: a GPU is not given such programs */
    case PROGRAM_POWER_DOUBLE:
        *to = program_bits(pow(x, y));
        break;
    case PROGRAM_LOG_DOUBLE:
        *to = program_bits(log(x) / log(y));
        break;
#endif
    case PROGRAM_LEAST_DOUBLE:
        *to = y != y || y < x ? right : left;
        break;
    case PROGRAM_MOST_DOUBLE:
        *to = y != y || y > x ? right : left;
        break;
    case PROGRAM_FLOOR:
        return program_whole(floor(x), to);
    case PROGRAM_CEIL:
        return program_whole(ceil(x), to);
    case PROGRAM_ROUND:
        return program_whole(x - floor(x) >= 0.5 ? floor(x) + 1 : floor(x), to);
    case PROGRAM_EQUAL_INT:
        *to = left == right;
        break;
    case PROGRAM_LESS_INT:
        *to = a < b;
        break;
    case PROGRAM_AT_MOST_INT:
        *to = a <= b;
        break;
    case PROGRAM_EQUAL_DOUBLE:
        *to = x == y;
        break;
    case PROGRAM_LESS_DOUBLE:
        *to = x < y;
        break;
    case PROGRAM_AT_MOST_DOUBLE:
        *to = x <= y;
        break;
    case PROGRAM_NOT:
        *to = left == 0;
        break;
    case PROGRAM_AND:
        *to = left & right;
        break;
    case PROGRAM_OR:
        *to = left | right;
        break;
    default:
        break;
    }
    return PROGRAM_FINE;
}

/*
 * Runs a checked program (program_check) on the fields of a state. The result is in *result; `registers` has
 * room for all that the program uses.
 */
CORE_CALL enum program_failure program_run(const struct program_instruction *at, const uint64_t *constants,
                                           const int64_t *fields, uint64_t *registers, uint64_t *result) {
    for (;; at++) {
        struct program_instruction one = *at;
        switch (one.operation) {
        case PROGRAM_RETURN:
            *result = registers[one.to];
            return PROGRAM_FINE;
        case PROGRAM_CONSTANT_INT:
        case PROGRAM_CONSTANT_DOUBLE:
            registers[one.to] = constants[program_wide(one)];
            break;
        case PROGRAM_FIELD:
            registers[one.to] = (uint64_t)fields[program_wide(one)];
            break;
        case PROGRAM_JUMP:
            at += program_wide(one);
            break;
        case PROGRAM_JUMP_IF_ZERO:
            at += registers[one.to] == 0 ? program_wide(one) : 0;
            break;
        case PROGRAM_JUMP_IF_SET:
            at += registers[one.to] != 0 ? program_wide(one) : 0;
            break;
        default: {
            enum program_failure failure =
                program_calculate(one.operation, registers[one.a], registers[one.b], &registers[one.to]);
            if (failure != PROGRAM_FINE) {
                return failure;
            }
        }
        }
    }
}

#ifdef __cplusplus
}
#endif
#endif
