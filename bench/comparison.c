/* Tables that put published numbers beside ours. */
#include "bench/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/record.h"

#define ROW 128
#define NAME 64

union value {
    double number;
    uint64_t count;
    const char *text;
};

/* A line that is being made. */
struct line {
    const struct comparison *comparison;
    struct statistic_row columns[COMPARISON_COLUMNS];
    union value values[COMPARISON_COLUMNS];
    char row[ROW], name[NAME]; /* what texts point to */
};

static void set_number(struct line *line, unsigned column, double number, uint64_t count) {
    if (statistic_is_count(line->columns[column].kind)) {
        line->values[column].count = count;
    } else {
        line->values[column].number = number;
    }
}

/* The value of the line's column of that key; NAN if it is absent. */
static double number_of(const struct line *line, const char *key) {
    for (unsigned i = 0; i < line->comparison->column_count; i++) {
        const struct statistic_row *column = &line->columns[i];
        if (strcmp(column->key, key) == 0 && !statistic_is_absent(column, line->values)) {
            return statistic_is_count(column->kind) ? (double)line->values[i].count : line->values[i].number;
        }
    }
    return NAN;
}

/* Reads the published values. Returns how the name of ours begins; "-" or "" for none. */
static const char *read_row(struct line *line, const char *row) {
    char *rest = line->row;
    snprintf(line->row, ROW, "%s", row);
    bench_clear(line->columns, line->comparison->column_count, line->values);
    for (unsigned i = 0; i < line->comparison->column_count; i++) {
        enum statistic_kind kind = line->columns[i].kind;
        if (line->comparison->columns[i].kind != COLUMN_PUBLISHED) {
            continue;
        }
        char *field = rest, *end = field + strcspn(field, " ");
        rest = *end == ' ' ? end + 1 : end;
        *end = '\0';
        if (strcmp(field, "-") == 0) {
            continue;
        }
        if (kind == STATISTIC_TEXT || kind == STATISTIC_CELL) {
            line->values[i].text = field;
        } else {
            set_number(line, i, strtod(field, NULL), strtoull(field, NULL, 10));
        }
    }
    return rest;
}

/* --- ours --- */

/* A row of a recorded table. */
struct own_row {
    const struct comparison_source *source;
    const struct record_table *table;
    uint64_t row;
};

static int is_natural(const struct own_row *own) {
    return !(record_number(own->table, own->row, "scrambled") > 0);
}

/* Whether the name begins with one of several texts, `|` between them. */
static int begins_with(const char *name, const char *texts) {
    size_t length = strcspn(texts, "|");
    while (strncmp(name, texts, length) != 0 && texts[length] == '|') {
        texts += length + 1;
        length = strcspn(texts, "|");
    }
    return strncmp(name, texts, length) == 0;
}

/* How well the row fits the published one: the greatest is the best; NAN: not at all. */
static double fitness(const struct line *line, const char *begin, const struct own_row *own) {
    const char *name = record_value(own->table, own->row, own->source->name);
    double states = record_number(own->table, own->row, "states");
    if (line->comparison->choice == COMPARISON_NEAREST) {
        int complete = record_number(own->table, own->row, "seconds") > 0 &&
                       record_value(own->table, own->row, "outcome") == NULL;
        return complete ? -fabs(log(states / number_of(line, "states"))) : NAN;
    }
    if (name == NULL || !begins_with(name, begin) || !is_natural(own)) {
        return NAN;
    }
    return line->comparison->choice == COMPARISON_LARGEST ? states : 0;
}

/* The best row of all sources; its table is NULL if there is none. */
static struct own_row find_own(const struct line *line, const char *begin, const struct record *record) {
    struct own_row best = {0};
    double most = -INFINITY;
    for (unsigned i = 0; i < COMPARISON_SOURCES && line->comparison->sources[i].table != NULL; i++) {
        const struct comparison_source *source = &line->comparison->sources[i];
        struct own_row own = {source, record_find(record, source->benchmark, source->table), 0};
        for (; own.table != NULL && own.row < own.table->row_count; own.row++) {
            double fit = fitness(line, begin, &own);
            if (fit > most) {
                most = fit;
                best = own;
            }
        }
    }
    return best;
}

