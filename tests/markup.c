/* Looking over markup. */
#include "tests/markup.h"

#include <string.h>

#define DEPTH 32
#define NAME 32

struct markup {
    const char *at;
    char open[DEPTH][NAME]; /* elements that have begun */
    unsigned depth;
};

static int is_void(const char *name) {
    return strcmp(name, "meta") == 0;
}

/* From behind the name to behind the tag: 1, with *closed where it ends in "/>", or 0. */
static int pass_attributes(struct markup *markup, int *closed) {
    char quote = '\0';
    for (; *markup->at != '\0'; markup->at++) {
        char c = *markup->at;
        if (quote != '\0') {
            if (c == '<') {
                return 0;
            }
            quote = c == quote ? '\0' : quote;
        } else if (c == '"') {
            quote = c;
        } else if (c == '>') {
            *closed = markup->at[-1] == '/';
            markup->at++;
            return 1;
        } else if (c == '<') {
            return 0;
        }
    }
    return 0;
}

/* A tag, from its "<": 1 or 0. */
static int pass_tag(struct markup *markup) {
    char name[NAME];
    int ends = markup->at[1] == '/', closed = 0;
    const char *begin = markup->at + 1 + ends;
    size_t length = strcspn(begin, " />\n");
    if (length == 0 || length >= NAME) {
        return 0;
    }
    memcpy(name, begin, length);
    name[length] = '\0';
    markup->at = begin + length;
    if (!pass_attributes(markup, &closed)) {
        return 0;
    }
    if (ends) {
        return markup->depth > 0 && strcmp(markup->open[--markup->depth], name) == 0;
    }
    if (closed || is_void(name) || name[0] == '!' || name[0] == '?') {
        return 1;
    }
    if (markup->depth == DEPTH) {
        return 0;
    }
    strcpy(markup->open[markup->depth++], name);
    return 1;
}

/* "&amp;" and the like, from the "&". */
static int is_entity(const char *at) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"};
    int is = 0;
    for (unsigned i = 0; i < sizeof entities / sizeof *entities; i++) {
        is = is || strncmp(at, entities[i], strlen(entities[i])) == 0;
    }
    return is;
}

int markup_is_whole(const char *text) {
    struct markup markup = {.at = text};
    while (*markup.at != '\0') {
        if (*markup.at == '<') {
            if (!pass_tag(&markup)) {
                return 0;
            }
        } else if (*markup.at == '&' && !is_entity(markup.at)) {
            return 0;
        } else {
            markup.at++;
        }
    }
    return markup.depth == 0;
}

unsigned markup_count(const char *text, const char *part) {
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        count++;
    }
    return count;
}
