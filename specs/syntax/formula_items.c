/* Divides the text of a formula into items. */
#include "specs/syntax/formula_items.h"

#include <string.h>

#include "base/text/blank.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

static int is_letter(char byte) {
    return byte != '\0' && strchr(letters, byte) != NULL;
}

int formula_item_is_word(const char *at) {
    return is_letter(*at);
}

int formula_item_is_comment(const char *at, const char *end) {
    return *at == '%' || (*at == '(' && at + 1 < end && at[1] == '*');
}

const char *formula_item_end(const char *at, const char *end) {
    const char *next = at + 1;
    if (*at == '%') {
        next = memchr(at, '\n', (size_t)(end - at));
        return next == NULL ? end : next;
    }
    if (*at == '(' && next < end && *next == '*') {
        for (next++; next < end && !(next[-1] == '*' && *next == ')' && next > at + 2); next++) {
        }
        return next < end ? next + 1 : end;
    }
    if (*at == '"' || *at == '\'') {
        for (; next < end && *next != *at && *next != '\n'; next++) {
            next += *next == '\\' && next + 1 < end;
        }
        return next < end ? next + 1 : end;
    }
    if (is_letter(*at)) {
        while (next < end && (is_letter(*next) || *next == '\'')) {
            next++;
        }
    }
    return next;
}

const char *formula_skip_blanks(const char *at, const char *end) {
    while (at < end && (text_is_blank(*at) || formula_item_is_comment(at, end))) {
        at = formula_item_is_comment(at, end) ? formula_item_end(at, end) : at + 1;
    }
    return at;
}
