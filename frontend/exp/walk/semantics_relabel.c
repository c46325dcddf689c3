/*
 * hide, cut and rename: computes the new label of every label of the operand. The search has other code for
 * this, and tests compare the two. Here, all patterns are regular expressions; the search compares those
 * without operators as strings. Texts that are too long are refused here. A compiled pattern is large, so
 * there is only one at a time.
 */
#include <string.h>

#include "base/error.h"
#include "frontend/exp/walk/semantics_internal.h"
#include "base/text/pattern.h"
#include "base/text/regex.h"

#define UNDECIDED (UINT32_MAX - 1)

/* A compiled pattern and its position. */
struct located_pattern {
    regex *regex;
    const struct exp_text *text;
};

static int fail_at(struct semantics *semantics, const struct exp_text *text, enum error_code code,
                   const char *reason) {
    return error_at(semantics->error, code, text->position, "%s", reason);
}

static int open_matcher(struct semantics *semantics, struct located_pattern *matcher,
                        const struct exp_text *text) {
    const struct exp_options *options = semantics->options;
    const unsigned flags =
        (options->regex_extended ? REGEX_EXTENDED : 0) | (options->ignore_case ? REGEX_IGNORE_CASE : 0);
    struct error reason;
    matcher->text = text;
    if (strlen(text->text) > PATTERN_TEXT_BYTES) {
        return fail_at(semantics, text, ERROR_LIMIT, "this pattern is too long");
    }
    matcher->regex = regex_compile(semantics->walker.run, text->text, flags, &reason);
    return matcher->regex == NULL ? fail_at(semantics, text, reason.code, reason.text) : 0;
}

static int find_groups(struct semantics *semantics, const struct located_pattern *matcher, enum regex_way way,
                       const char *text, size_t length, size_t from, regmatch_t groups[REGEX_GROUPS]) {
    struct error reason;
    if (length > PATTERN_TEXT_BYTES) {
        return fail_at(semantics, matcher->text, ERROR_LIMIT, "a label is too long for this pattern");
    }
    int found = regex_find(matcher->regex, way, text, from, length, groups, REGEX_GROUPS, &reason);
    return found < 0 ? fail_at(semantics, matcher->text, reason.code, reason.text) : found;
}

/* The leftmost, longest match in text[from, length): 1, 0 or -1. */
static int find_match(struct semantics *semantics, const struct located_pattern *matcher, const char *text,
                      size_t length, size_t from, regmatch_t groups[REGEX_GROUPS]) {
    return find_groups(semantics, matcher, REGEX_LEFTMOST, text, length, from, groups);
}

static int find_whole(struct semantics *semantics, const struct located_pattern *matcher, const char *text,
                      size_t length, regmatch_t groups[REGEX_GROUPS]) {
    return find_groups(semantics, matcher, REGEX_WHOLE, text, length, 0, groups);
}

/* Finds the first non-empty match at or after *from. */
static int find_some(struct semantics *semantics, const struct located_pattern *matcher, const char *text,
                     size_t length, size_t from, regmatch_t groups[REGEX_GROUPS]) {
    while (from < length) {
        int found = find_match(semantics, matcher, text, length, from, groups);
        if (found <= 0 || groups[0].rm_eo > groups[0].rm_so) {
            return found;
        }
        from = (size_t)groups[0].rm_so + 1; /* only the empty text matches there */
    }
    return 0;
}

/* --- hide and cut --- */

/* Whether the pattern matches a label in mode TOTAL, PARTIAL or GATE: 1, 0 or -1. */
static int match_label(struct semantics *semantics, const struct located_pattern *matcher, enum exp_mode mode,
                       uint32_t id) {
    regmatch_t groups[REGEX_GROUPS];
    const char *text = label_text(semantics->labels, id);
    size_t length = mode == EXP_MODE_GATE ? label_gate_length(semantics->labels, id)
                                          : label_length(semantics->labels, id);
    return mode == EXP_MODE_PARTIAL ? find_match(semantics, matcher, text, length, 0, groups)
                                    : find_whole(semantics, matcher, text, length, groups);
}

