/* Tables of results: cells as texts, kept tables, JSON and CSV. */
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
#include "base/quantity.h"

#define FILE_NAME 128

/* --- cells --- */

const char *cell_describe(const struct statistic_row *column, const void *values, int for_program,
                          char *buffer) {
    const void *value = (const char *)values + column->offset;
    *buffer = '\0';
    if (statistic_is_absent(column, values)) {
        return buffer;
    }
    if (column->kind == STATISTIC_TRUTH) {
        return *(const int *)value ? "yes" : "no";
    }
    if (column->kind == STATISTIC_TEXT || column->kind == STATISTIC_CELL) {
        return *(const char *const *)value;
    }
    if (statistic_is_count(column->kind)) {
        uint64_t count = statistic_count(column, values);
        if (for_program) {
            snprintf(buffer, CELL_TEXT, "%llu", (unsigned long long)count);
            return buffer;
        }
        return column->kind == STATISTIC_BYTES   ? quantity_bytes(count, buffer)
               : column->kind == STATISTIC_ROUGH ? quantity_rough((double)count, buffer)
                                                 : quantity_number(count, buffer);
    }
    double number = statistic_number(column, values);
    if (for_program || column->kind == STATISTIC_SHARE) {
        snprintf(buffer, CELL_TEXT, for_program ? "%.9g" : "%.1f %%", for_program ? number : 100 * number);
        return buffer;
    }
    return column->kind == STATISTIC_RATE
               ? quantity_rough(number, buffer)
               : quantity_significant(column->kind == STATISTIC_MILLI ? 1000 * number : number, buffer);
}

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

static int check_memory(struct recorder *recorder, int failed) {
    return failed || arena_failed(recorder->record->arena)
               ? error_memory(recorder->error, "to keep the tables")
               : 0;
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

static int keep_table(struct recorder *recorder, const struct bench_table *shown) {
    struct record *record = recorder->record;
    struct record_table *table = arena_allocate(record->arena, sizeof *table);
    struct record_column *columns =
        arena_allocate(record->arena, (shown->column_count + 1) * sizeof *columns);
    if (table == NULL || columns == NULL ||
        MEMORY_GROW(record->memory, &record->tables, &record->capacity, record->count + 1) != 0) {
        return check_memory(recorder, 1);
    }
    *table = (struct record_table){.benchmark = copy(record, recorder->benchmark),
                                   .part = copy(record, recorder->part),
                                   .name = copy(record, shown->name),
                                   .title = copy(record, shown->title),
                                   .file = file_name(record, recorder, shown->name),
                                   .columns = columns,
                                   .column_count = shown->column_count};
    for (unsigned i = 0; i < shown->column_count; i++) {
        const struct statistic_row *column = &shown->columns[i];
        columns[i] =
            (struct record_column){copy(record, column->key), copy(record, column->label), column->kind};
    }
    record->tables[record->count] = table;
    record->count += !arena_failed(record->arena);
    return check_memory(recorder, 0);
}

static struct record_cell keep_cell(struct record *record, const struct statistic_row *column,
                                    const void *values) {
    char buffer[CELL_TEXT];
    struct record_cell cell = {.text = copy(record, cell_describe(column, values, 0, buffer)), .number = NAN};
    if (statistic_is_absent(column, values)) {
        return cell;
    }
    cell.value = copy(record, cell_describe(column, values, 1, buffer));
    if (statistic_is_count(column->kind)) {
        cell.count = statistic_count(column, values);
        cell.number = (double)cell.count;
    } else if (column->kind == STATISTIC_TRUTH) {
        cell.number = *(const int *)((const char *)values + column->offset);
    } else if (column->kind != STATISTIC_TEXT && column->kind != STATISTIC_CELL) {
        cell.number = statistic_number(column, values);
    }
    return cell;
}

static int keep_line(struct recorder *recorder, const struct statistic_row *columns, const void *values) {
    struct record *record = recorder->record;
    struct record_table *table = record->tables[record->count - 1];
    struct record_cell *cells = arena_allocate(record->arena, (table->column_count + 1) * sizeof *cells);
    if (cells == NULL ||
        MEMORY_GROW(record->memory, &table->rows, &table->row_capacity, table->row_count + 1) != 0) {
        return check_memory(recorder, 1);
    }
    for (unsigned i = 0; i < table->column_count; i++) {
        cells[i] = keep_cell(record, &columns[i], values);
    }
    table->rows[table->row_count] = cells;
    table->row_count += !arena_failed(record->arena);
    return check_memory(recorder, 0);
}

/* If memory runs out, the remark is shown, but not kept. */
static void keep_note(struct record *record, const char *text) {
    struct record_table *table = record->count > 0 ? record->tables[record->count - 1] : NULL;
    const char *kept = copy(record, text);
    if (table != NULL && kept != NULL &&
        MEMORY_GROW(record->memory, &table->notes, &table->note_capacity, table->note_count + 1) == 0) {
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

/* --- finding --- */

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

int record_meets(const struct record_table *table, uint64_t row, const struct record_condition *conditions) {
    for (unsigned i = 0; i < RECORD_CONDITIONS && conditions[i].key != NULL; i++) {
        const char *value = record_value(table, row, conditions[i].key);
        if (value == NULL || strcmp(value, conditions[i].value) != 0) {
            return 0;
        }
    }
    return 1;
}

/* --- for programs --- */

static json_t *cell_json(const struct record *record, enum statistic_kind kind,
                         const struct record_cell *cell) {
    return statistic_is_count(kind)  ? json_count(cell->count)
           : kind == STATISTIC_TRUTH ? json_boolean(cell->number > 0)
           : isnan(cell->number)     ? json_text(record->memory, cell->value)
                                     : json_real(cell->number);
}

static json_t *row_json(const struct record *record, const struct record_table *table, uint64_t row) {
    json_t *object = json_object();
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct record_cell *cell = &table->rows[row][i];
        if (table->columns[i].key != NULL && cell->value != NULL &&
            json_object_set_new(object, table->columns[i].key,
                                cell_json(record, table->columns[i].kind, cell)) != 0) {
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

/* A cell of CSV (RFC 4180), quoted where needed, after a comma unless it is the first of its line. */
static int put_csv_cell(output *output, const char *text, int first, struct error *error) {
    int quoted = strpbrk(text, ",\"\r\n") != NULL;
    int failed = (!first && output_text(output, ",", error)) || (quoted && output_text(output, "\"", error));
    while (*text != '\0' && !failed) {
        size_t length = strcspn(text, "\"");
        failed = output_write(output, text, length, error) ||
                 (text[length] == '"' && output_text(output, "\"\"", error));
        text += length + (text[length] == '"');
    }
    return failed || (quoted && output_text(output, "\"", error)) ? -1 : 0;
}

/* The keys, or the row's values. */
static int put_csv_line(const struct record_table *table, const struct record_cell *cells, output *output,
                        struct error *error) {
    int first = 1;
    for (unsigned i = 0; i < table->column_count; i++) {
        if (table->columns[i].key == NULL) {
            continue; /* for people only */
        }
        const char *text = cells == NULL            ? table->columns[i].key
                           : cells[i].value == NULL ? ""
                                                    : cells[i].value;
        if (put_csv_cell(output, text, first, error) != 0) {
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
