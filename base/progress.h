#ifndef HEDDLE_BASE_PROGRESS_H
#define HEDDLE_BASE_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

struct memory;
struct progress;

/* How progress is shown. */
enum progress_style {
    PROGRESS_SILENT,
    PROGRESS_LINE, /* on a terminal: one line, rewritten in place at most five times a second */
    PROGRESS_PLAIN /* elsewhere: a line of text every ten seconds, the first after ten */
};

/*
 * Shows how far long work is: the phase, how long the command has run, what is done, the average rate of the
 * phase, the memory in use, and the frontier of a search. The caller owns it; it
 * is the context of struct run's progress callback.
 */
struct progress_line {
    FILE *stream;
    enum progress_style style;
    const struct memory *memory;
    double (*clock)(void); /* run_clock, but in tests */
    double started, next;  /* of the command; when something may be shown again */
    const char *phase;     /* reported last; NULL before the first */
    uint64_t done;         /* of the phase */
    double phase_started;
    uint64_t phase_first; /* what was done then */
    int on_screen;        /* a line stands on the terminal */
};

/* How to show progress on this stream: a line on a terminal that can rewrite it, plain lines elsewhere. */
enum progress_style progress_style_of(FILE *stream);
/* clock: of seconds, begun anywhere: run_clock. */
void progress_init(struct progress_line *line, FILE *stream, enum progress_style style,
                   const struct memory *memory, double (*clock)(void));
/* struct run's `progress`: `context` is a struct progress_line. */
void progress_show(void *context, const struct progress *progress);
/* Takes the line off the screen, so that other text can be printed. */
void progress_clear(struct progress_line *line);

/*
 * The text without control characters, in `size` bytes; fields that do not fit are left out. elapsed: seconds
 * of the command; rate: units a second, negative when it is not known.
 */
const char *progress_describe(const struct progress *progress, double elapsed, double rate,
                              const struct memory *memory, char *buffer, size_t size);

#endif
