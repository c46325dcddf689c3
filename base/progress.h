#ifndef HEDDLE_BASE_PROGRESS_H
#define HEDDLE_BASE_PROGRESS_H

#include <stdio.h>

struct memory;
struct progress;

/*
 * One line that shows how far long work is, rewritten in place at most five times a second. The caller owns
 * it; a progress_line is the context of struct run's progress callback.
 */
struct progress_line {
    FILE *stream; /* a terminal; NULL shows nothing */
    const struct memory *memory;
    double started, shown; /* run_clock() */
    const char *phase;     /* of the line on the screen; NULL when there is none */
    double phase_started;
};

void progress_init(struct progress_line *line, FILE *stream, const struct memory *memory);
/* struct run's `progress`: `context` is a struct progress_line. */
void progress_show(void *context, const struct progress *progress);
/* Takes the line off the screen, so that other text can be printed. */
void progress_clear(struct progress_line *line);

/* The line's text without control characters, cut to size; `seconds` is how long the phase has run. */
const char *progress_describe(const struct progress *progress, double seconds, const struct memory *memory,
                              char *buffer, size_t size);

#endif
