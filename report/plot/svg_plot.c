/* Plots as SVG. Texts and lines have a grey with a contrast of more than 4.5 to both black and white, and
 * values a colour of medium lightness, so that the picture is legible on any background. */
#include "report/plot/svg_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/stream/output.h"
#include "report/plot/svg_axis.h"
#include "base/stream/xml_text.h"

#define WIDTH 760.0
#define PLOT_HEIGHT 260.0 /* height of one plot with its titles and ticks */
#define HEAD_HEIGHT 30.0  /* height of the picture's title */
#define LEFT 76.0
#define RIGHT 20.0
#define TOP 26.0 /* room above a plot, for its title */
#define BOTTOM 46.0
#define CHARACTER 7.0 /* approximate width of a character */
#define GREY "#767676"

#define COLOUR "#3f83c9"

struct drawing {
    output *output;
    struct error *error;
    int failed; /* nothing more is written */
    const struct svg_plot *plot;
    struct svg_scale x, y;
    double top, bottom; /* pixels at the upper and lower end of the plot's values */
};

static void put_markup(struct drawing *drawing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes markup and numbers; put_text writes other texts. */
static void put_markup(struct drawing *drawing, const char *format, ...) {
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
    put_markup(drawing, "%s", end);
}

/* --- points and scales --- */

static double x_of(const struct svg_plot *plot, uint64_t i) {
    return plot->x != NULL ? plot->x[i] : (double)i;
}

static int is_shown(const struct svg_plot *plot, uint64_t i) {
    return fabs(x_of(plot, i)) <= SVG_GREATEST && fabs(plot->y[i]) <= SVG_GREATEST;
}

/* The pixel of a point on the x axis. */
static double pixel_of(const struct drawing *drawing, uint64_t i) {
    return svg_scale_at(&drawing->x, x_of(drawing->plot, i));
}

static void widen_scale(struct svg_scale *scale, double value) {
    scale->low = value < scale->low ? value : scale->low;
    scale->high = value > scale->high ? value : scale->high;
}

/* Makes the scales: they contain all points, and the y axis contains zero. */
static void make_scales(struct drawing *drawing) {
    const struct svg_plot *plot = drawing->plot;
    drawing->x.low = drawing->y.low = INFINITY;
    drawing->x.high = drawing->y.high = -INFINITY;
    for (uint64_t i = 0; i < plot->count; i++) {
        if (is_shown(plot, i)) {
            widen_scale(&drawing->x, x_of(plot, i));
            widen_scale(&drawing->y, plot->y[i]);
        }
    }
    if (drawing->y.low <= drawing->y.high) {
        widen_scale(&drawing->y, 0);
    }
    if (!(drawing->x.high - drawing->x.low >= SVG_LEAST)) {
        svg_scale_round(&drawing->x);
    }
    if (plot->kind == SVG_BARS) {
        drawing->x.low -= 0.5; /* half a bar of room */
        drawing->x.high += 0.5;
    }
    svg_scale_round(&drawing->y);
}

/* --- ticks, titles --- */

static void draw_line(struct drawing *drawing, double x1, double y1, double x2, double y2, double opacity) {
    put_markup(drawing,
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
        put_markup(drawing, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 6, y + 4,
                   svg_tick_text(ticks.values[i], text));
    }
}

static void draw_x_ticks(struct drawing *drawing) {
    struct svg_ticks ticks;
    char text[SVG_TICK_TEXT];
    svg_scale_ticks(&drawing->x, 8, &ticks);
    for (unsigned i = 0; i < ticks.count; i++) {
        double x = svg_scale_at(&drawing->x, ticks.values[i]);
        draw_line(drawing, x, drawing->bottom, x, drawing->bottom + 4, 1);
        put_markup(drawing, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x,
                   drawing->bottom + 17, svg_tick_text(ticks.values[i], text));
    }
}

static void draw_titles(struct drawing *drawing, double top) {
    const struct svg_plot *plot = drawing->plot;
    put_markup(drawing, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">", LEFT, top + 16);
    put_text(drawing, plot->title, WIDTH - LEFT - RIGHT, "</text>\n");
    put_markup(drawing, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
               top + PLOT_HEIGHT - 8);
    put_text(drawing, plot->x_title, WIDTH - LEFT - RIGHT, "</text>\n");
    put_markup(drawing, "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">",
               (drawing->top + drawing->bottom) / 2);
    put_text(drawing, plot->y_title, drawing->bottom - drawing->top + 60, "</text>\n");
}

/* --- values --- */

/* Writes an axis title with a value: "level 3", "states 120". */
static void put_value(struct drawing *drawing, const char *title, double value) {
    char text[64];
    put_text(drawing, title, 40 * CHARACTER, " ");
    /* counts are shown with all digits */
    snprintf(text, sizeof text, value == floor(value) && fabs(value) < 9e15 ? "%.0f" : "%.6g", value);
    put_markup(drawing, "%s", text);
}

/* The points from first to last, whose greatest value is y. */
static void put_tip(struct drawing *drawing, uint64_t first, uint64_t last, double y) {
    const struct svg_plot *plot = drawing->plot;
    put_markup(drawing, "<title>");
    put_value(drawing, plot->x_title, x_of(plot, first));
    if (last != first) {
        put_value(drawing, " to", x_of(plot, last));
    }
    put_markup(drawing, ", ");
    put_value(drawing, plot->y_title, y);
    put_markup(drawing, "%s</title>", last != first ? " at most" : "");
}

/* The last point on the same pixel as `first`, without a gap between them. */
static uint64_t last_on_pixel(const struct drawing *drawing, uint64_t first) {
    const struct svg_plot *plot = drawing->plot;
    double pixel = floor(pixel_of(drawing, first));
    uint64_t last = first;
    while (last + 1 < plot->count && is_shown(plot, last + 1) &&
           floor(pixel_of(drawing, last + 1)) == pixel) {
        last++;
    }
    return last;
}

/* Width in pixels for the bars at one point: the distance of the closest points. */
static double slot_width(const struct drawing *drawing) {
    const struct svg_plot *plot = drawing->plot;
    double least = (drawing->x.to - drawing->x.from) / (plot->count < 4 ? 4 : 1);
    for (uint64_t i = 1; i < plot->count; i++) {
        if (is_shown(plot, i - 1) && is_shown(plot, i)) {
            double between = pixel_of(drawing, i) - pixel_of(drawing, i - 1);
            least = between > 0 && between < least ? between : least;
        }
    }
    return least < 1 ? 1 : least;
}

static void draw_bars(struct drawing *drawing) {
    const struct svg_plot *plot = drawing->plot;
    double slot = slot_width(drawing), width = slot > 3 ? 0.85 * slot : slot;
    double zero = svg_scale_at(&drawing->y, 0);
    put_markup(drawing, "<g fill=\"" COLOUR "\">\n");
    for (uint64_t i = 0, last; i < plot->count && !drawing->failed; i = last + 1) {
        last = i;
        if (!is_shown(plot, i)) {
            continue;
        }
        last = slot > 1 ? i : last_on_pixel(drawing, i);
        double most = plot->y[i];
        for (uint64_t k = i; k <= last; k++) {
            most = plot->y[k] > most ? plot->y[k] : most;
        }
        double y = svg_scale_at(&drawing->y, most);
        put_markup(drawing, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
                   pixel_of(drawing, i) - width / 2, y < zero ? y : zero, width, fabs(zero - y));
        put_tip(drawing, i, last, most);
        put_markup(drawing, "</rect>\n");
    }
    put_markup(drawing, "</g>\n");
}

/* Draws a line to a point, first level, then up or down. */
static void step_to(struct drawing *drawing, double x, double value, int pen_up) {
    put_markup(drawing, pen_up ? "M%.2f %.2f" : "H%.2fV%.2f", x, svg_scale_at(&drawing->y, value));
}

/*
 * Draws a path; if several points are on one pixel, it goes from the first through the least and the greatest
 * to the last.
 */
static void draw_steps(struct drawing *drawing) {
    const struct svg_plot *plot = drawing->plot;
    int pen_up = 1;
    put_markup(drawing,
               "<path fill=\"none\" stroke=\"" COLOUR "\" stroke-width=\"2\" stroke-linejoin=\"round\" d=\"");
    for (uint64_t i = 0, last; i < plot->count && !drawing->failed; i = last + 1) {
        last = i;
        if (!is_shown(plot, i)) {
            pen_up = 1;
            continue;
        }
        last = last_on_pixel(drawing, i);
        double x = pixel_of(drawing, i), low = plot->y[i], high = low;
        for (uint64_t k = i; k <= last; k++) {
            low = plot->y[k] < low ? plot->y[k] : low;
            high = plot->y[k] > high ? plot->y[k] : high;
        }
        step_to(drawing, x, plot->y[i], pen_up);
        if (last > i + 1) {
            step_to(drawing, x, low, 0);
            step_to(drawing, x, high, 0);
        }
        if (last > i) {
            step_to(drawing, pixel_of(drawing, last), plot->y[last], 0);
        }
        pen_up = 0;
    }
    put_markup(drawing, "\"/>\n");
}

static void draw_plot(struct drawing *drawing, double top) {
    drawing->top = top + TOP;
    drawing->bottom = top + PLOT_HEIGHT - BOTTOM;
    drawing->x.from = LEFT;
    drawing->x.to = WIDTH - RIGHT;
    drawing->y.from = drawing->bottom;
    drawing->y.to = drawing->top;
    make_scales(drawing);
    draw_titles(drawing, top);
    draw_y_ticks(drawing);
    drawing->plot->kind == SVG_BARS ? draw_bars(drawing) : draw_steps(drawing);
    draw_x_ticks(drawing); /* the axes lie over the bars */
    draw_line(drawing, LEFT, drawing->bottom, WIDTH - RIGHT, drawing->bottom, 1);
    draw_line(drawing, LEFT, drawing->top, LEFT, drawing->bottom, 1);
}

int svg_plot_write(output *output, const char *title, const struct svg_plot *plots, uint64_t plot_count,
                   struct error *error) {
    struct drawing drawing = {.output = output, .error = error};
    double height = HEAD_HEIGHT + (double)plot_count * PLOT_HEIGHT;
    put_markup(&drawing,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" font-size=\"12\" fill=\"" GREY
               "\">\n<title>",
               WIDTH, height, WIDTH, height);
    put_text(&drawing, title, 1000 * CHARACTER, "</title>\n");
    put_markup(&drawing, "<text x=\"%.1f\" y=\"20\" font-size=\"15\">", LEFT);
    put_text(&drawing, title, (WIDTH - LEFT - RIGHT) * 0.8, "</text>\n");
    for (uint64_t i = 0; i < plot_count; i++) {
        drawing.plot = &plots[i];
        draw_plot(&drawing, HEAD_HEIGHT + (double)i * PLOT_HEIGHT);
    }
    put_markup(&drawing, "</svg>\n");
    return drawing.failed ? -1 : 0;
}
