/* Multi-actions are compared as multisets of their parts. */
#include "specs/syntax/multiaction.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct label_part {
    const char *text;
    size_t length;
};

static int is_blank(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at)) {
        at++;
    }
    return at;
}

/* Whether the byte at `at`, in so many parentheses, is a blank that does not matter: in parentheses, before
 * one, or at the end. */
static int is_idle_blank(const char *at, const char *end, size_t depth) {
    if (!is_blank(*at)) {
        return 0;
    }
    const char *next = skip_blanks(at, end);
    return depth > 0 || next == end || *next == '(';
}

const char *multiaction_part_end(const char *at, const char *end) {
    size_t depth = 0;
    for (; at < end && (*at != '|' || depth > 0); at++) {
        if (*at == '(') {
            depth++;
        } else if (*at == ')' && depth > 0) {
            depth--;
        }
    }
    return at;
}

int multiaction_is_closed(const char *text, size_t length) {
    size_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')' && depth > 0;
    }
    return depth == 0;
}

size_t multiaction_parts(const char *text, size_t length) {
    const char *end = text + length;
    size_t count = 1;
    while ((text = multiaction_part_end(text, end)) < end) {
        text++;
        count++;
    }
    return count;
}

size_t multiaction_trim(const char **text, const char *end) {
    *text = skip_blanks(*text, end);
    while (end > *text && is_blank(end[-1])) {
        end--;
    }
    return (size_t)(end - *text);
}

/* The length of the name of a part, which is moved to where it begins. */
static size_t trim_name(const char **part, const char *end) {
    const char *open = memchr(*part, '(', (size_t)(end - *part));
    return multiaction_trim(part, open == NULL ? end : open);
}

/* Whether some part of a label has the name. */
static int has_name(const char *label, const char *label_end, const char *name, size_t length) {
    for (;; label++) {
        const char *stop = multiaction_part_end(label, label_end);
        if (trim_name(&label, stop) == length && memcmp(label, name, length) == 0) {
            return 1;
        }
        if (stop == label_end) {
            return 0;
        }
        label = stop;
    }
}

int multiaction_has_names(const char *text, size_t length, const char *label, size_t label_length) {
    const char *end = text + length;
    int has = multiaction_parts(text, length) == multiaction_parts(label, label_length), more = 1;
    for (const char *at = text; has && more; at++) {
        const char *stop = multiaction_part_end(at, end);
        size_t name = trim_name(&at, stop);
        has = has_name(label, label + label_length, at, name);
        more = stop < end;
        at = stop;
    }
    return has;
}

/* Removes the blanks that do not matter. */
static size_t squeeze(char *text, size_t length) {
    const char *at = text, *end = text + length;
    char *to = text;
    for (;; at++) {
        const char *stop = multiaction_part_end(at, end);
        size_t depth = 0;
        for (at = skip_blanks(at, stop); at < stop; at++) {
            depth += *at == '(';
            depth -= *at == ')' && depth > 0;
            if (!is_idle_blank(at, stop, depth)) {
                *to++ = *at;
            }
        }
        if (stop == end) {
            *to = '\0';
            return (size_t)(to - text);
        }
        *to++ = '|';
    }
}

static int compare_parts(const void *left, const void *right) {
    const struct label_part *a = left, *b = right;
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

int multiaction_normalise(struct memory *memory, char *text, size_t *length) {
    *length = squeeze(text, *length);
    size_t count = multiaction_parts(text, *length);
    struct label_part *parts = memory_allocate_array(memory, count, sizeof *parts);
    char *copy = memory_allocate(memory, *length);
    if (parts != NULL && copy != NULL) {
        memcpy(copy, text, *length);
        const char *at = copy, *end = copy + *length;
        for (size_t i = 0; i < count; i++) {
            const char *stop = multiaction_part_end(at, end);
            parts[i] = (struct label_part){at, (size_t)(stop - at)};
            at = stop + 1;
        }
        /* After a parenthesis that is never closed, the rest is one part, which stays the last. */
        int open = !multiaction_is_closed(parts[count - 1].text, parts[count - 1].length);
        qsort(parts, count - (size_t)open, sizeof *parts, compare_parts);
        char *to = text;
        for (size_t i = 0; i < count; i++) {
            to = mempcpy(to, parts[i].text, parts[i].length);
            *to++ = i + 1 < count ? '|' : '\0';
        }
    }
    int failed = parts == NULL || copy == NULL;
    memory_free(memory, parts, count * sizeof *parts);
    memory_free(memory, copy, *length);
    return failed ? -1 : 0;
}

/* Whether a part of a label, without the blanks that do not matter, is equal to `part`. */
static int same_part(const char *at, const char *end, const char *part, const char *part_end) {
    size_t depth = 0;
    for (at = skip_blanks(at, end); at < end; at++) {
        depth += *at == '(';
        depth -= *at == ')' && depth > 0;
        if (is_idle_blank(at, end, depth)) {
            continue;
        }
        if (part == part_end || *part != *at) {
            return 0;
        }
        part++;
    }
    return part == part_end;
}

/* The number of parts of a text that are equal to `part`. */
static size_t count_part(const char *text, const char *end, const char *part, const char *part_end) {
    size_t count = 0;
    for (;;) {
        const char *stop = multiaction_part_end(text, end);
        count += (size_t)same_part(text, stop, part, part_end);
        if (stop == end) {
            return count;
        }
        text = stop + 1;
    }
}

int multiaction_matches(const char *text, size_t length, const char *label, size_t label_length) {
    const char *end = text + length, *label_end = label + label_length;
    size_t parts = multiaction_parts(text, length);
    if (multiaction_parts(label, label_length) != parts) {
        return 0;
    }
    /* If the numbers of all parts, and of each part, are equal, the multisets are equal. */
    while (parts > 0) {
        const char *stop = multiaction_part_end(text, end);
        size_t same = 1;
        const char *next = stop;
        /* equal parts are neighbours */
        while (next < end) {
            const char *next_stop = multiaction_part_end(next + 1, end);
            if (!same_part(next + 1, next_stop, text, stop)) {
                break;
            }
            next = next_stop;
            same++;
        }
        if (count_part(label, label_end, text, stop) != same) {
            return 0;
        }
        parts -= same;
        text = next + 1;
    }
    return 1;
}
