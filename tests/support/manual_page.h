#ifndef HEDDLE_TESTS_SUPPORT_MANUAL_PAGE_H
#define HEDDLE_TESTS_SUPPORT_MANUAL_PAGE_H

#include <stddef.h>

/*
 * Pages of the manual (README.md, examples/README.md, docs/ *.md) as tests. A fenced block says in its first
 * line what it is:
 *
 *   ```console             lines `$ COMMAND` (continued on lines `> MORE`), each with what it prints below
 *   ```console skip: WHY   the same, but it cannot run here
 *   ```LANGUAGE FILE       a file that the commands below it read
 *   ```LANGUAGE            something to look at
 *
 * Everything here is a view into the page's text.
 */
struct manual_text {
    const char *text;
    size_t size;
};

struct manual_block {
    unsigned line;                           /* the line of the opening fence, from 1 on */
    struct manual_text language, info, body; /* info: the text after the language in the fence's line */
};

struct manual_cursor {
    const char *next; /* NUL-terminated */
    unsigned line;    /* the line of next */
};

struct manual_step {
    unsigned line;
    int status;                  /* of a transcript: N if it begins with `N$ ` */
    struct manual_text command;  /* from `$ ` on, with its lines `> MORE` */
    struct manual_text expected; /* the lines below it, up to the next command */
};

/* 1 with the next block, 0 when there is none, -1 when a block does not end or its fence is indented. */
int manual_next_block(struct manual_cursor *cursor, struct manual_block *block);
/* Finds the next command of a console block; *cursor begins at the body, *line at its line. 1; 0 if there is
 * none; -1 if the body does not begin with a command.
 */
int manual_next_step(struct manual_text *rest, unsigned *line, struct manual_step *step);
/* The command as the shell is to have it, without the marks of its lines; the caller frees it. */
char *manual_command(const struct manual_step *step);

/* Whether a text begins with `beginning`, or is `whole`. */
int manual_begins(struct manual_text text, const char *beginning);
int manual_is(struct manual_text text, const char *whole);

/*
 * Whether what was printed is what the page shows. Lines are compared word by word, so that columns may move;
 *
 *   - a line `...` stands for any lines, also for none, and `...` within a line for any text;
 *   - a number before a unit of time, memory, share or speed (s, ms, %, bytes, KiB, MiB, GiB, /s; also with
 *     k, M, G between) stands for any such number and unit;
 *   - rows of speed, and the rows "GPU start", "graph time", "evidence time" and "vacuity time", are left
 * out: they are there only where a search or that step took long enough;
 *   - in JSON, the value of a key that ends in seconds, per_second, bytes, table_load or threads is any
 * value.
 */
int manual_matches(struct manual_text expected, const char *printed);

#endif