static void fill_own(struct line *line, const struct own_row *own) {
    for (unsigned i = 0; i < line->comparison->column_count; i++) {
        const struct comparison_column *column = &line->comparison->columns[i];
        if (column->kind == COLUMN_NAME) {
            snprintf(line->name, NAME, "%s%s", own->source->prefix,
                     record_value(own->table, own->row, own->source->name));
            line->values[i].text = line->name;
        } else if (column->kind == COLUMN_OURS) {
            int from = record_column_of(own->table, column->first);
            const struct record_cell *cell = from < 0 ? NULL : &own->table->rows[own->row][from];
            if (cell != NULL && cell->value != NULL) {
                set_number(line, i, cell->number, cell->count);
            }
        }
    }
}

/* --- tables --- */

static int show_line(struct bench *bench, struct line *line, const struct own_row *own) {
    if (own->table != NULL) {
        fill_own(line, own);
    }
    for (unsigned i = 0; i < line->comparison->column_count; i++) {
        const struct comparison_column *column = &line->comparison->columns[i];
        if (column->kind == COLUMN_RATIO) {
            double ratio = number_of(line, column->first) / number_of(line, column->second) / column->unit;
            line->values[i].number = isfinite(ratio) ? ratio : -1;
        }
    }
    return bench_line(bench, line->values);
}

/* A line for each row of the last source. */
static int show_ours(struct bench *bench, const struct record *record, struct line *line) {
    const struct comparison *comparison = line->comparison;
    const struct comparison_source *source = comparison->sources;
    while (source + 1 < comparison->sources + COMPARISON_SOURCES && source[1].table != NULL) {
        source++;
    }
    struct own_row own = {source, record_find(record, source->benchmark, source->table), 0};
    for (; own.table != NULL && own.row < own.table->row_count; own.row++) {
        read_row(line, comparison->ours);
        if (is_natural(&own) && show_line(bench, line, &own) != 0) {
            return -1;
        }
    }
    return 0;
}

static int show_table(struct bench *bench, const struct record *record, const struct comparison *comparison) {
    struct line line = {.comparison = comparison};
    for (unsigned i = 0; i < comparison->column_count; i++) {
        const struct comparison_column *column = &comparison->columns[i];
        line.columns[i] = (struct statistic_row){column->shown.key, column->shown.label, NULL,
                                                 column->shown.kind, i * sizeof *line.values};
    }
    const struct bench_table shown = {comparison->name, comparison->title, line.columns,
                                      comparison->column_count};
    int failed = bench_begin(bench, &shown);
    for (unsigned i = 0; comparison->rows[i] != NULL && failed == 0; i++) {
        const char *begin = read_row(&line, comparison->rows[i]);
        struct own_row own = {0};
        if (strcmp(begin, "-") != 0) {
            own = find_own(&line, begin, record);
        }
        failed = show_line(bench, &line, &own);
    }
    if (failed == 0 && comparison->ours != NULL) {
        failed = show_ours(bench, record, &line);
    }
    if (failed == 0 && comparison->note != NULL) {
        bench_note(bench, "%s", comparison->note);
    }
    return failed;
}

/* Whether one of its sources is recorded. */
static int has_source(const struct comparison *comparison, const struct record *record) {
    int has = 0;
    for (unsigned i = 0; i < COMPARISON_SOURCES && comparison->sources[i].table != NULL; i++) {
        has |= record_find(record, comparison->sources[i].benchmark, comparison->sources[i].table) != NULL;
    }
    return has;
}

int comparison_tables(struct bench *bench, const struct record *record) {
    for (unsigned i = 0; i < comparison_count; i++) {
        if (has_source(&comparisons[i], record) && show_table(bench, record, &comparisons[i]) != 0) {
            return -1;
        }
    }
    return comparison_claims(bench, record);
}
