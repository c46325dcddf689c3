/* Whether a text is well-formed XML. */
#include "tests/support/xml.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/text/text.h"

#define DEEPEST 64
#define MOST_ATTRIBUTES 32
#define BLANKS " \t\r\n"
#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:_"

struct name {
    const char *at;
    size_t length;
};

struct reader {
    const char *at;
    const char *wrong;
    struct name open[DEEPEST];
    unsigned depth, roots;
};

static int fail(struct reader *reader, const char *what) {
    reader->wrong = what;
    return -1;
}

static struct name take_name(struct reader *reader) {
    struct name name = {reader->at, strspn(reader->at, NAME_CHARACTERS)};
    reader->at += name.length;
    return name;
}

static int same(struct name a, struct name b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* &amp; and the like, and numbers. */
static int take_entity(struct reader *reader) {
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (strncmp(reader->at, names[i], strlen(names[i])) == 0) {
            reader->at += strlen(names[i]);
            return 0;
        }
    }
    size_t digits = strncmp(reader->at, "&#", 2) == 0 ? strspn(reader->at + 2, "0123456789") : 0;
    if (digits == 0 || reader->at[2 + digits] != ';') {
        return fail(reader, "a bare &");
    }
    reader->at += digits + 3;
    return 0;
}

/* Characters up to `end`, which stays. */
static int take_characters(struct reader *reader, char end) {
    while (*reader->at != end && *reader->at != '\0') {
        unsigned length = text_character(reader->at);
        unsigned char byte = (unsigned char)*reader->at;
        if (length == 0 || (byte < 0x20 && strchr(BLANKS, byte) == NULL)) {
            return fail(reader, "a character that may not be");
        }
        if (byte == '<') {
            return fail(reader, "a bare <");
        }
        if (byte == '&') {
            if (take_entity(reader) != 0) {
                return -1;
            }
        } else {
            reader->at += length;
        }
    }
    return 0;
}

static int take_attributes(struct reader *reader) {
    struct name seen[MOST_ATTRIBUTES];
    for (unsigned count = 0;; count++) {
        size_t blanks = strspn(reader->at, BLANKS);
        reader->at += blanks;
        struct name name = take_name(reader);
        if (name.length == 0) {
            return 0;
        }
        char quote = reader->at[0] == '=' ? reader->at[1] : '\0';
        if (blanks == 0 || count == MOST_ATTRIBUTES || (quote != '"' && quote != '\'')) {
            return fail(reader, "an attribute");
        }
        for (unsigned i = 0; i < count; i++) {
            if (same(seen[i], name)) {
                return fail(reader, "an attribute twice");
            }
        }
        seen[count] = name;
        reader->at += 2;
        if (take_characters(reader, quote) != 0 || *reader->at != quote) {
            return fail(reader, "an attribute's value");
        }
        reader->at++;
    }
}

static int take_tag(struct reader *reader) {
    int closes = reader->at[1] == '/';
    reader->at += closes ? 2 : 1;
    struct name name = take_name(reader);
    if (name.length == 0) {
        return fail(reader, "a tag without a name");
    }
    if (closes) {
        if (reader->depth == 0 || !same(reader->open[--reader->depth], name) || *reader->at++ != '>') {
            return fail(reader, "a closing tag that closes nothing");
        }
        return 0;
    }
    if (take_attributes(reader) != 0) {
        return -1;
    }
    reader->roots += reader->depth == 0;
    int empty = *reader->at == '/';
    reader->at += empty;
    if (*reader->at++ != '>' || reader->depth == DEEPEST) {
        return fail(reader, "a tag that does not end");
    }
    if (!empty) {
        reader->open[reader->depth++] = name;
    }
    return 0;
}

const char *xml_wrong(const char *text) {
    struct reader reader = {.at = text};
    if (strncmp(text, "<?xml ", 6) == 0) {
        const char *end = strstr(text, "?>");
        if (end == NULL) {
            return "a declaration that does not end";
        }
        reader.at = end + 2;
    }
    while (*reader.at != '\0') {
        if (*reader.at == '<') {
            if (take_tag(&reader) != 0) {
                return reader.wrong;
            }
        } else if (reader.depth > 0) {
            if (take_characters(&reader, '<') != 0) {
                return reader.wrong;
            }
        } else if (strchr(BLANKS, *reader.at) != NULL) {
            reader.at++;
        } else {
            return "text outside the root";
        }
    }
    return reader.depth > 0 ? "an element that does not end" : reader.roots != 1 ? "not one root" : NULL;
}
