/* Multi-actions are compared as multisets of their parts. */
#include "specs/syntax/multiaction.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/blank.h"

/* The part [at, stop) of a text that ends at `end`. */
struct part {
    const char *at, *stop, *end;
};

static size_t depth_after(size_t depth, char byte) {
    return byte == '(' ? depth + 1 : depth - (byte == ')' && depth > 0);
}

const char *multiaction_part_end(const char *at, const char *end) {
    for (size_t depth = 0; at < end && (*at != '|' || depth > 0); at++) {
        depth = depth_after(depth, *at);
    }
    return at;
}

static struct part first_part(const char *text, size_t length) {
    return (struct part){text, multiaction_part_end(text, text + length), text + length};
}

/* Goes to the next part, or returns 0 after the last one. */
static int next_part(struct part *part) {
    if (part->stop == part->end) {
        return 0;
    }
    part->at = part->stop + 1;
    part->stop = multiaction_part_end(part->at, part->end);
    return 1;
}

/* Whether the byte at `at`, in so many parentheses, is a blank that does not matter: in parentheses, before
 * one, or at the end. *after: where the blanks that were met last end; NULL at first. */
static int is_idle_blank(const char *at, const char *end, size_t depth, const char **after) {
    if (!text_is_blank(*at) || depth > 0) {
        return text_is_blank(*at);
    }
    if (*after == NULL || at >= *after) {
        *after = text_skip_blanks(at, end);
    }
    return *after == end || **after == '(';
}

int multiaction_is_closed(const char *text, size_t length) {
    size_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        depth = depth_after(depth, text[i]);
    }
    return depth == 0;
}

size_t multiaction_parts(const char *text, size_t length) {
    struct part part = first_part(text, length);
    size_t count = 1;
    while (next_part(&part)) {
        count++;
    }
    return count;
}

size_t multiaction_trim(const char **text, const char *end) {
    *text = text_skip_blanks(*text, end);
    return (size_t)(text_trim_end(*text, end) - *text);
}

/* The length of the name of a part, and where it begins. */
static size_t name_of(const struct part *part, const char **name) {
    const char *open = memchr(part->at, '(', (size_t)(part->stop - part->at));
    *name = part->at;
    return multiaction_trim(name, open == NULL ? part->stop : open);
}

/* Whether some part of a label has the name. */
static int has_name(struct part part, const char *name, size_t length) {
    do {
        const char *own;
        if (name_of(&part, &own) == length && memcmp(own, name, length) == 0) {
            return 1;
        }
    } while (next_part(&part));
    return 0;
}

int multiaction_has_names(const char *text, size_t length, const char *label, size_t label_length) {
    struct part part = first_part(text, length);
    const struct part first = first_part(label, label_length);
    if (multiaction_parts(text, length) != multiaction_parts(label, label_length)) {
        return 0;
    }
    do {
        const char *name;
        size_t bytes = name_of(&part, &name);
        if (!has_name(first, name, bytes)) {
            return 0;
        }
    } while (next_part(&part));
    return 1;
}

/* Removes the blanks that do not matter. */
static size_t squeeze(char *text, size_t length) {
    struct part part = first_part(text, length);
    char *to = text;
    for (;;) {
        size_t depth = 0;
        const char *after = NULL;
        for (const char *at = text_skip_blanks(part.at, part.stop); at < part.stop; at++) {
            depth = depth_after(depth, *at);
            if (!is_idle_blank(at, part.stop, depth, &after)) {
                *to++ = *at;
            }
        }
        if (!next_part(&part)) {
            *to = '\0';
            return (size_t)(to - text);
        }
        *to++ = '|';
    }
}

static int compare_parts(const void *left, const void *right) {
    const struct part *a = left, *b = right;
    const size_t a_length = (size_t)(a->stop - a->at), b_length = (size_t)(b->stop - b->at);
    int order = memcmp(a->at, b->at, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

int multiaction_normalise(struct memory *memory, char *text, size_t *length) {
    *length = squeeze(text, *length);
    size_t count = multiaction_parts(text, *length);
    struct part *parts = memory_allocate_array(memory, count, sizeof *parts);
    char *copy = memory_allocate(memory, *length);
    if (parts != NULL && copy != NULL) {
        memcpy(copy, text, *length);
        struct part part = first_part(copy, *length);
        for (size_t i = 0; i < count; i++, next_part(&part)) {
            parts[i] = part;
        }
        /* After a parenthesis that is never closed, the rest is one part, which stays the last. */
        int open = !multiaction_is_closed(part.at, (size_t)(part.stop - part.at));
        qsort(parts, count - (size_t)open, sizeof *parts, compare_parts);
        char *to = text;
        for (size_t i = 0; i < count; i++) {
            to = mempcpy(to, parts[i].at, (size_t)(parts[i].stop - parts[i].at));
            *to++ = i + 1 < count ? '|' : '\0';
        }
    }
    int failed = parts == NULL || copy == NULL;
    memory_free(memory, parts, count * sizeof *parts);
    memory_free(memory, copy, *length);
    return failed ? -1 : 0;
}

/* Whether a part, without the blanks that do not matter, is equal to another one, which has none. */
static int same_part(const struct part *part, const struct part *squeezed) {
    const char *own = squeezed->at, *after = NULL;
    size_t depth = 0;
    for (const char *at = text_skip_blanks(part->at, part->stop); at < part->stop; at++) {
        depth = depth_after(depth, *at);
        if (is_idle_blank(at, part->stop, depth, &after)) {
            continue;
        }
        if (own == squeezed->stop || *own++ != *at) {
            return 0;
        }
    }
    return own == squeezed->stop;
}

/* The number of parts, from the first one on, that are equal to a squeezed one. */
static size_t count_part(struct part first, const struct part *squeezed) {
    size_t count = 0;
    do {
        count += (size_t)same_part(&first, squeezed);
    } while (next_part(&first));
    return count;
}

int multiaction_matches(const char *text, size_t length, const char *label, size_t label_length) {
    const struct part first = first_part(label, label_length);
    struct part part = first_part(text, length);
    if (multiaction_parts(label, label_length) != multiaction_parts(text, length)) {
        return 0;
    }
    /* If the numbers of all parts, and of each part, are equal, the multisets are equal. */
    for (int more = 1; more;) {
        const struct part begin = part;
        size_t same = 1;
        while ((more = next_part(&part)) && same_part(&part, &begin)) { /* equal parts are neighbours */
            same++;
        }
        if (count_part(first, &begin) != same) {
            return 0;
        }
    }
    return 1;
}
