#ifndef HEDDLE_CLI_SIMULATE_LINE_EDITOR_H
#define HEDDLE_CLI_SIMULATE_LINE_EDITOR_H

#include <stdint.h>
#include <stdio.h>

struct error;
struct simulate_session;

/* Reads lines that a user edits at a terminal, with a history that later sessions share, search in it
 * (Ctrl-R) and completion (Tab); by libedit. */
typedef struct line_editor line_editor;

/* Creates an editor for standard input that shows the line on the session's `out`; NULL if one of them is not
 * a terminal, TERM names no terminal that can move the cursor, or the build has no libedit. The caller frees
 * it with line_editor_free. */
line_editor *line_editor_create(struct simulate_session *session);
void line_editor_free(line_editor *editor);

/* Reads the next line after `prompt`, and returns it like line_reader_next (line_reader.h). */
int line_editor_next(line_editor *editor, const char *prompt, char **line, struct error *error);

#endif
