#ifndef HEDDLE_REPORT_PLOT_SVG_AXIS_H
#define HEDDLE_REPORT_PLOT_SVG_AXIS_H

/* Values that can be shown are no greater, and on a logarithmic scale no less, for all arithmetic to be safe.
 */
#define SVG_GREATEST 1e100
#define SVG_LEAST 1e-100

/* The scale of one axis of a plot: from values to pixels, and where its ticks are. */
struct svg_scale {
    double low, high; /* values at the ends, low < high; both positive on a logarithmic scale */
    double from, to;  /* pixels there */
    int logarithmic;
};

#define SVG_TICKS 12
#define SVG_TICK_TEXT 32

struct svg_ticks {
    unsigned count;
    double values[SVG_TICKS]; /* within the scale, rising */
};

/*
 * Widens low and high so that a scale can be made of them and its ends are round: `low > high` stands for no
 * value at all.
 */
void svg_scale_round(struct svg_scale *scale);
/* The pixel of a value; values beyond the ends are beyond the pixels. */
double svg_scale_at(const struct svg_scale *scale, double value);
/* Round values (1, 2 or 5 times a power of ten; powers of ten on a logarithmic scale), about `wanted` (2 to
 * 8) of them. */
void svg_scale_ticks(const struct svg_scale *scale, unsigned wanted, struct svg_ticks *ticks);
/* "0.05", "250", "1.5 k", "20 M", "1e+18": in SVG_TICK_TEXT bytes. */
const char *svg_tick_text(double value, char *buffer);

#endif
