/* Error messages of the reader of formulas: position, error, and the expected tokens. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "specs/syntax/formula_parser.h"
#include "specs/syntax/formula_syntax.h"

static struct source_position position_of(const struct formula_syntax *syntax,
                                          struct formula_position location) {
    return (struct source_position){syntax->path, location.line, location.column};
}

int formula_syntax_error(struct formula_syntax *syntax, struct formula_position location, const char *format,
                         ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_message_error(syntax->error, &syntax->failed, position_of(syntax, location), format, arguments);
    va_end(arguments);
    return -1;
}

int formula_syntax_memory(struct formula_syntax *syntax) {
    return syntax_message_fail(syntax->error, &syntax->failed, ERROR_MEMORY,
                               (struct source_position){.path = syntax->path},
                               "not enough memory to read the formula");
}

int formula_syntax_interrupted(struct formula_syntax *syntax) {
    return syntax_message_fail(syntax->error, &syntax->failed, ERROR_INTERRUPTED,
                               (struct source_position){.path = syntax->path},
                               "interrupted while reading the formula");
}

void formula_syntax_warn(struct formula_syntax *syntax, struct formula_position location, const char *format,
                         ...) {
    int warned = syntax->warning->code != ERROR_NONE;
    va_list arguments;
    va_start(arguments, format);
    syntax_message_error(syntax->warning, &warned, position_of(syntax, location), format, arguments);
    va_end(arguments);
}

/* --- unexpected tokens --- */

#define COMMENTS "comments are % .. to the end of the line, or (* .. *)"
#define STRAIGHT_QUOTES "labels are written in plain quotes, \"SEND !1\", and patterns as 'SEND !.*'"

/* Characters and operators of other languages, with their equivalents here. */
static const struct {
    const char *text, *advice;
} foreign_signs[] = {
    {"{", "MCL data: action patterns in { } are not supported: write a label as it is, \"SEND !1\", or a "
          "pattern, 'SEND !.*'"},
    {"}", "no '{' is open"},
    {"//", COMMENTS},
    {"/*", COMMENTS},
    {"--", COMMENTS},
    {"#", COMMENTS},
    {":=", "MCL data: parameters are not supported: write one formula for each value"},
    {"->", "implication is written '=>' or 'implies'"},
    {"<=>", "equivalence is written 'equ'"},
    {"<->", "equivalence is written 'equ'"},
    {"==", "data is written val(n == 1)"},
    {"=", "data is written val(n == 1)"},
    {"&", "conjunction is written '&&' or 'and'"},
    {"/\\", "conjunction is written '&&' or 'and'"},
    {"\\/", "disjunction is written '||' or 'or'"},
    {"~", "negation is written '!' or 'not'"},
    {"\xc2\xac", "negation is written '!' or 'not'"},          /* U+00AC */
    {"\xe2\x88\xa7", "conjunction is written '&&' or 'and'"},  /* U+2227 */
    {"\xe2\x88\xa8", "disjunction is written '||' or 'or'"},   /* U+2228 */
    {"\xce\xbc", "the least fixpoint is written mu X . F"},    /* U+03BC */
    {"\xce\xbd", "the greatest fixpoint is written nu X . F"}, /* U+03BD */
    {"\xe2\x80\x9c", STRAIGHT_QUOTES},                         /* quotes of word processors */
    {"\xe2\x80\x9d", STRAIGHT_QUOTES},
    {"\xe2\x80\x98", STRAIGHT_QUOTES},
    {"\xe2\x80\x99", STRAIGHT_QUOTES},
    {"\xc2\xa0", "a no-break space: write a plain one"},
    {"<<", "weak modalities are not supported: write <tau* . \"a\" . tau*>"},
};

static const char *advice_for_sign(const struct formula_token *token) {
    for (size_t i = 0; i < LENGTH(foreign_signs); i++) {
        if (strlen(foreign_signs[i].text) == token->length &&
            memcmp(foreign_signs[i].text, token->text, token->length) == 0) {
            return foreign_signs[i].advice;
        }
    }
    return NULL;
}

