/* Cuts a stream into lines, or pieces of many. memchr passes over each byte twice: for '\n' and NUL. */
#include "frontend/formats/lines.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"

#define FIRST_CAPACITY ((uint64_t)256 << 10)
#define NO_NUL UINT64_MAX

int lines_over(struct lines *lines, input *input, const char *path, const struct run *run,
               struct error *error) {
    memset(lines, 0, sizeof *lines);
    lines->run = run;
    lines->input = input;
    lines->name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    lines->nul = NO_NUL;
    if (input == NULL) {
        return -1;
    }
    lines->buffer = memory_allocate(run->memory, FIRST_CAPACITY);
    if (lines->buffer == NULL) {
        return error_in(error, ERROR_MEMORY, lines->name, "not enough memory to read the file");
    }
    lines->capacity = FIRST_CAPACITY;
    return 0;
}

int lines_open(struct lines *lines, const char *path, const struct run *run, struct error *error) {
    return lines_over(lines, input_open(run, path, error), path, run, error);
}

void lines_close(struct lines *lines) {
    input_close(lines->input);
    memory_free(lines->run->memory, lines->buffer, lines->capacity);
}

static void report_progress(struct lines *lines, int last) {
    run_tell(lines->run, "reading", lines->bytes, last ? lines->bytes : 0, "bytes");
}

static int fail_nul(const struct lines *lines, struct error *error) {
    return error_at(error, ERROR_INPUT,
                    (struct source_position){lines->name, lines->line + 1, lines->nul - lines->begin + 1},
                    "a NUL byte: this is no text file");
}

/* Moves the unread bytes to the front and reads more after them; the buffer grows when a line fills it. */
static int refill_buffer(struct lines *lines, struct error *error) {
    if (run_should_stop(lines->run)) {
        return error_at(error, ERROR_INTERRUPTED, (struct source_position){lines->name, lines->line + 1, 0},
                        "interrupted while reading");
    }
    uint64_t left = lines->end - lines->begin;
    memmove(lines->buffer, lines->buffer + lines->begin, left);
    lines->scanned -= lines->begin;
    lines->begin = 0;
    lines->end = left;
    if (left == lines->capacity) {
        char *moved = memory_reallocate(lines->run->memory, lines->buffer, left, 2 * left);
        if (moved == NULL) {
            return error_at(error, ERROR_MEMORY, (struct source_position){lines->name, lines->line + 1, 0},
                            "not enough memory for a line of more than %llu bytes", (unsigned long long)left);
        }
        lines->buffer = moved;
        lines->capacity = 2 * left;
    }
    uint64_t wanted = lines->capacity - left;
    int64_t count = input_read(lines->input, lines->buffer + left, wanted, error);
    if (count < 0) {
        return -1;
    }
    lines->end += (uint64_t)count;
    lines->bytes += (uint64_t)count;
    lines->ended = (uint64_t)count < wanted;
    /* One that was found before has ended the reading by now. */
    const char *nul = memchr(lines->buffer + left, '\0', (size_t)count);
    lines->nul = nul == NULL ? NO_NUL : (uint64_t)(nul - lines->buffer);
    report_progress(lines, lines->ended);
    return 0;
}

int lines_next(struct lines *lines, struct text_line *line, struct error *error) {
    const char *newline;
    while ((newline = memchr(lines->buffer + lines->scanned, '\n', lines->end - lines->scanned)) == NULL) {
        lines->scanned = lines->end;
        if (lines->nul != NO_NUL) {
            return fail_nul(lines, error);
        }
        if (lines->ended) {
            break;
        }
        if (refill_buffer(lines, error) != 0) {
            return -1;
        }
    }
    if (newline == NULL && lines->begin == lines->end) {
        /* After a last line without '\n' the end has been set already. */
        if (lines->column == 0) {
            lines->line++;
            lines->column = 1;
        }
        return 0;
    }
    uint64_t end = newline == NULL ? lines->end : (uint64_t)(newline - lines->buffer);
    if (lines->nul < end) {
        return fail_nul(lines, error);
    }
    line->begin = lines->buffer + lines->begin;
    line->end = lines->buffer + end;
    line->number = ++lines->line;
    lines->column = newline == NULL ? end - lines->begin + 1 : 0;
    lines->begin = newline == NULL ? end : end + 1;
    lines->scanned = lines->begin;
    return 1;
}

