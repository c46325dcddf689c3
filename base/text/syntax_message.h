#ifndef HEDDLE_BASE_TEXT_SYNTAX_MESSAGE_H
#define HEDDLE_BASE_TEXT_SYNTAX_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Errors of the readers of languages. Only the first error of a reader counts: it sets *failed, and later
 * calls change nothing. Both return -1.
 */
int syntax_message_fail(struct error *error, int *failed, enum error_code code,
                        struct source_position position, const char *text);
int syntax_message_error(struct error *error, int *failed, struct source_position position,
                         const char *format, va_list arguments) __attribute__((format(printf, 4, 0)));

/*
 * Bytes as shown in messages: cut after about 40 bytes; printable UTF-8 characters unchanged, other bytes as
 * \xNN; NUL-terminated. `size` is 16 or more. Returns buffer.
 */
const char *syntax_message_show(const char *text, size_t length, char *buffer, size_t size);

#endif
