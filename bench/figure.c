/* From recorded tables to plots. */
#include "bench/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "report/plot/svg_plot.h"

#define NAME 96

/* --- values --- */

static unsigned series_count(const struct figure *figure) {
    unsigned count = 0;
    while (count < FIGURE_SERIES && figure->series[count].key != NULL) {
        count++;
    }
    return count;
}

/* NAN if the row has no value for that series. */
static double value_of(const struct figure *figure, unsigned series, const struct record_table *table,
                       uint64_t row) {
    const struct figure_series *of = &figure->series[series];
    return record_meets(table, row, figure->conditions) && record_meets(table, row, of->conditions)
               ? record_number(table, row, of->key)
               : NAN;
}

static int has_value(const struct figure *figure, const struct record_table *table, uint64_t row) {
    int has = 0;
    for (unsigned i = 0; i < series_count(figure); i++) {
        has = has || value_of(figure, i, table, row) > 0;
    }
    return has;
}

const struct record_table *figure_table(const struct figure *figure, const struct record *record) {
    const struct record_table *table = record_find(record, figure->benchmark, figure->table);
    for (uint64_t row = 0; table != NULL && row < table->row_count; row++) {
        if (has_value(figure, table, row)) {
            return table;
        }
    }
    return NULL;
}

/* --- the plot --- */

struct drawing {
    const struct figure *figure;
    const struct record_table *table;
    arena *arena;
    struct svg_series series[FIGURE_SERIES + 1];
    struct svg_plot plot;
};

static double *numbers(struct drawing *drawing, uint64_t count) {
    return arena_allocate(drawing->arena, (count + 1) * sizeof(double));
}

/* The row's name in the figure, such as "prop(50,1000) *". */
static const char *row_name(struct drawing *drawing, uint64_t row) {
    const struct figure *figure = drawing->figure;
    const char *name = record_value(drawing->table, row, figure->x);
    const char *mark = figure->mark != NULL ? record_value(drawing->table, row, figure->mark) : NULL;
    char text[NAME];
    snprintf(text, sizeof text, "%s%s", name != NULL ? name : "",
             mark != NULL && strcmp(mark, figure->marked) == 0 ? " *" : "");
    return arena_copy(drawing->arena, text, strlen(text));
}

static struct svg_series series_of(const struct figure_series *of, enum svg_kind kind, const double *x,
                                   const double *y, uint64_t count) {
    return (struct svg_series){.name = of->name,
                               .kind = kind,
                               .x = x,
                               .y = y,
                               .count = count,
                               .dashed = of->published,
                               .circles = kind == SVG_LINE};
}

/* A series without any value is left out, such as those of a GPU on a machine without one. */
static void add_series(struct drawing *drawing, struct svg_series series) {
    int has = 0;
    for (uint64_t i = 0; i < series.count && !has; i++) {
        has = isfinite(series.y[i]);
    }
    if (has) {
        drawing->series[drawing->plot.series_count++] = series;
    }
}

/* Takes only rows that have the series: a missing value would cut the line. */
static int make_lines(struct drawing *drawing) {
    const struct record_table *table = drawing->table;
    unsigned count = series_count(drawing->figure);
    for (unsigned s = 0; s < count; s++) {
        double *x = numbers(drawing, table->row_count), *y = numbers(drawing, table->row_count);
        uint64_t points = 0;
        for (uint64_t row = 0; x != NULL && y != NULL && row < table->row_count; row++) {
            double value = value_of(drawing->figure, s, table, row);
            if (isfinite(value)) {
                x[points] = record_number(table, row, drawing->figure->x);
                y[points++] = value;
            }
        }
        if (x == NULL || y == NULL) {
            return -1;
        }
        add_series(drawing, series_of(&drawing->figure->series[s], SVG_LINE, x, y, points));
    }
    return 0;
}

