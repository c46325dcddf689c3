/* Converts sizes, durations and counts between text and numbers. */
#include "base/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads digits up to *end. */
static int parse_digits(const char *text, uint64_t *number, const char **end) {
    uint64_t value = 0;
    for (*end = text; **end >= '0' && **end <= '9'; ++*end) {
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(**end - '0'), &value)) {
            return -1;
        }
    }
    *number = value;
    return *end == text ? -1 : 0;
}

int quantity_parse_number(const char *text, uint64_t *number) {
    const char *end;
    uint64_t value;
    if (parse_digits(text, &value, &end) != 0 || *end != '\0') {
        return -1;
    }
    *number = value;
    return 0;
}

int quantity_parse_count(const char *text, uint64_t *number) {
    uint64_t value, exponent = 0;
    const char *end;
    if (parse_digits(text, &value, &end) != 0) {
        return -1;
    }
    if ((*end == 'e' || *end == 'E') && parse_digits(end + 1, &exponent, &end) != 0) {
        return -1;
    }
    for (; exponent > 0 && value > 0; exponent--) {
        if (__builtin_mul_overflow(value, 10, &value)) {
            return -1;
        }
    }
    if (*end != '\0') {
        return -1;
    }
    *number = value;
    return 0;
}

/* Reads digits with at most one point, independent of the locale. Sets *end to the end of the digits. */
static int parse_decimal(const char *text, double *value, const char **end) {
    double result = 0, weight = 1;
    unsigned digits = 0, point = 0;
    for (;; text++) {
        if (*text >= '0' && *text <= '9') {
            weight = point ? weight / 10 : 1;
            result = point ? result + weight * (*text - '0') : result * 10 + (*text - '0');
            digits++;
        } else if (*text == '.' && !point) {
            point = 1;
        } else {
            break;
        }
    }
    *value = result;
    *end = text;
    return digits > 0 && isfinite(result) ? 0 : -1;
}

int quantity_parse_size(const char *text, uint64_t *bytes) {
    static const char letters[] = "kmgt";
    if (quantity_parse_number(text, bytes) == 0) { /* a whole number of bytes stays exact */
        return 0;
    }
    double value;
    const char *end;
    if (parse_decimal(text, &value, &end) != 0) {
        return -1;
    }
    if (*end != '\0' && *end != 'b' && *end != 'B') {
        const char *letter = strchr(letters, *end | 0x20);
        if (letter == NULL) {
            return -1;
        }
        value = ldexp(value, 10 * (int)(letter - letters + 1));
        end++;
        end += *end == 'i' ? 1 : 0;
    }
    end += *end == 'b' || *end == 'B' ? 1 : 0;
    if (*end != '\0' || value >= 0x1p64) {
        return -1;
    }
    *bytes = (uint64_t)value;
    return 0;
}

int quantity_parse_duration(const char *text, double *seconds) {
    double value;
    const char *end;
    if (parse_decimal(text, &value, &end) != 0) {
        return -1;
    }
    if (strcmp(end, "m") == 0 || strcmp(end, "min") == 0) {
        value *= 60;
    } else if (strcmp(end, "h") == 0) {
        value *= 3600;
    } else if (*end != '\0' && strcmp(end, "s") != 0) {
        return -1;
    }
    *seconds = value;
    return 0;
}

const char *quantity_number(uint64_t number, char *buffer) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    char *to = buffer;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *to++ = ' ';
        }
        *to++ = digits[i];
    }
    *to = '\0';
    return buffer;
}

/* Writes about three digits and a unit; each unit is `step` times the one before. */
static const char *write_scaled(double value, double step, const char *const units[7], char *buffer) {
    unsigned unit = 0;
    while (value >= step - 0.5 && unit < 6) {
        value /= step;
        unit++;
    }
    int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    snprintf(buffer, QUANTITY_TEXT, "%.*f%s", decimals, value, units[unit]);
    return buffer;
}

const char *quantity_bytes(uint64_t bytes, char *buffer) {
    static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    return write_scaled((double)bytes, 1024, units, buffer);
}

const char *quantity_seconds(double seconds, char *buffer) {
    if (seconds < 9.9995) {
        snprintf(buffer, QUANTITY_TEXT, "%.3f s", seconds);
    } else if (seconds < 119.95) {
        snprintf(buffer, QUANTITY_TEXT, "%.1f s", seconds);
    } else if (seconds < 7199.5) {
        unsigned whole = (unsigned)(seconds + 0.5);
        snprintf(buffer, QUANTITY_TEXT, "%u min %02u s", whole / 60, whole % 60);
    } else {
        double minutes = floor(seconds / 60 + 0.5);
        snprintf(buffer, QUANTITY_TEXT, "%.0f h %02.0f min", floor(minutes / 60), fmod(minutes, 60));
    }
    return buffer;
}

const char *quantity_rough(double number, char *buffer) {
    static const char *const units[] = {"", " k", " M", " G", " T", " P", " E"};
    return write_scaled(number, 1000, units, buffer);
}

const char *quantity_significant(double number, char *buffer) {
    char digits[32];
    if (number < 1e-9 || number >= 999.5) {
        snprintf(buffer, QUANTITY_TEXT, number < 1e18 ? "%.0f" : "%.3g", number < 1e-9 ? 0 : number);
        return buffer;
    }
    /* The exponent after rounding: 0.09996 is written as 0.1. */
    snprintf(digits, sizeof digits, "%.2e", number);
    int exponent = atoi(strchr(digits, 'e') + 1);
    int length = snprintf(buffer, QUANTITY_TEXT, "%.*f", 2 - exponent, number);
    while (exponent < 2 && buffer[length - 1] == '0') {
        buffer[--length] = '\0';
    }
    if (buffer[length - 1] == '.') {
        buffer[length - 1] = '\0';
    }
    return buffer;
}
