/* Errors of readers: the first one, with its position and the text there. */
#include "base/text/syntax_message.h"

#include <stdio.h>
#include <string.h>

#include "base/text/text.h"

#define NO_BREAK_SPACE "\xc2\xa0" /* it looks like a blank */

int syntax_message_fail(struct error *error, int *failed, enum error_code code,
                        struct source_position position, const char *text) {
    if (!*failed) {
        error_at(error, code, position, "%s", text);
        *failed = 1;
    }
    return -1;
}

int syntax_message_error(struct error *error, int *failed, struct source_position position,
                         const char *format, va_list arguments) {
    char text[sizeof error->text];
    vsnprintf(text, sizeof text, format, arguments);
    return syntax_message_fail(error, failed, ERROR_INPUT, position, text);
}

const char *syntax_message_show(const char *text, size_t length, char *buffer, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < length && used + 8 < size;) {
        char next[5] = "", escape[TEXT_ESCAPE];
        memcpy(next, text + i, length - i < 4 ? length - i : 4);
        size_t bytes = strncmp(next, NO_BREAK_SPACE, 2) == 0 ? 0 : text_printable_character(next);
        const char *shown = bytes == 0 ? text_escape(*next, escape) : next;
        size_t shown_bytes = bytes == 0 ? strlen(escape) : bytes;
        memcpy(buffer + used, shown, shown_bytes);
        used += shown_bytes;
        i += bytes == 0 ? 1 : bytes;
        if (used > 40 && i < length) {
            memcpy(buffer + used, "...", 3);
            used += 3;
            break;
        }
    }
    buffer[used] = '\0';
    return buffer;
}
