/* Expressions, evaluated on the tree. */
#include "frontend/prism/syntax/prism_evaluate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "frontend/prism/syntax/prism_show.h"

struct prism_evaluation {
    const struct prism_model *model;
    const int32_t *state;
    struct prism_failure *failure;
};

double prism_value_number(const struct prism_value *value) {
    return value->type == PRISM_DOUBLE ? value->real : (double)value->integer;
}

static int fail(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                const char *format, ...) __attribute__((format(printf, 3, 4)));

static int fail(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    evaluation->failure->expression = expression;
    vsnprintf(evaluation->failure->text, sizeof evaluation->failure->text, format, arguments);
    va_end(arguments);
    return -1;
}

static int evaluate(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                    struct prism_value *value);

static int evaluate_bool(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                         int *value) {
    struct prism_value result;
    if (evaluate(evaluation, expression, &result) != 0) {
        return -1;
    }
    *value = result.integer != 0;
    return 0;
}

static void set_bool(struct prism_value *value, int is_true) {
    *value = (struct prism_value){.type = PRISM_BOOL, .integer = is_true};
}

static void set_double(struct prism_value *value, double real) {
    *value = (struct prism_value){.type = PRISM_DOUBLE, .real = real};
}

/* An int, which must fit into 32 bits. */
static int set_int(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                   struct prism_value *value, int64_t integer) {
    *value = (struct prism_value){.type = PRISM_INT, .integer = integer};
    return integer >= INT32_MIN && integer <= INT32_MAX
               ? 0
               : fail(evaluation, expression, "the result %lld does not fit into 32 bits",
                      (long long)integer);
}

/* --- operators --- */

/* `&` ends at false, `|` at true. */
static int evaluate_chain(const struct prism_evaluation *evaluation,
                          const struct prism_expression *expression, int ending, struct prism_value *value) {
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        int one;
        if (evaluate_bool(evaluation, expression->operands[i], &one) != 0) {
            return -1;
        }
        if (one == ending) {
            set_bool(value, ending);
            return 0;
        }
    }
    set_bool(value, !ending);
    return 0;
}

static int evaluate_implies(const struct prism_evaluation *evaluation,
                            const struct prism_expression *expression, struct prism_value *value) {
    int premise, conclusion = 1;
    if (evaluate_bool(evaluation, expression->operands[0], &premise) != 0 ||
        (premise && evaluate_bool(evaluation, expression->operands[1], &conclusion) != 0)) {
        return -1;
    }
    set_bool(value, conclusion);
    return 0;
}

/* Widens the value of an int to a double where the operator's type is double. */
static void widen(const struct prism_expression *expression, struct prism_value *value) {
    if (expression->type == PRISM_DOUBLE) {
        set_double(value, prism_value_number(value));
    }
}

static int evaluate_conditional(const struct prism_evaluation *evaluation,
                                const struct prism_expression *expression, struct prism_value *value) {
    int condition;
    if (evaluate_bool(evaluation, expression->operands[0], &condition) != 0 ||
        evaluate(evaluation, expression->operands[condition ? 1 : 2], value) != 0) {
        return -1;
    }
    widen(expression, value);
    return 0;
}

static int holds_between(enum prism_operator kind, const struct prism_value *left,
                         const struct prism_value *right) {
    double a = prism_value_number(left), b = prism_value_number(right);
    switch (kind) {
    case PRISM_EQUIVALENT:
    case PRISM_EQUAL:
        return a == b;
    case PRISM_UNEQUAL:
        return a != b;
    case PRISM_LESS:
        return a < b;
    case PRISM_AT_MOST:
        return a <= b;
    case PRISM_MORE:
        return a > b;
    default:
        return a >= b;
    }
}

/* The power of ints; -1 with a failure if it is none, or too large. */
static int power_of_ints(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                         int64_t base, int64_t exponent, struct prism_value *value) {
    int64_t result = 1;
    if (exponent < 0) {
        return fail(evaluation, expression, "the exponent %lld of an int is negative", (long long)exponent);
    }
    if (base == 0 || base == 1 || base == -1) {
        result = exponent == 0 ? 1 : base == -1 && exponent % 2 == 0 ? 1 : base;
        exponent = 0;
    }
    for (; exponent > 0; exponent--) {
        result *= base;
        if (result < INT32_MIN || result > INT32_MAX) {
            return fail(evaluation, expression, "the result does not fit into 32 bits");
        }
    }
    return set_int(evaluation, expression, value, result);
}

/* An arithmetic operator on two numbers. */
static int calculate(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                     const struct prism_value *left, const struct prism_value *right,
                     struct prism_value *value) {
    int ints = left->type == PRISM_INT && right->type == PRISM_INT;
    double a = prism_value_number(left), b = prism_value_number(right);
    switch (expression->kind) {
    case PRISM_PLUS:
        if (ints) {
            return set_int(evaluation, expression, value, left->integer + right->integer);
        }
        set_double(value, a + b);
        return 0;
    case PRISM_MINUS:
        if (ints) {
            return set_int(evaluation, expression, value, left->integer - right->integer);
        }
        set_double(value, a - b);
        return 0;
    case PRISM_TIMES:
        if (ints) {
            return set_int(evaluation, expression, value, left->integer * right->integer);
        }
        set_double(value, a * b);
        return 0;
    case PRISM_DIVIDE:
        set_double(value, a / b);
        return 0;
    case PRISM_POWER:
        if (ints) {
            return power_of_ints(evaluation, expression, left->integer, right->integer, value);
        }
        set_double(value, pow(a, b));
        return 0;
    case PRISM_LOG:
        set_double(value, log(a) / log(b));
        return 0;
    default: /* PRISM_MOD */
        if (right->integer <= 0) {
            return fail(evaluation, expression, "the divisor %lld is not positive",
                        (long long)right->integer);
        }
        return set_int(evaluation, expression, value,
                       (left->integer % right->integer + right->integer) % right->integer);
    }
}

