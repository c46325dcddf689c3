#ifndef HEDDLE_CLI_SIMULATE_LINE_READER_H
#define HEDDLE_CLI_SIMULATE_LINE_READER_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct run;

/* Reads lines of a terminal, a pipe or a file as they arrive: a line is returned as soon as its end has
 * been read, and the stop flag and the deadline end the wait. line_reader_open initialises it. */
struct line_reader {
    const struct run *run;
    const char *path; /* name of the input in messages */
    int descriptor;
    int ended;
    uint64_t line; /* number of the last line, from 1 */
    char *buffer;  /* [begin, end) has been read but not returned */
    uint64_t begin, end, capacity;
};

/* path: "-" for standard input. Returns 0, or -1 with *error filled; line_reader_close must follow in
 * either case. */
int line_reader_open(struct line_reader *reader, const char *path, const struct run *run,
                     struct error *error);
void line_reader_close(struct line_reader *reader);

/*
 * Reads the next line, without its end (LF or CRLF) and NUL-terminated; the caller may change it until the
 * next call. Returns 1, 0 at the end, or -1 with *error filled: ERROR_INTERRUPTED, ERROR_IO, ERROR_MEMORY, or
 * ERROR_INPUT for a line that is much too long or has a NUL byte.
 */
int line_reader_next(struct line_reader *reader, char **line, struct error *error);

/* Waits for bytes of a descriptor. Returns 1; 2 if there will be none any more; 0 after a signal that does
 * not end the program (SIGWINCH and SIGTSTP, too, which the caller may have blocked); or -1 with *error
 * filled when the stop flag or the deadline ends the wait. */
int line_reader_wait(const struct run *run, int descriptor, const char *path, struct error *error);
/* Waits for bytes of a descriptor, until the stop flag or the deadline ends the wait. Returns their number,
 * at most `size`; 0 at the end; or -1 with *error filled. path: name of the input in messages. */
int line_reader_get(const struct run *run, int descriptor, const char *path, void *bytes, size_t size,
                    struct error *error);

#endif
