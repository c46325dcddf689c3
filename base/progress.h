#ifndef HEDDLE_BASE_PROGRESS_H
#define HEDDLE_BASE_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

struct memory;
struct progress;

/* The style of progress reports. */
enum progress_style {
    PROGRESS_SILENT,
    PROGRESS_LINE, /* on a terminal: one line, rewritten in place at most five times a second */
    PROGRESS_PLAIN /* elsewhere: a line of text every ten seconds, the first after ten seconds */
};

/*
 * Shows the progress of long work: the phase, the time that the command has run, the amount done, the average
 * rate of the phase, the memory in use, and the frontier of a search. The caller owns it; it is the context
 * of struct run's progress callback.
 */
struct progress_line {
    FILE *stream;
    enum progress_style style;
    const struct memory *memory;
    double (*clock)(void); /* run_clock, except in tests */
    double started, next;  /* clock times: start of the command, and the earliest next report */
    const char *phase;     /* the phase reported last; NULL before the first */
    uint64_t done;         /* amount done in the phase */
    double phase_started;
    uint64_t phase_first; /* the amount done when the phase was first reported */
    int on_screen;        /* non-zero while a line is shown on the terminal */
};

/* The style for this stream: LINE on a terminal that can rewrite a line, plain lines elsewhere. */
enum progress_style progress_style_of(FILE *stream);
/* clock: returns seconds since any fixed time; run_clock. */
void progress_init(struct progress_line *line, FILE *stream, enum progress_style style,
                   const struct memory *memory, double (*clock)(void));
/* The callback for struct run's `progress`; `context` is a struct progress_line. */
void progress_show(void *context, const struct progress *progress);
/* Removes the line from the screen, so that other text can be printed. */
void progress_clear(struct progress_line *line);

/*
 * The text without control characters, in `size` bytes; fields that do not fit are left out. elapsed: seconds
 * since the command started; rate: units per second, negative if unknown.
 */
const char *progress_describe(const struct progress *progress, double elapsed, double rate,
                              const struct memory *memory, char *buffer, size_t size);

#endif
