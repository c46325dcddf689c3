/* Tables of results, for people and as JSON. */
#include "bench/record.h"

#include <jansson.h>
#include <stdio.h>

#include "base/quantity.h"
#include "base/text/json_text.h"

const char *cell_describe(const struct statistic_row *column, const void *values, char *buffer) {
    *buffer = '\0';
    if (statistic_is_absent(column, values)) {
        return buffer;
    }
    const void *value = (const char *)values + column->offset;
    switch (column->kind) {
    case STATISTIC_TRUTH:
        return *(const int *)value ? "yes" : "no";
    case STATISTIC_TEXT:
    case STATISTIC_CELL:
        return *(const char *const *)value;
    case STATISTIC_BYTES:
        return quantity_bytes(*(const uint64_t *)value, buffer);
    case STATISTIC_ROUGH:
        return quantity_rough((double)*(const uint64_t *)value, buffer);
    case STATISTIC_COUNT:
        return quantity_number(*(const uint64_t *)value, buffer);
    case STATISTIC_SHARE:
        snprintf(buffer, CELL_TEXT, "%.1f %%", 100 * *(const double *)value);
        return buffer;
    case STATISTIC_RATE:
        return quantity_rough(*(const double *)value, buffer);
    case STATISTIC_MILLI:
        return quantity_significant(1000 * *(const double *)value, buffer);
    default:
        return quantity_significant(*(const double *)value, buffer);
    }
}

void record_create(struct record *record, struct memory *memory) {
    *record = (struct record){memory, json_array(), json_array()};
}

void record_free(struct record *record) {
    json_decref(record->tables);
    json_decref(record->shown);
}

/* --- keeping --- */

static void keep_table(const struct recorder *recorder, const struct bench_table *table) {
    json_t *columns = json_array();
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct statistic_row *column = &table->columns[i];
        json_array_append_new(
            columns, json_pack("[s?, s?, b]", column->key, column->label, column->kind == STATISTIC_TEXT));
    }
    json_array_append_new(recorder->record->shown, json_pack("{s:o, s:[]}", "columns", columns, "cells"));
    json_array_append_new(recorder->record->tables,
                          json_pack("{s:s, s:s, s:[], s:[], s:s, s:s*}", "name", table->name, "title",
                                    table->title, "rows", "notes", "benchmark", recorder->benchmark, "part",
                                    recorder->part));
}

/* An array of the last table of a list. */
static json_t *of_last(const json_t *list, const char *key) {
    return json_object_get(json_array_get(list, json_array_size(list) - 1), key);
}

static void keep_line(const struct recorder *recorder, const void *values) {
    const struct bench_table *table = recorder->table;
    const struct record *record = recorder->record;
    json_t *row = json_object(), *cells = json_array();
    statistics_json(record->memory, table->columns, table->column_count, values, row);
    json_array_append_new(of_last(record->tables, "rows"), row);
    for (unsigned i = 0; i < table->column_count; i++) {
        char buffer[CELL_TEXT];
        json_array_append_new(cells,
                              json_text(record->memory, cell_describe(&table->columns[i], values, buffer)));
    }
    json_array_append_new(of_last(record->shown, "cells"), cells);
}

/* --- the sink --- */

static void see_note(void *context, const char *text) {
    struct recorder *recorder = context;
    json_array_append_new(of_last(recorder->record->tables, "notes"),
                          json_text(recorder->record->memory, text));
    recorder->next.note(recorder->next.context, text);
}

void recorder_close(struct recorder *recorder) {
    if (recorder->table != NULL && recorder->closing != NULL) {
        see_note(recorder, recorder->closing);
    }
    recorder->table = NULL;
}

static int see_table(void *context, const struct bench_table *table) {
    struct recorder *recorder = context;
    recorder_close(recorder);
    keep_table(recorder, table);
    recorder->table = table;
    return recorder->next.table(recorder->next.context, table);
}

static int see_line(void *context, const void *values) {
    struct recorder *recorder = context;
    keep_line(recorder, values);
    return recorder->next.line(recorder->next.context, values);
}

struct bench_sink recorder_sink(struct recorder *recorder) {
    return (struct bench_sink){recorder, see_table, see_line, see_note};
}
