/* Messages of the PRISM reader about common slips: what the user probably means. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text/expected.h"
#include "base/text/spelling.h"
#include "base/text/syntax_message.h"
#include "frontend/prism/syntax/prism_parser.h"
#include "frontend/prism/syntax/prism_syntax.h"

/* --- open brackets --- */

static const struct {
    int open, close;
    const char *text, *end;
} brackets[] = {{'(', ')', "(", ")"},
                {'[', ']', "[", "]"},
                {'{', '}', "{", "}"},
                {PRISM_ACTIONS_OPEN, PRISM_ACTIONS_CLOSE, "|[", "]|"},
                {PRISM_KEY_MODULE, PRISM_ENDMODULE, "module", "endmodule"},
                {PRISM_REWARDS, PRISM_ENDREWARDS, "rewards", "endrewards"},
                {PRISM_SYSTEM, PRISM_ENDSYSTEM, "system", "endsystem"}};

int prism_follow_brackets(struct prism_syntax *syntax) {
    brackets_next_token(&syntax->brackets);
    for (size_t i = 0; i < LENGTH(brackets); i++) {
        if (syntax->last_token == brackets[i].close) {
            brackets_close(&syntax->brackets, brackets[i].text);
        } else if (syntax->last_token == brackets[i].open &&
                   brackets_open(&syntax->brackets, syntax->memory, brackets[i].text,
                                 syntax->token_position) != 0) {
            return prism_syntax_memory(syntax);
        }
    }
    return 0;
}

/* The end of the innermost open bracket, or "". */
static const char *end_of_open(const struct prism_syntax *syntax) {
    const struct open_bracket *open = brackets_innermost(&syntax->brackets);
    for (size_t i = 0; i < LENGTH(brackets) && open != NULL; i++) {
        if (strcmp(brackets[i].text, open->text) == 0) {
            return brackets[i].end;
        }
    }
    return "";
}

const char *prism_show_open(const struct prism_syntax *syntax, const struct expected_tokens *expected,
                            char *text, size_t size) {
    char end[24];
    snprintf(end, sizeof end, "'%s'", end_of_open(syntax));
    return expected_has(expected, end) ? brackets_show(brackets_innermost(&syntax->brackets), text, size)
                                       : "";
}

/* --- slips: each returns 1 if it has reported one --- */

static int is_text(const char *token, size_t length, const char *text) {
    return strlen(text) == length && memcmp(token, text, length) == 0;
}

/* Comments of other languages. Between declarations and commands, their signs are no operators. */
static int report_comment(struct prism_syntax *syntax, const struct expected_tokens *expected) {
    static const char *const signs[] = {"#", "-", "%", "("};
    static const char *const shown[] = {"#", "--", "%", "(*"};
    int between = expected_has(expected, "'module'") || expected_has(expected, "'endmodule'") ||
                  expected_has(expected, "'endrewards'");
    for (size_t i = 0; i < LENGTH(signs) && !syntax->is_single; i++) {
        if (is_text(syntax->token, syntax->token_length, signs[i]) &&
            (between || i == 0 || (i == 2 && expected_begins_line(syntax->line_start, syntax->token)))) {
            prism_syntax_error(syntax, syntax->token_position,
                               "unexpected '%s': a comment begins with '//' and ends with its line",
                               shown[i]);
            return 1;
        }
    }
    return 0;
}

