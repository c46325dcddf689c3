/*
 * Patterns: without operators they are compared as strings, else they are regular expressions (regex.h). The
 * syntax is scanned before it is compiled, because repeated expressions are copied (`a\{1000\}` a thousand
 * times, nested ones multiplied), and groups are compiled by recursion.
 */
#include "base/text/pattern.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/regex.h"

#define MAX_PATTERN_BYTES 8192
#define MAX_COPIES 10000
#define TOO_MANY_COPIES "its repetitions multiply to more than 10000"
#define MAX_OPTIONAL 250 /* optional copies, each of which is connected to all that follow */
#define MAX_GROUP_DEPTH 64
#define MAX_TEXT_BYTES ((uint64_t)1 << 26)

struct pattern {
    struct memory *memory;
    unsigned flags;
    unsigned groups;
    char *literal; /* the string that the pattern stands for, or NULL: then there is `regex` */
    size_t literal_length, literal_bytes; /* bytes: as allocated */
    uint32_t *borders;                    /* KMP table of the string, if case is ignored */
    regex *regex;
};

/* --- scanning the syntax as far as sizes depend on it --- */

/* A part of a pattern as it is compiled, with all copies. */
struct pattern_extent {
    uint64_t size;     /* characters */
    uint64_t optional; /* optional copies */
};

struct pattern_scan {
    const char *at;
    int extended;
    unsigned depth;
    struct pattern_extent before[MAX_GROUP_DEPTH]; /* the sequences that enclose the current one */
    struct pattern_extent sequence;                /* the current sequence so far */
    struct pattern_extent atom;                    /* the last atom; a part of `sequence` */
    int repeated;                                  /* the last token was a repetition */
    struct error *error;
};

#define OPERATORS "({+?)|"
/* After TOKEN_CHARACTER: those of OPERATORS, in their order. */
enum scan_token {
    TOKEN_END,
    TOKEN_STAR,
    TOKEN_CHARACTER,
    TOKEN_OPEN,
    TOKEN_INTERVAL,
    TOKEN_PLUS,
    TOKEN_OPTION,
    TOKEN_CLOSE,
    TOKEN_BAR
};

static void skip_bracket(struct pattern_scan *scan) {
    const char *at = scan->at;
    at += *at == '^';
    at += *at == ']';
    while (*at != '\0' && *at != ']') {
        if (*at == '[' && (at[1] == ':' || at[1] == '.' || at[1] == '=')) {
            char kind = at[1];
            at += 2;
            while (*at != '\0' && !(*at == kind && at[1] == ']')) {
                at++;
            }
            at += *at == '\0' ? 0 : 2;
        } else {
            at++;
        }
    }
    scan->at = at + (*at == ']');
}

static enum scan_token character_or_operator(char byte, int may_be_operator) {
    const char *found = may_be_operator && byte != '\0' ? strchr(OPERATORS, byte) : NULL;
    return found == NULL ? TOKEN_CHARACTER
                         : (enum scan_token)(TOKEN_CHARACTER + 1 + (int)(found - OPERATORS));
}

static enum scan_token next_token(struct pattern_scan *scan) {
    char byte = *scan->at;
    if (byte == '\0') {
        return TOKEN_END;
    }
    scan->at++;
    if (byte == '\\') {
        byte = *scan->at;
        scan->at += byte != '\0';
        return character_or_operator(byte, !scan->extended);
    }
    if (byte == '[') {
        skip_bracket(scan);
        return TOKEN_CHARACTER;
    }
    return byte == '*' ? TOKEN_STAR : character_or_operator(byte, scan->extended);
}

/* The number of copies that are made of an atom before {n}, {n,} or {n,m}. */
static uint64_t read_interval(struct pattern_scan *scan, int *optional) {
    uint64_t largest = 0, number = 0;
    int open = 0;
    *optional = 0;
    while (*scan->at != '\0' && *scan->at != '}') {
        char byte = *scan->at++;
        if (byte >= '0' && byte <= '9') {
            number = number > 1000000 ? number : number * 10 + (uint64_t)(byte - '0');
            largest = number > largest ? number : largest;
            open = 0;
        } else {
            open = byte == ',';
            *optional |= open;
            number = 0;
        }
    }
    scan->at += *scan->at == '}';
    return largest + (uint64_t)open;
}

