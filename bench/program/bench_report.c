/* Prints tables for people, line by line. */
#include "bench/program/bench_report.h"

#include <string.h>

#include "base/array.h"
#include "bench/record.h"

#define LINE 96 /* most characters in a line of a remark */

static int is_text(const struct statistic_row *column) {
    return column->kind == STATISTIC_TEXT;
}

/* The width of a column: that of usual values, because lines are printed one by one. */
static int width_of(const struct statistic_row *column) {
    static const struct {
        const char *label;
        int width;
    } wide[] = {{"states", 14},      {"distinct", 14},   {"transitions", 15}, {"edges", 15},
                {"levels", 7},       {"graph", 11},      {"vertices", 11},    {"model", 8},
                {"our network", 13}, {"PRISM model", 14}};
    static const int usual[] = {
        [STATISTIC_COUNT] = 3, [STATISTIC_ROUGH] = 7,   [STATISTIC_BYTES] = 10, [STATISTIC_NUMBER] = 6,
        [STATISTIC_SHARE] = 7, [STATISTIC_SECONDS] = 8, [STATISTIC_MILLI] = 6,  [STATISTIC_RATE] = 7,
        [STATISTIC_TRUTH] = 3, [STATISTIC_TEXT] = 17,   [STATISTIC_CELL] = 5};
    int label = (int)strlen(column->label), width = usual[column->kind];
    int is_rough = column->kind == STATISTIC_RATE || column->kind == STATISTIC_ROUGH;
    for (unsigned i = 0; i < LENGTH(wide) && !is_rough; i++) {
        width = strcmp(column->label, wide[i].label) == 0 ? wide[i].width : width;
    }
    return label > width ? label : width;
}

/* Prints the values, or the labels if there are no values, without spaces at the end. A text that is too
 * wide uses the space between the columns, then the space of the following columns, but leaves one space. */
static void print_cells(const struct bench_table *table, const void *values) {
    char cell[CELL_TEXT];
    int printed = 0, begin = 0; /* characters printed, and where the column begins */
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct statistic_row *column = &table->columns[i];
        if (column->label == NULL) {
            continue; /* for programs only */
        }
        const char *text = values == NULL ? column->label : cell_describe(column, values, cell);
        int length = (int)strlen(text), width = width_of(column);
        int blanks = begin + (is_text(column) ? 0 : width - length) - printed, least = printed > 0;
        if (length != 0) {
            printed += printf("%*s%s", blanks > least ? blanks : least, "", text);
        }
        begin += width + 2;
    }
    printf("\n");
    fflush(stdout);
}

/* Prints a remark, wrapped to lines. */
static void print_wrapped(const char *text) {
    while (strlen(text) > LINE) {
        int end = LINE;
        while (end > 0 && text[end] != ' ') {
            end--;
        }
        end = end > 0 ? end : LINE;
        printf("%.*s\n", end, text);
        text += end + (text[end] == ' ');
    }
    printf("%s\n", text);
    fflush(stdout);
}

static int begin_table(void *context, const struct bench_table *table) {
    struct bench_report *report = context;
    report->table = table;
    progress_clear(&console_of(report->job)->progress);
    if (report->rows) {
        printf("%s%s\n", report->tables_begun > 0 ? "\n" : "", table->title);
        print_cells(table, NULL);
    }
    report->tables_begun++;
    return 0;
}

static int add_line(void *context, const void *values) {
    struct bench_report *report = context;
    progress_clear(&console_of(report->job)->progress);
    if (report->rows) {
        print_cells(report->table, values);
    }
    return 0;
}

static void add_note(void *context, const char *text) {
    struct bench_report *report = context;
    progress_clear(&console_of(report->job)->progress);
    if (report->rows) {
        print_wrapped(text);
    }
}

struct bench_sink bench_report_sink(struct bench_report *report) {
    return (struct bench_sink){report, begin_table, add_line, add_note};
}

void bench_report_say(struct bench_report *report, const char *text) {
    if (report->rows) {
        print_wrapped(text);
        printf("\n");
    }
}
