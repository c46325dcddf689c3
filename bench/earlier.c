/* The times of a run beside those of an earlier one. */
#include "bench/earlier.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

#define SLOWER 1.05 /* less may be chance */

struct line {
    const char *benchmark, *table, *worst, *time;
    uint64_t count, slower;
    double ratio, worst_ratio;
};

static const struct statistic_row columns[] = {
    COLUMN("benchmark", "benchmark", TEXT, benchmark),
    COLUMN("table", "table", TEXT, table),
    COLUMN("times", "times", COUNT, count),
    COLUMN("ratio", "ratio", NUMBER, ratio),
    COLUMN("slower", "slower", COUNT, slower),
    COLUMN("worst_ratio", "worst", NUMBER, worst_ratio),
    COLUMN("worst_row", "row", TEXT, worst),
    COLUMN("worst_time", "time", TEXT, time),
};

/* The table of the earlier run; NULL if it has none. */
static const json_t *find_table(const json_t *tables, const struct record_table *table) {
    size_t i;
    const json_t *one;
    json_array_foreach((json_t *)tables, i, one) {
        const char *benchmark = json_string_value(json_object_get(one, "benchmark"));
        const char *name = json_string_value(json_object_get(one, "name"));
        if (benchmark != NULL && name != NULL && strcmp(benchmark, table->benchmark) == 0 &&
            strcmp(name, table->name) == 0) {
            return json_object_get(one, "rows");
        }
    }
    return NULL;
}

/* The first column that programs read. */
static unsigned name_column(const struct record_table *table) {
    unsigned i = 0;
    while (i + 1 < table->column_count && table->columns[i].key == NULL) {
        i++;
    }
    return i;
}

/* Whether the row of the earlier run begins with this value. */
static int begins_with(const json_t *row, const char *key, const struct record_cell *cell) {
    const json_t *value = json_object_get(row, key);
    return json_is_string(value) ? cell->value != NULL && strcmp(json_string_value(value), cell->value) == 0
                                 : json_is_number(value) && json_number_value(value) == cell->number;
}

/* The row of the earlier run that a row is the same as; NULL if there is none. */
static const json_t *find_row(const json_t *rows, const struct record_table *table, uint64_t row) {
    const unsigned name = name_column(table);
    const char *key = table->columns[name].key, *value = table->rows[row][name].value;
    uint64_t before = 0; /* rows that begin alike */
    size_t i;
    const json_t *one;
    for (uint64_t other = 0; other < row && value != NULL; other++) {
        const char *text = table->rows[other][name].value;
        before += text != NULL && strcmp(text, value) == 0;
    }
    json_array_foreach((json_t *)rows, i, one) {
        if (key != NULL && begins_with(one, key, &table->rows[row][name]) && before-- == 0) {
            return one;
        }
    }
    return NULL;
}

static int is_time(const struct record_column *column) {
    return (column->kind == STATISTIC_SECONDS || column->kind == STATISTIC_MILLI) && column->key != NULL &&
           strncmp(column->key, "published", strlen("published")) != 0;
}

/* Adds the times of a row to the line; `ratio` is the sum of logarithms. */
static void compare_row(const struct record_table *table, uint64_t row, const json_t *before,
                        struct line *line) {
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct record_column *column = &table->columns[i];
        const double now = table->rows[row][i].number;
        const double then = is_time(column) ? json_number_value(json_object_get(before, column->key)) : 0;
        if (!(then > 0) || !(now > 0)) {
            continue;
        }
        line->count++;
        line->ratio += log(now / then);
        line->slower += now > SLOWER * then;
        if (!(now / then <= line->worst_ratio)) {
            line->worst_ratio = now / then;
            line->worst = table->rows[row][name_column(table)].value;
            line->time = column->key;
        }
    }
}

int bench_earlier(struct bench *bench, const struct record *record, const json_t *tables) {
    static const struct bench_table shown = {
        "earlier",
        "Beside the earlier run: geometric mean of time now / time before, how many times grew by more than\n"
        "5 %, and the one that grew most.",
        columns, LENGTH(columns)};
    const uint64_t count = record->count; /* the table that begins here becomes one more */
    struct line all = {.benchmark = "all", .worst_ratio = -1};
    int failed = bench_begin(bench, &shown);
    for (uint64_t i = 0; i < count && !failed; i++) {
        const struct record_table *table = record->tables[i];
        const json_t *rows = find_table(tables, table);
        struct line line = {.benchmark = table->benchmark, .table = table->name, .worst_ratio = -1};
        for (uint64_t row = 0; row < table->row_count; row++) {
            const json_t *before = find_row(rows, table, row);
            compare_row(table, row, before, &line);
        }
        if (line.count == 0) {
            continue;
        }
        all.count += line.count;
        all.slower += line.slower;
        all.ratio += line.ratio;
        line.ratio = exp(line.ratio / (double)line.count);
        failed = bench_line(bench, &line);
    }
    if (!failed && all.count == 0) {
        bench_note(bench, "the earlier run has none of these times");
    } else if (!failed) {
        bench_note(bench, "%llu times, geometric mean %.3f, %llu grew by more than 5 %%",
                   (unsigned long long)all.count, exp(all.ratio / (double)all.count),
                   (unsigned long long)all.slower);
    }
    return failed;
}
