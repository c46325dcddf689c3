/* Error messages of the reader of EXP networks: what is not expected, and what the user probably means. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/error.h"
#include "base/text/expected.h"
#include "base/text/spelling.h"
#include "base/text/syntax_message.h"
#include "frontend/exp/syntax/exp_syntax.h"

/* Operators and languages of other families that users of similar tools may try. */
static const struct {
    const char *word, *family;
} foreign_words[] = {
    {"allow", "mCRL2"},  {"block", "mCRL2"},  {"ccs", NULL},   {"comm", "mCRL"}, {"csp", NULL},
    {"delay", "mCRL2"},  {"encap", "mCRL"},   {"fsp", NULL},   {"lnt", NULL},    {"mcrl", NULL},
    {"mcrl2", NULL},     {"meije", NULL},     {"mucrl", NULL}, {"sccs", NULL},   {"sum", "mCRL"},
    {"choice", "LOTOS"}, {"restrict", "CCS"},
};

const char *exp_syntax_family(const char *word, size_t length) {
    for (size_t i = 0; i < LENGTH(foreign_words); i++) {
        if (strlen(foreign_words[i].word) == length &&
            strncasecmp(foreign_words[i].word, word, length) == 0) {
            return foreign_words[i].family != NULL ? foreign_words[i].family : "";
        }
    }
    return NULL;
}

int exp_message_foreign(struct exp_syntax *syntax, const char *word, const char *family,
                        struct source_position position) {
    return *family == '\0'
               ? exp_syntax_error(syntax, position,
                                  "the reference language '%s' is not supported, but lotos and elotos are",
                                  word)
               : exp_syntax_error(
                     syntax, position,
                     "operator '%s' of the %s family is not supported: write it with ||, |||, |[ ]| or par",
                     word, family);
}

static int begins_behaviour(const struct expected_tokens *expected) {
    return expected_has(expected, "'stop'");
}

/* --- slips: each returns 0 if the tokens are not one --- */

/* Operators of other families. */
static int report_family(struct exp_syntax *syntax, const char *token,
                         const struct expected_tokens *expected) {
    if (syntax->family != NULL && expected_has(expected, "']|'")) {
        return exp_syntax_error(syntax, syntax->token_position,
                                "unexpected '%s': the gates after '|[' end with ']|'", token);
    }
    if (syntax->family != NULL) {
        return exp_message_foreign(syntax, token, syntax->family, syntax->token_position);
    }
    if (syntax->previous_family != NULL) {
        return exp_message_foreign(syntax, syntax->foreign, syntax->previous_family,
                                   syntax->foreign_position);
    }
    return strcasecmp(token, "lotos") == 0 || strcasecmp(token, "elotos") == 0
               ? exp_syntax_error(syntax, syntax->token_position,
                                  "'%s' is allowed only before the first 'behaviour'", token)
               : 0;
}

/* Offers follow a word: the label must be quoted. */
static int report_offer(struct exp_syntax *syntax, const char *token) {
    const char *word = syntax->previous_word.text.text;
    if ((*token != '!' && *token != '?') || word == NULL) {
        return 0;
    }
    return exp_syntax_error(syntax, syntax->token_position,
                            "unexpected '%s': a label with blanks must be quoted: \"%.100s %s\"", token, word,
                            token);
}

int exp_message_comment(struct exp_syntax *syntax, struct source_position position, const char *sign) {
    return exp_syntax_error(syntax, position, "unexpected '%.2s': comments are (* .. *) or --", sign);
}

/* A comment of another language: the token, or the word before it, begins with its sign. */
static int report_comment(struct exp_syntax *syntax, const char *token) {
    const struct exp_word *word = &syntax->previous_word;
    if (word->text.text != NULL && !word->quoted && strncmp(word->text.text, "//", 2) == 0) {
        return exp_message_comment(syntax, word->text.position, "//");
    }
    return strncmp(token, "//", 2) == 0 || strcmp(token, "/*") == 0 || *token == '%' ||
                   (*token == '#' && expected_begins_line(syntax->line_start, syntax->token))
               ? exp_message_comment(syntax, syntax->token_position, token)
               : 0;
}

/* Quotes of other languages and of word processors. */
static int report_quotes(struct exp_syntax *syntax, const char *token) {
    static const char *const quotes[] = {"'",           "`", "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\x9c",
                                         "\xe2\x80\x9d"};
    for (size_t i = 0; i < LENGTH(quotes); i++) {
        if (strncmp(syntax->token, quotes[i], strlen(quotes[i])) == 0) {
            return exp_syntax_error(syntax, syntax->token_position,
                                    "unexpected %s: in a network, labels and patterns are in double quotes, "
                                    "\"SEND !1\" and \"SEND .*\"",
                                    token);
        }
    }
    return 0;
}

/* `end hide` outside all operators: there, only `end behaviour` is allowed. */
static int report_end(struct exp_syntax *syntax, const char *token, const struct expected_tokens *expected) {
    if (expected->count != 1 || strcmp(expected->names[0], "'behaviour'") != 0 || !syntax->is_keyword) {
        return 0;
    }
    return exp_syntax_error(syntax, syntax->token_position,
                            "unexpected '%s': there is one 'end %s' too many, for no operator is open", token,
                            token);
}

