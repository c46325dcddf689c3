/* Cells of tables, for people and for programs. */
#include "bench/cells.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/stream/output.h"
#include "base/quantity.h"

static const void *value_at(const struct statistic_row *column, const void *values) {
    return (const char *)values + column->offset;
}

uint64_t cell_count(const struct statistic_row *column, const void *values) {
    return *(const uint64_t *)value_at(column, values);
}

double cell_number(const struct statistic_row *column, const void *values) {
    if (!cell_applies(column, values)) {
        return NAN;
    }
    switch (column->kind) {
    case STATISTIC_COUNT:
    case STATISTIC_BYTES:
        return (double)cell_count(column, values);
    case STATISTIC_TRUTH:
        return *(const int *)value_at(column, values);
    case STATISTIC_TEXT:
    case STATISTIC_CELL:
        return NAN;
    default:
        return *(const double *)value_at(column, values);
    }
}

int cell_applies(const struct statistic_row *column, const void *values) {
    switch (column->kind) {
    case STATISTIC_COUNT:
    case STATISTIC_BYTES:
        return cell_count(column, values) != STATISTIC_ABSENT;
    case STATISTIC_TRUTH:
        return *(const int *)value_at(column, values) >= 0;
    case STATISTIC_TEXT:
    case STATISTIC_CELL:
        return *(const char *const *)value_at(column, values) != NULL;
    default:
        return *(const double *)value_at(column, values) >= 0;
    }
}

static void describe_number(const struct statistic_row *column, double number, int for_program, char *cell) {
    if (for_program) {
        snprintf(cell, CELL_TEXT, "%.9g", number);
    } else if (column->kind == STATISTIC_RATE) {
        quantity_rough(number, cell);
    } else if (column->kind == STATISTIC_SHARE) {
        snprintf(cell, CELL_TEXT, "%.1f %%", 100 * number);
    } else {
        quantity_significant(number, cell);
    }
}

const char *cell_describe(const struct statistic_row *column, const void *values, int for_program,
                          char *buffer) {
    *buffer = '\0';
    if (!cell_applies(column, values)) {
        return buffer;
    }
    switch (column->kind) {
    case STATISTIC_COUNT:
    case STATISTIC_BYTES: {
        uint64_t count = cell_count(column, values);
        if (for_program) {
            snprintf(buffer, CELL_TEXT, "%llu", (unsigned long long)count);
        } else {
            column->kind == STATISTIC_BYTES ? quantity_bytes(count, buffer) : quantity_number(count, buffer);
        }
        return buffer;
    }
    case STATISTIC_TRUTH:
        return *(const int *)value_at(column, values) ? "yes" : "no";
    case STATISTIC_TEXT:
    case STATISTIC_CELL:
        return *(const char *const *)value_at(column, values);
    default:
        describe_number(column, cell_number(column, values), for_program, buffer);
        return buffer;
    }
}

int cell_put_csv(output *output, const char *text, int first, struct error *error) {
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
