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
