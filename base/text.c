/* Small services for texts. */
#include "base/text.h"

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
