/* Operators of numbers, computed exactly: with int64_t if the result is an int64_t, else with GMP. Values
 * that mCRL2 does not define are unknown, and so are numbers that are too large. */
#include <string.h>

#include "base/array.h"
#include "specs/data/environment.h"
#include "specs/data/value_number.h"

/* What a computation came to. */
enum computed { COMPUTED, COMPUTED_UNDEFINED, COMPUTED_TOO_LARGE, COMPUTED_NO_OPERATOR };

static int is(const char *name, const char *sign) {
    return strcmp(name, sign) == 0;
}

/* --- conversions --- */

/* The sort whose name begins a text; moves the text to the end of the name. */
static enum number_sort take_sort(const char **text, const char *end) {
    static const char *const names[] = {"Pos", "Nat", "Int", "Real"};
    for (unsigned i = 0; i < LENGTH(names); i++) {
        size_t length = strlen(names[i]);
        if ((size_t)(end - *text) >= length && memcmp(*text, names[i], length) == 0) {
            *text += length;
            return (enum number_sort)(NUMBER_POS + i);
        }
    }
    return NUMBER_NONE;
}

/* The sort that a conversion such as Int2Nat gives; NUMBER_NONE if the name is no conversion. */
enum number_sort evaluate_conversion(const char *name, size_t length) {
    const char *end = name + length;
    if (take_sort(&name, end) == NUMBER_NONE || name == end || *name++ != '2') {
        return NUMBER_NONE;
    }
    enum number_sort to = take_sort(&name, end);
    return name == end ? to : NUMBER_NONE;
}

int evaluate_number_is_of(const struct values *values, uint32_t value, enum number_sort sort) {
    int sign = value_sign(values, value);
    return sort == NUMBER_REAL || (value_is_integer(values, value) &&
                                   (sort == NUMBER_INT || sign > 0 || (sort == NUMBER_NAT && sign == 0)));
}

/* --- two numbers --- */

/* Sets *result; returns whether it was computed, and fits. */
static int compute_small(const char *name, int64_t a, int64_t b, int64_t *result) {
    if (is(name, "+")) {
        return !__builtin_add_overflow(a, b, result);
    }
    if (is(name, "-")) {
        return !__builtin_sub_overflow(a, b, result);
    }
    if (is(name, "*")) {
        return !__builtin_mul_overflow(a, b, result);
    }
    if ((is(name, "div") || is(name, "mod")) && b > 0) {
        int64_t rest = a % b < 0 ? a % b + b : a % b;
        *result = *name == 'm' ? rest : a / b - (a % b < 0);
        return 1;
    }
    return 0;
}

static int is_integer(mpq_srcptr number) {
    return mpz_cmp_ui(mpq_denref(number), 1) == 0;
}

/* The base to the power of an integer. */
static enum computed compute_power(mpq_srcptr base, mpq_srcptr power, mpq_ptr result) {
    if (!is_integer(power) || (mpz_sgn(mpq_numref(power)) < 0 && mpq_sgn(base) == 0)) {
        return COMPUTED_UNDEFINED;
    }
    size_t bits = mpz_sizeinbase(mpq_numref(base), 2), below = mpz_sizeinbase(mpq_denref(base), 2);
    int is_unit = is_integer(base) && mpz_cmpabs_ui(mpq_numref(base), 1) <= 0;
    unsigned long times = is_unit ? mpz_even_p(mpq_numref(power)) ? 2 : 1 : mpz_get_ui(mpq_numref(power));
    if (mpz_sgn(mpq_numref(power)) == 0) {
        times = 0;
    } else if (!is_unit && (mpz_cmpabs_ui(mpq_numref(power), VALUE_MOST_BITS) > 0 ||
                            times * ((bits > below ? bits : below) - 1) > VALUE_MOST_BITS)) {
        return COMPUTED_TOO_LARGE;
    }
    mpz_pow_ui(mpq_numref(result), mpq_numref(base), times);
    mpz_pow_ui(mpq_denref(result), mpq_denref(base), times);
    if (mpz_sgn(mpq_numref(power)) < 0) {
        mpq_inv(result, result);
    }
    return COMPUTED;
}

static enum computed compute_two(const char *name, mpq_srcptr a, mpq_srcptr b, mpq_ptr result) {
    if (is(name, "+")) {
        mpq_add(result, a, b);
    } else if (is(name, "-")) {
        mpq_sub(result, a, b);
    } else if (is(name, "*")) {
        mpq_mul(result, a, b);
    } else if (is(name, "max") || is(name, "min")) {
        mpq_set(result, (mpq_cmp(a, b) > 0) == (name[1] == 'a') ? a : b);
    } else if (is(name, "exp")) {
        return compute_power(a, b, result);
    } else if (is(name, "/")) {
        if (mpq_sgn(b) == 0) {
            return COMPUTED_UNDEFINED;
        }
        mpq_div(result, a, b);
    } else if (is(name, "div") || is(name, "mod")) {
        if (!is_integer(a) || !is_integer(b) || mpq_sgn(b) <= 0) {
            return COMPUTED_UNDEFINED;
        }
        if (*name == 'd') {
            mpz_fdiv_q(mpq_numref(result), mpq_numref(a), mpq_numref(b));
        } else {
            mpz_fdiv_r(mpq_numref(result), mpq_numref(a), mpq_numref(b));
        }
    } else {
        return COMPUTED_NO_OPERATOR;
    }
    return COMPUTED;
}

