/* Patterns of the oracle: hide, cut and rename of one label (formats.md 1). */
#include <stdlib.h>
#include <string.h>

#include "tests/oracle_internal.h"

#define GROUPS 10

/* A text that grows. */
struct text {
    char *bytes;
    size_t length;
};

static void append(struct text *text, const char *bytes, size_t length) {
    text->bytes = realloc(text->bytes, text->length + length + 1);
    if (text->bytes == NULL) {
        abort();
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void oracle_pattern_compile(struct oracle *oracle, regex_t *pattern, const char *text) {
    int flags =
        (oracle->options->regex_extended ? REG_EXTENDED : 0) | (oracle->options->ignore_case ? REG_ICASE : 0);
    if (regcomp(pattern, text, flags) != 0) {
        abort(); /* the reader has checked patterns */
    }
}

/* POSIX prefers the leftmost match, then the longest one: if some match is the whole text, it is found. */
static int whole_match(const regex_t *pattern, const char *text, regmatch_t groups[GROUPS]) {
    return regexec(pattern, text, GROUPS, groups, 0) == 0 && groups[0].rm_so == 0 &&
           text[groups[0].rm_eo] == '\0';
}

static char *copy_key(const struct oracle_label *label, enum exp_mode mode) {
    struct text key = {NULL, 0};
    append(&key, label->text, oracle_key_length(label, mode));
    return key.bytes;
}

int oracle_pattern_matches(const regex_t *pattern, const struct oracle_label *label, enum exp_mode mode) {
    regmatch_t groups[GROUPS];
    char *key = copy_key(label, mode);
    int matches =
        mode == EXP_MODE_PARTIAL ? regexec(pattern, key, 0, NULL, 0) == 0 : whole_match(pattern, key, groups);
    free(key);
    return matches;
}

static uint32_t map_hide_or_cut(struct oracle *oracle, struct oracle_node *node, uint32_t label) {
    const struct exp_node *syntax = node->syntax;
    const struct oracle_label *known = &oracle->labels.items[label];
    int listed = 0;
    for (uint32_t k = 0; k < node->pattern_count && !listed; k++) {
        listed = oracle_pattern_matches(&node->patterns[k], known, syntax->mode);
    }
    int touched = syntax->all_but ? !listed && !known->stochastic : listed;
    if (!touched) {
        return ORACLE_MAPPED + label;
    }
    return syntax->kind == EXP_CUT ? ORACLE_CUT : ORACLE_MAPPED + ORACLE_INTERNAL;
}

/* Appends the right-hand side, with \1 .. \9 replaced by what the groups matched; \\ is a backslash. */
static void append_replacement(struct text *result, const char *to, const char *matched,
                               const regmatch_t groups[GROUPS]) {
    for (const char *at = to; *at != '\0'; at++) {
        if (at[0] == '\\' && at[1] >= '1' && at[1] <= '9') {
            regmatch_t group = groups[*++at - '0'];
            if (group.rm_so >= 0) {
                append(result, matched + group.rm_so, (size_t)(group.rm_eo - group.rm_so));
            }
        } else {
            at += at[0] == '\\' && at[1] == '\\';
            append(result, at, 1);
        }
    }
}

/* The first non-empty match in text + from; offsets count from there. */
static int next_match(const regex_t *pattern, const char *text, size_t *from, regmatch_t groups[GROUPS]) {
    for (; text[*from] != '\0'; ++*from) {
        if (regexec(pattern, text + *from, GROUPS, groups, *from == 0 ? 0 : REG_NOTBOL) != 0) {
            return 0;
        }
        if (groups[0].rm_eo > groups[0].rm_so) {
            return 1;
        }
        *from += (size_t)groups[0].rm_so; /* nothing matches there but the empty text: look further right */
        if (text[*from] == '\0') {
            return 0;
        }
    }
    return 0;
}

/* single, multiple: returns whether the clause applies. */
static int rename_substrings(const regex_t *pattern, const char *to, int every, const char *text,
                             struct text *result) {
    regmatch_t groups[GROUPS];
    size_t done = 0;
    size_t from = 0;
    int applies = 0;
    while ((every || !applies) && next_match(pattern, text, &from, groups)) {
        append(result, text + done, from + (size_t)groups[0].rm_so - done);
        append_replacement(result, to, text + from, groups);
        from += (size_t)groups[0].rm_eo;
        done = from;
        applies = 1;
    }
    append(result, text + done, strlen(text) - done);
    return applies;
}

static int rename_key(struct oracle *oracle, const regex_t *pattern, const char *to, enum exp_mode mode,
                      const struct oracle_label *label, struct text *result) {
    regmatch_t groups[GROUPS];
    char *key = copy_key(label, mode);
    int applies = whole_match(pattern, key, groups);
    if (applies) {
        append_replacement(result, to, key, groups);
        if (mode == EXP_MODE_GATE && !oracle_is_internal(&oracle->labels, result->bytes, result->length)) {
            append(result, label->text + label->gate_length, label->length - label->gate_length);
        }
    }
    free(key);
    return applies;
}

static uint32_t map_rename(struct oracle *oracle, struct oracle_node *node, uint32_t label) {
    enum exp_mode mode = node->syntax->mode;
    struct oracle_label known = oracle->labels.items[label];
    uint32_t mapped = label;
    for (uint32_t k = 0; k < node->pattern_count; k++) {
        const char *to = node->syntax->clauses[k].to.text;
        struct text result = {NULL, 0};
        append(&result, "", 0);
        int applies =
            mode == EXP_MODE_TOTAL || mode == EXP_MODE_GATE
                ? rename_key(oracle, &node->patterns[k], to, mode, &known, &result)
                : rename_substrings(&node->patterns[k], to, mode == EXP_MODE_MULTIPLE, known.text, &result);
        if (applies) {
            mapped = oracle_label_number(&oracle->labels, result.bytes, result.length);
        }
        free(result.bytes);
        if (applies) {
            break;
        }
    }
    return ORACLE_MAPPED + mapped;
}

uint32_t oracle_map(struct oracle *oracle, struct oracle_node *node, uint32_t label) {
    if (oracle->labels.items[label].internal) {
        return ORACLE_MAPPED + label;
    }
    if (label >= node->mapped_capacity) {
        uint64_t old = node->mapped_capacity;
        oracle_grow(oracle->memory, (void **)&node->mapped, &node->mapped_capacity, (uint64_t)label + 1,
                    sizeof *node->mapped);
        memset(node->mapped + old, 0, (node->mapped_capacity - old) * sizeof *node->mapped);
    }
    if (node->mapped[label] == ORACLE_UNKNOWN) {
        node->mapped[label] = node->syntax->kind == EXP_RENAME ? map_rename(oracle, node, label)
                                                               : map_hide_or_cut(oracle, node, label);
    }
    return node->mapped[label];
}