static int repeat(struct pattern_scan *scan, uint64_t copies, int optional) {
    /* POSIX leaves a repeated repetition undefined, and compiling one takes exponential time. */
    if (scan->repeated) {
        return error_set(scan->error, ERROR_INPUT, "a repetition follows another one directly");
    }
    scan->repeated = 1;
    copies = copies == 0 ? 1 : copies;
    if (scan->atom.size * copies > MAX_COPIES) {
        return error_set(scan->error, ERROR_INPUT, TOO_MANY_COPIES);
    }
    scan->sequence.size += scan->atom.size * (copies - 1);
    scan->atom.size *= copies;
    scan->sequence.optional -= scan->atom.optional;
    scan->atom.optional = (scan->atom.optional + (optional ? 1 : 0)) * copies;
    scan->sequence.optional += scan->atom.optional;
    if (scan->sequence.optional > MAX_OPTIONAL) {
        return error_set(scan->error, ERROR_INPUT, "more than %d optional repetitions", MAX_OPTIONAL);
    }
    return 0;
}

static int open_group(struct pattern_scan *scan) {
    if (scan->depth == MAX_GROUP_DEPTH) {
        return error_set(scan->error, ERROR_INPUT, "more than %d nested groups", MAX_GROUP_DEPTH);
    }
    scan->before[scan->depth++] = scan->sequence;
    scan->sequence = scan->atom = (struct pattern_extent){0, 0};
    return 0;
}

static void close_group(struct pattern_scan *scan) {
    if (scan->depth > 0) {
        const struct pattern_extent *before = &scan->before[--scan->depth];
        scan->atom = (struct pattern_extent){scan->sequence.size + 1, scan->sequence.optional};
        scan->sequence =
            (struct pattern_extent){before->size + scan->atom.size, before->optional + scan->atom.optional};
    }
}

static int scan_token(struct pattern_scan *scan, enum scan_token token) {
    if (token != TOKEN_STAR && token != TOKEN_OPTION && token != TOKEN_PLUS && token != TOKEN_INTERVAL) {
        scan->repeated = 0;
    }
    switch (token) {
    case TOKEN_OPEN:
        return open_group(scan);
    case TOKEN_CLOSE:
        close_group(scan);
        return 0;
    case TOKEN_STAR:
    case TOKEN_OPTION:
        return repeat(scan, 1, 1);
    case TOKEN_PLUS: /* compiled as xx* */
        return repeat(scan, 2, 1);
    case TOKEN_INTERVAL: {
        int optional;
        uint64_t copies = read_interval(scan, &optional);
        return repeat(scan, copies, optional);
    }
    default:
        scan->atom = (struct pattern_extent){1, 0};
        scan->sequence.size++;
        return 0;
    }
}

static int scan_syntax(struct pattern_scan *scan) {
    enum scan_token token;
    while ((token = next_token(scan)) != TOKEN_END) {
        if (scan_token(scan, token) != 0) {
            return -1;
        }
        if (scan->sequence.size > MAX_COPIES) {
            return error_set(scan->error, ERROR_INPUT, TOO_MANY_COPIES);
        }
    }
    return 0;
}

/* --- compiling --- */

/* Writes the string that a pattern without operators stands for; 0 if the pattern has operators. */
static int read_literal(const char *text, int extended, char *literal, size_t *length) {
    *length = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0' && strchr(".[]*^$\\/\"", at[1]) != NULL) {
            at++;
        } else if (strchr(".[*\\^$", *at) != NULL || (extended && strchr("+?(){}|", *at) != NULL)) {
            return 0;
        }
        literal[(*length)++] = *at;
    }
    literal[*length] = '\0';
    return 1;
}

static int compile_regex(pattern *pattern, const struct run *run, const char *text, struct error *error) {
    struct pattern_scan scan = {
        .at = text, .extended = (pattern->flags & PATTERN_EXTENDED) != 0, .error = error};
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while patterns were read");
    }
    if (strlen(text) > MAX_PATTERN_BYTES) {
        return error_set(error, ERROR_INPUT, "a pattern with operators may have %d bytes", MAX_PATTERN_BYTES);
    }
    if (scan_syntax(&scan) != 0) {
        return -1;
    }
    const unsigned flags =
        (scan.extended ? REGEX_EXTENDED : 0) | (pattern->flags & PATTERN_IGNORE_CASE ? REGEX_IGNORE_CASE : 0);
    pattern->regex = regex_compile(run, text, flags, error);
    if (pattern->regex == NULL) {
        return -1;
    }
    pattern->groups = regex_group_count(pattern->regex);
    return 0;
}

static int fold_byte(char byte) {
    return byte >= 'a' && byte <= 'z' ? byte - 'a' + 'A' : byte;
}

/*
 * borders[k]: the longest proper prefix of the first k bytes that is also a suffix of them (Knuth, Morris and
 * Pratt 1977), so that searching is linear in the text even where prefixes repeat. Case is ignored.
 */
