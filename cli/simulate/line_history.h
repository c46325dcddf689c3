#ifndef HEDDLE_CLI_SIMULATE_LINE_HISTORY_H
#define HEDDLE_CLI_SIMULATE_LINE_HISTORY_H

#include <stdint.h>

struct memory;

/*
 * The file with the lines of earlier sessions, one a line, oldest first:
 * $XDG_STATE_HOME/heddle/simulate_history, where XDG_STATE_HOME is ~/.local/state if it is not set (XDG Base
 * Directory Specification). A history is a comfort: whatever fails, there is none, and no message.
 */
struct line_history {
    struct memory *memory;
    int descriptor;  /* for appending; -1: there is no file */
    char *bytes;     /* the lines of earlier sessions, each NUL-terminated */
    uint64_t length; /* of all lines, with their ends */
    uint64_t capacity;
};

/* Makes folders and file if they are not there, and reads the file. line_history_close must follow. */
void line_history_open(struct line_history *history, struct memory *memory);
void line_history_close(struct line_history *history);
/* Appends a line, without its end. */
void line_history_add(struct line_history *history, const char *line);

#endif