/* --- one number --- */

/* The greatest integer that is not above the number plus `more` halves. */
static void round_down(mpq_srcptr number, unsigned more, mpq_ptr result) {
    mpz_mul_2exp(mpq_numref(result), mpq_numref(number), 1);
    mpz_addmul_ui(mpq_numref(result), mpq_denref(number), more);
    mpz_mul_2exp(mpq_denref(result), mpq_denref(number), 1);
    mpz_fdiv_q(mpq_numref(result), mpq_numref(result), mpq_denref(result));
    mpz_set_ui(mpq_denref(result), 1);
}

static enum computed compute_one(const char *name, mpq_srcptr a, mpq_ptr result) {
    enum number_sort to = evaluate_conversion(name, strlen(name));
    if (is(name, "succ") || is(name, "pred")) {
        mpq_set_si(result, *name == 's' ? 1 : -1, 1);
        mpq_add(result, result, a);
    } else if (is(name, "-")) {
        mpq_neg(result, a);
    } else if (is(name, "abs")) {
        mpq_abs(result, a);
    } else if (is(name, "floor") || is(name, "round")) {
        round_down(a, *name == 'r', result);
    } else if (is(name, "ceil")) {
        mpz_cdiv_q(mpq_numref(result), mpq_numref(a), mpq_denref(a));
    } else if (is(name, "sqrt")) {
        if (!is_integer(a) || mpq_sgn(a) < 0) {
            return COMPUTED_UNDEFINED;
        }
        mpz_sqrt(mpq_numref(result), mpq_numref(a));
    } else if (to != NUMBER_NONE) {
        mpq_set(result, a);
        int least = to == NUMBER_POS ? 1 : to == NUMBER_NAT ? 0 : -1; /* sign */
        return (to == NUMBER_REAL || is_integer(a)) && mpq_sgn(a) >= least ? COMPUTED : COMPUTED_UNDEFINED;
    } else {
        return COMPUTED_NO_OPERATOR;
    }
    return COMPUTED;
}

/* --- values --- */

static uint32_t explain(struct evaluation *evaluation, const struct data *data, const uint32_t *argument,
                        enum computed computed) {
    char first[VALUE_NUMBER_TEXT], second[VALUE_NUMBER_TEXT] = "";
    int two = data->children == 2;
    value_number_write(evaluation->values, argument[0], first);
    if (two) {
        value_number_write(evaluation->values, argument[1], second);
    }
    return computed == COMPUTED_UNDEFINED
               ? evaluate_unknown(evaluation, data->where, "'%s' is not defined for %s%s%s", data->name,
                                  first, two ? " and " : "", second)
               : evaluate_unknown(evaluation, data->where, "'%s' of %s%s%s has more than %u bits", data->name,
                                  first, two ? " and " : "", second, VALUE_MOST_BITS);
}

static uint32_t compute_exactly(struct evaluation *evaluation, const struct data *data,
                                const uint32_t *argument) {
    mpq_t left, right, result;
    uint32_t value = VALUE_NONE;
    mpq_inits(left, right, result, NULL);
    value_get_rational(evaluation->values, argument[0], left);
    if (data->children == 2) {
        value_get_rational(evaluation->values, argument[1], right);
    }
    enum computed computed = data->children == 2 ? compute_two(data->name, left, right, result)
                                                 : compute_one(data->name, left, result);
    if (computed == COMPUTED) {
        value = evaluation_checked(evaluation, value_rational(evaluation->values, result));
        computed = value == UNKNOWN ? COMPUTED_TOO_LARGE : COMPUTED;
    }
    mpq_clears(left, right, result, NULL);
    return computed == COMPUTED || computed == COMPUTED_NO_OPERATOR || evaluation->failed
               ? value
               : explain(evaluation, data, argument, computed);
}

uint32_t evaluate_arithmetic(struct evaluation *evaluation, const struct data *data,
                             const uint32_t *argument) {
    int64_t result;
    for (uint32_t i = 0; i < data->children; i++) {
        enum value_kind kind = value_at(evaluation->values, argument[i])->kind;
        if (kind == VALUE_FRESH || kind == VALUE_OPAQUE) {
            return evaluate_unknown(evaluation, data->where, "'%s' cannot be computed for a value that %s",
                                    data->name, kind == VALUE_FRESH ? "occurs in no label" : "is not known");
        }
        if (kind != VALUE_NUMBER) {
            return VALUE_NONE;
        }
    }
    if (data->children == 2 && value_is_small(evaluation->values, argument[0]) &&
        value_is_small(evaluation->values, argument[1]) &&
        compute_small(data->name, value_at(evaluation->values, argument[0])->number,
                      value_at(evaluation->values, argument[1])->number, &result)) {
        return evaluation_checked(evaluation, value_number(evaluation->values, result));
    }
    return compute_exactly(evaluation, data, argument);
}