static uint32_t *find_borders(struct memory *memory, const char *literal, size_t length) {
    uint32_t *borders = memory_allocate_array(memory, length + 1, sizeof *borders);
    if (borders == NULL) {
        return NULL;
    }
    uint32_t border = 0;
    borders[0] = 0;
    for (size_t i = 1; i <= length; i++) {
        borders[i] = border;
        while (i < length && border > 0 && fold_byte(literal[border]) != fold_byte(literal[i])) {
            border = borders[border];
        }
        border += i < length && fold_byte(literal[border]) == fold_byte(literal[i]);
    }
    return borders;
}

/* 1 if the pattern is a string, 0 if it has operators, -1 when memory runs out. */
static int make_literal(pattern *pattern, const char *text) {
    pattern->literal_bytes = strlen(text) + 1;
    pattern->literal = memory_allocate(pattern->memory, pattern->literal_bytes);
    if (pattern->literal == NULL) {
        return -1;
    }
    if (!read_literal(text, (pattern->flags & PATTERN_EXTENDED) != 0, pattern->literal,
                      &pattern->literal_length)) {
        memory_free(pattern->memory, pattern->literal, pattern->literal_bytes);
        pattern->literal = NULL;
        return 0;
    }
    if (pattern->flags & PATTERN_IGNORE_CASE) {
        pattern->borders = find_borders(pattern->memory, pattern->literal, pattern->literal_length);
    }
    return (pattern->flags & PATTERN_IGNORE_CASE) && pattern->borders == NULL ? -1 : 1;
}

static void free_literal(pattern *pattern) {
    memory_free(pattern->memory, pattern->literal, pattern->literal_bytes);
    memory_free(pattern->memory, pattern->borders, (pattern->literal_length + 1) * sizeof *pattern->borders);
}

pattern *pattern_compile(const struct run *run, const char *text, unsigned flags, struct error *error) {
    struct memory *memory = run->memory;
    pattern *pattern = memory_allocate_zeroed(memory, sizeof *pattern);
    if (pattern == NULL) {
        error_memory(error, "for a pattern");
        return NULL;
    }
    pattern->memory = memory;
    pattern->flags = flags;
    int literal = make_literal(pattern, text);
    if (literal < 0) {
        error_memory(error, "for a pattern");
    }
    if (literal < 0 || (literal == 0 && compile_regex(pattern, run, text, error) != 0)) {
        free_literal(pattern);
        memory_free(memory, pattern, sizeof *pattern);
        return NULL;
    }
    return pattern;
}

void pattern_free(pattern *pattern) {
    if (pattern == NULL) {
        return;
    }
    regex_free(pattern->regex);
    free_literal(pattern);
    memory_free(pattern->memory, pattern, sizeof *pattern);
}

/* --- matching --- */

/* A pattern and the text in which it is searched. */
struct pattern_search {
    const pattern *pattern;
    const char *text;
    size_t length;
    struct error *error;
};

static int equals_literal(const pattern *pattern, const char *text, size_t length) {
    return pattern->flags & PATTERN_IGNORE_CASE ? strncasecmp(text, pattern->literal, length) == 0
                                                : memcmp(text, pattern->literal, length) == 0;
}

static const char *find_folded(const pattern *pattern, const char *text, const char *end) {
    size_t matched = 0, size = pattern->literal_length;
    for (const char *at = text; matched < size && at < end; at++) {
        while (matched > 0 && fold_byte(pattern->literal[matched]) != fold_byte(*at)) {
            matched = pattern->borders[matched];
        }
        matched += fold_byte(pattern->literal[matched]) == fold_byte(*at);
        if (matched == size) {
            return at + 1 - size;
        }
    }
    return size == 0 ? text : NULL;
}

/* The first occurrence of the string at or after `from`. */
static int find_literal(const struct pattern_search *search, size_t from, regmatch_t *match) {
    const pattern *pattern = search->pattern;
    const char *begin = search->text + from, *end = search->text + search->length;
    const char *found = pattern->borders != NULL
                            ? find_folded(pattern, begin, end)
                            : memmem(begin, search->length - from, pattern->literal, pattern->literal_length);
    if (found == NULL) {
        return 0;
    }
    match->rm_so = (regoff_t)(found - search->text);
    match->rm_eo = match->rm_so + (regoff_t)pattern->literal_length;
    return 1;
}

/* Finds a match in text[from, length) and `groups` - 1 of its groups. */
static int find_match(const struct pattern_search *search, enum regex_way way, size_t from, regmatch_t *match,
                      unsigned groups) {
    const pattern *pattern = search->pattern;
    if (pattern->literal != NULL) {
        return find_literal(search, from, match);
    }
    if (search->length > PATTERN_TEXT_BYTES) {
        return error_set(search->error, ERROR_LIMIT,
                         "a label of %llu bytes is too long for this pattern (%llu)",
                         (unsigned long long)search->length, (unsigned long long)PATTERN_TEXT_BYTES);
    }
    return regex_find(pattern->regex, way, search->text, from, search->length, match, groups, search->error);
}

