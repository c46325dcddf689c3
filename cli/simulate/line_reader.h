#ifndef HEDDLE_CLI_SIMULATE_LINE_READER_H
#define HEDDLE_CLI_SIMULATE_LINE_READER_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct run;

/*
 * Lines of a terminal, a pipe or a file, as they come: a line is there as soon as its end was read, and the
 * stop flag and the deadline end the waiting. Begins with line_reader_open.
 */
struct line_reader {
    const struct run *run;
    const char *path; /* for messages */
    int descriptor;
    int ended;
    uint64_t line; /* number of the line that was read last, from 1 */
    char *buffer;  /* [begin, end) was read and not yet returned */
    uint64_t begin, end, capacity;
};

/* path: "-" for standard input. 0, or -1 with *error filled; line_reader_close either way. */
int line_reader_open(struct line_reader *reader, const char *path, const struct run *run,
                     struct error *error);
void line_reader_close(struct line_reader *reader);

/*
 * The next line without its end (LF or CRLF), NUL-terminated, the caller's to change until the next call. 1,
 * 0 at the end, or -1 with *error filled: ERROR_INTERRUPTED, ERROR_IO, ERROR_MEMORY, or ERROR_INPUT for a
 * line that is far too long or has a NUL byte.
 */
int line_reader_next(struct line_reader *reader, char **line, struct error *error);

/*
 * Waits for bytes of a descriptor, until the stop flag or the deadline ends that. How many there are, at most
 * `size`; 0 at the end; or -1 with *error filled. path: for messages.
 */
int line_reader_get(const struct run *run, int descriptor, const char *path, void *bytes, size_t size,
                    struct error *error);

#endif