/* Rows of the same name form one group. */
static int make_bars(struct drawing *drawing) {
    const struct record_table *table = drawing->table;
    unsigned count = series_count(drawing->figure);
    const char **names = arena_allocate(drawing->arena, (table->row_count + 1) * sizeof *names);
    double *values[FIGURE_SERIES];
    uint64_t groups = 0;
    for (unsigned s = 0; s < count; s++) {
        values[s] = numbers(drawing, table->row_count);
        if (names == NULL || values[s] == NULL) {
            return -1;
        }
        for (uint64_t i = 0; i < table->row_count; i++) {
            values[s][i] = NAN;
        }
    }
    for (uint64_t row = 0; row < table->row_count; row++) {
        if (!has_value(drawing->figure, table, row)) {
            continue;
        }
        const char *name = row_name(drawing, row);
        if (name == NULL) {
            return -1;
        }
        if (groups == 0 || strcmp(names[groups - 1], name) != 0) {
            names[groups++] = name;
        }
        for (unsigned s = 0; s < count; s++) {
            double value = value_of(drawing->figure, s, table, row);
            values[s][groups - 1] = isfinite(value) ? value : values[s][groups - 1];
        }
    }
    for (unsigned s = 0; s < count; s++) {
        add_series(drawing, series_of(&drawing->figure->series[s], SVG_BARS, NULL, values[s], groups));
    }
    drawing->plot.x.names = names;
    drawing->plot.x.name_count = groups;
    return 0;
}

/* Marks, and the line on which both values are the same. */
static int make_pairs(struct drawing *drawing) {
    const struct record_table *table = drawing->table;
    double *x = numbers(drawing, table->row_count), *y = numbers(drawing, table->row_count);
    double *same = numbers(drawing, 2), low = INFINITY, high = 0;
    uint64_t points = 0;
    if (x == NULL || y == NULL || same == NULL) {
        return -1;
    }
    for (uint64_t row = 0; row < table->row_count; row++) {
        double first = value_of(drawing->figure, 0, table, row);
        double second = value_of(drawing->figure, 1, table, row);
        if (first > 0 && second > 0) {
            x[points] = first;
            y[points++] = second;
            low = fmin(low, fmin(first, second));
            high = fmax(high, fmax(first, second));
        }
    }
    same[0] = points > 0 ? low : NAN;
    same[1] = points > 0 ? high : NAN;
    drawing->series[0] =
        (struct svg_series){.name = "a game", .kind = SVG_POINTS, .x = x, .y = y, .count = points};
    drawing->series[1] = (struct svg_series){
        .name = "as fast", .kind = SVG_LINE, .x = same, .y = same, .count = points > 0 ? 2 : 0, .dashed = 1};
    drawing->plot.series_count = 2;
    return 0;
}

static int make_rows(struct drawing *drawing) {
    const struct record_table *table = drawing->table;
    unsigned count = series_count(drawing->figure);
    for (uint64_t row = 0; row < table->row_count && drawing->plot.series_count < FIGURE_SERIES; row++) {
        if (!has_value(drawing->figure, table, row)) {
            continue;
        }
        double *x = numbers(drawing, count), *y = numbers(drawing, count);
        const char *name = row_name(drawing, row);
        if (x == NULL || y == NULL || name == NULL) {
            return -1;
        }
        for (unsigned s = 0; s < count; s++) {
            x[s] = drawing->figure->series[s].at;
            y[s] = value_of(drawing->figure, s, table, row);
        }
        drawing->series[drawing->plot.series_count++] =
            (struct svg_series){.name = name, .kind = SVG_LINE, .x = x, .y = y, .count = count, .circles = 1};
    }
    return 0;
}

static int make_plot(struct drawing *drawing) {
    const struct figure *figure = drawing->figure;
    drawing->plot = (struct svg_plot){.x = {.title = figure->x_title, .logarithmic = figure->x_logarithmic},
                                      .y = {.title = figure->y_title, .logarithmic = figure->y_logarithmic},
                                      .series = drawing->series};
    switch (figure->kind) {
    case FIGURE_LINES:
        return make_lines(drawing);
    case FIGURE_BARS:
        return make_bars(drawing);
    case FIGURE_PAIRS:
        return make_pairs(drawing);
    default:
        return make_rows(drawing);
    }
}

int figure_draw(const struct figure *figure, const struct record_table *table, struct memory *memory,
                output *output, struct error *error) {
    struct drawing drawing = {.figure = figure, .table = table, .arena = arena_create(memory)};
    int failed;
    if (drawing.arena == NULL || make_plot(&drawing) != 0) {
        failed = error_set(error, ERROR_MEMORY, "not enough memory to draw %s", figure->file);
    } else {
        failed = svg_plot_write(output, figure->title, &drawing.plot, 1, error);
    }
    if (drawing.arena != NULL) {
        arena_free(drawing.arena);
    }
    return failed;
}
