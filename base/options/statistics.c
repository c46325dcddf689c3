/* Results: aligned rows and JSON from one table. */
#include "base/options/statistics.h"

#include <jansson.h>
#include <string.h>

#include "base/text/json_text.h"
#include "base/quantity.h"
#include "base/text/text.h"

int statistic_is_count(enum statistic_kind kind) {
    return kind == STATISTIC_COUNT || kind == STATISTIC_ROUGH || kind == STATISTIC_BYTES;
}

uint64_t statistic_count(const struct statistic_row *row, const void *values) {
    return *(const uint64_t *)((const char *)values + row->offset);
}

double statistic_number(const struct statistic_row *row, const void *values) {
    return *(const double *)((const char *)values + row->offset);
}

static int truth_at(const struct statistic_row *row, const void *values) {
    return *(const int *)((const char *)values + row->offset);
}

static const char *text_at(const struct statistic_row *row, const void *values) {
    return *(const char *const *)((const char *)values + row->offset);
}

static int is_text(enum statistic_kind kind) {
    return kind == STATISTIC_TEXT || kind == STATISTIC_CELL;
}

int statistic_is_absent(const struct statistic_row *row, const void *values) {
    return statistic_is_count(row->kind)  ? statistic_count(row, values) == STATISTIC_ABSENT
           : row->kind == STATISTIC_TRUTH ? truth_at(row, values) < 0
           : is_text(row->kind)           ? text_at(row, values) == NULL
                                          : !(statistic_number(row, values) >= 0);
}

void statistic_set_absent(const struct statistic_row *row, void *values) {
    void *value = (char *)values + row->offset;
    if (statistic_is_count(row->kind)) {
        *(uint64_t *)value = STATISTIC_ABSENT;
    } else if (row->kind == STATISTIC_TRUTH) {
        *(int *)value = -1;
    } else if (is_text(row->kind)) {
        *(const char **)value = NULL;
    } else {
        *(double *)value = -1;
    }
}

void statistics_clear(const struct statistic_row *rows, unsigned row_count, void *values) {
    for (unsigned i = 0; i < row_count; i++) {
        statistic_set_absent(&rows[i], values);
        if (rows[i].kind == STATISTIC_BYTES) {
            *(uint64_t *)((char *)values + rows[i].offset) = 0;
        }
    }
}

/* The value as text; in `buffer`, unless the value is a text already. */
static const char *describe(const struct statistic_row *row, const void *values, char *buffer) {
    switch (row->kind) {
    case STATISTIC_COUNT:
        return quantity_number(statistic_count(row, values), buffer);
    case STATISTIC_ROUGH:
        return quantity_rough((double)statistic_count(row, values), buffer);
    case STATISTIC_BYTES:
        return quantity_bytes(statistic_count(row, values), buffer);
    case STATISTIC_NUMBER:
        snprintf(buffer, QUANTITY_TEXT, "%.6g", statistic_number(row, values));
        return buffer;
    case STATISTIC_SHARE:
        snprintf(buffer, QUANTITY_TEXT, "%.1f %%", 100 * statistic_number(row, values));
        return buffer;
    case STATISTIC_SECONDS:
        return quantity_seconds(statistic_number(row, values), buffer);
    case STATISTIC_MILLI:
        return quantity_significant(1000 * statistic_number(row, values), buffer);
    case STATISTIC_RATE:
        return quantity_rough(statistic_number(row, values), buffer);
    case STATISTIC_TRUTH:
        return truth_at(row, values) ? "yes" : "no";
    case STATISTIC_TEXT:
    case STATISTIC_CELL:
        return text_at(row, values);
    }
    return "";
}

/* Whether the value is right-aligned in the column of counts; others are left-aligned text. */
static int is_count(const struct statistic_row *row) {
    return row->kind == STATISTIC_COUNT;
}

void statistics_print(const struct statistic_row *rows, unsigned row_count, const void *values, int at_least,
                      FILE *stream) {
    char buffer[QUANTITY_TEXT];
    size_t label_width = 0, count_width = 0;
    for (unsigned i = 0; i < row_count; i++) {
        if (rows[i].label == NULL || statistic_is_absent(&rows[i], values)) {
            continue;
        }
        size_t label = strlen(rows[i].label);
        label_width = label > label_width ? label : label_width;
        if (is_count(&rows[i])) {
            size_t width = strlen(describe(&rows[i], values, buffer));
            count_width = width > count_width ? width : count_width;
        }
    }
    for (unsigned i = 0; i < row_count; i++) {
        const struct statistic_row *row = &rows[i];
        if (row->label == NULL || statistic_is_absent(row, values)) {
            continue;
        }
        int counted = is_count(row);
        if (counted && at_least && statistic_count(row, values) == 0) { /* "at least 0" would say nothing */
            fprintf(stream, "%-*s  none so far\n", (int)label_width, row->label);
            continue;
        }
        const char *text = describe(row, values, buffer);
        fprintf(stream, "%-*s  %s%*s", (int)label_width, row->label, counted && at_least ? "at least " : "",
                counted ? (int)(count_width - strlen(text)) : 0, "");
        text_print(text, 0, stream);
        fprintf(stream, "%s%s\n", row->unit != NULL ? " " : "", row->unit != NULL ? row->unit : "");
    }
}

static json_t *json_of(struct memory *memory, const struct statistic_row *row, const void *values) {
    return statistic_is_count(row->kind)  ? json_count(statistic_count(row, values))
           : row->kind == STATISTIC_TRUTH ? json_boolean(truth_at(row, values))
           : is_text(row->kind)           ? json_text(memory, text_at(row, values))
                                          : json_real(statistic_number(row, values));
}

int statistics_json(struct memory *memory, const struct statistic_row *rows, unsigned row_count,
                    const void *values, json_t *object) {
    for (unsigned i = 0; i < row_count; i++) {
        if (rows[i].key == NULL || statistic_is_absent(&rows[i], values)) {
            continue;
        }
        if (json_object_set_new(object, rows[i].key, json_of(memory, &rows[i], values)) != 0) {
            return -1;
        }
    }
    return 0;
}
