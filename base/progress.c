/* The progress line of a terminal. */
#include "base/progress.h"

#include <string.h>
#include <sys/ioctl.h>

#include "base/memory.h"
#include "base/quantity.h"
#include "base/run.h"

#define INTERVAL 0.2 /* seconds */
#define LINE_BYTES 256

void progress_init(struct progress_line *line, FILE *stream, const struct memory *memory) {
    line->stream = stream;
    line->memory = memory;
    line->started = run_clock();
    line->shown = line->started; /* work that is done at once shows no line */
    line->phase = NULL;
    line->phase_started = line->started;
}

/* A field that does not fit is left out: a part of a number would be a wrong one. */
static void append(char *buffer, size_t size, const char *label, const char *value, const char *unit) {
    size_t length = strlen(buffer);
    int written = snprintf(buffer + length, size - length, "%s%s%s%s%s", length > 0 ? "  " : "", label, value,
                           *unit != '\0' ? " " : "", unit);
    if (written < 0 || (size_t)written >= size - length) {
        buffer[length] = '\0';
    }
}

const char *progress_describe(const struct progress *progress, double seconds, const struct memory *memory,
                              char *buffer, size_t size) {
    char number[QUANTITY_TEXT];
    const char *unit = progress->unit != NULL ? progress->unit : "";
    buffer[0] = '\0';
    append(buffer, size, progress->phase != NULL ? progress->phase : "working", "", "");
    append(buffer, size, "", quantity_number(progress->done, number), unit);
    if (progress->total > 0) {
        snprintf(number, sizeof number, "%.0f", 100 * (double)progress->done / (double)progress->total);
        append(buffer, size, "", number, "%");
    }
    if (progress->transitions > 0) {
        append(buffer, size, "", quantity_number(progress->transitions, number), "transitions");
    }
    if (seconds > 0.05) {
        size_t length = strlen(quantity_rough((double)progress->done / seconds, number));
        snprintf(number + length, sizeof number - length, " %s/s", unit);
        append(buffer, size, "", number, "");
    }
    if (progress->level > 0) {
        append(buffer, size, "level ", quantity_number(progress->level, number), "");
    }
    append(buffer, size, "", quantity_bytes(memory_used(memory), number), "");
    return buffer;
}

static size_t terminal_width(FILE *stream) {
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
        return size.ws_col - 1u; /* a full line would wrap and could not be rewritten */
    }
    return 79;
}

void progress_show(void *context, const struct progress *progress) {
    struct progress_line *line = context;
    if (line->stream == NULL) {
        return;
    }
    double now = run_clock();
    if (now - line->shown < INTERVAL) {
        return;
    }
    if (line->phase == NULL || progress->phase == NULL || strcmp(line->phase, progress->phase) != 0) {
        line->phase_started = line->phase == NULL ? line->started : line->shown;
        line->phase = progress->phase != NULL ? progress->phase : "";
    }
    line->shown = now;
    char text[LINE_BYTES];
    size_t room = terminal_width(line->stream) + 1;
    progress_describe(progress, now - line->phase_started, line->memory, text,
                      room < sizeof text ? room : sizeof text);
    fprintf(line->stream, "\r%s\033[K", text);
    fflush(line->stream);
}

void progress_clear(struct progress_line *line) {
    if (line->stream != NULL && line->phase != NULL) {
        fputs("\r\033[K", line->stream);
        fflush(line->stream);
        line->phase = NULL;
    }
}