/* A misspelt keyword where one is expected; or before this token, where it was taken for a file. */
static int report_misspelt(struct exp_syntax *syntax, const char *token,
                           const struct expected_tokens *expected) {
    static const char *const beginning[] = {"hide",  "cut",       "rename", "prio",     "par",
                                            "total", "partial",   "single", "multiple", "gate",
                                            "label", "behaviour", "lotos",  "elotos"};
    const struct exp_word *word = &syntax->word, *before = &syntax->previous_word;
    struct expected_keywords keywords;
    const char *nearest = NULL;
    expected_take_keywords(expected, &keywords);
    if (word->text.text != NULL && !word->quoted) {
        nearest = spelling_nearest(word->text.text, strlen(word->text.text), keywords.words, keywords.count);
    }
    if (nearest != NULL) {
        return exp_syntax_error(syntax, syntax->token_position, "unexpected '%s': did you mean '%s'?", token,
                                nearest);
    }
    if (before->text.text != NULL && !before->quoted && !expected_has(expected, "'->'")) {
        nearest =
            spelling_nearest(before->text.text, strlen(before->text.text), beginning, LENGTH(beginning));
    }
    return nearest != NULL ? exp_syntax_error(syntax, before->text.position,
                                              "'%.40s' before '%s' is no operator: did you mean '%s'?",
                                              before->text.text, token, nearest)
                           : 0;
}

/* A pattern without quotes: an operator of patterns directly after a word in a list. */
static int report_pattern(struct exp_syntax *syntax, const char *token,
                          const struct expected_tokens *expected) {
    const struct exp_word *word = &syntax->previous_word;
    if (syntax->token_length == 0 || word->text.text == NULL || word->quoted || word->end != syntax->token ||
        strchr("*([{^?+\\", *token) == NULL ||
        !(expected_has(expected, "','") || expected_has(expected, "'->'") || expected_has(expected, "'>'"))) {
        return 0;
    }
    return exp_syntax_error(syntax, syntax->token_position,
                            "unexpected '%s': a pattern must be quoted: \"%.40s%s..\"", token,
                            word->text.text, token);
}

/* Gates of LOTOS's operator without its bars. */
static int report_gates(struct exp_syntax *syntax, const char *token,
                        const struct expected_tokens *expected) {
    return strcmp(token, "[") == 0 && expected_has(expected, "'|['")
               ? exp_syntax_error(syntax, syntax->token_position,
                                  "unexpected '[': gates between two behaviours are written |[ A, B ]|")
               : 0;
}

/* --- all other tokens --- */

#define END "the end of the file"
#define MOST_EXPECTED 16

/* Whether a name is allowed here, and the last token is a keyword. */
static int lacks_quotes(const struct exp_syntax *syntax, const struct expected_tokens *expected) {
    return syntax->is_keyword && expected_has(expected, "a name") &&
           !(syntax->closing && begins_behaviour(expected));
}

/* Where the innermost open bracket or operator begins, if the parser expects its end; else "". */
static const char *show_open(const struct exp_syntax *syntax, const struct expected_tokens *expected,
                             char *text, size_t size) {
    const struct open_bracket *open = brackets_innermost(&syntax->brackets);
    char closing[24];
    if (open == NULL) {
        return "";
    }
    int is_word = isalpha((unsigned char)*open->text);
    snprintf(closing, sizeof closing, "'%s'", is_word ? open->text : *open->text == '(' ? ")" : "]|");
    return expected_has(expected, closing) || (is_word && expected_has(expected, "'end'"))
               ? brackets_show(open, text, size)
               : "";
}

/* Whether the list leaves a name out, because it is rare and others are expected, too. */
static int is_left_out(const struct expected_tokens *expected, const char *name) {
    return (strcmp(name, "'all'") == 0 && expected_has(expected, "a name")) ||
           (strcmp(name, "'end'") == 0 && expected_has(expected, END));
}

/* Writes ", expected A, B or C"; the end of the file comes last. */
static void list_expected(const struct expected_tokens *expected, char *text, size_t size) {
    const char *names[MOST_EXPECTED];
    int count = 0, has_end = expected_has(expected, END);
    if (begins_behaviour(expected)) {
        snprintf(text, size, ", expected a file, 'stop', '(', 'hide', 'cut', 'rename', 'prio' or 'par'");
        return;
    }
    for (int i = 0; i < expected->count && count < MOST_EXPECTED - 1; i++) {
        if (strcmp(expected->names[i], END) != 0 && !is_left_out(expected, expected->names[i])) {
            names[count++] = expected->names[i];
        }
    }
    if (has_end) {
        names[count++] = END;
    }
    expected_list(", expected ", names, count, text, size);
}

void exp_syntax_unexpected(struct exp_syntax *syntax, const char *const *names, int count) {
    const struct expected_tokens expected = {names, count};
    char token[80], text[640], open[80];
    if (syntax->failed) {
        return;
    }
    syntax_message_show(syntax->token, syntax->token_length, token, sizeof token);
    if (report_family(syntax, token, &expected) != 0 || report_offer(syntax, token) != 0 ||
        report_comment(syntax, token) != 0 || report_quotes(syntax, token) != 0 ||
        report_end(syntax, token, &expected) != 0 || report_misspelt(syntax, token, &expected) != 0 ||
        report_pattern(syntax, token, &expected) != 0 || report_gates(syntax, token, &expected) != 0) {
        return;
    }
    list_expected(&expected, text, sizeof text);
    int quoted = syntax->token_length > 0;
    exp_syntax_error(syntax, syntax->token_position, "unexpected %s%s%s%s%s%s", quoted ? "'" : "",
                     quoted ? token : "end of the file", quoted ? "'" : "", text,
                     show_open(syntax, &expected, open, sizeof open),
                     lacks_quotes(syntax, &expected) ? " (a keyword: quote it to use it as a name)" : "");
}
