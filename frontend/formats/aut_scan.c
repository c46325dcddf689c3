/* The pieces of an AUT line, with the messages for what is no such piece. */
#include "frontend/formats/aut_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/ratio.h"

/* A sum that is this near to 1 is 1: compensated summation in 64 bits of mantissa errs by less. */
#define SUM_MOST (1 - 1e-17L)

int aut_scan_fail(const struct aut_scan *scan, enum error_code code, const char *at, const char *format,
                  ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_at(scan->error, code, scan->name, scan->line, (uint64_t)(at - scan->begin) + 1, "%s", text);
}

int aut_scan_expected(const struct aut_scan *scan, const char *what) {
    if (scan->at >= scan->end) {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at, "expected %s, found the end of the line", what);
    }
    unsigned char byte = (unsigned char)*scan->at;
    if (byte > ' ' && byte < 0x7f) {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at, "expected %s, found '%c'", what, byte);
    }
    return aut_scan_fail(scan, ERROR_INPUT, scan->at, "expected %s, found the byte 0x%02x", what, byte);
}

void aut_scan_blanks(struct aut_scan *scan) {
    while (scan->at < scan->end && aut_is_blank(*scan->at)) {
        scan->at++;
    }
}

int aut_scan_byte(struct aut_scan *scan, char byte, const char *what) {
    aut_scan_blanks(scan);
    if (scan->at == scan->end || *scan->at != byte) {
        return aut_scan_expected(scan, what);
    }
    scan->at++;
    return 0;
}

int aut_scan_number(struct aut_scan *scan, uint64_t *number, const char *what) {
    aut_scan_blanks(scan);
    if (scan->at == scan->end || !aut_is_digit(*scan->at)) {
        return aut_scan_expected(scan, what);
    }
    uint64_t value = 0;
    for (; scan->at < scan->end && aut_is_digit(*scan->at); scan->at++) {
        uint64_t digit = (uint64_t)(*scan->at - '0');
        value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : value * 10 + digit;
    }
    *number = value;
    return 0;
}

/* Neumaier's compensated sum. */
struct sum {
    long double total, correction;
};

static void sum_add(struct sum *sum, long double value) {
    long double next = sum->total + value;
    sum->correction += sum->total >= value ? (sum->total - next) + value : (value - next) + sum->total;
    sum->total = next;
}

static int scan_probability(struct aut_scan *scan, struct sum *sum, double *probability) {
    long double value;
    size_t length = ratio_parse(scan->at, (size_t)(scan->end - scan->at), &value);
    if (length == 0) {
        return aut_scan_expected(scan, "a probability");
    }
    *probability = (double)value; /* 0 for what is beyond the type */
    if (!(*probability > 0)) {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at, "a probability must be positive");
    }
    sum_add(sum, value);
    if (!(sum->total + sum->correction < SUM_MOST)) {
        return aut_scan_fail(scan, ERROR_INPUT, scan->at,
                             "the probabilities sum to 1 or more before the last state");
    }
    scan->at += length;
    return 0;
}

int aut_scan_targets(struct aut_scan *scan, struct memory *memory, struct aut_targets *targets,
                     const char *what) {
    struct sum sum = {0, 0};
    targets->count = 0;
    for (;;) {
        if (MEMORY_GROW(memory, &targets->items, &targets->capacity, targets->count + 1) != 0) {
            return aut_scan_fail(scan, ERROR_MEMORY, scan->at, "not enough memory for a distribution");
        }
        aut_scan_blanks(scan);
        struct aut_target *target = &targets->items[targets->count];
        target->at = scan->at;
        if (aut_scan_number(scan, &target->state, targets->count == 0 ? what : "a state") != 0) {
            return -1;
        }
        targets->count++;
        const char *behind = scan->at;
        aut_scan_blanks(scan);
        int number = scan->at < scan->end && (aut_is_digit(*scan->at) || *scan->at == '.');
        if (!number || behind == scan->at) {
            target->probability = (double)(1 - sum.total - sum.correction);
            return 0;
        }
        if (scan_probability(scan, &sum, &target->probability) != 0) {
            return -1;
        }
    }
}
