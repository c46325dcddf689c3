/* Plots as SVG. Texts and lines have a grey with a contrast of more than 4.5 to both black and white, and
 * series have colours of medium lightness, so that the picture is legible on any background. */
#include "report/plot/svg_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/stream/output.h"
#include "report/plot/svg_axis.h"
#include "base/stream/xml_text.h"

#define WIDTH 760.0
#define PLOT_HEIGHT 260.0 /* height of one plot with its titles and ticks */
#define HEAD_HEIGHT 30.0  /* height of the picture's title */
#define LEFT 76.0
#define RIGHT 20.0
#define TOP 26.0    /* room above a plot, for its title */
#define LEGEND 18.0 /* additional room for the legend, if there is one */
#define BOTTOM 46.0
#define NAMES_BOTTOM 92.0 /* room below a plot with slanted names */
#define CHARACTER 7.0     /* approximate width of a character */
#define NAME_CHARACTERS 18
#define GREY "#767676"

static const char *const colours[] = {"#3f83c9", "#d2701f", "#3d9b56", "#9b63c0", "#c2487b",
                                      "#8a8420", "#2a9aa0", "#a56a43", "#6f7fc4", "#d0508f"};

struct drawing {
    output *output;
    struct error *error;
    int failed; /* nothing more is written */
    const struct svg_plot *plot;
    struct svg_scale x, y;
    double top, bottom;             /* pixels at the upper and lower end of the plot's values */
    uint64_t bar_series, bar_index; /* number of series of bars, and of those before this one */
};