/* Whether the token can begin an action, and cannot begin a formula. */
static int begins_action(int kind) {
    return kind == FORMULA_TOKEN_STRING || kind == FORMULA_TOKEN_PATTERN || kind == FORMULA_TOKEN_ANY ||
           kind == FORMULA_TOKEN_TAU || kind == FORMULA_TOKEN_INTERNAL || kind == FORMULA_TOKEN_NIL;
}

/* The number of brackets that were open before the token. */
static uint64_t open_brackets(const struct formula_syntax *syntax) {
    int kind = syntax->token.kind;
    int opens = kind == '(' || kind == '[' || kind == '<';
    return syntax->bracket_count - (opens && syntax->bracket_count > 0);
}

int formula_syntax_in_modality(const struct formula_syntax *syntax) {
    for (uint64_t i = open_brackets(syntax); i > 0; i--) {
        if (syntax->brackets[i - 1].kind != '(') {
            return 1;
        }
    }
    return 0;
}

/* Reports a word of another language. Returns 1 if the token is one. */
static int report_foreign(struct formula_syntax *syntax, const struct formula_token *token) {
    size_t length = token->word.name_length;
    const char *foreign =
        token->kind == FORMULA_TOKEN_WORD ? formula_word_foreign(token->word.text, length) : NULL;
    char shown[80];
    if (foreign != NULL) {
        formula_syntax_error(syntax, token->where, "'%s': %s",
                             syntax_message_show(token->word.text, length, shown, sizeof shown), foreign);
    }
    return foreign != NULL;
}

/* Reports a misspelt keyword of one of the places. Returns 1 if the token is one. */
static int report_misspelt(struct formula_syntax *syntax, const struct formula_token *token,
                           unsigned places) {
    size_t length = token->word.name_length;
    const char *nearest = token->kind == FORMULA_TOKEN_WORD
                              ? formula_word_nearest(syntax->dialect, places, token->word.text, length)
                              : NULL;
    char shown[80];
    if (nearest != NULL) {
        formula_syntax_error(syntax, token->where, "unknown word '%s': did you mean '%s'?",
                             syntax_message_show(token->word.text, length, shown, sizeof shown), nearest);
    }
    return nearest != NULL;
}

static int is_name_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Reports a pattern without quotes, like enter_.*, where the token is its second sign. Returns 1 if the
 * tokens are one. */
static int report_pattern(struct formula_syntax *syntax, const char *shown) {
    const struct formula_token *token = &syntax->token, *dot = &syntax->previous;
    if (token->kind != '*' || dot->kind != '.' || dot->text + 1 != token->text ||
        !formula_syntax_in_modality(syntax) || !is_name_byte(dot->text[-1])) {
        return 0;
    }
    const char *name = dot->text; /* a bracket stands before it */
    while (is_name_byte(name[-1])) {
        name--;
    }
    size_t length = (size_t)(dot->text - name);
    formula_syntax_error(syntax, token->where, "unexpected '%s': a pattern of labels needs quotes: '%.*s.*'",
                         shown, length < 100 ? (int)length : 100, name);
    return 1;
}

/* Whether the token is a string that may be a label of states: a name. */
static int is_name_string(const struct formula_token *token) {
    size_t length = token->length;
    for (size_t i = 1; i + 1 < length; i++) {
        if (!is_name_byte(token->text[i])) {
            return 0;
        }
    }
    return token->kind == FORMULA_TOKEN_STRING && length > 2 && !isdigit((unsigned char)token->text[1]);
}

/* Copies the bytes after the last token that may be the rest of an expression, "5" of n<5, into `rest`.
 * Returns the byte after them. */
static char read_rest(const struct formula_syntax *syntax, char *rest, size_t size) {
    static const char bytes[] = "=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.";
    const char *at = syntax->token.text + syntax->token.length;
    char next = syntax->next_byte;
    size_t length = 0;
    while (next == ' ') {
        next = *++at;
    }
    while (length + 1 < size && next != '\0' && strchr(bytes, next) != NULL) {
        rest[length++] = next;
        do {
            next = *++at;
        } while (next == ' ' && rest[length - 1] == '=');
    }
    rest[length] = '\0';
    return next;
}

