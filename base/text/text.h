#ifndef HEDDLE_BASE_TEXT_TEXT_H
#define HEDDLE_BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Whether the text ends with `end` after at least one other byte, in any case. */
int text_ends_with_any_case(const char *text, const char *end);

/*
 * The length in bytes of the well-formed UTF-8 character at the beginning of the text, 0 if there is none;
 * and the code of a character of that length.
 */
unsigned text_character(const char *text);
uint32_t text_code(const char *text, unsigned length);

/*
 * How a text of any bytes, such as a label, is shown to people: printable UTF-8 characters unchanged,
 * everything else byte by byte as "\x1b". That includes characters that control a terminal or show nothing
 * (controls, writing directions, line separators, spaces without width) and invalid UTF-8. Files that are
 * read back have the bytes themselves.
 */
#define TEXT_ESCAPE 5 /* length of such an escape, with its NUL */

/*
 * The length in bytes of the printable character at the beginning of the text, 0 if there is none; the escape
 * for a byte, which the second function writes and returns.
 */
unsigned text_printable_character(const char *text);
const char *text_escape(char byte, char escape[TEXT_ESCAPE]);
/*
 * The next piece of the shown text, and its length; *text moves past what it shows. The piece lies in the
 * text itself or in `escape`. NULL at the end.
 */
const char *text_shown_piece(const char **text, size_t *length, char escape[TEXT_ESCAPE]);
/*
 * The columns on a terminal of such a piece (which has whole characters only), and of the whole shown text.
 */
size_t text_piece_width(const char *piece, size_t length);
size_t text_shown_width(const char *text);
/* Prints the shown text, and blanks after it up to `width` columns. */
void text_print(const char *text, size_t width, FILE *stream);
/* What vprintf would print: in `room` if it fits into `size` bytes, else in *own, which the caller frees with
 * free (NULL: nothing). Without memory, what fits. */
const char *text_format(char *room, size_t size, char **own, const char *format, va_list arguments)
    __attribute__((format(printf, 4, 0)));
/* Prints what vprintf would print, as shown text, and ends the line; without memory, its first 4095 bytes. */
void text_print_line(FILE *stream, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
#endif