static void put(struct drawing *drawing, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes markup and numbers; put_text writes other texts. */
static void put(struct drawing *drawing, const char *format, ...) {
    char buffer[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    drawing->failed = drawing->failed || output_text(drawing->output, buffer, drawing->error) != 0;
}

/* Writes a text, cut to a width in pixels, and markup after it. */
static void put_text(struct drawing *drawing, const char *text, double width, const char *end) {
    size_t most = width > CHARACTER ? (size_t)(width / CHARACTER) : 1;
    drawing->failed = drawing->failed || xml_text_write(drawing->output, text, most, drawing->error) != 0;
    put(drawing, "%s", end);
}

/* --- points and scales --- */

static double x_of(const struct svg_series *series, uint64_t i) {
    return series->x != NULL ? series->x[i] : (double)i;
}

static int is_shown(const struct drawing *drawing, const struct svg_series *series, uint64_t i) {
    double x = x_of(series, i), y = series->y[i];
    return fabs(x) <= SVG_GREATEST && fabs(y) <= SVG_GREATEST &&
           (!drawing->plot->x.logarithmic || x >= SVG_LEAST) &&
           (!drawing->plot->y.logarithmic || y >= SVG_LEAST);
}

/* The pixel of a point on the x axis. */
static double pixel_of(const struct drawing *drawing, const struct svg_series *series, uint64_t i) {
    return svg_scale_at(&drawing->x, x_of(series, i));
}

static void widen_scale(struct svg_scale *scale, double value) {
    scale->low = value < scale->low ? value : scale->low;
    scale->high = value > scale->high ? value : scale->high;
}

/* Makes the scales: they contain all points, and a linear y axis contains zero. */
static void make_scales(struct drawing *drawing) {
    const struct svg_plot *plot = drawing->plot;
    drawing->x.low = drawing->y.low = INFINITY;
    drawing->x.high = drawing->y.high = -INFINITY;
    drawing->x.logarithmic = plot->x.logarithmic;
    drawing->y.logarithmic = plot->y.logarithmic;
    drawing->bar_series = 0;
    for (uint64_t s = 0; s < plot->series_count; s++) {
        const struct svg_series *series = &plot->series[s];
        drawing->bar_series += series->kind == SVG_BARS;
        for (uint64_t i = 0; i < series->count; i++) {
            if (is_shown(drawing, series, i)) {
                widen_scale(&drawing->x, x_of(series, i));
                widen_scale(&drawing->y, series->y[i]);
            }
        }
    }
    if (!plot->y.logarithmic && drawing->y.low <= drawing->y.high) {
        widen_scale(&drawing->y, 0);
    }
    if (plot->x.names != NULL && plot->x.name_count > 0) {
        drawing->x.low = -0.5;
        drawing->x.high = (double)plot->x.name_count - 0.5;
    } else if (plot->x.logarithmic || !(drawing->x.high - drawing->x.low >= SVG_LEAST)) {
        svg_scale_round(&drawing->x);
    }
    if (drawing->bar_series > 0 && !plot->x.logarithmic && plot->x.names == NULL) {
        drawing->x.low -= 0.5; /* half a bar of room, if the bars have names */
        drawing->x.high += 0.5;
    }
    svg_scale_round(&drawing->y);
}

/* --- ticks, titles, legend --- */

static void draw_line(struct drawing *drawing, double x1, double y1, double x2, double y2, double opacity) {
    put(drawing,
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"" GREY
        "\" stroke-opacity=\"%.2f\"/>\n",
        x1, y1, x2, y2, opacity);
}

static void draw_y_ticks(struct drawing *drawing) {
    struct svg_ticks ticks;
    char text[SVG_TICK_TEXT];
    svg_scale_ticks(&drawing->y, 5, &ticks);
    for (unsigned i = 0; i < ticks.count; i++) {
        double y = svg_scale_at(&drawing->y, ticks.values[i]);
        draw_line(drawing, LEFT, y, WIDTH - RIGHT, y, 0.25);
        put(drawing, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 6, y + 4,
            svg_tick_text(ticks.values[i], text));
    }
}

static void draw_names(struct drawing *drawing) {
    const struct svg_axis *axis = &drawing->plot->x;
    /* Names only as many ticks as fit next to each other. */
    uint64_t step = 1 + axis->name_count / 48;
    for (uint64_t i = 0; i < axis->name_count && !drawing->failed; i += step) {
        put(drawing, "<text transform=\"translate(%.1f %.1f) rotate(-35)\" text-anchor=\"end\">",
            svg_scale_at(&drawing->x, (double)i) + 4, drawing->bottom + 14);
        put_text(drawing, axis->names[i], NAME_CHARACTERS * CHARACTER, "</text>\n");
    }
}

static void draw_x_ticks(struct drawing *drawing) {
    struct svg_ticks ticks;
    char text[SVG_TICK_TEXT];
    svg_scale_ticks(&drawing->x, 8, &ticks);
    for (unsigned i = 0; i < ticks.count; i++) {
        double x = svg_scale_at(&drawing->x, ticks.values[i]);
        draw_line(drawing, x, drawing->bottom, x, drawing->bottom + 4, 1);
        put(drawing, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x,
            drawing->bottom + 17, svg_tick_text(ticks.values[i], text));
    }
}

static void draw_titles(struct drawing *drawing, double top, double height) {
    const struct svg_plot *plot = drawing->plot;
    if (plot->title != NULL) {
        put(drawing, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">", LEFT, top + 16);
        put_text(drawing, plot->title, WIDTH - LEFT - RIGHT, "</text>\n");
    }
    if (plot->x.title != NULL) {
        put(drawing, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
            top + height - 8);
        put_text(drawing, plot->x.title, WIDTH - LEFT - RIGHT, "</text>\n");
    }
    if (plot->y.title != NULL) {
        put(drawing, "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">",
            (drawing->top + drawing->bottom) / 2);
        put_text(drawing, plot->y.title, drawing->bottom - drawing->top + 60, "</text>\n");
    }
}

static double legend_width(const char *name) {
    return 37 + CHARACTER * (double)strlen(name);
}

/* The opacity of a series: bars with the flag `dashed` are pale. */
static const char *opacity_of(const struct svg_series *series) {
    return series->kind == SVG_BARS && series->dashed ? " fill-opacity=\"0.45\"" : "";
}

static uint64_t count_names(const struct svg_plot *plot) {
    uint64_t named = 0;
    for (uint64_t s = 0; s < plot->series_count; s++) {
        named += plot->series[s].name != NULL;
    }
    return named;
}

/* Draws the names from left to right; if they do not all fit, each is cut to its share of the width. */
static void draw_legend(struct drawing *drawing, double top) {
    const struct svg_plot *plot = drawing->plot;
    double room = WIDTH - LEFT - RIGHT, x = LEFT, all = 0;
    for (uint64_t s = 0; s < plot->series_count; s++) {
        all += plot->series[s].name != NULL ? legend_width(plot->series[s].name) : 0;
    }
    for (uint64_t s = 0; s < plot->series_count; s++) {
        const char *name = plot->series[s].name;
        if (name == NULL) {
            continue;
        }
        double wanted = legend_width(name), width = all <= room ? wanted : room / (double)count_names(plot);
        put(drawing, "<rect x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\" fill=\"%s\"%s/>\n", x, top + 25,
            colours[s % LENGTH(colours)], opacity_of(&plot->series[s]));
        put(drawing, "<text x=\"%.1f\" y=\"%.1f\">", x + 15, top + 34);
        put_text(drawing, name, width - 22, "</text>\n");
        x += wanted < width ? wanted : width;
    }
}

/* --- series --- */

/* Writes an axis title with a value: "level 3", "states 120". */
static void put_value(struct drawing *drawing, const char *title, double value) {
    char text[64];
    if (title != NULL) {
        put_text(drawing, title, 40 * CHARACTER, " ");
    }
    /* counts are shown with all digits */
    snprintf(text, sizeof text, value == floor(value) && fabs(value) < 9e15 ? "%.0f" : "%.6g", value);
    put(drawing, "%s", text);
}

static void put_tip(struct drawing *drawing, const struct svg_series *series, uint64_t first, uint64_t last,
                    double y) {
    const struct svg_axis *axis = &drawing->plot->x;
    double x = x_of(series, first);
    put(drawing, "<title>");
    if (axis->names != NULL && x >= 0 && x < (double)axis->name_count && x == floor(x)) {
        put_text(drawing, axis->names[(uint64_t)x], 60 * CHARACTER, "");
    } else {
        put_value(drawing, axis->title, x);
    }
    if (last != first) {
        put(drawing, " to ");
        put_value(drawing, NULL, x_of(series, last));
    }
    put(drawing, ", ");
    put_value(drawing, drawing->plot->y.title, y);
    put(drawing, "%s</title>", last != first ? " at most" : "");
}

/* The last point on the same pixel as `first`, without a gap between them. */
static uint64_t last_on_pixel(const struct drawing *drawing, const struct svg_series *series,
                              uint64_t first) {
    double pixel = floor(pixel_of(drawing, series, first));
    uint64_t last = first;
    while (last + 1 < series->count && is_shown(drawing, series, last + 1) &&
           floor(pixel_of(drawing, series, last + 1)) == pixel) {
        last++;
    }
    return last;
}

/* Width in pixels for the bars at one point: the distance of the closest points. */
static double slot_width(const struct drawing *drawing, const struct svg_series *series) {
    double least = drawing->plot->x.names != NULL
                       ? svg_scale_at(&drawing->x, 1) - svg_scale_at(&drawing->x, 0)
                       : (drawing->x.to - drawing->x.from) / (series->count < 4 ? 4 : 1);
    for (uint64_t i = 1; i < series->count; i++) {
        if (is_shown(drawing, series, i - 1) && is_shown(drawing, series, i)) {
            double between = pixel_of(drawing, series, i) - pixel_of(drawing, series, i - 1);
            least = between > 0 && between < least ? between : least;
        }
    }
    return least < 1 ? 1 : least;
}

static void draw_bars(struct drawing *drawing, const struct svg_series *series, const char *colour) {
    double slot = slot_width(drawing, series), share = slot > 3 ? 0.85 * slot : slot;
    double width = share / (double)drawing->bar_series;
    double zero = drawing->y.logarithmic ? drawing->bottom : svg_scale_at(&drawing->y, 0);
    put(drawing, "<g fill=\"%s\"%s>\n", colour, opacity_of(series));
    for (uint64_t i = 0, last; i < series->count && !drawing->failed; i = last + 1) {
        last = i;
        if (!is_shown(drawing, series, i)) {
            continue;
        }
        last = slot > 1 ? i : last_on_pixel(drawing, series, i);
        double most = series->y[i];
        for (uint64_t k = i; k <= last; k++) {
            most = series->y[k] > most ? series->y[k] : most;
        }
        double y = svg_scale_at(&drawing->y, most);
        put(drawing, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
            pixel_of(drawing, series, i) - share / 2 + (double)drawing->bar_index * width,
            y < zero ? y : zero, width, fabs(zero - y));
        put_tip(drawing, series, i, last, most);
        put(drawing, "</rect>\n");
    }
    put(drawing, "</g>\n");
    drawing->bar_index++;
}

static void draw_circles(struct drawing *drawing, const struct svg_series *series, const char *colour) {
    put(drawing, "<g fill=\"%s\">\n", colour);
    for (uint64_t i = 0; i < series->count && !drawing->failed; i++) {
        if (is_shown(drawing, series, i)) {
            put(drawing, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\">", pixel_of(drawing, series, i),
                svg_scale_at(&drawing->y, series->y[i]));
            put_tip(drawing, series, i, i, series->y[i]);
            put(drawing, "</circle>\n");
        }
    }
    put(drawing, "</g>\n");
}

/* Draws a line to a point of the series; a step is first level. */
static void line_to(struct drawing *drawing, const struct svg_series *series, double x, double value,
                    int pen_up) {
    double y = svg_scale_at(&drawing->y, value);
    if (series->kind == SVG_STEPS && !pen_up) {
        put(drawing, "H%.2fV%.2f", x, y);
    } else {
        put(drawing, "%c%.2f %.2f", pen_up ? 'M' : 'L', x, y);
    }
}

/*
 * Draws a path; if several points are on one pixel, it goes from the first through the least and the greatest
 * to the last.
 */
static void draw_path(struct drawing *drawing, const struct svg_series *series, const char *colour) {
    int pen_up = 1;
    put(drawing, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"%s d=\"",
        colour, series->dashed ? " stroke-dasharray=\"6 4\"" : "");
    for (uint64_t i = 0, last; i < series->count && !drawing->failed; i = last + 1) {
        last = i;
        if (!is_shown(drawing, series, i)) {
            pen_up = 1;
            continue;
        }
        last = last_on_pixel(drawing, series, i);
        double x = pixel_of(drawing, series, i), low = series->y[i], high = low;
        for (uint64_t k = i; k <= last; k++) {
            low = series->y[k] < low ? series->y[k] : low;
            high = series->y[k] > high ? series->y[k] : high;
        }
        line_to(drawing, series, x, series->y[i], pen_up);
        if (last > i + 1) {
            line_to(drawing, series, x, low, 0);
            line_to(drawing, series, x, high, 0);
        }
        if (last > i) {
            line_to(drawing, series, pixel_of(drawing, series, last), series->y[last], 0);
        }
        pen_up = 0;
    }
    put(drawing, "\"/>\n");
}

static void draw_series(struct drawing *drawing, uint64_t index) {
    const struct svg_series *series = &drawing->plot->series[index];
    const char *colour = colours[index % LENGTH(colours)];
    switch (series->kind) {
    case SVG_BARS:
        draw_bars(drawing, series, colour);
        break;
    case SVG_LINE:
    case SVG_STEPS:
        draw_path(drawing, series, colour);
        if (!series->circles) {
            break;
        } /* fall through */
    case SVG_POINTS:
        draw_circles(drawing, series, colour);
        break;
    }
}

static double height_of(const struct svg_plot *plot) {
    return PLOT_HEIGHT + (plot->x.names != NULL ? NAMES_BOTTOM - BOTTOM : 0);
}

static void draw_plot(struct drawing *drawing, double top) {
    const struct svg_plot *plot = drawing->plot;
    double height = height_of(plot);
    drawing->top = top + TOP + (count_names(plot) > 0 ? LEGEND : 0);
    drawing->bottom = top + height - (plot->x.names != NULL ? NAMES_BOTTOM : BOTTOM);
    drawing->bar_index = 0;
    drawing->x.from = LEFT;
    drawing->x.to = WIDTH - RIGHT;
    drawing->y.from = drawing->bottom;
    drawing->y.to = drawing->top;
    make_scales(drawing);
    draw_titles(drawing, top, height);
    draw_legend(drawing, top);
    draw_y_ticks(drawing);
    for (uint64_t s = 0; s < plot->series_count; s++) {
        draw_series(drawing, s);
    }
    /* draws the axes over the bars */
    plot->x.names != NULL ? draw_names(drawing) : draw_x_ticks(drawing);
    draw_line(drawing, LEFT, drawing->bottom, WIDTH - RIGHT, drawing->bottom, 1);
    draw_line(drawing, LEFT, drawing->top, LEFT, drawing->bottom, 1);
}

int svg_plot_write(output *output, const char *title, const struct svg_plot *plots, uint64_t plot_count,
                   struct error *error) {
    struct drawing drawing = {.output = output, .error = error};
    double top = title != NULL ? HEAD_HEIGHT : 0, height = top;
    for (uint64_t i = 0; i < plot_count; i++) {
        height += height_of(&plots[i]);
    }
    put(&drawing,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"12\" fill=\"" GREY "\">\n",
        WIDTH, height, WIDTH, height);
    if (title != NULL) {
        put(&drawing, "<title>");
        put_text(&drawing, title, 1000 * CHARACTER, "</title>\n");
        put(&drawing, "<text x=\"%.1f\" y=\"20\" font-size=\"15\">", LEFT);
        put_text(&drawing, title, (WIDTH - LEFT - RIGHT) * 0.8, "</text>\n");
    }
    for (uint64_t i = 0; i < plot_count; i++) {
        drawing.plot = &plots[i];
        draw_plot(&drawing, top);
        top += height_of(&plots[i]);
    }
    put(&drawing, "</svg>\n");
    return drawing.failed ? -1 : 0;
}
