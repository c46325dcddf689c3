/* Errors as values: the library fills them, only cli/ prints them. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void error_place(struct error *error, struct source_position position) {
    error->line = position.line;
    error->column = position.column;
    error->path[0] = '\0';
    if (position.path != NULL) {
        /* A path that is too long is cut at its beginning: the file name says more than the root. */
        size_t length = strlen(position.path), most = sizeof error->path - 1;
        strcpy(error->path, length > most ? position.path + length - most : position.path);
    }
}

static void fill_error(struct error *error, enum error_code code, struct source_position position,
                       const char *format, va_list arguments) {
    error->code = code;
    error_place(error, position);
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

int error_set(struct error *error, enum error_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_error(error, code, (struct source_position){0}, format, arguments);
    va_end(arguments);
    return -1;
}

int error_in(struct error *error, enum error_code code, const char *path, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_error(error, code, (struct source_position){.path = path}, format, arguments);
    va_end(arguments);
    return -1;
}

int error_at(struct error *error, enum error_code code, struct source_position position, const char *format,
             ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_error(error, code, position, format, arguments);
    va_end(arguments);
    return -1;
}

int error_prefix(struct error *error, const char *format, ...) {
    char said[sizeof error->text];
    va_list arguments;
    memcpy(said, error->text, sizeof said);
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    const size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, "%s", said);
    return -1;
}

int error_memory(struct error *error, const char *purpose) {
    return error_set(error, ERROR_MEMORY, "not enough memory %s", purpose);
}

void error_name_file(struct error *error, const char *path) {
    if ((error->code == ERROR_INPUT || error->code == ERROR_LIMIT) && error->path[0] == '\0') {
        const struct error plain = *error;
        error_in(error, plain.code, path, "%s", plain.text);
    }
}

int error_is_undecided(enum error_code code) {
    return code == ERROR_MEMORY || code == ERROR_FULL || code == ERROR_LIMIT || code == ERROR_INTERRUPTED;
}

const char *error_describe(const struct error *error, char *buffer, uint64_t size) {
    if (error->path[0] == '\0') {
        snprintf(buffer, size, "%s", error->text);
    } else if (error->line == 0) {
        snprintf(buffer, size, "%s: %s", error->path, error->text);
    } else if (error->column == 0) {
        snprintf(buffer, size, "%s:%llu: %s", error->path, (unsigned long long)error->line, error->text);
    } else {
        snprintf(buffer, size, "%s:%llu:%llu: %s", error->path, (unsigned long long)error->line,
                 (unsigned long long)error->column, error->text);
    }
    return buffer;
}
