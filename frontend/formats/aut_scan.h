#ifndef HEDDLE_FRONTEND_FORMATS_AUT_SCAN_H
#define HEDDLE_FRONTEND_FORMATS_AUT_SCAN_H

#include <stdint.h>

#include "base/error.h"

struct memory;

/* A place in a line of an AUT file. */
struct aut_scan {
    const char *name;        /* of the file, for messages */
    const char *begin, *end; /* the line, without blanks at its end */
    const char *at;
    uint64_t line;
    struct error *error;
};

/* A state as it stands in a line; `at` points to its first digit. UINT64_MAX for anything larger. */
struct aut_target {
    uint64_t state;
    double probability; /* in a distribution */
    const char *at;
};

/* One state or an mCRL2 distribution; the array grows and is used again. */
struct aut_targets {
    struct aut_target *items;
    uint64_t count, capacity;
};

static inline int aut_is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

static inline int aut_is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/* Each fills scan->error and returns -1; `at` is the place in the line. */
int aut_scan_fail(const struct aut_scan *scan, enum error_code code, const char *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* "expected WHAT, found ..." at scan->at. */
int aut_scan_expected(const struct aut_scan *scan, const char *what);

void aut_scan_blanks(struct aut_scan *scan);
/* Blanks, then the byte. `what` describes it. 0 or -1. */
int aut_scan_byte(struct aut_scan *scan, char byte, const char *what);
/* Blanks, then a number; UINT64_MAX for anything larger. 0 or -1. */
int aut_scan_number(struct aut_scan *scan, uint64_t *number, const char *what);
/*
 * Blanks, then `s0 p0 s1 p1 ... sk`, k >= 0: every probability is positive and their sum is below 1, so that
 * the last state takes the rest. 0 or -1.
 */
int aut_scan_targets(struct aut_scan *scan, struct memory *memory, struct aut_targets *targets,
                     const char *what);

#endif
