#ifndef HEDDLE_BASE_TEXT_SYNTAX_MESSAGE_H
#define HEDDLE_BASE_TEXT_SYNTAX_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Errors of the readers of languages. Only the first error of a reader counts: it sets *failed, and later
 * calls change nothing. Lines and columns are 1-based, 0 when unknown. Both return -1.
 */
int syntax_message_fail(struct error *error, int *failed, enum error_code code, const char *path,
                        uint64_t line, uint64_t column, const char *text);
int syntax_message_error(struct error *error, int *failed, const char *path, uint64_t line, uint64_t column,
                         const char *format, va_list arguments) __attribute__((format(printf, 6, 0)));

/*
 * Bytes as shown in messages: cut after about 40 bytes; printable UTF-8 characters unchanged, other bytes as
 * \xNN; NUL-terminated. `size` is 16 or more. Returns buffer.
 */
const char *syntax_message_show(const char *text, size_t length, char *buffer, size_t size);

#endif
