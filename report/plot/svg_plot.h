#ifndef HEDDLE_REPORT_PLOT_SVG_PLOT_H
#define HEDDLE_REPORT_PLOT_SVG_PLOT_H

#include <stdint.h>

typedef struct output output;
struct error;

/*
 * Writes plots as SVG: plain shapes and texts, in colours that are legible on dark and light grounds; the
 * ground itself is transparent. There are no scripts, and no fonts except the viewer's. The caller owns
 * everything that the structs point to.
 *
 *     struct svg_plot plot = {.title = "growth", .x = {.title = "level"}, .y = {.title = "states"},
 *                             .series = &series, .series_count = 1};
 *     svg_plot_write(output, "profile of ring.exp", &plot, 1, error);
 */

enum svg_kind {
    SVG_LINE,   /* straight lines from point to point */
    SVG_STEPS,  /* a value holds until the next point */
    SVG_BARS,   /* bars from the x axis up; several series of bars in one plot stand next to each other */
    SVG_POINTS, /* only marks */
};

/*
 * A series of values. A point is left out, and a line is interrupted there, if it is not finite, beyond
 * 1e100, or not positive on a logarithmic axis. Except for SVG_POINTS, x must not decrease; if several points
 * fall on one pixel, their least and greatest value are drawn.
 */
struct svg_series {
    const char *name; /* name in the legend; NULL: the series is not in it */
    enum svg_kind kind;
    const double *x, *y; /* count values each; x may be NULL: 0, 1, 2, ... */
    uint64_t count;
    int dashed;  /* lines and steps are dashed; bars are pale */
    int circles; /* lines: a mark at each point */
};

struct svg_axis {
    const char *title; /* NULL: no title */
    int logarithmic;
    /* x axis only: the names at 0, 1, 2, .. instead of numbers; NULL: numbers */
    const char *const *names;
    uint64_t name_count;
};

struct svg_plot {
    const char *title; /* NULL: no title */
    struct svg_axis x, y;
    const struct svg_series *series;
    uint64_t series_count;
};

/*
 * Writes a picture of the plots, one below the other. Texts may be any bytes: they are escaped, bytes that
 * are not UTF-8 become U+FFFD, and a text that is too long for its place is cut. Bars and marks have tooltips
 * with their values. title: of the picture; NULL: no title. Returns 0, or -1 with *error filled by the
 * output.
 */
int svg_plot_write(output *output, const char *title, const struct svg_plot *plots, uint64_t plot_count,
                   struct error *error);

#endif
