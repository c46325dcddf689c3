#ifndef HEDDLE_FRONTEND_FORMATS_LINES_H
#define HEDDLE_FRONTEND_FORMATS_LINES_H

#include <stdint.h>

#include "base/error.h"
#include "base/stream/input.h"

struct run;

/* The lines of a text file, streamed through one buffer that grows to the longest line. */
struct lines {
    const struct run *run;
    input *input;
    const char *name; /* the file's name, for messages; "<stdin>" for "-" */
    char *buffer;
    uint64_t capacity;
    uint64_t begin, end; /* the bytes that have not been returned */
    uint64_t scanned;    /* no line ends below */
    uint64_t nul;        /* the first NUL byte from `begin` on; UINT64_MAX for none */
    int ended;           /* the file is all in the buffer */
    uint64_t bytes;      /* read so far */
    uint64_t line;       /* number of the last line that was returned, from 1 */
    uint64_t column;     /* at the end: where the file ends */
};

/* The place that messages about the last line name; at the end, where the file ends. */
static inline struct source_position lines_place(const struct lines *lines) {
    return (struct source_position){lines->name, lines->line, lines->column};
}

/* A line without its '\n'; valid until the next call of lines_next. */
struct text_line {
    const char *begin, *end;
    uint64_t number;
};

/* `path` must outlive the lines. Always followed by lines_close, also after a failure (-1). */
int lines_open(struct lines *lines, const char *path, const struct run *run, struct error *error);
/* The same of a stream that is open (NULL: fails), which the lines own from now on. */
int lines_over(struct lines *lines, input *input, const char *path, const struct run *run,
               struct error *error);
void lines_close(struct lines *lines);

/*
 * The next line: 1, 0 at the end of the file (whose position is then in lines->line and column), or -1: a NUL
 * byte, a read error, memory, or the run's stop or deadline.
 */
int lines_next(struct lines *lines, struct text_line *line, struct error *error);
/* A piece of a text file that ends where a line does. */
struct lines_piece {
    char *text;
    uint64_t capacity, length;
    int ends;   /* the file ends here, or no line ends in the piece because of a NUL byte in it */
    int failed; /* after these lines reading failed, with this error, in whose line they are not counted */
    struct error error;
};

/*
 * Moves whole lines to the piece, whose capacity is about how many bytes it should take, and which grows to a
 * longer line. The lines' own line and column stay. 1, or 0 when there are no more, which is so after a piece
 * that ends or failed. The caller frees `text` (`capacity` bytes).
 */
int lines_take(struct lines *lines, struct lines_piece *piece);

/* The next line will be the last one again. */
void lines_again(struct lines *lines, const struct text_line *line);

#endif