void lines_again(struct lines *lines, const struct text_line *line) {
    lines->begin = lines->scanned = (uint64_t)(line->begin - lines->buffer);
    lines->line--;
    lines->column = 0;
}

/* --- pieces --- */

/* Moves bytes of the buffer, or else of the stream, to the end of the piece: how many, or -1. */
static int64_t extend_piece(struct lines *lines, struct lines_piece *piece) {
    uint64_t room = piece->capacity - piece->length, left = lines->end - lines->begin;
    char *to = piece->text + piece->length;
    if (left > 0) {
        left = left < room ? left : room;
        memcpy(to, lines->buffer + lines->begin, left);
        lines->begin += left;
        return (int64_t)left;
    }
    if (run_should_stop(lines->run)) {
        return error_at(&piece->error, ERROR_INTERRUPTED, (struct source_position){lines->name, 1, 0},
                        "interrupted while reading");
    }
    int64_t count = input_read(lines->input, to, room, &piece->error);
    if (count >= 0) {
        lines->begin = lines->end = 0;
        lines->bytes += (uint64_t)count;
        lines->ended = (uint64_t)count < room;
        report_progress(lines, lines->ended);
    }
    return count;
}

static int grow_piece(const struct lines *lines, struct lines_piece *piece) {
    char *moved = memory_reallocate(lines->run->memory, piece->text, piece->capacity, 2 * piece->capacity);
    if (moved == NULL) {
        return error_at(&piece->error, ERROR_MEMORY, (struct source_position){lines->name, 1, 0},
                        "not enough memory for a line of more than %llu bytes",
                        (unsigned long long)piece->capacity);
    }
    piece->text = moved;
    piece->capacity *= 2;
    return 0;
}

/* Gives the bytes after the first `length` ones back to the buffer. 0 or -1. */
static int return_rest(struct lines *lines, struct lines_piece *piece, uint64_t length) {
    uint64_t rest = piece->length - length;
    piece->length = length;
    if (lines->end > 0) {
        lines->begin -= rest; /* they are there yet */
        return 0;
    }
    if (rest > lines->capacity) {
        char *moved = memory_reallocate(lines->run->memory, lines->buffer, lines->capacity, rest);
        if (moved == NULL) {
            return error_in(&piece->error, ERROR_MEMORY, lines->name, "not enough memory to read the file");
        }
        lines->buffer = moved;
        lines->capacity = rest;
    }
    memcpy(lines->buffer, piece->text + length, rest);
    lines->end = rest;
    return 0;
}

/* Extends the piece until a line ends in it: 0, or -1 with `ends` or `failed` set if none does. */
static int fill_piece(struct lines *lines, struct lines_piece *piece, uint64_t *length) {
    for (;;) {
        int64_t count = 0;
        if (lines->begin == lines->end && lines->ended) {
            piece->ends = 1;
            return -1;
        }
        if ((piece->length == piece->capacity && grow_piece(lines, piece) != 0) ||
            (count = extend_piece(lines, piece)) < 0) {
            piece->length = 0;
            piece->failed = 1;
            return -1;
        }
        const char *begin = piece->text + piece->length, *newline = memrchr(begin, '\n', (size_t)count);
        piece->length += (uint64_t)count;
        if (newline != NULL) {
            *length = (uint64_t)(newline - piece->text) + 1;
            return 0;
        }
        if (memchr(begin, '\0', (size_t)count) != NULL) {
            piece->ends = 1;
            return -1;
        }
    }
}

int lines_take(struct lines *lines, struct lines_piece *piece) {
    uint64_t length;
    piece->length = 0;
    piece->ends = piece->failed = 0;
    if (fill_piece(lines, piece, &length) == 0 && return_rest(lines, piece, length) != 0) {
        piece->failed = 1;
    }
    if (piece->ends || piece->failed) {
        lines->begin = lines->end = 0;
        lines->ended = 1;
    }
    return piece->length > 0 || piece->failed;
}
