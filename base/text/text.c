/* Small services for texts. */
#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Where the last bytes of the text begin, as many as `end` has; NULL when there is nothing before them. */
static const char *tail_of(const char *text, const char *end) {
    size_t length = strlen(text), size = strlen(end);
    return length > size ? text + length - size : NULL;
}

int text_ends_with(const char *text, const char *end) {
    const char *tail = tail_of(text, end);
    return tail != NULL && strcmp(tail, end) == 0;
}

int text_ends_with_any_case(const char *text, const char *end) {
    const char *tail = tail_of(text, end);
    return tail != NULL && strcasecmp(tail, end) == 0;
}

unsigned text_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    unsigned length = byte[0] < 0x80 ? 1 : byte[0] < 0xc2 ? 0 : byte[0] < 0xe0 ? 2 : byte[0] < 0xf0 ? 3 : 4;
    for (unsigned i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80) { /* the final NUL is none, either */
            return 0;
        }
    }
    if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) ||
        (byte[0] == 0xf0 && byte[1] < 0x90) || (byte[0] == 0xf4 && byte[1] > 0x8f) || byte[0] > 0xf4) {
        return 0;
    }
    return length;
}

unsigned text_printable_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    unsigned length = text_character(text);
    int is_control = byte[0] < 0x20 || byte[0] == 0x7f || (byte[0] == 0xc2 && byte[1] < 0xa0);
    return is_control ? 0 : length;
}

const char *text_escape(char byte, char escape[TEXT_ESCAPE]) {
    snprintf(escape, TEXT_ESCAPE, "\\x%02x", (unsigned)(unsigned char)byte);
    return escape;
}

const char *text_shown_piece(const char **text, size_t *length, char escape[TEXT_ESCAPE]) {
    const char *begin = *text;
    for (unsigned more; (more = text_printable_character(*text)) != 0;) {
        *text += more;
    }
    *length = (size_t)(*text - begin);
    if (*length > 0) {
        return begin;
    }
    if (*begin == '\0') {
        return NULL;
    }
    *length = TEXT_ESCAPE - 1;
    *text = begin + 1;
    return text_escape(*begin, escape);
}

size_t text_piece_width(const char *piece, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length; i++) {
        width += ((unsigned char)piece[i] & 0xc0) != 0x80; /* each character has one other byte, its first */
    }
    return width;
}

size_t text_shown_width(const char *text) {
    char escape[TEXT_ESCAPE];
    const char *piece;
    size_t length, sum = 0;
    while ((piece = text_shown_piece(&text, &length, escape)) != NULL) {
        sum += text_piece_width(piece, length);
    }
    return sum;
}

void text_print(const char *text, size_t width, FILE *stream) {
    char escape[TEXT_ESCAPE];
    const char *piece;
    size_t length, sum = 0;
    while ((piece = text_shown_piece(&text, &length, escape)) != NULL) {
        fwrite(piece, 1, length, stream);
        sum += text_piece_width(piece, length);
    }
    fprintf(stream, "%*s", sum < width ? (int)(width - sum) : 0, "");
}

void text_print_line(FILE *stream, const char *format, va_list arguments) {
    char *text;
    if (vasprintf(&text, format, arguments) >= 0) {
        text_print(text, 0, stream);
        fputc('\n', stream);
        free(text);
    }
}
