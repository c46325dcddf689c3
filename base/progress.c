/* Shows the progress of long work. */
#include "base/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/quantity.h"
#include "base/run.h"

#define LINE_INTERVAL 0.2 /* seconds; shorter work shows nothing */
#define PLAIN_INTERVAL 10.0
#define RATE_LEAST 0.05 /* seconds of a phase before its rate is shown */
#define LINE_BYTES 256
#define COLUMNS 80 /* width of a terminal whose width is unknown */

enum progress_style progress_style_of(FILE *stream) {
    const char *terminal = getenv("TERM");
    int rewrites = isatty(fileno(stream)) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
    return rewrites ? PROGRESS_LINE : PROGRESS_PLAIN;
}

static double interval_of(const struct progress_line *line) {
    return line->style == PROGRESS_LINE ? LINE_INTERVAL : PLAIN_INTERVAL;
}

void progress_init(struct progress_line *line, FILE *stream, enum progress_style style,
                   const struct memory *memory, double (*clock)(void)) {
    *line = (struct progress_line){.stream = stream, .style = style, .memory = memory, .clock = clock};
    line->started = clock();
    line->next = line->started + interval_of(line);
}

/* --- the text --- */

/*
 * Appends a field after two blanks. A field that does not fit is left out, because a part of a number would
 * be wrong.
 */
static void append_field(char *buffer, size_t size, const char *label, const char *value, const char *unit) {
    size_t length = strlen(buffer);
    int written = snprintf(buffer + length, size - length, "%s%s%s%s%s", length > 0 ? "  " : "", label, value,
                           *unit != '\0' ? " " : "", unit);
    if (written < 0 || (size_t)written >= size - length) {
        buffer[length] = '\0';
    }
}

/* "0:07", "12:34", "1:02:03" */
static const char *elapsed_text(double seconds, char *buffer) {
    unsigned long long whole = seconds > 0 ? (unsigned long long)seconds : 0;
    if (whole >= 3600) {
        snprintf(buffer, QUANTITY_TEXT, "%llu:%02llu:%02llu", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        snprintf(buffer, QUANTITY_TEXT, "%llu:%02llu", whole / 60, whole % 60);
    }
    return buffer;
}

static void append_done(const struct progress *progress, double rate, char *buffer, size_t size) {
    char number[QUANTITY_TEXT], unit[QUANTITY_TEXT + 8];
    int bytes = strcmp(progress->unit, "bytes") == 0;
    append_field(buffer, size, "",
                 bytes ? quantity_bytes(progress->done, number) : quantity_number(progress->done, number),
                 bytes ? "" : progress->unit);
    if (progress->total > 0) {
        snprintf(number, sizeof number, "%.0f", 100 * (double)progress->done / (double)progress->total);
        append_field(buffer, size, "", number, "%");
    }
    if (rate >= 0 && bytes) {
        snprintf(unit, sizeof unit, "%s/s", quantity_bytes((uint64_t)rate, number));
        append_field(buffer, size, "", unit, "");
    } else if (rate >= 0) {
        snprintf(unit, sizeof unit, "%.40s/s", progress->unit);
        append_field(buffer, size, "", quantity_rough(rate, number), unit);
    }
}

const char *progress_describe(const struct progress *progress, double elapsed, double rate,
                              const struct memory *memory, char *buffer, size_t size) {
    char number[QUANTITY_TEXT];
    buffer[0] = '\0';
    append_field(buffer, size, progress->phase, "", "");
    append_field(buffer, size, "", elapsed_text(elapsed, number), "");
    if (progress->unit != NULL) {
        append_done(progress, rate, buffer, size);
    }
    append_field(buffer, size, "", quantity_bytes(memory_used(memory), number), "");
    if (progress->device_bytes > 0) {
        append_field(buffer, size, "GPU ", quantity_bytes(progress->device_bytes, number), "");
    }
    if (progress->frontier > 0) {
        append_field(buffer, size, "frontier ", quantity_number(progress->frontier, number), "");
    }
    if (progress->level > 0) {
        append_field(buffer, size, "level ", quantity_number(progress->level, number), "");
    }
    if (progress->transitions > 0) {
        append_field(buffer, size, "", quantity_number(progress->transitions, number), "transitions");
    }
    return buffer;
}

/* --- when and where --- */

/* The number of bytes for a line of the terminal, with the NUL. */
static size_t line_room(FILE *stream) {
    struct winsize size;
    /* A full line would wrap and could not be rewritten. */
    size_t columns = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : COLUMNS;
    return columns < LINE_BYTES ? columns : LINE_BYTES;
}

/* A phase begins when the name changes or when `done` falls. */
static void follow_phase(struct progress_line *line, const struct progress *progress, double now) {
    if (line->phase == NULL || strcmp(line->phase, progress->phase) != 0 || progress->done < line->done) {
        line->phase_started = now;
        line->phase_first = progress->done;
    }
    line->phase = progress->phase;
    line->done = progress->done;
}

void progress_show(void *context, const struct progress *progress) {
    struct progress_line *line = context;
    if (line->style == PROGRESS_SILENT) {
        return;
    }
    double now = line->clock();
    follow_phase(line, progress, now);
    if (now < line->next) {
        return;
    }
    line->next = now + interval_of(line);
    char text[LINE_BYTES];
    double seconds = now - line->phase_started;
    double rate = seconds >= RATE_LEAST ? (double)(progress->done - line->phase_first) / seconds : -1;
    int plain = line->style == PROGRESS_PLAIN;
    progress_describe(progress, now - line->started, rate, line->memory, text,
                      plain ? sizeof text : line_room(line->stream));
    fprintf(line->stream, plain ? "heddle: %s\n" : "\r%s\033[K", text);
    fflush(line->stream);
    line->on_screen = !plain;
}

void progress_clear(struct progress_line *line) {
    if (line->on_screen) {
        fputs("\r\033[K", line->stream);
        fflush(line->stream);
        line->on_screen = 0;
    }
}
