#ifndef HEDDLE_BASE_TEXT_TEXT_H
#define HEDDLE_BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the text has this end and something before it; the second takes upper and lower case for the same.
 */
int text_ends_with(const char *text, const char *end);
int text_ends_with_any_case(const char *text, const char *end);

/* Bytes of the well-formed UTF-8 character that the text begins with, 0 when it begins with none; and the
 * code of a character of that length. */
unsigned text_character(const char *text);
uint32_t text_code(const char *text, unsigned length);

/*
 * What people are shown of a text that may hold anything, such as a label: printable characters of UTF-8 as
 * they are. All else is shown byte by byte as "\x1b": characters that a terminal obeys or that show nothing
 * (controls, writing directions, separators of lines, spaces without width), and bytes that are no UTF-8.
 * Files that are read back hold the bytes themselves.
 */
#define TEXT_ESCAPE 5 /* bytes of such an escape, with its NUL */

/* Bytes of the printable character that the text begins with, 0 when it begins with none; and what is shown
 * of a byte then, which it returns. */
unsigned text_printable_character(const char *text);
const char *text_escape(char byte, char escape[TEXT_ESCAPE]);
/*
 * The next piece of what is shown, and its length; *text moves past what it stands for. The piece lies in
 * the text itself or in `escape`. NULL at the end.
 */
const char *text_shown_piece(const char **text, size_t *length, char escape[TEXT_ESCAPE]);
/* Columns on a terminal of such a piece, which has whole characters alone, and of all that is shown. */
size_t text_piece_width(const char *piece, size_t length);
size_t text_shown_width(const char *text);
/* Prints what is shown, and blanks after it up to `width` columns. */
void text_print(const char *text, size_t width, FILE *stream);
/* The same of what vprintf would print, and ends the line; nothing when memory is spent. */
void text_print_line(FILE *stream, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#ifdef __cplusplus
}
#endif
#endif
