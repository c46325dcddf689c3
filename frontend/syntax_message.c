/* Errors of readers: the first one, where it is, and what stands there. */
#include "frontend/syntax_message.h"

#include <stdio.h>
#include <string.h>

int syntax_message_fail(struct error *error, int *failed, enum error_code code, const char *path,
                        uint64_t line, uint64_t column, const char *text) {
    if (!*failed) {
        error_at(error, code, path, line, column, "%s", text);
        *failed = 1;
    }
    return -1;
}

int syntax_message_error(struct error *error, int *failed, const char *path, uint64_t line, uint64_t column,
                         const char *format, va_list arguments) {
    char text[sizeof error->text];
    vsnprintf(text, sizeof text, format, arguments);
    return syntax_message_fail(error, failed, ERROR_INPUT, path, line, column, text);
}

/* The bytes of the character of UTF-8 that begins here, of two to four that people can see; 0: there is none.
 */
static size_t character_bytes(const unsigned char *text, size_t length) {
    size_t bytes = *text >= 0xc2 && *text < 0xe0   ? 2
                   : *text >= 0xe0 && *text < 0xf0 ? 3
                   : *text >= 0xf0 && *text < 0xf5 ? 4
                                                   : 0;
    if (bytes > length || (*text == 0xc2 && text[1] <= 0xa0)) {
        return 0;
    }
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return bytes;
}

const char *syntax_message_show(const char *text, size_t length, char *buffer, size_t size) {
    size_t used = 0, bytes;
    for (size_t i = 0; i < length && used + 8 < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= ' ' && byte < 127) {
            buffer[used++] = (char)byte;
        } else if ((bytes = character_bytes((const unsigned char *)text + i, length - i)) != 0) {
            memcpy(buffer + used, text + i, bytes);
            used += bytes;
            i += bytes - 1;
        } else {
            used += (size_t)snprintf(buffer + used, size - used, "\\x%02x", byte);
        }
        if (used > 40 && i + 1 < length) {
            memcpy(buffer + used, "...", 3);
            used += 3;
            break;
        }
    }
    buffer[used] = '\0';
    return buffer;
}
