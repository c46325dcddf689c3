#ifndef HEDDLE_REPORT_PLOT_SVG_AXIS_H
#define HEDDLE_REPORT_PLOT_SVG_AXIS_H

/* The greatest value that can be shown, and the least length of a scale: for these, no computation
 * overflows. */
#define SVG_GREATEST 1e100
#define SVG_LEAST 1e-100

/* The scale of one axis of a plot: maps values to pixels. */
struct svg_scale {
    double low, high; /* values at the ends, low < high */
    double from, to;  /* pixels at the ends */
};

#define SVG_TICKS 12
#define SVG_TICK_TEXT 32

struct svg_ticks {
    unsigned count;
    double values[SVG_TICKS]; /* ascending, within the scale */
};

/* Makes a valid scale with round ends of low and high, by widening it; `low > high` stands for no values at
 * all. */
void svg_scale_round(struct svg_scale *scale);
/* The pixel of a value; a value beyond an end has a pixel beyond that end. */
double svg_scale_at(const struct svg_scale *scale, double value);
/* Computes round ticks (1, 2 or 5 times a power of ten), about `wanted` (2 to 8) of them. */
void svg_scale_ticks(const struct svg_scale *scale, unsigned wanted, struct svg_ticks *ticks);
/* Writes the text of a tick in SVG_TICK_TEXT bytes: "0.05", "250", "1.5 k", "20 M", "1e+18". */
const char *svg_tick_text(double value, char *buffer);

#endif
