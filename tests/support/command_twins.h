#ifndef HEDDLE_TESTS_SUPPORT_COMMAND_TWINS_H
#define HEDDLE_TESTS_SUPPORT_COMMAND_TWINS_H

#include <stddef.h>
#include <sys/types.h>

#include "tests/support/command_grid.h"
#include "tests/support/process.h"

/*
 * A command line that runs twice, each time in a folder of its own, and must do the same: exit status,
 * standard output, messages, and all files, but for what depends on the engine or on the clock (twin_text.h).
 */
struct twin {
    char folder[600], out[640], err[640];
    pid_t pid;
    struct process process; /* when it has ended */
};

/*
 * Starts `heddle LINE` in the folder, which it makes. program: another build of heddle; NULL: this one. With
 * --resume, a search of few levels runs before. With GRID_WINNERS, `heddle verify` runs afterwards on what is
 * evidence, which is removed if it is confirmed.
 */
void twin_start(struct twin *twin, const char *folder, const char *program, const char *line,
                enum grid_compared compared);
void twin_finish(struct twin *twin);
/* The first difference, as text in `why`: 1, or 0 if there is none. */
int twins_differ(const struct twin *first, const struct twin *second, enum grid_compared compared, char *why,
                 size_t size);
/* Removes folder and outputs. */
void twin_remove(struct twin *twin);

#endif
