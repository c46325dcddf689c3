#ifndef HEDDLE_CLI_SIMULATE_LINE_EDITOR_H
#define HEDDLE_CLI_SIMULATE_LINE_EDITOR_H

#include <stdint.h>
#include <stdio.h>

struct error;
struct run;

/* Lines that a user edits at a terminal, with a history (libedit). */
typedef struct line_editor line_editor;

/*
 * An editor for standard input that shows the line on `out`; NULL if one of them is not a terminal, TERM
 * names none that can move the cursor, or the build has no libedit. The owner ends it with line_editor_free.
 */
line_editor *line_editor_create(const struct run *run, FILE *out);
void line_editor_free(line_editor *editor);

/* The next line after `prompt`, as line_reader_next (line_reader.h) returns it. */
int line_editor_next(line_editor *editor, const char *prompt, char **line, struct error *error);

#endif