/* Marks the labels that the pattern matches in matches[label]. */
static int mark_matches(struct semantics *semantics, const struct exp_text *text, enum exp_mode mode,
                        const struct semantics_node *operand, unsigned char *marks) {
    struct located_pattern matcher;
    if (open_matcher(semantics, &matcher, text) != 0) {
        return -1;
    }
    int status = 0;
    for (uint32_t l = 0; l < operand->label_count && status == 0; l++) {
        int found = marks[l] ? 1 : match_label(semantics, &matcher, mode, operand->labels[l]);
        marks[l] = (unsigned char)(found > 0);
        status = found < 0 ? -1 : semantics_step(semantics);
    }
    regex_free(matcher.regex);
    return status;
}

int semantics_match_labels(struct semantics *semantics, const struct exp_text *text,
                           const struct semantics_node *operand, unsigned char *marks) {
    memset(marks, 0, operand->label_count);
    return mark_matches(semantics, text, EXP_MODE_TOTAL, operand, marks);
}

static int make_hide_or_cut(struct semantics *semantics, struct semantics_node *node) {
    const struct exp_node *syntax = node->syntax;
    const struct semantics_node *operand = node->children[0];
    unsigned char *listed = node->joins[0]; /* branches never join here */
    for (uint32_t k = 0; k < syntax->name_count; k++) {
        if (mark_matches(semantics, &syntax->names[k], syntax->mode, operand, listed) != 0) {
            return -1;
        }
    }
    for (uint32_t l = 0; l < operand->label_count; l++) {
        uint32_t id = operand->labels[l];
        int touched = label_kind(semantics->labels, id) != LABEL_INTERNAL &&
                      (syntax->all_but ? !listed[l] && semantics_is_plain(semantics, id) : listed[l]);
        uint32_t hidden = syntax->kind == EXP_CUT ? SEMANTICS_NONE : LABEL_INTERNAL_ID;
        node->up[0][l] = touched ? hidden : id;
    }
    return 0;
}

/* --- rename --- */

static int append_text(struct semantics *semantics, const char *bytes, size_t length) {
    uint64_t need;
    if (__builtin_add_overflow(semantics->text.count, length, &need) || need >= UINT32_MAX) {
        return semantics_memory(semantics);
    }
    if (SEMANTICS_RESERVE(semantics, semantics->text, need) != 0) {
        return -1;
    }
    if (length > 0) {
        memcpy(semantics->text.data + semantics->text.count, bytes, length);
    }
    semantics->text.count = need;
    return 0;
}

/* Appends the right-hand side; \1 .. \9 stand for the texts of the groups, \\ for a backslash. */
static int append_replacement(struct semantics *semantics, const char *to, const char *matched,
                              const regmatch_t groups[REGEX_GROUPS]) {
    int status = 0;
    for (const char *at = to; *at != '\0' && status == 0; at++) {
        if (at[0] == '\\' && at[1] >= '1' && at[1] <= '9') {
            regmatch_t group = groups[*++at - '0'];
            if (group.rm_so >= 0) {
                status = append_text(semantics, matched + group.rm_so, (size_t)(group.rm_eo - group.rm_so));
            }
        } else {
            at += at[0] == '\\' && at[1] == '\\';
            status = append_text(semantics, at, 1);
        }
    }
    return status;
}

/* SINGLE, MULTIPLE: writes the renamed text to semantics->text; whether the clause applies, or -1. */
static int rename_substrings(struct semantics *semantics, const struct located_pattern *matcher,
                             const char *to, int every, uint32_t id) {
    const char *text = label_text(semantics->labels, id);
    size_t length = label_length(semantics->labels, id), done = 0;
    regmatch_t groups[REGEX_GROUPS];
    int applies = 0;
    while (every || !applies) {
        int found = find_some(semantics, matcher, text, length, done, groups);
        if (found < 0) {
            return -1;
        }
        if (found == 0) {
            break;
        }
        if (append_text(semantics, text + done, (size_t)groups[0].rm_so - done) != 0 ||
            append_replacement(semantics, to, text, groups) != 0) {
            return -1;
        }
        done = (size_t)groups[0].rm_eo;
        applies = 1;
    }
    return append_text(semantics, text + done, length - done) != 0 ? -1 : applies;
}

