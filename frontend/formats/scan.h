#ifndef HEDDLE_FRONTEND_FORMATS_SCAN_H
#define HEDDLE_FRONTEND_FORMATS_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "frontend/formats/lines.h"

/* Most states that a file can have: their numbers have 32 bits. */
#define SCAN_STATES_MOST ((uint64_t)UINT32_MAX - 1)

/* A place in a line of a text file. All readers of graphs, MDPs and games read lines by these pieces. */
struct scan {
    const char *name;        /* the file's name, for messages */
    const char *begin, *end; /* the line, without blanks at its end */
    const char *at;
    uint64_t line;
    struct error *error;
};

static inline int scan_is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

static inline int scan_is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/*
 * The next line that is not blank, at its first byte that is no blank (nor the byte order mark that some
 * editors put in front of UTF-8): 1, 0 at the end of the file, or -1 with *error filled.
 */
int scan_next_line(struct lines *lines, struct scan *scan, struct error *error);
/* The line comes once more. */
void scan_line_again(struct lines *lines, const struct scan *scan);
/* "expected WHAT, found the end of the file". -1. */
int scan_fail_end(const struct lines *lines, const char *what, struct error *error);

/* Each fills scan->error and returns -1; `at` is the place in the line. */
int scan_fail(const struct scan *scan, enum error_code code, const char *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Whether text begins as a comment of some language does. */
int scan_is_comment(const char *at, const char *end);
/* "expected WHAT, found ..." at scan->at. */
int scan_fail_expected(const struct scan *scan, const char *what);

/* The first byte of [at, end) that is not blank; the end of [begin, end) without the blanks at its end. */
static inline const char *scan_skip_blanks(const char *at, const char *end) {
    while (at < end && scan_is_blank(*at)) {
        at++;
    }
    return at;
}

static inline const char *scan_trim_end(const char *begin, const char *end) {
    while (end > begin && scan_is_blank(end[-1])) {
        end--;
    }
    return end;
}

static inline void scan_blanks(struct scan *scan) {
    scan->at = scan_skip_blanks(scan->at, scan->end);
}

/* Blanks, then the byte. `what` describes it. 0 or -1. */
int scan_byte(struct scan *scan, char byte, const char *what);
/* For scan_number: numbers that may be beyond 64 bits, and text that is no number. */
int scan_long_number(struct scan *scan, uint64_t *number, const char *what);
/* Blanks, then a number; UINT64_MAX for anything larger. 0 or -1. */
static inline int scan_number(struct scan *scan, uint64_t *number, const char *what) {
    scan_blanks(scan);
    const char *at = scan->at, *end = scan->end - at > 18 ? at + 18 : scan->end;
    uint64_t value = 0;
    for (; at < end && scan_is_digit(*at); at++) {
        value = 10 * value + (uint64_t)(*at - '0');
    }
    if (at == scan->at || (at < scan->end && scan_is_digit(*at))) {
        return scan_long_number(scan, number, what);
    }
    scan->at = at;
    *number = value;
    return 0;
}
/* Blanks, then a number below `states`; `what` describes it. 0 or -1. */
int scan_state(struct scan *scan, uint64_t states, uint32_t *state, const char *what);
/* Blanks, then a positive number, which ends at a blank or the end of the line. 0 or -1. */
int scan_probability(struct scan *scan, double *probability);
/* The text between the quote here and the next one; then the place is after that. 0 or -1. */
int scan_quoted(struct scan *scan, const char **text, size_t *length);
/* Blanks, then the end of the line. 0 or -1. */
int scan_end(struct scan *scan);
/* Bytes up to the next blank or the end of the line. */
size_t scan_word_length(const struct scan *scan);
/* Whether the next word is this one; if so, the place is after it. */
int scan_word(struct scan *scan, const char *word);

/* Checks a header's number of states: 0 states are an ERROR_INPUT. More than `most` are an ERROR_LIMIT if the
 * transitions can lead to so many, else the header is wrong: ERROR_INPUT. 0 or -1. */
int scan_check_states(const struct scan *scan, const char *at, uint64_t states, uint64_t transitions,
                      uint64_t most);

#endif
