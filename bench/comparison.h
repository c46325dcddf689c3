#ifndef HEDDLE_BENCH_COMPARISON_H
#define HEDDLE_BENCH_COMPARISON_H

#include "base/options/statistics.h"

struct bench;
struct record;

/*
 * Tables that put published numbers beside ours, made from the tables recorded so far. A publication without
 * a recorded table is left out. Each 0, or -1 with *bench->error filled.
 *
 * "gpuexplore": Cassee, Neele, Wijs 2017, Table 2. "decomposition": Wijs, Katoen, Bosnacki 2016, Table 2.
 * "ecl": Alabandi, Sands, Biros, Burtscher 2023, Tables 1 to 3 and 5 to 7. "measures": Bootsma 2013,
 * Table 8.1. "claims": what their texts say of figures.
 */
int comparison_tables(struct bench *bench, const struct record *record);

/* The last of them. */
int comparison_claims(struct bench *bench, const struct record *record);

/* --- the compared tables (comparison_data.c) --- */

/* Where the values of a column come from. */
enum comparison_column_kind {
    COLUMN_PUBLISHED, /* the next field of the row */
    COLUMN_NAME,      /* the name of ours */
    COLUMN_OURS,      /* column `first` of our table */
    COLUMN_RATIO      /* this table's column `first` divided by `second`, in units of `unit` */
};

struct comparison_column {
    struct {
        const char *key, *label;
        enum statistic_kind kind;
    } shown;
    enum comparison_column_kind kind;
    const char *first, *second;
    double unit;
};

/* Which row of ours is compared with a published one: of those with vertices in natural numbers and a name
 * that begins as the published row says, the first, or the one with the most states; or, of all names, the
 * complete one nearest in states. */
enum comparison_choice { COMPARISON_FIRST, COMPARISON_LARGEST, COMPARISON_NEAREST };

/* A recorded table, the column that names its rows, and the text before that name. */
struct comparison_source {
    const char *benchmark, *table, *name, *prefix;
};

#define COMPARISON_SOURCES 5u
#define COMPARISON_COLUMNS 32u

struct comparison {
    const char *name, *title;
    const struct comparison_column *columns;
    unsigned column_count;
    const char *const *rows; /* up to NULL */
    const char *ours;        /* the published fields of rows for all of ours in the last source; NULL: none */
    enum comparison_choice choice;
    struct comparison_source sources[COMPARISON_SOURCES];
    const char *note; /* or NULL */
};

extern const struct comparison comparisons[];
extern const unsigned comparison_count;

#endif
