/* The pieces of lines, and the messages for text that is not such a piece. */
#include "frontend/formats/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text/ratio.h"

/* --- lines --- */

int scan_next_line(struct lines *lines, struct scan *scan, struct error *error) {
    struct text_line line;
    int more;
    while ((more = lines_next(lines, &line, error)) == 1) {
        *scan = (struct scan){lines->name, line.begin, line.end, line.begin, line.number, error};
        scan->end = scan_trim_end(scan->begin, scan->end);
        if (scan->line == 1 && scan->end - scan->begin >= 3 && memcmp(scan->begin, "\xef\xbb\xbf", 3) == 0) {
            scan->at += 3;
        }
        scan_blanks(scan);
        if (scan->at < scan->end) {
            break;
        }
    }
    return more;
}

void scan_line_again(struct lines *lines, const struct scan *scan) {
    lines_again(lines, &(struct text_line){scan->begin, scan->end, scan->line});
}

int scan_fail_end(const struct lines *lines, const char *what, struct error *error) {
    return error_at(error, ERROR_INPUT, lines_place(lines), "expected %s, found the end of the file", what);
}

int scan_fail(const struct scan *scan, enum error_code code, const char *at, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_at(scan->error, code,
                    (struct source_position){scan->name, scan->line, (uint64_t)(at - scan->begin) + 1}, "%s",
                    text);
}

int scan_is_comment(const char *at, const char *end) {
    static const char *const marks[] = {"//", "#", "--", "%", "/*", "(*"};
    for (size_t i = 0; i < LENGTH(marks); i++) {
        size_t length = strlen(marks[i]);
        if ((size_t)(end - at) >= length && memcmp(at, marks[i], length) == 0) {
            return 1;
        }
    }
    return 0;
}

int scan_fail_expected(const struct scan *scan, const char *what) {
    if (scan->at >= scan->end) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "expected %s, found the end of the line", what);
    }
    unsigned char byte = (unsigned char)*scan->at;
    return scan_fail(
        scan, ERROR_INPUT, scan->at,
        scan_is_comment(scan->at, scan->end)
            ? "expected %s, found '%c': if this is a comment, this format has none such: remove it"
        : byte > ' ' && byte < 0x7f ? "expected %s, found '%c'"
                                    : "expected %s, found the byte 0x%02x",
        what, byte);
}

/* --- pieces --- */

int scan_byte(struct scan *scan, char byte, const char *what) {
    scan_blanks(scan);
    if (scan->at == scan->end || *scan->at != byte) {
        return scan_fail_expected(scan, what);
    }
    scan->at++;
    return 0;
}

int scan_long_number(struct scan *scan, uint64_t *number, const char *what) {
    if (scan->at == scan->end || !scan_is_digit(*scan->at)) {
        return scan_fail_expected(scan, what);
    }
    uint64_t value = 0;
    for (; scan->at < scan->end && scan_is_digit(*scan->at); scan->at++) {
        uint64_t digit = (uint64_t)(*scan->at - '0');
        value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX : value * 10 + digit;
    }
    *number = value;
    return 0;
}

int scan_state(struct scan *scan, uint64_t states, uint32_t *state, const char *what) {
    uint64_t number = 0;
    scan_blanks(scan);
    const char *at = scan->at;
    if (scan_number(scan, &number, what) != 0) {
        return -1;
    }
    if (number >= states) {
        return states == SCAN_STATES_MOST
                   ? scan_fail(scan, ERROR_LIMIT, at, "more than %llu states", (unsigned long long)states)
                   : scan_fail(scan, ERROR_INPUT, at,
                               "this state is beyond the %llu that there are (they count from 0)",
                               (unsigned long long)states);
    }
    *state = (uint32_t)number;
    return 0;
}

/* Reports what stands in the place of a probability. */
static int fail_probability(const struct scan *scan) {
    char byte = scan->at < scan->end ? *scan->at : ' ';
    if (byte == '[') {
        return scan_fail(scan, ERROR_INPUT, scan->at, "interval models are not supported");
    }
    if (byte == '-') {
        return scan_fail(scan, ERROR_INPUT, scan->at, "a probability must be positive");
    }
    return scan_fail_expected(scan, isalpha((unsigned char)byte) || byte == '(' || byte == '_'
                                        ? "a probability (parametric models are not supported)"
                                        : "a probability");
}

int scan_probability(struct scan *scan, double *probability) {
    scan_blanks(scan);
    long double value;
    size_t length = ratio_parse(scan->at, (size_t)(scan->end - scan->at), &value);
    if (length == 0) {
        return fail_probability(scan);
    }
    if (scan->at + length < scan->end && !scan_is_blank(scan->at[length])) {
        scan->at += length;
        return isalpha((unsigned char)*scan->at) || strchr("+-*/^(", *scan->at) != NULL
                   ? scan_fail(scan, ERROR_INPUT, scan->at,
                               "no number goes on like this (parametric models are not supported)")
                   : scan_fail_expected(scan, "a blank after the probability");
    }
    *probability = (double)value;
    const enum ratio_fault fault = ratio_fault(scan->at, length, *probability);
    if (fault != RATIO_FINE) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "a probability %s", ratio_fault_text(fault));
    }
    scan->at += length;
    return 0;
}

int scan_quoted(struct scan *scan, const char **text, size_t *length) {
    *text = scan->at + 1;
    const char *quote = memchr(*text, '"', (size_t)(scan->end - *text));
    if (quote == NULL) {
        return scan_fail(scan, ERROR_INPUT, scan->at, "this quote is not closed");
    }
    *length = (size_t)(quote - *text);
    scan->at = quote + 1;
    return 0;
}

int scan_end(struct scan *scan) {
    scan_blanks(scan);
    return scan->at < scan->end ? scan_fail_expected(scan, "the end of the line") : 0;
}

size_t scan_word_length(const struct scan *scan) {
    const char *end = scan->at;
    while (end < scan->end && !scan_is_blank(*end)) {
        end++;
    }
    return (size_t)(end - scan->at);
}

int scan_word(struct scan *scan, const char *word) {
    size_t length = strlen(word);
    if (scan_word_length(scan) != length || memcmp(scan->at, word, length) != 0) {
        return 0;
    }
    scan->at += length;
    return 1;
}

int scan_check_states(const struct scan *scan, const char *at, uint64_t states, uint64_t transitions,
                      uint64_t most) {
    if (states == 0) {
        return scan_fail(scan, ERROR_INPUT, at, "there must be at least one state");
    }
    if (states <= most) {
        return 0;
    }
    return states - 1 > transitions
               ? scan_fail(
                     scan, ERROR_INPUT, at,
                     "more than %llu states, but the header's transitions (%llu) can lead to %llu at most",
                     (unsigned long long)most, (unsigned long long)transitions,
                     (unsigned long long)transitions + 1)
               : scan_fail(scan, ERROR_LIMIT, at, "more than %llu states", (unsigned long long)most);
}