/*
 * Reports an expression about variables without braces, like n<5, where the token is its operator. Returns 1
 * if the tokens are one.
 */
static int report_state(struct formula_syntax *syntax, unsigned expected, const char *shown) {
    const struct formula_token *token = &syntax->token, *name = &syntax->previous;
    char rest[24], next;
    if (syntax->has_pending || name->kind != FORMULA_TOKEN_WORD || formula_syntax_in_modality(syntax) ||
        !(expected & EXPECT_FORMULA_OPERATOR) || token->length != 1 ||
        strchr("<>=!-*/", *token->text) == NULL) {
        return 0;
    }
    next = read_rest(syntax, rest, sizeof rest);
    int is_modality = *token->text == '<' && *rest != '=' && !isdigit((unsigned char)*rest) &&
                      (next == '>' || name->text + name->length != token->text);
    if (is_modality || (*token->text == '!' && *rest != '=') ||
        (*token->text == '=' && syntax->dialect == FORMULA_DIALECT_MCF)) {
        return 0;
    }
    formula_syntax_error(
        syntax, token->where,
        "unexpected '%s': write a condition on states of a PRISM model in braces, {%.*s%s%s}", shown,
        name->length < 40 ? (int)name->length : 40, name->text, shown, *rest == '\0' ? " .." : rest);
    return 1;
}

/* Reports a common mistake. Returns 1 if the token is one. */
static int report_slip(struct formula_syntax *syntax, unsigned expected, const char *shown) {
    const struct formula_token *token = &syntax->token, *previous = &syntax->previous;
    struct formula_position where = token->where;
    int inside = formula_syntax_in_modality(syntax);
    const char *advice = token->kind == FORMULA_TOKEN_OTHER ? advice_for_sign(token) : NULL;
    if (report_state(syntax, expected, shown)) {
        return 1;
    }
    if (*token->text == '{' && token->kind == FORMULA_TOKEN_OTHER && expected & EXPECT_REGULAR_OPERATOR) {
        formula_syntax_error(syntax, where,
                             "unexpected '{': repetitions are not counted: write them out, as a . a . a for "
                             "three a, or use a* and a+");
    } else if (advice != NULL) {
        formula_syntax_error(syntax, where, "unexpected '%s': %s", shown, advice);
    } else if (token->kind == FORMULA_TOKEN_OTHER && *token->text == '-' && token->length == 1 &&
               expected & EXPECT_REGULAR) {
        formula_syntax_error(syntax, where,
                             "unexpected '-': every action is written 'true', and all but some 'not'");
    } else if (token->kind == '@' && inside) {
        formula_syntax_error(syntax, where,
                             "unexpected '@': time is not supported (and '@' for an infinite repetition "
                             "stands after the '>')");
    } else if (token->kind == '@' && previous->kind == ']') {
        formula_syntax_error(syntax, where, "'@' stands after < >; after [ ] write '-|'");
    } else if (token->kind == FORMULA_TOKEN_SATURATED && previous->kind == '>') {
        formula_syntax_error(syntax, where, "'-|' stands after [ ]; after < > write '@'");
    } else if (expected & EXPECT_FORMULA && begins_action(token->kind)) {
        formula_syntax_error(syntax, where,
                             "unexpected '%s': an action is no formula: write <%s> true (it is possible) or "
                             "[%s] false (it is not)%s%s%s",
                             shown, shown, shown,
                             is_name_string(token) ? "; a label of states of a PRISM model is in braces, {"
                                                   : "",
                             is_name_string(token) ? shown : "", is_name_string(token) ? "}" : "");
    } else if (previous->kind == FORMULA_TOKEN_WORD && inside &&
               (token->kind == FORMULA_TOKEN_NOT || token->kind == FORMULA_TOKEN_OTHER ||
                token->kind == FORMULA_TOKEN_WORD) &&
               expected & EXPECT_REGULAR_OPERATOR) {
        formula_syntax_error(
            syntax, where, "unexpected '%s': a label of more than one word must be quoted, as in \"SEND !1\"",
            shown);
    } else if ((token->kind == '|' || token->kind == FORMULA_TOKEN_MULTI) && !inside &&
               expected & EXPECT_FORMULA_OPERATOR) {
        formula_syntax_error(syntax, where, "unexpected '|': disjunction is written '||' or 'or'");
    } else if (token->kind == FORMULA_TOKEN_MULTI && previous->kind == FORMULA_TOKEN_TAU) {
        formula_syntax_error(syntax, previous->where, "the internal action is no part of a multi-action");
    } else if (token->kind == FORMULA_TOKEN_MULTI) {
        formula_syntax_error(syntax, where,
                             "unexpected '|': in this dialect it joins the names of actions to a "
                             "multi-action, and choice is '+'");
    } else {
        return 0;
    }
    return 1;
}

