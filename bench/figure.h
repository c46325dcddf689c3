#ifndef HEDDLE_BENCH_FIGURE_H
#define HEDDLE_BENCH_FIGURE_H

#include <stdint.h>

struct error;
struct memory;
struct record;
struct record_table;
typedef struct output output;

/* Figures that are drawn from recorded tables. */

enum figure_kind {
    FIGURE_LINES, /* x and the series' values are numbers */
    FIGURE_BARS,  /* x is a name; one group of bars for each that there is */
    FIGURE_PAIRS, /* one mark a row: the first series' value against the second's */
    FIGURE_ROWS   /* a line a row, x the series' `at`; the first rows that have a value there */
};

#define FIGURE_SERIES 10u
#define FIGURE_CONDITIONS 3u

/* A cell that must be as said. */
struct figure_condition {
    const char *key, *value;
};

struct figure_series {
    const char *key, *name;
    int published; /* theirs, not ours: dashed where it is a line */
    double at;     /* of FIGURE_ROWS */
    struct figure_condition conditions[FIGURE_CONDITIONS];
};

struct figure {
    const char *file; /* without its ending */
    const char *title;
    const char *benchmark, *table;
    enum figure_kind kind;
    const char *x;    /* the key of x, or of what names a row */
    const char *mark; /* key of a text that is added to the name where it says `marked`; NULL for none */
    const char *marked;
    const char *x_title, *y_title;
    int x_logarithmic, y_logarithmic;
    struct figure_condition conditions[FIGURE_CONDITIONS]; /* for all series */
    struct figure_series series[FIGURE_SERIES];
    const char *remark; /* what is published of it, and what is lost */
};

extern const struct figure figures[];
extern const unsigned figure_count;

/* The table that it is drawn from, if anything is there to draw; NULL otherwise. */
const struct record_table *figure_table(const struct figure *figure, const struct record *record);

/* Draws it as SVG. 0, or -1 with *error filled. */
int figure_draw(const struct figure *figure, const struct record_table *table, struct memory *memory,
                output *output, struct error *error);

#endif
