#ifndef HEDDLE_BASE_OPTIONS_STATISTICS_H
#define HEDDLE_BASE_OPTIONS_STATISTICS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct json_t;
struct memory;

/*
 * A command's results as one table, from which the rows for people and the keys for programs are made. Values
 * are in a struct of the caller's, at the row's offset. A value that does not apply is omitted from both: set
 * it to STATISTIC_ABSENT, a negative number (double) or NULL.
 */
enum statistic_kind {
    STATISTIC_COUNT,   /* uint64_t */
    STATISTIC_ROUGH,   /* uint64_t; people read three digits of it */
    STATISTIC_BYTES,   /* uint64_t */
    STATISTIC_NUMBER,  /* double, as it is */
    STATISTIC_SHARE,   /* double, 0..1; people read percent */
    STATISTIC_SECONDS, /* double */
    STATISTIC_MILLI,   /* double, in seconds; people read milliseconds */
    STATISTIC_RATE,    /* double, a second */
    STATISTIC_TRUTH,   /* int: 0, 1, or -1 when it does not apply */
    STATISTIC_TEXT,    /* const char * */
    STATISTIC_CELL     /* const char *, a few characters that lie among numbers in a table */
};

#define STATISTIC_ABSENT UINT64_MAX

/* A row without a key is for people alone, one without a label for programs alone. */
struct statistic_row {
    const char *key;
    const char *label;
    const char *unit; /* printed after counts, numbers and rates; NULL for none */
    enum statistic_kind kind;
    size_t offset;
};

/* Whether values of the kind are uint64_t. */
int statistic_is_count(enum statistic_kind kind);
/* Whether the value does not apply; makes it so. */
int statistic_is_absent(const struct statistic_row *row, const void *values);
void statistic_set_absent(const struct statistic_row *row, void *values);
/* The value of a kind that is a uint64_t, and of one that is a double. */
uint64_t statistic_count(const struct statistic_row *row, const void *values);
double statistic_number(const struct statistic_row *row, const void *values);

/* Makes all values such that do not apply, but BYTES 0. */
void statistics_clear(const struct statistic_row *rows, unsigned row_count, void *values);

/*
 * Aligned rows, labels to the left and counts to the right. at_least: the counts are lower bounds, because
 * the search was cut short; every STATISTIC_COUNT is marked as such.
 */
void statistics_print(const struct statistic_row *rows, unsigned row_count, const void *values, int at_least,
                      FILE *stream);

/* Adds one key for each row to the object, counts and texts by json_count and json_text; 0, or -1 when memory
 * runs out. */
int statistics_json(struct memory *memory, const struct statistic_row *rows, unsigned row_count,
                    const void *values, struct json_t *object);

#endif