/* `+` and `*` from left to right: ints as long as all so far are. The others have two operands. */
static int evaluate_numbers(const struct prism_evaluation *evaluation,
                            const struct prism_expression *expression, struct prism_value *value) {
    if (evaluate(evaluation, expression->operands[0], value) != 0) {
        return -1;
    }
    for (uint32_t i = 1; i < expression->operand_count; i++) {
        struct prism_value left = *value, right;
        if (evaluate(evaluation, expression->operands[i], &right) != 0 ||
            calculate(evaluation, expression, &left, &right, value) != 0) {
            return -1;
        }
    }
    return 0;
}

static int evaluate_least_or_most(const struct prism_evaluation *evaluation,
                                  const struct prism_expression *expression, struct prism_value *value) {
    if (evaluate(evaluation, expression->operands[0], value) != 0) {
        return -1;
    }
    for (uint32_t i = 1; i < expression->operand_count; i++) {
        struct prism_value next;
        if (evaluate(evaluation, expression->operands[i], &next) != 0) {
            return -1;
        }
        double best = prism_value_number(value), other = prism_value_number(&next);
        if (isnan(other) || (expression->kind == PRISM_MIN ? other < best : other > best)) {
            *value = next;
        }
    }
    widen(expression, value);
    return 0;
}

static int evaluate_rounding(const struct prism_evaluation *evaluation,
                             const struct prism_expression *expression, struct prism_value *value) {
    if (evaluate(evaluation, expression->operands[0], value) != 0) {
        return -1;
    }
    double number = prism_value_number(value);
    double whole = expression->kind == PRISM_FLOOR  ? floor(number)
                   : expression->kind == PRISM_CEIL ? ceil(number)
                   /* Half up; adding 0.5 could round, too. */
                   : number - floor(number) >= 0.5 ? floor(number) + 1
                                                   : floor(number);
    if (!(whole >= INT32_MIN && whole <= INT32_MAX)) {
        char shown[40];
        set_double(value, number);
        return fail(evaluation, expression, "the number %s does not fit into 32 bits",
                    prism_show_value(value, shown, sizeof shown));
    }
    return set_int(evaluation, expression, value, (int64_t)whole);
}

static int evaluate_comparison(const struct prism_evaluation *evaluation,
                               const struct prism_expression *expression, struct prism_value *value) {
    struct prism_value left, right;
    if (evaluate(evaluation, expression->operands[0], &left) != 0 ||
        evaluate(evaluation, expression->operands[1], &right) != 0) {
        return -1;
    }
    set_bool(value, holds_between(expression->kind, &left, &right));
    return 0;
}

static int evaluate_negation(const struct prism_evaluation *evaluation,
                             const struct prism_expression *expression, struct prism_value *value) {
    if (evaluate(evaluation, expression->operands[0], value) != 0) {
        return -1;
    }
    if (expression->kind == PRISM_NOT) {
        set_bool(value, !value->integer);
        return 0;
    }
    if (value->type == PRISM_INT) {
        return set_int(evaluation, expression, value, -value->integer);
    }
    set_double(value, -value->real);
    return 0;
}

/* As deep as the expression: at most PRISM_DEPTH_MOST. */
static int evaluate(const struct prism_evaluation *evaluation, const struct prism_expression *expression,
                    struct prism_value *value) {
    if (expression->is_folded) {
        *value = expression->value;
        return 0;
    }
    switch (expression->kind) {
    case PRISM_LITERAL:
        *value = expression->value;
        return 0;
    case PRISM_CONSTANT:
        *value = evaluation->model->constants[expression->index].value;
        return 0;
    case PRISM_VARIABLE:
        *value =
            (struct prism_value){.type = expression->type, .integer = evaluation->state[expression->index]};
        return 0;
    case PRISM_FORMULA:
        return evaluate(evaluation, expression->operands[0], value);
    case PRISM_CONDITIONAL:
        return evaluate_conditional(evaluation, expression, value);
    case PRISM_IMPLIES:
        return evaluate_implies(evaluation, expression, value);
    case PRISM_OR:
    case PRISM_AND:
        return evaluate_chain(evaluation, expression, expression->kind == PRISM_OR, value);
    case PRISM_NOT:
    case PRISM_NEGATE:
        return evaluate_negation(evaluation, expression, value);
    case PRISM_EQUIVALENT: /* bools are 0 and 1 */
    case PRISM_EQUAL:
    case PRISM_UNEQUAL:
    case PRISM_LESS:
    case PRISM_AT_MOST:
    case PRISM_MORE:
    case PRISM_AT_LEAST:
        return evaluate_comparison(evaluation, expression, value);
    case PRISM_MIN:
    case PRISM_MAX:
        return evaluate_least_or_most(evaluation, expression, value);
    case PRISM_FLOOR:
    case PRISM_CEIL:
    case PRISM_ROUND:
        return evaluate_rounding(evaluation, expression, value);
    default:
        return evaluate_numbers(evaluation, expression, value);
    }
}

int prism_evaluate(const struct prism_model *model, const struct prism_expression *expression,
                   const int32_t *state, struct prism_value *value, struct prism_failure *failure) {
    const struct prism_evaluation evaluation = {model, state, failure};
    return evaluate(&evaluation, expression, value);
}
