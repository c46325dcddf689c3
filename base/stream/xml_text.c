/* Writes texts as XML. */
#include "base/stream/xml_text.h"

#include <string.h>

#include "base/stream/output.h"
#include "base/text/text.h"

#define REPLACEMENT "\xef\xbf\xbd"
#define ELLIPSIS "\xe2\x80\xa6"

/* Bytes of the next character of the source. */
static size_t step_of(const char *text) {
    unsigned length = text_printable_character(text);
    return length > 0 ? length : 1;
}

/* Whether the text has more than `most` characters; reads no more than that. */
static int is_longer(const char *text, size_t most) {
    for (; *text != '\0'; text += step_of(text)) {
        if (most-- == 0) {
            return 1;
        }
    }
    return 0;
}

/* The XML text for a character, in `buffer` or a constant; NULL: the character itself. */
static const char *escape_of(const char *text, size_t length, char buffer[TEXT_ESCAPE]) {
    if (length == 3 && (memcmp(text, "\xef\xbf\xbe", 3) == 0 || memcmp(text, "\xef\xbf\xbf", 3) == 0)) {
        return REPLACEMENT;
    }
    if (text_printable_character(text) == 0 && strchr("\t\n\r", *text) == NULL) {
        return text_escape(*text, buffer);
    }
    switch (*text) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

int xml_text_write(output *output, const char *text, size_t most, struct error *error) {
    int cut = is_longer(text, most), failed = 0;
    for (size_t left = cut && most > 0 ? most - 1 : most; left > 0 && *text != '\0' && !failed; left--) {
        size_t length = step_of(text);
        char buffer[TEXT_ESCAPE];
        const char *escape = escape_of(text, length, buffer);
        failed =
            escape != NULL ? output_text(output, escape, error) : output_write(output, text, length, error);
        text += length;
    }
    return !failed && cut ? output_text(output, ELLIPSIS, error) : failed;
}
