#ifndef HEDDLE_REPORT_PLOT_SVG_PLOT_H
#define HEDDLE_REPORT_PLOT_SVG_PLOT_H

#include <stdint.h>

typedef struct output output;
struct error;

/*
 * Writes plots as SVG: plain shapes and texts, in colours that are legible on dark and light grounds; the
 * ground itself is transparent. There are no scripts, and no fonts except the viewer's. The caller owns
 * everything that the structs point to.
 */

enum svg_kind {
    SVG_STEPS, /* a value holds until the next point */
    SVG_BARS   /* bars from the x axis up */
};

/*
 * A series of values. A point is left out, and a line is interrupted there, if it is not finite, or beyond
 * 1e100. x must not decrease; if several points fall on one pixel, their least and greatest value are drawn.
 */
struct svg_plot {
    const char *title, *x_title, *y_title;
    enum svg_kind kind;
    const double *x, *y; /* count values each; x may be NULL: 0, 1, 2, .. */
    uint64_t count;
};

/*
 * Writes a picture of the plots, one below the other. Texts may be any bytes: they are escaped, bytes that
 * are not UTF-8 become U+FFFD, and a text that is too long for its place is cut. Bars have tooltips with
 * their values. Returns 0, or -1 with *error filled by the output.
 */
int svg_plot_write(output *output, const char *title, const struct svg_plot *plots, uint64_t plot_count,
                   struct error *error);

#endif