/* Quotes of the wrong kind, none, or too many. */
static int report_quotes(struct prism_syntax *syntax, const struct expected_tokens *expected) {
    const struct prism_token *previous = &syntax->previous;
    char token[80];
    syntax_message_show(syntax->token, syntax->token_length, token, sizeof token);
    if (syntax->is_single && *token == '\'' && expected_has(expected, "a label")) {
        prism_syntax_error(syntax, syntax->token_position,
                           "unexpected '%c': a label of states is in double quotes: {\"LABEL\"}", *token);
    } else if (expected_has(expected, "a name in quotes") && *token == '\'') {
        prism_syntax_error(syntax, syntax->token_position,
                           "unexpected ''': this name is in double quotes: \"NAME\"");
    } else if (expected_has(expected, "a name in quotes") && syntax->last_token == PRISM_NAME) {
        prism_syntax_error(syntax, syntax->token_position,
                           "unexpected '%s': this name is in double quotes: \"%s\"", token, token);
    } else if (syntax->last_token == PRISM_QUOTED && expected_has(expected, "a name") &&
               !expected_has(expected, "'func'")) {
        prism_syntax_error(syntax, syntax->token_position, "unexpected '%s': this name has no quotes: %.*s",
                           token, (int)strlen(token) - 2, token + 1);
    } else if (previous->kind == PRISM_NAME && syntax->earlier.kind == PRISM_REWARDS) {
        prism_syntax_error(syntax, previous->position,
                           "unexpected '%.*s': the name of rewards is in double quotes: \"%.*s\"",
                           (int)(previous->length < 60 ? previous->length : 60), previous->text,
                           (int)(previous->length < 60 ? previous->length : 60), previous->text);
    } else {
        return 0;
    }
    return 1;
}

/* Operators that other languages write as words. */
static int report_word(struct prism_syntax *syntax) {
    static const struct {
        const char *word, *advice;
    } words[] = {{"and", "'and' is written '&'"},
                 {"or", "'or' is written '|'"},
                 {"implies", "'implies' is written '=>'"},
                 {"iff", "'iff' is written '<=>'"},
                 {"mod", "the remainder is written mod(a, b)"},
                 {"not", "'not' is written '!'"}};
    const struct prism_token *previous = &syntax->previous;
    for (size_t i = 0; i < LENGTH(words); i++) {
        int is_prefix = i + 1 == LENGTH(words);
        if (is_prefix && previous->kind == PRISM_NAME &&
            is_text(previous->text, previous->length, words[i].word)) {
            prism_syntax_error(syntax, previous->position, "unexpected '%s': %s", words[i].word,
                               words[i].advice);
            return 1;
        }
        if (!is_prefix && syntax->last_token == PRISM_NAME &&
            is_text(syntax->token, syntax->token_length, words[i].word)) {
            prism_syntax_error(syntax, syntax->token_position, "unexpected '%s': %s", words[i].word,
                               words[i].advice);
            return 1;
        }
    }
    return 0;
}

static int did_you_mean(struct prism_syntax *syntax, const struct prism_token *token, const char *nearest) {
    char shown[80];
    prism_syntax_error(syntax, token->position, "unexpected '%s': did you mean '%s'?",
                       syntax_message_show(token->text, token->length, shown, sizeof shown), nearest);
    return 1;
}

/* A misspelt keyword; or a misspelt end before this token, which was taken for a variable. */
static int report_misspelt(struct prism_syntax *syntax, const struct expected_tokens *expected) {
    static const char *const declarations[] = {"dtmc",   "mdp",    "ctmc",    "const", "formula", "label",
                                               "global", "module", "rewards", "init",  "system"};
    const struct prism_token *previous = &syntax->previous,
                             last = {syntax->last_token, syntax->token, syntax->token_length,
                                     syntax->token_position};
    const char *end = end_of_open(syntax), *nearest = NULL;
    struct expected_keywords keywords;
    expected_take_keywords(expected, &keywords);
    if (expected_has(expected, "';'") && strcmp(end, "endmodule") == 0) {
        keywords.words[keywords.count++] = "init";
    }
    if (last.kind == PRISM_NAME) {
        nearest = expected_has(expected, "'module'")
                      ? spelling_nearest(last.text, last.length, declarations, LENGTH(declarations))
                      : spelling_nearest(last.text, last.length, keywords.words, keywords.count);
    }
    if (nearest != NULL) {
        return did_you_mean(syntax, &last, nearest);
    }
    if (previous->kind == PRISM_NAME && strncmp(end, "end", 3) == 0) {
        int is_end = is_text(previous->text, previous->length, "end");
        nearest = is_end ? end : spelling_nearest(previous->text, previous->length, &end, 1);
    }
    return nearest != NULL ? did_you_mean(syntax, previous, nearest) : 0;
}

int prism_report_slip(struct prism_syntax *syntax, const struct expected_tokens *expected) {
    return report_comment(syntax, expected) || report_quotes(syntax, expected) || report_word(syntax) ||
           report_misspelt(syntax, expected);
}
