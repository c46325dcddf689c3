#ifndef HEDDLE_BENCH_FIGURE_H
#define HEDDLE_BENCH_FIGURE_H

#include "bench/record.h"

/* Figures that are drawn from recorded tables. */

enum figure_kind {
    FIGURE_LINES, /* x and the series' values are numbers */
    FIGURE_BARS,  /* x is a name; one group of bars for each name */
    FIGURE_PAIRS, /* one mark a row: the first series' value against the second's */
    FIGURE_ROWS   /* a line a row, x the series' `at`; the first rows that have a value there */
};

#define FIGURE_SERIES 10u

struct figure_series {
    const char *key, *name;
    int published; /* published, not ours: lines are dashed */
    double at;     /* FIGURE_ROWS: its place on the x axis */
    struct record_condition conditions[RECORD_CONDITIONS];
};

struct figure {
    const char *file; /* without its ending */
    const char *title;
    const char *benchmark, *table;
    enum figure_kind kind;
    const char *x;    /* the key of the x value or of the row's name */
    const char *mark; /* names get an asterisk if the column of this key has the text `marked`; or NULL */
    const char *marked;
    const char *x_title, *y_title;
    int x_logarithmic, y_logarithmic;
    struct record_condition conditions[RECORD_CONDITIONS]; /* for all series */
    struct figure_series series[FIGURE_SERIES];
    const char *remark; /* the publication's statement, and data that it does not give */
};

extern const struct figure figures[];
extern const unsigned figure_count;

/* The table that the figure is drawn from; NULL if there is nothing to draw. */
const struct record_table *figure_table(const struct figure *figure, const struct record *record);

/* Draws it as SVG. 0, or -1 with *error filled. */
int figure_draw(const struct figure *figure, const struct record_table *table, struct memory *memory,
                output *output, struct error *error);

#endif
