/* Expressions, evaluated in fractions. */
#include "frontend/prism/syntax/prism_exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/prism/syntax/prism_evaluate.h"

#define WORK_MOST (1u << 25) /* in about 20 nanoseconds */
#define NODE_WORK 512u
#define BITS_MOST (1u << 16) /* of a numerator or denominator */
#define DECIMAL_MOST 16000L  /* of a decimal, its exponent included */

struct exactly {
    const struct prism_model *model;
    const int32_t *state;
    uint32_t left; /* work that it may still do */
};

static int exact(struct exactly *exactly, const struct prism_expression *expression, mpq_t number);

/* 0, or -1 if that is too much work. */
static int spend(struct exactly *exactly, uint64_t work) {
    const int is_much = work > exactly->left;
    exactly->left = is_much ? 0 : exactly->left - (uint32_t)work;
    return is_much ? -1 : 0;
}

uint64_t prism_exact_work(const mpq_t number) {
    const uint64_t limbs = mpz_size(mpq_numref(number)) + mpz_size(mpq_denref(number));
    return limbs * (1 + limbs / 16);
}

static int is_short(const mpq_t number) {
    return mpz_sizeinbase(mpq_numref(number), 2) <= BITS_MOST &&
                   mpz_sizeinbase(mpq_denref(number), 2) <= BITS_MOST
               ? 0
               : -1;
}

int prism_exact_decimal(const char *text, mpq_t number) {
    const int is_negative = *text == '-';
    long places = 0, digits = 0;
    int is_fraction = 0;
    mpq_set_ui(number, 0, 1);
    for (text += is_negative || *text == '+'; (*text >= '0' && *text <= '9') || *text == '.'; text++) {
        if (*text == '.') {
            is_fraction = 1;
            continue;
        }
        if (++digits > DECIMAL_MOST) {
            return -1;
        }
        mpz_mul_ui(mpq_numref(number), mpq_numref(number), 10);
        mpz_add_ui(mpq_numref(number), mpq_numref(number), (unsigned long)(*text - '0'));
        places -= is_fraction;
    }
    places += *text == 'e' || *text == 'E' ? strtol(text + 1, NULL, 10) : 0; /* the most if it is longer */
    if (mpq_sgn(number) == 0) {
        return 0;
    }
    if (places > DECIMAL_MOST || places < -DECIMAL_MOST) {
        return -1;
    }
    mpz_t power;
    mpz_init(power);
    mpz_ui_pow_ui(power, 10, (unsigned long)labs(places));
    if (places > 0) {
        mpz_mul(mpq_numref(number), mpq_numref(number), power);
    } else {
        mpz_set(mpq_denref(number), power);
    }
    mpz_clear(power);
    mpq_canonicalize(number);
    if (is_negative) {
        mpq_neg(number, number);
    }
    return is_short(number);
}

/* The double that prism_evaluate computes, as a fraction. */
static int exact_as_double(const struct exactly *exactly, const struct prism_expression *expression,
                           mpq_t number) {
    struct prism_value value;
    struct prism_failure failure;
    if (prism_evaluate(exactly->model, expression, exactly->state, &value, &failure) != 0) {
        return -1;
    }
    const double real = prism_value_number(&value);
    if (isfinite(real)) {
        mpq_set_d(number, real);
    }
    return isfinite(real) ? 0 : -1;
}

static int exact_constant(struct exactly *exactly, const struct prism_constant *constant, mpq_t number) {
    if (constant->expression != NULL) {
        return exact(exactly, constant->expression, number);
    }
    if (constant->given == NULL) {
        return -1;
    }
    return prism_exact_decimal(constant->given, number);
}

static int exact_conditional(struct exactly *exactly, const struct prism_expression *expression,
                             mpq_t number) {
    struct prism_value condition;
    struct prism_failure failure;
    if (prism_evaluate(exactly->model, expression->operands[0], exactly->state, &condition, &failure) != 0) {
        return -1;
    }
    return exact(exactly, expression->operands[condition.integer ? 1 : 2], number);
}

/* A whole power of *number, if it is not too long: 0, else -1. */
static int raise_to(mpq_t number, long exponent) {
    const unsigned long by = (unsigned long)labs(exponent);
    if (exponent < 0) {
        if (mpq_sgn(number) == 0) {
            return -1;
        }
        mpq_inv(number, number);
    }
    if (by > 0 && (mpz_sizeinbase(mpq_numref(number), 2) > BITS_MOST / by ||
                   mpz_sizeinbase(mpq_denref(number), 2) > BITS_MOST / by)) {
        return -1;
    }
    mpz_pow_ui(mpq_numref(number), mpq_numref(number), by);
    mpz_pow_ui(mpq_denref(number), mpq_denref(number), by);
    return 0;
}

/* `number` is the base, `exponent` the exponent. */
static int exact_power(const struct exactly *exactly, const struct prism_expression *expression, mpq_t number,
                       const mpq_t exponent) {
    const int base_sign = mpq_sgn(number);
    if (mpz_cmp_ui(mpq_denref(exponent), 1) == 0 && mpz_fits_slong_p(mpq_numref(exponent)) &&
        raise_to(number, mpz_get_si(mpq_numref(exponent))) == 0) {
        return 0;
    }
    if (exact_as_double(exactly, expression, number) != 0) {
        return -1;
    }
    return base_sign > 0 && mpq_sgn(number) == 0 ? -1 : 0; /* a power of a positive number is positive */
}

/* Only the logarithm of 1 is 0; the double of others near 1 may be. */
static int exact_logarithm(struct exactly *exactly, const struct prism_expression *expression, mpq_t number) {
    if (exact(exactly, expression->operands[0], number) != 0) {
        return -1;
    }
    const int is_of_one = mpq_cmp_ui(number, 1, 1) == 0;
    return exact_as_double(exactly, expression, number) != 0 || (mpq_sgn(number) == 0 && !is_of_one) ? -1 : 0;
}

