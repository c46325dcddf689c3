/*
 * Bounds on the doubles of expressions, from the bounds of their parts. The numbers of a model are nearly
 * always multiples of a fraction that is much larger than the rounding errors. Then a number whose double is
 * 0 is 0.
 */
#include "frontend/prism/syntax/prism_bounds.h"

#include <float.h>
#include <math.h>

#include "frontend/prism/syntax/prism_evaluate.h"
#include "frontend/prism/syntax/prism_exact.h"

#define ROUNDING (DBL_EPSILON / 2) /* in shares of a result */
#define SMALL 1e-290               /* products above it have all their digits */
#define INT_MOST 2147483648.0

static const struct prism_bounds unknown = {INFINITY, INFINITY, INFINITY, 0, 0},
                                 any_int = {INT_MOST, 0, 1, 1, 0};

/* A multiple of 1 / units is 0, or at least so far from 0. Its double is at most `error` nearer. */
static struct prism_bounds settle(struct prism_bounds bounds) {
    const double apart = 1 / bounds.units - bounds.error;
    if (apart > bounds.error && apart > SMALL && apart > bounds.least) {
        bounds.least = apart;
    }
    return bounds;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

/* Multiples of both are multiples of the result. */
static double common_units(double a, double b) {
    return fmod(a, b) == 0 ? a : fmod(b, a) == 0 ? b : a * b;
}

static struct prism_bounds of_constant(const struct prism_model *model,
                                       const struct prism_expression *expression) {
    struct prism_value value;
    struct prism_failure failure;
    struct prism_bounds bounds = unknown;
    mpq_t number, rounded;
    mpq_inits(number, rounded, NULL);
    if (prism_evaluate(model, expression, NULL, &value, &failure) == 0 &&
        prism_exact(model, expression, NULL, number) == 0 && isfinite(prism_value_number(&value))) {
        const double real = prism_value_number(&value);
        bounds.units = mpz_get_d(mpq_denref(number));
        bounds.most = fabs(real);
        mpq_set_d(rounded, real);
        mpq_sub(rounded, rounded, number);
        bounds.error = mpq_sgn(rounded) == 0 ? 0 : 2 * fabs(mpq_get_d(rounded)) + DBL_MIN;
        bounds.most = fabs(real) + bounds.error;
        bounds.least = mpq_sgn(number) == 0 ? INFINITY : fabs(real);
        bounds.is_positive = real >= 0 && mpq_sgn(number) >= 0;
    }
    mpq_clears(number, rounded, NULL);
    return bounds;
}

static struct prism_bounds sum_of(struct prism_bounds a, struct prism_bounds b, int is_difference) {
    const int is_positive = !is_difference && a.is_positive && b.is_positive;
    const struct prism_bounds sum = {.most = a.most + b.most,
                                     .error = a.error + b.error + 2 * ROUNDING * (a.most + b.most),
                                     .units = common_units(a.units, b.units),
                                     .least = is_positive ? smaller(a.least, b.least) : 0,
                                     .is_positive = is_positive};
    return settle(sum);
}

static double product_least(double a, double b) {
    const double product = a > 0 && b > 0 ? a * b : 0;
    return product > SMALL ? product / 2 : 0;
}

static struct prism_bounds product_of(struct prism_bounds a, struct prism_bounds b) {
    const struct prism_bounds product = {.most = a.most * b.most,
                                         .error = a.error * b.most + b.error * a.most +
                                                  2 * ROUNDING * a.most * b.most + DBL_MIN,
                                         .units = a.units * b.units,
                                         .least = product_least(a.least, b.least),
                                         .is_positive = a.is_positive && b.is_positive};
    return settle(product);
}

/* If the divisor is an integer, the same in all states, a multiple of 1 / units becomes a multiple of 1 /
 * (units * divisor). */
static struct prism_bounds quotient_of(struct prism_bounds a, struct prism_bounds b, int is_constant) {
    struct prism_bounds quotient = unknown;
    quotient.least = product_least(a.least, 1 / b.most);
    quotient.is_positive = a.is_positive && b.is_positive;
    if (is_constant && b.error == 0 && b.units == 1 && b.most > 0) {
        quotient.most = a.most / b.most;
        quotient.error = a.error / b.most + 2 * ROUNDING * quotient.most + DBL_MIN;
        quotient.units = a.units * b.most;
    }
    return settle(quotient);
}

/* Of a base that is the same in all states and positive, with an int as exponent; or of another by such an
 * int. */
static struct prism_bounds power_of(struct prism_bounds base, struct prism_bounds exponent, int has_int) {
    struct prism_bounds power = unknown;
    if (has_int && base.is_positive && base.least > 0 && base.least < INFINITY && exponent.most <= INT_MOST) {
        const double low = pow(base.least, exponent.most), high = pow(larger(base.most, 1), exponent.most);
        const double least = smaller(smaller(low, 1), 1 / high);
        power.least = least > SMALL ? least / 2 : 0;
        power.is_positive = 1;
    }
    return power;
}

/* The value is that of a or of b. */
static struct prism_bounds either_of(struct prism_bounds a, struct prism_bounds b) {
    const struct prism_bounds either = {.most = larger(a.most, b.most),
                                        .error = larger(a.error, b.error),
                                        .units = common_units(a.units, b.units),
                                        .least = smaller(a.least, b.least),
                                        .is_positive = a.is_positive && b.is_positive};
    return either;
}

/* min and max: rounding may decide which operand it is, so that only the sign is safe. */
static struct prism_bounds extreme_of(struct prism_bounds a, struct prism_bounds b) {
    struct prism_bounds extreme = either_of(a, b);
    extreme.least = extreme.is_positive ? extreme.least : 0;
    return settle(extreme);
}

static struct prism_bounds combine(const struct prism_expression *expression, struct prism_bounds left,
                                   struct prism_bounds right, const struct prism_expression *operand) {
    switch (expression->kind) {
    case PRISM_PLUS:
    case PRISM_MINUS:
        return sum_of(left, right, expression->kind == PRISM_MINUS);
    case PRISM_TIMES:
        return product_of(left, right);
    case PRISM_DIVIDE:
        return quotient_of(left, right, operand->variables_end == 0);
    case PRISM_POWER:
        return power_of(left, right, operand->type == PRISM_INT);
    case PRISM_MIN:
    case PRISM_MAX:
        return extreme_of(left, right);
    default:
        return unknown;
    }
}

/* An int is exact, and has 32 bits. */
static struct prism_bounds narrow(const struct prism_expression *expression, struct prism_bounds bounds) {
    if (expression->type == PRISM_INT) {
        const int is_positive = bounds.is_positive;
        bounds = (struct prism_bounds){smaller(bounds.most, INT_MOST), 0, 1, 1, is_positive};
    }
    return bounds;
}

/* Recursion is as deep as the expression. */
struct prism_bounds prism_bounds_of(const struct prism_model *model,
                                    const struct prism_expression *expression) {
    if (expression->variables_end == 0) {
        return of_constant(model, expression);
    }
    struct prism_bounds bounds = unknown;
    switch (expression->kind) {
    case PRISM_VARIABLE: {
        const struct prism_variable *variable = &model->variables[expression->index];
        bounds = any_int;
        bounds.most = larger(fabs((double)variable->low), fabs((double)variable->high));
        bounds.is_positive = variable->low >= 0;
        return bounds;
    }
    case PRISM_FORMULA:
        return prism_bounds_of(model, expression->operands[0]);
    case PRISM_NEGATE:
        bounds = prism_bounds_of(model, expression->operands[0]);
        bounds.is_positive = 0;
        return bounds;
    case PRISM_CONDITIONAL:
        return either_of(prism_bounds_of(model, expression->operands[1]),
                         prism_bounds_of(model, expression->operands[2]));
    case PRISM_PLUS:
    case PRISM_MINUS:
    case PRISM_TIMES:
    case PRISM_DIVIDE:
    case PRISM_POWER:
    case PRISM_MIN:
    case PRISM_MAX:
        bounds = prism_bounds_of(model, expression->operands[0]);
        for (uint32_t i = 1; i < expression->operand_count; i++) {
            bounds = combine(expression, bounds, prism_bounds_of(model, expression->operands[i]),
                             expression->operands[i]);
        }
        break;
    default:
        break;
    }
    return narrow(expression, expression->type == PRISM_INT && !isfinite(bounds.most) ? any_int : bounds);
}
