/* Compares the output of a command with the page. Both are normalised first: words, and # for parts that may
 * vary. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/manual_page.h"

#include "base/array.h"

struct word {
    const char *text;
    size_t length;
};

static int is_word(struct word word, const char *text) {
    return word.length == strlen(text) && memcmp(word.text, text, word.length) == 0;
}

/* The next word at or after *at, before `end`; it has length 0 if there is none. */
static struct word next_word(const char **at, const char *end) {
    while (*at < end && (**at == ' ' || **at == '\t')) {
        (*at)++;
    }
    struct word word = {*at, 0};
    while (*at < end && **at != ' ' && **at != '\t') {
        (*at)++;
        word.length++;
    }
    return word;
}

static int is_number(struct word word) {
    size_t i = 0;
    while (i < word.length && (isdigit((unsigned char)word.text[i]) || word.text[i] == '.')) {
        i++;
    }
    return word.length > 0 && i == word.length && word.text[0] != '.';
}

/* Punctuation may follow a unit. */
static int is_unit(struct word word) {
    static const char *const units[] = {"s", "ms", "%", "bytes", "KiB", "MiB", "GiB"};
    while (word.length > 0 && strchr(",;:)", word.text[word.length - 1]) != NULL) {
        word.length--;
    }
    for (size_t i = 0; i < LENGTH(units); i++) {
        if (is_word(word, units[i])) {
            return 1;
        }
    }
    return word.length > 2 && memcmp(word.text + word.length - 2, "/s", 2) == 0;
}

static int is_prefix(struct word word) {
    return word.length == 1 && strchr("kMGT", *word.text) != NULL;
}

/* Goes past "K UNIT" or "UNIT" at *at; 0 when it is neither. */
static int skip_unit(const char **at, const char *end) {
    const char *after = *at;
    struct word word = next_word(&after, end);
    if (is_prefix(word)) {
        word = next_word(&after, end);
    }
    if (!is_unit(word)) {
        return 0;
    }
    *at = after;
    return 1;
}

static int is_varying_key(struct word word) {
    static const char *const ends[] = {
        "seconds\":", "per_second\":", "bytes\":", "table_load\":", "threads\":"};
    for (size_t i = 0; i < LENGTH(ends); i++) {
        size_t length = strlen(ends[i]);
        if (word.length >= length && memcmp(word.text + word.length - length, ends[i], length) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Writes the line's words to `plain`, one blank between; returns how many characters. */
static size_t make_plain(const char *line, const char *end, char *plain) {
    size_t length = 0;
    const char *at = line;
    int key = 0;
    for (struct word word = next_word(&at, end); word.length > 0; word = next_word(&at, end)) {
        if (length > 0) {
            plain[length++] = ' ';
        }
        if (key) {
            plain[length++] = '#';
        } else if (is_number(word) && skip_unit(&at, end)) {
            plain[length++] = '#';
        } else {
            memcpy(plain + length, word.text, word.length);
            length += word.length;
        }
        key = is_varying_key(word);
    }
    return length;
}

/* Whether the text is the pattern, in which "..." stands for any text. */
static int line_matches(const char *pattern, size_t pattern_length, const char *text, size_t length) {
    size_t p = 0, t = 0, star = SIZE_MAX, from = 0;
    while (t < length) {
        if (p + 3 <= pattern_length && memcmp(pattern + p, "...", 3) == 0) {
            p += 3;
            star = p;
            from = t;
        } else if (p < pattern_length && pattern[p] == text[t]) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star;
            t = ++from;
        } else {
            return 0;
        }
    }
    while (p + 3 <= pattern_length && memcmp(pattern + p, "...", 3) == 0) {
        p += 3;
    }
    return p == pattern_length;
}

/* The normalised lines of a text. */
struct lines {
    char *text;
    size_t *begin; /* count + 1: a line ends where the next one begins */
    size_t count;
};

/* Rows of speed and of the time of some steps are there only where these took long enough; in transcripts
 * also on standard error. */
static int is_optional(const char *plain, size_t length) {
    size_t mark = length > 2 && memcmp(plain, "! ", 2) == 0 ? 2 : 0;
    static const char *const rows[] = {"speed #",       "#", "GPU start #", "graph time #", "evidence time #",
                                       "vacuity time #"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (is_word((struct word){plain + mark, length - mark}, rows[i])) {
            return 1;
        }
    }
    return 0;
}

static int lines_create(struct lines *lines, struct manual_text of) {
    const char *end = of.text + of.size;
    lines->count = 0;
    lines->text = malloc(of.size + 1);
    lines->begin = malloc((of.size + 2) * sizeof *lines->begin);
    if (lines->text == NULL || lines->begin == NULL) {
        return -1;
    }
    size_t length = 0;
    for (const char *line = of.text; line < end;) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        line_end = line_end != NULL ? line_end : end;
        size_t plain = make_plain(line, line_end, lines->text + length);
        if (!is_optional(lines->text + length, plain)) {
            lines->begin[lines->count++] = length;
            length += plain;
        }
        line = line_end + (line_end < end);
    }
    lines->begin[lines->count] = length;
    return 0;
}

static void lines_free(struct lines *lines) {
    free(lines->text);
    free(lines->begin);
}

static int is_any_lines(const struct lines *lines, size_t line) {
    return line < lines->count && lines->begin[line + 1] - lines->begin[line] == 3 &&
           memcmp(lines->text + lines->begin[line], "...", 3) == 0;
}

static int same_line(const struct lines *expected, size_t e, const struct lines *printed, size_t p) {
    return e < expected->count &&
           line_matches(expected->text + expected->begin[e], expected->begin[e + 1] - expected->begin[e],
                        printed->text + printed->begin[p], printed->begin[p + 1] - printed->begin[p]);
}

static int lines_match(const struct lines *expected, const struct lines *printed) {
    size_t e = 0, p = 0, star = SIZE_MAX, from = 0;
    while (p < printed->count) {
        if (is_any_lines(expected, e)) {
            star = ++e;
            from = p;
        } else if (same_line(expected, e, printed, p)) {
            e++;
            p++;
        } else if (star != SIZE_MAX) {
            e = star;
            p = ++from;
        } else {
            return 0;
        }
    }
    while (is_any_lines(expected, e)) {
        e++;
    }
    return e == expected->count;
}

int manual_matches(struct manual_text expected, const char *printed) {
    struct lines shown = {NULL, NULL, 0}, was = {NULL, NULL, 0};
    int matches = lines_create(&shown, expected) == 0 &&
                  lines_create(&was, (struct manual_text){printed, strlen(printed)}) == 0 &&
                  lines_match(&shown, &was);
    lines_free(&shown);
    lines_free(&was);
    return matches;
}
