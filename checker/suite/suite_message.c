/* Error messages of the reader of suites. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text/expected.h"
#include "base/text/spelling.h"
#include "base/text/syntax_message.h"
#include "checker/suite/suite_syntax.h"
#include "specs/syntax/formula_syntax.h"

static struct source_position position_of(const struct suite_syntax *syntax, struct formula_position where) {
    return (struct source_position){syntax->file->path, where.line, where.column};
}

int suite_syntax_error(struct suite_syntax *syntax, struct formula_position where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_message_error(syntax->error, &syntax->failed, position_of(syntax, where), format, arguments);
    va_end(arguments);
    return -1;
}

int suite_syntax_memory(struct suite_syntax *syntax) {
    return syntax_message_fail(syntax->error, &syntax->failed, ERROR_MEMORY,
                               (struct source_position){.path = syntax->file->path},
                               "not enough memory to read the properties");
}

/* --- words --- */

const char *suite_nearest_item(const char *word, size_t length) {
    static const char *const items[] = {"property", "include", "macro"};
    return spelling_nearest(word, length, items, LENGTH(items));
}

static int refuse_misspelt(struct suite_syntax *syntax, struct formula_position where, const char *word,
                           size_t length, const char *nearest) {
    char shown[80];
    return suite_syntax_error(syntax, where, "unknown word '%s': did you mean '%s'?",
                              syntax_message_show(word, length, shown, sizeof shown), nearest);
}

int suite_refuse_misspelt_kind(struct suite_syntax *syntax) {
    const char *kinds[PROPERTY_KINDS];
    for (unsigned kind = 0; kind < PROPERTY_KINDS; kind++) {
        kinds[kind] = property_row((enum property_kind)kind)->name;
    }
    const char *word = syntax->region;
    size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"),
           end = length;
    while (word + end < syntax->region_end && isspace((unsigned char)word[end])) {
        end++;
    }
    char next = word + end < syntax->region_end ? word[end] : '\0';
    int is_operand =
        next == '\0' || next == '"' || next == '\'' || next == '_' || isalnum((unsigned char)next);
    const char *nearest =
        formula_word_keyword(FORMULA_DIALECT_MCL, word, length) != 0 || !is_operand ||
                formula_word_keyword(FORMULA_DIALECT_MCL, word + end, strcspn(word + end, " \t\n")) != 0
            ? NULL
            : spelling_nearest(word, length, kinds, LENGTH(kinds));
    return nearest == NULL ? 0 : refuse_misspelt(syntax, syntax->region_where, word, length, nearest);
}

int suite_refuse_misspelt_expect(struct suite_syntax *syntax, struct formula_position where, const char *word,
                                 size_t length) {
    static const char *const expect[] = {"expect"};
    const char *nearest = spelling_nearest(word, length, expect, 1);
    return nearest == NULL ? 0 : refuse_misspelt(syntax, where, word, length, nearest);
}

/* --- unexpected tokens --- */

/* What the word between properties may mean, with the sections of mCRL2's dialect. */
static const char *nearest_between(const struct suite_syntax *syntax) {
    static const char *const sections[] = {"sort", "cons", "map", "var", "eqn", "act"};
    const char *item = suite_nearest_item(syntax->token, syntax->token_length);
    return item != NULL || syntax->dialect != FORMULA_DIALECT_MCF
               ? item
               : spelling_nearest(syntax->token, syntax->token_length, sections, LENGTH(sections));
}

/* Reports a misspelt word between properties, or a comment of another language. Returns 0 if the token is
 * neither. */
static int report_slip(struct suite_syntax *syntax, struct formula_position where, int between) {
    static const char *const comments[] = {"//", "/*", "--", "#"};
    const char *token = syntax->token, *nearest = between ? nearest_between(syntax) : NULL;
    for (size_t i = 0; i < LENGTH(comments); i++) {
        if (strlen(comments[i]) == syntax->token_length &&
            memcmp(token, comments[i], syntax->token_length) == 0) {
            return suite_syntax_error(
                syntax, where, "unexpected '%s': comments are %% .. to the end of the line, or (* .. *)",
                comments[i]);
        }
    }
    return nearest == NULL ? 0 : refuse_misspelt(syntax, where, token, syntax->token_length, nearest);
}

void suite_syntax_unexpected(struct suite_syntax *syntax, struct formula_position where,
                             const char *const *listed, int count) {
    const struct expected_tokens expected = {listed, count};
    char token[80] = "end of the file", quoted[84], names[400] = "";
    int between = expected_has(&expected, "'property'"), name = expected_has(&expected, "a name");
    if (syntax->token_length != 0) {
        syntax_message_show(syntax->token, syntax->token_length, token, sizeof token);
    }
    snprintf(quoted, sizeof quoted, syntax->token_length != 0 ? "'%s'" : "%s", token);
    if (report_slip(syntax, where, between) != 0) {
        return;
    }
    if (between) {
        snprintf(names, sizeof names,
                 "'property NAME: ..', 'include \"FILE\"' or 'macro NAME (..) = .. end_macro'");
    } else if (name) {
        snprintf(names, sizeof names, "a name%s",
                 syntax->in_include       ? " of a file in double quotes"
                 : *syntax->token == '\'' ? ", as a word or in double quotes"
                                          : "");
    } else if (expected_has(&expected, "a label") && !expected_has(&expected, "a pattern")) {
        snprintf(names, sizeof names, "%s",
                 syntax->property.text_count == 0 && syntax->texts.count == 0
                     ? "the file of the monitor or automaton, in quotes"
                     : "the number of a state");
    } else {
        expected_list("", listed, count, names, sizeof names);
    }
    suite_syntax_error(syntax, where, "unexpected %s: expected %s", quoted, names);
}