/* Whether the whole text matches, with its groups. */
static int match_whole(const struct pattern_search *search, regmatch_t *match, unsigned groups) {
    const pattern *pattern = search->pattern;
    return pattern->literal == NULL ? find_match(search, REGEX_WHOLE, 0, match, groups)
                                    : search->length == pattern->literal_length &&
                                          equals_literal(pattern, search->text, search->length);
}

int pattern_match_total(const pattern *pattern, const char *text, size_t length, struct error *error) {
    const struct pattern_search search = {pattern, text, length, error};
    regmatch_t match;
    return match_whole(&search, &match, 1);
}

int pattern_match_partial(const pattern *pattern, const char *text, size_t length, struct error *error) {
    const struct pattern_search search = {pattern, text, length, error};
    regmatch_t match;
    return find_match(&search, REGEX_LEFTMOST, 0, &match, 1);
}

/* --- replacing --- */

/* Appends to a replaced text, which is limited. 0, or -1 with the error filled. */
static int append_part(const struct pattern_search *search, struct text_buffer *result, const char *bytes,
                       size_t length) {
    return length > MAX_TEXT_BYTES - result->length ||
                   text_buffer_append(search->pattern->memory, result, bytes, length) != 0
               ? error_memory(search->error, "for the renamed label")
               : 0;
}

int pattern_check_replacement(const pattern *pattern, const char *replacement, struct error *error) {
    for (const char *at = replacement; *at != '\0'; at++) {
        if (*at != '\\' || at[1] == '\0') {
            continue;
        }
        at++;
        if (*at >= '1' && *at <= '9' && (unsigned)(*at - '0') > pattern->groups) {
            return error_set(error, ERROR_INPUT, "'\\%c' refers to a group that the pattern does not have",
                             *at);
        }
    }
    return 0;
}

/* Appends the replacement of one match. */
static int substitute(const struct pattern_search *search, const regmatch_t *match, const char *replacement,
                      struct text_buffer *result) {
    for (const char *at = replacement; *at != '\0';) {
        const char *part = at;
        size_t length = strcspn(at, "\\");
        at += length;
        if (length == 0 && at[1] >= '1' && at[1] <= '9') {
            const regmatch_t *group = &match[at[1] - '0'];
            part = search->text + group->rm_so;
            length = group->rm_so < 0 ? 0 : (size_t)(group->rm_eo - group->rm_so);
            at += 2;
        } else if (length == 0) {
            length = 1;
            at += at[1] == '\\' ? 2 : 1;
        }
        if (append_part(search, result, part, length) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Finds the first non-empty match at or after `from`, with its groups. */
static int find_nonempty(const struct pattern_search *search, size_t from, regmatch_t *match) {
    while (from < search->length) {
        int found = find_match(search, REGEX_LEFTMOST, from, match, REGEX_GROUPS);
        if (found <= 0 || match[0].rm_eo > match[0].rm_so) {
            return found;
        }
        from = (size_t)match[0].rm_eo + 1;
    }
    return 0;
}

static int replace_parts(const struct pattern_search *search, const struct pattern_replacement *replacement,
                         struct text_buffer *result) {
    regmatch_t match[REGEX_GROUPS];
    size_t from = 0;
    int replaced = 0, found;
    while ((!replaced || replacement->how == PATTERN_REPLACE_MULTIPLE) &&
           (found = find_nonempty(search, from, match)) != 0) {
        if (found < 0) {
            return -1;
        }
        replaced = 1;
        if (append_part(search, result, search->text + from, (size_t)match[0].rm_so - from) != 0 ||
            substitute(search, match, replacement->text, result) != 0) {
            return -1;
        }
        from = (size_t)match[0].rm_eo;
    }
    return replaced && append_part(search, result, search->text + from, search->length - from) != 0
               ? -1
               : replaced;
}

int pattern_replace(const pattern *pattern, const struct pattern_replacement *replacement, const char *text,
                    size_t length, struct text_buffer *result, struct error *error) {
    const struct pattern_search search = {pattern, text, length, error};
    regmatch_t match[REGEX_GROUPS];
    result->length = 0;
    if (replacement->how != PATTERN_REPLACE_TOTAL) {
        return replace_parts(&search, replacement, result);
    }
    int matches = match_whole(&search, match, REGEX_GROUPS);
    if (matches <= 0) {
        return matches;
    }
    return append_part(&search, result, "", 0) != 0 ||
                   substitute(&search, match, replacement->text, result) != 0
               ? -1
               : 1;
}
