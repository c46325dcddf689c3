#ifndef HEDDLE_BASE_ERROR_H
#define HEDDLE_BASE_ERROR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The kind of an error; the command turns USAGE, INPUT, PREDICATE, IO and DEVICE into exit status 2, the
 * others (error_is_undecided) into 3.
 */
enum error_code {
    ERROR_NONE = 0,
    ERROR_USAGE,       /* the options make no sense */
    ERROR_INPUT,       /* a file's content is wrong */
    ERROR_PREDICATE,   /* a predicate of a property has no value in a state of the model */
    ERROR_IO,          /* a file could not be opened, read or written */
    ERROR_MEMORY,      /* the memory budget or the machine's memory is exhausted */
    ERROR_FULL,        /* a table is full and cannot grow */
    ERROR_LIMIT,       /* a size limit of this program is exceeded (vertices beyond 32 bits, say) */
    ERROR_INTERRUPTED, /* the stop flag was set or the deadline has passed */
    ERROR_DEVICE       /* the requested device does not work */
};

/* Filled by the function that fails; the caller owns it. line and column are 1-based, 0 when unknown. */
struct error {
    enum error_code code;
    uint64_t line;
    uint64_t column;
    char path[512];
    char text[1024];
};

/* A place in a text that a user wrote. Line and column are 1-based, 0 when unknown. */
struct source_position {
    const char *path;
    uint64_t line, column;
};

/* Each fills *error and returns -1, so that callers can `return error_set(...)`. */
int error_set(struct error *error, enum error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* About a whole file. */
int error_in(struct error *error, enum error_code code, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int error_at(struct error *error, enum error_code code, struct source_position position, const char *format,
             ...) __attribute__((format(printf, 4, 5)));
/* Gives an error another place. */
void error_place(struct error *error, struct source_position position);
/* Puts a text before that of an error, which keeps its kind and place: "FORMULA: " or "--never LABEL: ".
 * Returns -1. */
int error_prefix(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * Sets ERROR_MEMORY with the text "not enough memory PURPOSE", where PURPOSE is "for the graph" or "to read a
 * line".
 */
int error_memory(struct error *error, const char *purpose);
/* Names the file in an error about an input, ERROR_INPUT or ERROR_LIMIT, that names none yet. */
void error_name_file(struct error *error, const char *path);

/* Whether it says nothing of what was asked: with more memory or time, the work might have succeeded. */
int error_is_undecided(enum error_code code);

/* Writes "path:line:column: text" (only the known parts) into buffer, cut to size; returns buffer. */
const char *error_describe(const struct error *error, char *buffer, uint64_t size);

#ifdef __cplusplus
}
#endif
#endif