static const char *closing_of(int kind) {
    return kind == '(' ? "')'" : kind == '[' ? "']'" : "'>'";
}

/* Writes the description of the expected tokens. */
static void describe_expected(const struct formula_syntax *syntax, unsigned expected, char *text,
                              size_t size) {
    uint64_t count = open_brackets(syntax);
    const struct formula_bracket *open = count > 0 ? &syntax->brackets[count - 1] : NULL;
    if (syntax->previous.kind == FORMULA_TOKEN_MULTI) {
        snprintf(text, size, "expected the name of an action");
    } else if (expected & EXPECT_FORMULA) {
        snprintf(text, size, "expected a formula");
    } else if (expected & EXPECT_REGULAR) {
        snprintf(text, size, "expected an action or a regular expression");
    } else if (expected & (EXPECT_FORMULA_OPERATOR | EXPECT_REGULAR_OPERATOR)) {
        size_t used = (size_t)snprintf(text, size, "expected an operator or ");
        if (open == NULL) {
            snprintf(text + used, size - used, "the end");
        } else {
            snprintf(text + used, size - used, "%s (for the '%c' of line %u, column %u)",
                     closing_of(open->kind), open->kind, open->where.line, open->where.column);
        }
    } else if (expected & EXPECT_VARIABLE) {
        snprintf(text, size, "expected a name");
    } else {
        snprintf(text, size, "expected '.'");
    }
}

void formula_syntax_unexpected(struct formula_syntax *syntax, unsigned expected) {
    const struct formula_token *token = &syntax->token, *previous = &syntax->previous;
    char shown[80], wanted[160];
    int inside = formula_syntax_in_modality(syntax);
    if (syntax->failed || report_foreign(syntax, previous) || report_foreign(syntax, token) ||
        report_misspelt(syntax, token, inside ? WORD_BETWEEN_ACTIONS : WORD_BETWEEN_FORMULAS) ||
        report_misspelt(syntax, previous, inside ? WORD_BEFORE_ACTION : WORD_BEFORE_FORMULA)) {
        return;
    }
    syntax_message_show(token->text, token->length, shown, sizeof shown);
    if (report_pattern(syntax, shown) || report_slip(syntax, expected, shown)) {
        return;
    }
    describe_expected(syntax, expected, wanted, sizeof wanted);
    const char *advice = "";
    if (formula_word_keyword(syntax->dialect, token->text, token->length) != 0 &&
        !(expected & EXPECT_FORMULA)) {
        advice = expected & EXPECT_REGULAR && token->kind != FORMULA_TOKEN_TAU
                     ? " (a keyword: quote it to use it as a label)"
                 : expected == EXPECT_VARIABLE ? " (a keyword: take another name)"
                                               : "";
    }
    if ((token->kind == ']' && previous->kind == '[') || (token->kind == '>' && previous->kind == '<')) {
        advice = " (LTL, with [] and <>, is read with --ltl)";
    }
    if (token->length == 0) {
        formula_syntax_error(syntax, token->where, "unexpected end, %s", wanted);
    } else {
        formula_syntax_error(syntax, token->where, "unexpected '%s', %s%s", shown, wanted, advice);
    }
}
