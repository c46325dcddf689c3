/* Exact sums and products: digits of 32 bits, as on paper. */
#include "base/exact.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

#define BITS 32

void exact_free(struct memory *memory, struct exact *number) {
    GROWING_FREE(memory, number->digits);
    memset(number, 0, sizeof *number);
}

/* Removes zero digits at both ends. */
static void normalise(struct exact *number) {
    uint32_t *digits = number->digits.data;
    uint64_t count = number->digits.count, low = 0;
    while (count > 0 && digits[count - 1] == 0) {
        count--;
    }
    while (low < count && digits[low] == 0) {
        low++;
    }
    if (low > 0 && count > low) {
        memmove(digits, digits + low, (count - low) * sizeof *digits);
    }
    number->digits.count = count - low;
    number->exponent = count == low ? 0 : number->exponent + (int64_t)low;
}

/* Makes room for `count` digits, all 0, in a new number. */
static int open_digits(struct memory *memory, struct exact *number, uint64_t count) {
    if (MEMORY_GROW(memory, &number->digits.data, &number->digits.capacity, count + 1) != 0) {
        return -1;
    }
    memset(number->digits.data, 0, count * sizeof *number->digits.data);
    number->digits.count = count;
    return 0;
}

int exact_set(struct memory *memory, struct exact *number, double value) {
    int exponent;
    uint64_t mantissa = (uint64_t)ldexp(frexp(value, &exponent), 53);
    exponent -= 53;
    if (open_digits(memory, number, 3) != 0) {
        return -1;
    }
    int shift = (exponent % BITS + BITS) % BITS;
    number->exponent = (exponent - shift) / BITS;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t part = (mantissa >> BITS * i & UINT32_MAX) << shift;
        number->digits.data[i] |= (uint32_t)part;
        number->digits.data[i + 1] |= (uint32_t)(part >> BITS);
    }
    normalise(number);
    return 0;
}

/* The digit for 2^(32 position). */
static uint32_t digit_at(const struct exact *number, int64_t position) {
    int64_t at = position - number->exponent;
    return at < 0 || at >= (int64_t)number->digits.count ? 0 : number->digits.data[at];
}

static int64_t end_of(const struct exact *number) {
    return number->exponent + (int64_t)number->digits.count;
}

static void replace(struct memory *memory, struct exact *number, struct exact *result) {
    normalise(result);
    exact_free(memory, number);
    *number = *result;
}

int exact_add(struct memory *memory, struct exact *number, const struct exact *other) {
    struct exact result = {.exponent = number->exponent};
    int64_t end = end_of(number);
    if (other->digits.count > 0) {
        int is_zero = number->digits.count == 0;
        result.exponent = is_zero || other->exponent < result.exponent ? other->exponent : result.exponent;
        end = is_zero || end_of(other) > end ? end_of(other) : end;
    }
    if (open_digits(memory, &result, (uint64_t)(end - result.exponent) + 1) != 0) {
        return -1;
    }
    uint64_t carry = 0;
    for (uint64_t i = 0; i < result.digits.count; i++) {
        int64_t position = result.exponent + (int64_t)i;
        carry += (uint64_t)digit_at(number, position) + digit_at(other, position);
        result.digits.data[i] = (uint32_t)carry;
        carry >>= BITS;
    }
    replace(memory, number, &result);
    return 0;
}

int exact_multiply(struct memory *memory, struct exact *number, const struct exact *other) {
    struct exact result = {.exponent = number->exponent + other->exponent};
    if (open_digits(memory, &result, number->digits.count + other->digits.count) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < number->digits.count; i++) {
        uint64_t carry = 0;
        for (uint64_t j = 0; j < other->digits.count; j++) {
            carry += (uint64_t)number->digits.data[i] * other->digits.data[j] + result.digits.data[i + j];
            result.digits.data[i + j] = (uint32_t)carry;
            carry >>= BITS;
        }
        result.digits.data[i + other->digits.count] = (uint32_t)carry;
    }
    replace(memory, number, &result);
    return 0;
}

int exact_compare(const struct exact *one, const struct exact *other) {
    if (one->digits.count == 0 || other->digits.count == 0) {
        return (one->digits.count > 0) - (other->digits.count > 0);
    }
    int64_t begin = one->exponent < other->exponent ? one->exponent : other->exponent;
    int64_t at = end_of(one) > end_of(other) ? end_of(one) : end_of(other);
    while (at-- > begin) {
        uint32_t a = digit_at(one, at), b = digit_at(other, at);
        if (a != b) {
            return a < b ? -1 : 1;
        }
    }
    return 0;
}

double exact_double(const struct exact *number) {
    int64_t end = end_of(number);
    if (number->digits.count == 0) {
        return 0;
    }
    if (end > 64 || end < -64) {
        return end > 0 ? HUGE_VAL : 0;
    }
    /* The 64 leading bits; whether lower ones are all 0 decides ties, through the last of the 64. */
    uint64_t high = (uint64_t)digit_at(number, end - 1) << BITS | digit_at(number, end - 2);
    uint32_t low = digit_at(number, end - 3);
    int shift = __builtin_clzll(high);
    uint64_t bits = shift == 0 ? high : high << shift | (uint64_t)low >> (BITS - shift);
    int rest = shift == 0 ? low != 0 : (uint32_t)(low << shift) != 0;
    for (int64_t at = end - 4; at >= number->exponent && !rest; at--) {
        rest = digit_at(number, at) != 0;
    }
    return ldexp((double)(bits | (uint64_t)rest), (int)((end - 2) * BITS - shift));
}