static int combine(const struct exactly *exactly, const struct prism_expression *expression, mpq_t number,
                   const mpq_t next) {
    switch (expression->kind) {
    case PRISM_PLUS:
        mpq_add(number, number, next);
        return is_short(number);
    case PRISM_MINUS:
        mpq_sub(number, number, next);
        return is_short(number);
    case PRISM_TIMES:
        mpq_mul(number, number, next);
        return is_short(number);
    case PRISM_DIVIDE:
        if (mpq_sgn(next) == 0) {
            return -1;
        }
        mpq_div(number, number, next);
        return is_short(number);
    case PRISM_MIN:
    case PRISM_MAX:
        if ((mpq_cmp(next, number) < 0) == (expression->kind == PRISM_MIN)) {
            mpq_set(number, next);
        }
        return 0;
    default:
        return exact_power(exactly, expression, number, next);
    }
}

static int exact_operands(struct exactly *exactly, const struct prism_expression *expression, mpq_t number) {
    int status = exact(exactly, expression->operands[0], number);
    mpq_t next;
    mpq_init(next);
    for (uint32_t i = 1; i < expression->operand_count && status == 0; i++) {
        status = exact(exactly, expression->operands[i], next) != 0 ||
                         combine(exactly, expression, number, next) != 0 ||
                         spend(exactly, prism_exact_work(number)) != 0
                     ? -1
                     : 0;
    }
    mpq_clear(next);
    return status;
}

/* Recursion is as deep as the expression and the constants that it needs; both depths are limited. */
static int exact(struct exactly *exactly, const struct prism_expression *expression, mpq_t number) {
    if (spend(exactly, NODE_WORK) != 0) {
        return -1;
    }
    if (expression->type != PRISM_DOUBLE) {
        return exact_as_double(exactly, expression, number);
    }
    if (expression->fraction != NULL) {
        mpq_set(number, expression->fraction->number);
        return 0;
    }
    if (expression->is_folded && expression->operand_count > 0) {
        return -1; /* it was tried */
    }
    switch (expression->kind) {
    case PRISM_LITERAL:
        return prism_exact_decimal(expression->text, number);
    case PRISM_CONSTANT:
        return exact_constant(exactly, &exactly->model->constants[expression->index], number);
    case PRISM_FORMULA:
        return exact(exactly, expression->operands[0], number);
    case PRISM_CONDITIONAL:
        return exact_conditional(exactly, expression, number);
    case PRISM_NEGATE:
        if (exact(exactly, expression->operands[0], number) != 0) {
            return -1;
        }
        mpq_neg(number, number);
        return 0;
    case PRISM_PLUS:
    case PRISM_MINUS:
    case PRISM_TIMES:
    case PRISM_DIVIDE:
    case PRISM_POWER:
    case PRISM_MIN:
    case PRISM_MAX:
        return exact_operands(exactly, expression, number);
    default: /* logarithms */
        return exact_logarithm(exactly, expression, number);
    }
}

int prism_exact(const struct prism_model *model, const struct prism_expression *expression,
                const int32_t *state, mpq_t number) {
    struct exactly exactly = {model, state, WORK_MOST};
    return exact(&exactly, expression, number);
}

struct prism_value prism_constant_value(const struct prism_constant *constant) {
    struct prism_value value = constant->value;
    if (constant->type == PRISM_DOUBLE && constant->expression != NULL &&
        constant->expression->fraction != NULL) {
        value.real = prism_exact_double(constant->expression->fraction->number);
    }
    return value;
}

double prism_exact_double(const mpq_t number) {
    mpq_t low, high;
    double nearest = mpq_get_d(number); /* toward 0 */
    const double next = nextafter(nearest, mpq_sgn(number) < 0 ? -INFINITY : INFINITY);
    if (isinf(nearest)) {
        return nearest;
    }
    mpq_inits(low, high, NULL);
    mpq_set_d(low, nearest);
    if (isinf(next)) { /* as far above the largest double as the one below it */
        mpq_set_d(high, nextafter(nearest, 0));
        mpq_sub(high, low, high);
        mpq_add(high, low, high);
    } else {
        mpq_set_d(high, next);
    }
    mpq_sub(low, number, low);
    mpq_sub(high, high, number);
    mpq_abs(low, low);
    mpq_abs(high, high);
    const int order = mpq_cmp(low, high);
    uint64_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    if (order > 0 || (order == 0 && bits % 2 == 1)) {
        nearest = next;
    }
    mpq_clears(low, high, NULL);
    return nearest;
}

/* Copies the digits of one integer. */
static int keep_digits(arena *arena, mpz_ptr kept, const mpz_t number) {
    const size_t count = mpz_size(number);
    mp_limb_t *digits = arena_allocate(arena, (count + 1) * sizeof *digits);
    if (digits == NULL) {
        return -1;
    }
    memcpy(digits, mpz_limbs_read(number), count * sizeof *digits);
    mpz_roinit_n(kept, digits, mpz_sgn(number) < 0 ? -(mp_size_t)count : (mp_size_t)count);
    return 0;
}

const struct prism_fraction *prism_fraction_keep(arena *arena, const mpq_t number) {
    struct prism_fraction *fraction = arena_allocate(arena, sizeof *fraction);
    return fraction == NULL || keep_digits(arena, mpq_numref(fraction->number), mpq_numref(number)) != 0 ||
                   keep_digits(arena, mpq_denref(fraction->number), mpq_denref(number)) != 0
               ? NULL
               : fraction;
}
