/* Cuts a stream into lines. memchr passes over each byte twice: once for '\n', once for NUL. */
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

int lines_next(struct lines *lines, struct line *line, struct error *error) {
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
        /* Behind a last line without '\n' the end has been set already. */
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

void lines_again(struct lines *lines, const struct line *line) {
    lines->begin = lines->scanned = (uint64_t)(line->begin - lines->buffer);
    lines->line--;
    lines->column = 0;
}
