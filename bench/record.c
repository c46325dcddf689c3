/* Tables of results, kept. */
#include "bench/record.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text/json_text.h"
#include "base/memory.h"
#include "base/stream/output.h"
#include "bench/cells.h"

#define FILE_NAME 128

int record_create(struct record *record, struct memory *memory, struct error *error) {
    *record = (struct record){.memory = memory, .arena = arena_create(memory)};
    return record->arena == NULL ? error_memory(error, "for the tables") : 0;
}

void record_free(struct record *record) {
    for (uint64_t i = 0; i < record->count; i++) {
        struct record_table *table = record->tables[i];
        memory_free(record->memory, table->rows, table->row_capacity * sizeof *table->rows);
        memory_free(record->memory, table->notes, table->note_capacity * sizeof *table->notes);
    }
    memory_free(record->memory, record->tables, record->capacity * sizeof *record->tables);
    if (record->arena != NULL) {
        arena_free(record->arena);
    }
    *record = (struct record){0};
}

static const char *copy(struct record *record, const char *text) {
    return text == NULL ? NULL : arena_copy(record->arena, text, strlen(text));
}

/* --- keeping --- */

/* Names a table's files by benchmark and table, with the part between unless either contains it. */
static const char *file_name(struct record *record, const struct recorder *recorder, const char *name) {
    char text[FILE_NAME];
    int told = recorder->part == NULL || strncmp(name, recorder->part, strlen(recorder->part)) == 0;
    snprintf(text, sizeof text, "%s%s%s-%s", recorder->benchmark, told ? "" : "-", told ? "" : recorder->part,
             name);
    return copy(record, text);
}

static int copy_columns(struct record *record, const struct bench_table *shown, struct record_table *table) {
    table->columns = arena_allocate(record->arena, (shown->column_count + 1) * sizeof *table->columns);
    table->column_count = shown->column_count;
    for (unsigned i = 0; table->columns != NULL && i < shown->column_count; i++) {
        const struct statistic_row *column = &shown->columns[i];
        table->columns[i] = (struct record_column){
            .key = copy(record, column->key), .label = copy(record, column->label), .kind = column->kind};
        if ((column->key != NULL && table->columns[i].key == NULL) ||
            (column->label != NULL && table->columns[i].label == NULL)) {
            return -1;
        }
    }
    return table->columns == NULL ? -1 : 0;
}

static int keep_table(struct recorder *recorder, const struct bench_table *shown) {
    struct record *record = recorder->record;
    struct record_table *table = arena_allocate(record->arena, sizeof *table);
    void *tables = record->tables;
    if (table == NULL ||
        memory_grow(record->memory, &tables, &record->capacity, record->count + 1, sizeof table) != 0) {
        return error_memory(recorder->error, "to keep the tables");
    }
    record->tables = tables;
    table->benchmark = copy(record, recorder->benchmark);
    table->part = copy(record, recorder->part);
    table->name = copy(record, shown->name);
    table->title = copy(record, shown->title);
    table->file = file_name(record, recorder, shown->name);
    if (table->benchmark == NULL || table->name == NULL || table->title == NULL || table->file == NULL ||
        copy_columns(record, shown, table) != 0) {
        return error_memory(recorder->error, "to keep the tables");
    }
    record->tables[record->count++] = table;
    return 0;
}

static int keep_cell(struct record *record, const struct statistic_row *column, const void *values,
                     struct record_cell *cell) {
    char buffer[CELL_TEXT];
    cell->text = copy(record, cell_describe(column, values, 0, buffer));
    cell->number = cell_number(column, values);
    if (cell_applies(column, values)) {
        cell->value = copy(record, cell_describe(column, values, 1, buffer));
        cell->count = column->kind == STATISTIC_COUNT || column->kind == STATISTIC_BYTES
                          ? cell_count(column, values)
                          : 0;
    }
    return cell->text == NULL || (cell_applies(column, values) && cell->value == NULL) ? -1 : 0;
}

static int keep_line(struct recorder *recorder, const struct statistic_row *columns, const void *values) {
    struct record *record = recorder->record;
    struct record_table *table = record->tables[record->count - 1];
    struct record_cell *cells =
        arena_allocate(record->arena, (table->column_count + 1) * sizeof(struct record_cell));
    void *rows = table->rows;
    if (cells == NULL ||
        memory_grow(record->memory, &rows, &table->row_capacity, table->row_count + 1, sizeof cells) != 0) {
        return error_memory(recorder->error, "to keep the tables");
    }
    table->rows = rows;
    for (unsigned i = 0; i < table->column_count; i++) {
        if (keep_cell(record, &columns[i], values, &cells[i]) != 0) {
            return error_memory(recorder->error, "to keep the tables");
        }
    }
    table->rows[table->row_count++] = cells;
    return 0;
}