/* TOTAL, GATE: like rename_parts. */
static int rename_key(struct semantics *semantics, const struct located_pattern *matcher, const char *to,
                      enum exp_mode mode, uint32_t id) {
    const char *text = label_text(semantics->labels, id);
    size_t length = label_length(semantics->labels, id);
    size_t key = mode == EXP_MODE_GATE ? label_gate_length(semantics->labels, id) : length;
    regmatch_t groups[REGEX_GROUPS];
    int applies = find_whole(semantics, matcher, text, key, groups);
    if (applies <= 0) {
        return applies;
    }
    /* Room for one byte, so that the text is not NULL even if it is empty. */
    if (SEMANTICS_RESERVE(semantics, semantics->text, 1) != 0 ||
        append_replacement(semantics, to, text, groups) != 0) {
        return -1;
    }
    int internal =
        label_text_kind(semantics->labels, semantics->text.data, semantics->text.count) == LABEL_INTERNAL;
    return !internal && append_text(semantics, text + key, length - key) != 0 ? -1 : 1;
}

/* The new label of a label; LABEL_NONE if the clause does not apply, UNDECIDED on failure. */
static uint32_t rename_label(struct semantics *semantics, const struct located_pattern *matcher,
                             const char *to, enum exp_mode mode, uint32_t id) {
    semantics->text.count = 0;
    int applies = mode == EXP_MODE_TOTAL || mode == EXP_MODE_GATE
                      ? rename_key(semantics, matcher, to, mode, id)
                      : rename_substrings(semantics, matcher, to, mode == EXP_MODE_MULTIPLE, id);
    if (applies <= 0) {
        return applies < 0 ? UNDECIDED : LABEL_NONE;
    }
    uint32_t renamed = semantics_intern(semantics, semantics->text.data, semantics->text.count);
    return renamed == LABEL_NONE ? UNDECIDED : renamed;
}

/* Applies one clause to all labels that no earlier clause applied to. */
static int apply_clause(struct semantics *semantics, struct semantics_node *node,
                        const struct exp_clause *clause) {
    const struct semantics_node *operand = node->children[0];
    struct located_pattern matcher;
    if (open_matcher(semantics, &matcher, &clause->from) != 0) {
        return -1;
    }
    int status = 0;
    for (uint32_t l = 0; l < operand->label_count && status == 0; l++) {
        status = semantics_step(semantics);
        if (node->up[0][l] == UNDECIDED && status == 0) {
            uint32_t renamed =
                rename_label(semantics, &matcher, clause->to.text, node->syntax->mode, operand->labels[l]);
            status = renamed == UNDECIDED ? -1 : 0;
            node->up[0][l] = renamed == LABEL_NONE ? UNDECIDED : renamed;
        }
    }
    regex_free(matcher.regex);
    return status;
}

static int make_rename(struct semantics *semantics, struct semantics_node *node) {
    const struct semantics_node *operand = node->children[0];
    for (uint32_t l = 0; l < operand->label_count; l++) {
        int internal = label_kind(semantics->labels, operand->labels[l]) == LABEL_INTERNAL;
        node->up[0][l] = internal ? operand->labels[l] : UNDECIDED;
    }
    for (uint32_t k = 0; k < node->syntax->clause_count; k++) {
        if (apply_clause(semantics, node, &node->syntax->clauses[k]) != 0) {
            return -1;
        }
    }
    for (uint32_t l = 0; l < operand->label_count; l++) {
        if (node->up[0][l] == UNDECIDED) {
            node->up[0][l] = operand->labels[l];
        }
    }
    return 0;
}

int semantics_make_relabel(struct semantics *semantics, struct semantics_node *node) {
    int status =
        node->syntax->kind == EXP_RENAME ? make_rename(semantics, node) : make_hide_or_cut(semantics, node);
    for (uint32_t l = 0; l < node->children[0]->label_count && status == 0; l++) {
        status =
            node->up[0][l] == SEMANTICS_NONE ? 0 : SEMANTICS_ADD(semantics, semantics->ids, node->up[0][l]);
    }
    if (status != 0 || semantics_set_labels(semantics, node) != 0) {
        return -1;
    }
    semantics_translate(node);
    return 0;
}
