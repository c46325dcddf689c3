#ifndef HEDDLE_BASE_TEXT_BLANK_H
#define HEDDLE_BASE_TEXT_BLANK_H

/* White space: what isspace says of bytes of ASCII. */

static inline int text_is_blank(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The first byte of [at, end) that is not blank, or `end`. */
static inline const char *text_skip_blanks(const char *at, const char *end) {
    while (at < end && text_is_blank(*at)) {
        at++;
    }
    return at;
}

/* The end of [begin, end) without the blanks at its end. */
static inline const char *text_trim_end(const char *begin, const char *end) {
    while (end > begin && text_is_blank(end[-1])) {
        end--;
    }
    return end;
}

#endif