/* Out of memory: the remark has been shown, but is not kept. */
static void keep_note(struct record *record, const char *text) {
    struct record_table *table = record->count > 0 ? record->tables[record->count - 1] : NULL;
    const char *kept = copy(record, text);
    if (table == NULL || kept == NULL) {
        return;
    }
    void *notes = table->notes;
    if (memory_grow(record->memory, &notes, &table->note_capacity, table->note_count + 1, sizeof kept) == 0) {
        table->notes = notes;
        table->notes[table->note_count++] = kept;
    }
}

/* --- the sink --- */

static void see_note(void *context, const char *text) {
    struct recorder *recorder = context;
    keep_note(recorder->record, text);
    recorder->next.note(recorder->next.context, text);
}

void recorder_close(struct recorder *recorder) {
    if (recorder->open && recorder->closing != NULL) {
        see_note(recorder, recorder->closing);
    }
    recorder->open = 0;
    recorder->shown = NULL;
}

static int see_table(void *context, const struct bench_table *table) {
    struct recorder *recorder = context;
    recorder_close(recorder);
    if (keep_table(recorder, table) != 0) {
        return -1;
    }
    recorder->open = 1;
    recorder->shown = table;
    return recorder->next.table(recorder->next.context, table);
}

static int see_line(void *context, const void *values) {
    struct recorder *recorder = context;
    return keep_line(recorder, recorder->shown->columns, values) != 0
               ? -1
               : recorder->next.line(recorder->next.context, values);
}

struct bench_sink recorder_sink(struct recorder *recorder) {
    return (struct bench_sink){recorder, see_table, see_line, see_note};
}

/* --- looking --- */

const struct record_table *record_find(const struct record *record, const char *benchmark, const char *name) {
    for (uint64_t i = 0; i < record->count; i++) {
        const struct record_table *table = record->tables[i];
        if (strcmp(table->benchmark, benchmark) == 0 && strcmp(table->name, name) == 0) {
            return table;
        }
    }
    return NULL;
}

int record_column_of(const struct record_table *table, const char *key) {
    for (unsigned i = 0; i < table->column_count; i++) {
        if (table->columns[i].key != NULL && strcmp(table->columns[i].key, key) == 0) {
            return (int)i;
        }
    }
    return -1;
}

double record_number(const struct record_table *table, uint64_t row, const char *key) {
    int column = record_column_of(table, key);
    return column < 0 ? NAN : table->rows[row][column].number;
}

const char *record_value(const struct record_table *table, uint64_t row, const char *key) {
    int column = record_column_of(table, key);
    return column < 0 ? NULL : table->rows[row][column].value;
}

/* --- for programs --- */

static json_t *cell_json(const struct record *record, const struct record_column *column,
                         const struct record_cell *cell) {
    switch (column->kind) {
    case STATISTIC_COUNT:
    case STATISTIC_BYTES:
        return json_count(cell->count);
    case STATISTIC_TRUTH:
        return json_boolean(cell->number > 0);
    case STATISTIC_TEXT:
    case STATISTIC_CELL:
        return json_text(record->memory, cell->value);
    default:
        return json_real(cell->number);
    }
}

static json_t *row_json(const struct record *record, const struct record_table *table, uint64_t row) {
    json_t *object = json_object();
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct record_cell *cell = &table->rows[row][i];
        if (table->columns[i].key != NULL && cell->value != NULL &&
            json_object_set_new(object, table->columns[i].key, cell_json(record, &table->columns[i], cell)) !=
                0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

json_t *record_table_json(const struct record *record, const struct record_table *table) {
    json_t *rows = json_array(), *notes = json_array();
    int failed = 0;
    for (uint64_t i = 0; i < table->row_count && !failed; i++) {
        failed = json_array_append_new(rows, row_json(record, table, i)) != 0;
    }
    for (uint64_t i = 0; i < table->note_count && !failed; i++) {
        failed = json_array_append_new(notes, json_text(record->memory, table->notes[i])) != 0;
    }
    json_t *object =
        json_pack("{s:s, s:s, s:o, s:o, s:s, s:s*}", "name", table->name, "title", table->title, "rows", rows,
                  "notes", notes, "benchmark", table->benchmark, "part", table->part);
    if (failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* The keys, or the row's values. */
static int put_csv_line(const struct record_table *table, const struct record_cell *cells, output *output,
                        struct error *error) {
    int first = 1;
    for (unsigned i = 0; i < table->column_count; i++) {
        if (table->columns[i].key == NULL) {
            continue; /* for people alone */
        }
        const char *text = cells == NULL            ? table->columns[i].key
                           : cells[i].value == NULL ? ""
                                                    : cells[i].value;
        if (cell_put_csv(output, text, first, error) != 0) {
            return -1;
        }
        first = 0;
    }
    return output_text(output, "\n", error);
}

int record_table_csv(const struct record_table *table, output *output, struct error *error) {
    int failed = put_csv_line(table, NULL, output, error);
    for (uint64_t i = 0; i < table->row_count && failed == 0; i++) {
        failed = put_csv_line(table, table->rows[i], output, error);
    }
    return failed;
}
