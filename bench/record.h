#ifndef HEDDLE_BENCH_RECORD_H
#define HEDDLE_BENCH_RECORD_H

#include <stdint.h>

#include "bench/bench.h"

struct json_t;
struct memory;
typedef struct arena arena;
typedef struct output output;

/* Keeps tables of results, for JSON, CSV, pages, figures and comparisons. */

/* A column (a row of base/options/statistics.h) of a line's values, as text for people ("" if it does not
 * apply) or for programs: in `buffer` (CELL_TEXT bytes), or one of the texts that the values point to. */
#define CELL_TEXT 64
const char *cell_describe(const struct statistic_row *column, const void *values, int for_program,
                          char *buffer);

struct record_cell {
    const char *text;  /* as people read it; "" if it does not apply */
    const char *value; /* as programs do; NULL if it does not apply */
    double number;     /* NAN if it does not apply, and for texts */
    uint64_t count;    /* exact, of columns of counts */
};

struct record_column {
    const char *key;   /* NULL: for people only */
    const char *label; /* NULL: for programs only */
    enum statistic_kind kind;
};

struct record_table {
    const char *benchmark, *part; /* that made it; part is NULL where a whole benchmark did */
    const char *name, *title;
    const char *file; /* a name for its files, no two alike: of the benchmark, the part and the table */
    struct record_column *columns;
    unsigned column_count;
    struct record_cell **rows;
    uint64_t row_count, row_capacity;
    const char **notes;
    uint64_t note_count, note_capacity;
};

/* Owns its tables; they stay where they are. */
struct record {
    struct memory *memory;
    arena *arena;
    struct record_table **tables;
    uint64_t count, capacity;
};

/* 0, or -1 with *error filled and nothing to free. */
int record_create(struct record *record, struct memory *memory, struct error *error);
void record_free(struct record *record);

/*
 * A sink that keeps results and passes them on to another one (`next`). The caller sets the benchmark and the
 * part before they begin.
 */
struct recorder {
    struct record *record;
    const char *benchmark, *part;
    const char *closing;             /* a remark at the end of every table; NULL for none */
    int open;                        /* a table has begun and has not got it yet */
    const struct bench_table *shown; /* that one */
    struct bench_sink next;
    struct error *error;
};

struct bench_sink recorder_sink(struct recorder *recorder);
/* Ends a part: its last table gets the closing remark. */
void recorder_close(struct recorder *recorder);

/* NULL if there is no such table. */
const struct record_table *record_find(const struct record *record, const char *benchmark, const char *name);
/* -1 if the table has no such key. */
int record_column_of(const struct record_table *table, const char *key);
/* NAN or NULL if the row has no such value. */
double record_number(const struct record_table *table, uint64_t row, const char *key);
const char *record_value(const struct record_table *table, uint64_t row, const char *key);

/* A cell of column `key` that must have this value. */
#define RECORD_CONDITIONS 3u
struct record_condition {
    const char *key, *value;
};

/* Whether the row meets all conditions, up to one without a key. */
int record_meets(const struct record_table *table, uint64_t row, const struct record_condition *conditions);

/* {"name", "title", "rows", "notes", "benchmark", "part"}; NULL if memory runs out. */
struct json_t *record_table_json(const struct record *record, const struct record_table *table);
/* A heading, then the rows. 0, or -1 with *error filled. */
int record_table_csv(const struct record_table *table, output *output, struct error *error);

#endif
