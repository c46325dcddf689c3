#ifndef HEDDLE_REPORT_PLOT_SVG_PLOT_H
#define HEDDLE_REPORT_PLOT_SVG_PLOT_H

#include <stdint.h>

typedef struct output output;
struct error;

/*
 * Plots as SVG: plain shapes and texts in colours that can be read on a dark ground and on a light one, the
 * ground itself left clear; no scripts, no fonts but the viewer's. The caller owns all that is pointed to.
 *
 *     struct svg_plot plot = {.title = "growth", .x = {.title = "level"}, .y = {.title = "states"},
 *                             .series = &series, .series_count = 1};
 *     svg_plot_write(output, "profile of ring.exp", &plot, 1, error);
 */

enum svg_kind {
    SVG_LINE,   /* straight from point to point */
    SVG_STEPS,  /* a value holds until the next point */
    SVG_BARS,   /* from the x axis up; several series of bars in one plot stand side by side */
    SVG_POINTS, /* marks alone */
};

/*
 * Values to be drawn. A point that is not finite (or beyond 1e100), or not positive on a logarithmic axis, is
 * left out, and a line is cut there. Apart from SVG_POINTS, x must not fall; where points are closer than
 * pixels, what is drawn is their least and greatest.
 */
struct svg_series {
    const char *name; /* for the legend; NULL: not in it */
    enum svg_kind kind;
    const double *x, *y; /* count values each; x may be NULL: 0, 1, 2, ... */
    uint64_t count;
    int dashed;  /* of lines and steps; bars are pale then */
    int circles; /* of lines: a mark at each point */
};

struct svg_axis {
    const char *title; /* NULL for none */
    int logarithmic;
    /* Of the x axis: the names at 0, 1, 2, ..., instead of numbers; NULL for none. */
    const char *const *names;
    uint64_t name_count;
};

struct svg_plot {
    const char *title; /* NULL for none */
    struct svg_axis x, y;
    const struct svg_series *series;
    uint64_t series_count;
};

/*
 * Writes one picture of the plots, one below the other. Any text will do: it is escaped, bytes that are no
 * UTF-8 become U+FFFD, and what is too long for its place is cut. Bars and marks have tooltips with their
 * values. title: of the picture; NULL for none. 0, or -1 with *error filled by the output.
 */
int svg_plot_write(output *output, const char *title, const struct svg_plot *plots, uint64_t plot_count,
                   struct error *error);

#endif
