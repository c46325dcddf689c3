/* Ends of texts, UTF-8 characters, and how texts are shown to people. */
#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define LINE_ROOM 4096 /* bytes of a line that need no allocation */

/* The last bytes of the text, as many as `end` has; NULL if nothing is before them. */
static const char *tail_of(const char *text, const char *end) {
    size_t length = strlen(text), size = strlen(end);
    return length > size ? text + length - size : NULL;
}

int text_ends_with_any_case(const char *text, const char *end) {
    const char *tail = tail_of(text, end);
    return tail != NULL && strcasecmp(tail, end) == 0;
}

unsigned text_character(const char *text) {
    const unsigned char *byte = (const unsigned char *)text;
    unsigned length = byte[0] < 0x80 ? 1 : byte[0] < 0xc2 ? 0 : byte[0] < 0xe0 ? 2 : byte[0] < 0xf0 ? 3 : 4;
    for (unsigned i = 1; i < length; i++) {
        if ((byte[i] & 0xc0) != 0x80) { /* the final NUL is not one either */
            return 0;
        }
    }
    if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) ||
        (byte[0] == 0xf0 && byte[1] < 0x90) || (byte[0] == 0xf4 && byte[1] > 0x8f) || byte[0] > 0xf4) {
        return 0;
    }
    return length;
}

uint32_t text_code(const char *text, unsigned length) {
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)text[0] & first_bits[length];
    for (unsigned i = 1; i < length; i++) {
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return code;
}

struct code_range {
    uint32_t first, last;
};

static int is_in(uint32_t code, const struct code_range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) {
            return 1;
        }
    }
    return 0;
}

#define IS_IN(code, ranges) is_in(code, ranges, sizeof(ranges) / sizeof *(ranges))

/*
 * Characters that control a terminal or show nothing: controls of writing direction, line and paragraph
 * separators, marks and spaces without width, tags.
 */
static const struct code_range unseen[] = {
    {0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},
    {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

/*
 * Characters that do not take one column, by blocks of Unicode: East Asian writing and emoji take two,
 * combining marks none. The C library's wcwidth would know every character, but only in a locale in which
 * patterns match characters instead of bytes.
 */
static const struct code_range wide[] = {
    {0x1100, 0x115f},   {0x2329, 0x232a},   {0x2e80, 0x3029},   {0x302e, 0x303e},   {0x3041, 0x3098},
    {0x309b, 0xa4cf},   {0xa960, 0xa97c},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},
    {0xfe30, 0xfe6f},   {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x1b2fb}, {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};
static const struct code_range combining[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},     {0x610, 0x61a},   {0x64b, 0x65f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff},   {0x302a, 0x302d}, {0x3099, 0x309a},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef},
};

unsigned text_printable_character(const char *text) {
    unsigned length = text_character(text);
    return length == 0 || IS_IN(text_code(text, length), unseen) ? 0 : length;
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
    for (unsigned bytes; length > 0; piece += bytes, length -= bytes) {
        bytes = text_character(piece);
        uint32_t code = text_code(piece, bytes);
        width += code < 0x300 ? 1 : IS_IN(code, wide) ? 2 : !IS_IN(code, combining);
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

const char *text_format(char *room, size_t size, char **own, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(room, size, format, arguments);
    *own = NULL;
    if ((size_t)length >= size && vasprintf(own, format, again) < 0) {
        *own = NULL;
    }
    va_end(again);
    return *own != NULL ? *own : room;
}

void text_print_line(FILE *stream, const char *format, va_list arguments) {
    char room[LINE_ROOM], *own;
    text_print(text_format(room, sizeof room, &own, format, arguments), 0, stream);
    fputc('\n', stream);
    free(own);
}
