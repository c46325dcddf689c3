/* The scale of one axis of a plot. */
#include "report/plot/svg_axis.h"

#include <math.h>
#include <stdio.h>

#include "base/array.h"

/* The smallest round step that is at least `rough`: 1, 2 or 5 times a power of ten. */
static double round_step(double rough) {
    double power = pow(10, floor(log10(rough)));
    double ratio = rough / power;
    /* A step that is exact except for rounding errors stays as it is. */
    return power * (ratio <= 1 + 1e-9 ? 1 : ratio <= 2 + 1e-9 ? 2 : ratio <= 5 + 1e-9 ? 5 : 10);
}

void svg_scale_round(struct svg_scale *scale) {
    if (!(scale->low <= scale->high)) {
        scale->low = 0;
        scale->high = 1;
    }
    if (scale->high - scale->low < SVG_LEAST) {
        int zero = fabs(scale->low) < SVG_LEAST;
        scale->low -= zero ? 0 : fabs(scale->low) / 2;
        scale->high += zero ? 1 : fabs(scale->high) / 2;
    }
    double step = round_step((scale->high - scale->low) / 5);
    scale->low = step * floor(scale->low / step + 1e-9);
    scale->high = step * ceil(scale->high / step - 1e-9);
}

double svg_scale_at(const struct svg_scale *scale, double value) {
    double share = (value - scale->low) / (scale->high - scale->low);
    return scale->from + share * (scale->to - scale->from);
}

void svg_scale_ticks(const struct svg_scale *scale, unsigned wanted, struct svg_ticks *ticks) {
    ticks->count = 0;
    double step = round_step((scale->high - scale->low) / wanted);
    double first = ceil(scale->low / step - 1e-9);
    for (unsigned i = 0; ticks->count < SVG_TICKS; i++) {
        double value = step * (first + i);
        if (!(value <= scale->high + step * 1e-9)) {
            break;
        }
        ticks->values[ticks->count++] = value;
    }
}

const char *svg_tick_text(double value, char *buffer) {
    static const char *const units[] = {"", " k", " M", " G", " T"};
    unsigned unit = 0;
    double shown = value;
    while (fabs(shown) >= 1000 * (1 - 1e-9) && unit + 1 < LENGTH(units) && fabs(value) < 1e15) {
        shown /= 1000;
        unit++;
    }
    snprintf(buffer, SVG_TICK_TEXT, "%.4g%s", shown == 0 ? 0.0 : shown, units[unit]);
    return buffer;
}
