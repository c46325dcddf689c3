/* What the passes of the PRISM reader share: errors, and lists under construction. */
#include "frontend/prism/syntax/prism_syntax.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "base/text/expected.h"
#include "base/text/syntax_message.h"
#include "frontend/prism/syntax/prism_parser.h"

/* --- errors --- */

int prism_syntax_error(struct prism_syntax *syntax, struct source_position position, const char *format,
                       ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_message_error(syntax->error, &syntax->failed, position, format, arguments);
    va_end(arguments);
    return -1;
}

int prism_syntax_too_deep(struct prism_syntax *syntax, struct source_position position, const char *advice) {
    return prism_syntax_error(syntax, position, "nesting deeper than %u: %s", PRISM_DEPTH_MOST, advice);
}

int prism_syntax_ask_after(struct prism_syntax *syntax, uint64_t work) {
    if (syntax->run == NULL || !run_stops_after(syntax->run, &syntax->unasked, work, 4096)) {
        return 0;
    }
    syntax->failed = 1;
    return error_set(syntax->error, ERROR_INTERRUPTED, "interrupted");
}

int prism_syntax_ask(struct prism_syntax *syntax) {
    return prism_syntax_ask_after(syntax, 1);
}

int prism_syntax_memory(struct prism_syntax *syntax) {
    return syntax_message_fail(syntax->error, &syntax->failed, ERROR_MEMORY,
                               (struct source_position){syntax->path, syntax->line, 0},
                               "not enough memory to read the model");
}

/* Words that stand where a kind of model may stand, or name parts of models that are not supported. */
static const struct {
    const char *word, *what;
} unsupported[] = {
    {"pta", "probabilistic timed automata (pta)"},
    {"popta", "partially observable timed automata (popta)"},
    {"pomdp", "partially observable models (pomdp)"},
    {"smg", "games (smg)"},
    {"csg", "games (csg)"},
    {"tsg", "games (tsg)"},
    {"imdp", "models with intervals of probabilities (imdp)"},
    {"idtmc", "models with intervals of probabilities (idtmc)"},
    {"ipomdp", "models with intervals of probabilities (ipomdp)"},
    {"ma", "Markov automata (ma)"},
    {"lts", "models without probabilities (lts)"},
    {"clock", "clocks, which only timed automata have,"},
    {"invariant", "invariants, which only timed automata have,"},
    {"observable", "observables, which only pomdp have,"},
    {"observables", "observables, which only pomdp have,"},
    {"player", "players of games"},
};

/* Refuses words that heddle does not support. Elsewhere they are names. */
static int refuse_unsupported(struct prism_syntax *syntax, const struct expected_tokens *expected) {
    const int has_room = expected_has(expected, "'module'") || expected_has(expected, "'endmodule'") ||
                         expected_has(expected, "'bool'");
    for (size_t i = 0; has_room && i < LENGTH(unsupported); i++) {
        if (strlen(unsupported[i].word) == syntax->token_length &&
            memcmp(unsupported[i].word, syntax->token, syntax->token_length) == 0) {
            prism_syntax_error(syntax, syntax->token_position,
                               "%s are not supported: heddle reads dtmc, mdp and ctmc", unsupported[i].what);
            return 1;
        }
    }
    return 0;
}

/* What users of other languages write. */
static const struct {
    const char *token, *advice;
} habits[] = {
    {"==", "equality is written '='"},
    {"&&", "'and' is written '&'"},
    {"||", "'or' is written '|'"},
    {"/*", "a comment begins with '//' and ends with its line"},
    {"%", "the remainder is written mod(a, b)"},
    {"'", "the quote of an assignment stands at the name: (x'=1)"},
};

/* What to write instead; NULL for nothing special. */
static const char *advice_about(const struct prism_syntax *syntax, const struct expected_tokens *expected) {
    const char *token = syntax->token;
    size_t length = syntax->token_length;
    if (syntax->in_system && length >= 2 && *token == '|') {
        return "put a part of P || Q ||| R into parentheses";
    }
    for (size_t i = 0; i < LENGTH(habits); i++) {
        if (strlen(habits[i].token) == length && memcmp(habits[i].token, token, length) == 0) {
            return habits[i].advice;
        }
    }
    if (syntax->in_updates && length == 1 && *token == '[' && expected_has(expected, "'func'")) {
        return "intervals of probabilities are not supported";
    }
    return NULL;
}

#define HOW_TO_UPDATE                                                                                        \
    " (an update is written (x'=1)&(y'=2) or true; several are written 0.5:(x'=1) + 0.5:true)"

static int is_operator(const char *name) {
    static const char *const operators[] = {"'+'", "'-'", "'*'",  "'/'",  "'^'",  "'&'",  "'|'",   "'='",
                                            "'<'", "'>'", "'!='", "'<='", "'>='", "'=>'", "'<=>'", "'?'"};
    return expected_has(&(struct expected_tokens){operators, (int)LENGTH(operators)}, name);
}

/* Writes ", expected a, b or c"; names of one kind become one. Returns text. */
static const char *list_expected(const struct expected_tokens *expected, char *text, size_t size) {
    const char *shown[8];
    int listed = 0, operators = 0, expression = expected_has(expected, "'func'");
    if (expected_has(expected, "'module'")) {
        snprintf(text, size,
                 ", expected dtmc, mdp or ctmc, const, formula, label, global, module, rewards, init or "
                 "system");
        return text;
    }
    for (int i = 0; i < expected->count; i++) {
        operators += is_operator(expected->names[i]);
    }
    if (expression) {
        shown[listed++] = "an expression";
    } else if (operators > 0 && expected->count > 3) {
        shown[listed++] = "an operator";
    }
    static const char *const names_in_expression[] = {"a name",   "'min'",  "'max'",   "an integer",
                                                      "a number", "'true'", "'false'", "'func'",
                                                      "'-'",      "'!'",    "a label"};
    static const struct expected_tokens in_expression = {names_in_expression,
                                                         (int)LENGTH(names_in_expression)};
    for (int i = 0; i < expected->count && listed < 7; i++) {
        const char *name = expected->names[i];
        int skipped = !expression && (strcmp(name, "'min'") == 0 || strcmp(name, "'max'") == 0) ? 1
                      : expression ? expected_has(&in_expression, name) || strcmp(name, "'('") == 0
                                   : operators > 0 && expected->count > 3 && is_operator(name);
        if (!skipped) {
            shown[listed++] = strcmp(name, "an assignment") == 0 ? "an assignment (x'=..)" : name;
        }
    }
    return expected_list(", expected ", shown, listed, text, size);
}

/*
 * Whether the token begins something new, and a ';' should stand before it. After `true`, which may be an
 * update or the beginning of a probability, the parser has not decided yet.
 */
static int lacks_semicolon(const struct prism_syntax *syntax, const struct expected_tokens *expected) {
    const char first = syntax->token_length > 0 ? *syntax->token : '\0';
    const int is_name = first == '_' || (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');
    const int is_update = syntax->in_updates && syntax->previous.kind == PRISM_TRUE;
    const int begins_line =
        syntax->previous.position.line > 0 && syntax->previous.position.line < syntax->token_position.line;
    return (is_update || expected_has(expected, "';'")) &&
           (first == '[' || (begins_line && (syntax->is_keyword || (is_name && !syntax->in_updates))));
}

void prism_syntax_unexpected(struct prism_syntax *syntax, const char *const *names, int count) {
    const struct expected_tokens tokens = {names, count}, *expected = &tokens;
    char token[80], list[400], open[80];
    if (syntax->failed || refuse_unsupported(syntax, expected)) {
        return;
    }
    if (prism_report_slip(syntax, expected)) {
        return;
    }
    const char *advice = advice_about(syntax, expected);
    syntax_message_show(syntax->token, syntax->token_length, token, sizeof token);
    if (advice != NULL) {
        prism_syntax_error(syntax, syntax->token_position, "unexpected '%s': %s", token, advice);
        return;
    }
    if (lacks_semicolon(syntax, expected)) {
        struct source_position end = syntax->previous.position;
        end.column += syntax->previous.length;
        prism_syntax_error(syntax, end, "a ';' is missing here, before '%s'", token);
        return;
    }
    if (syntax->is_keyword && strncmp(token, "end", 3) != 0 &&
        (expected_has(expected, "a name") || expected_has(expected, "a name in quotes"))) {
        prism_syntax_error(syntax, syntax->token_position, "'%s' is a keyword of PRISM: choose another name",
                           token);
        return;
    }
    int quoted = syntax->token_length > 0;
    prism_syntax_error(syntax, syntax->token_position, "unexpected %s%s%s%s%s%s", quoted ? "'" : "",
                       quoted              ? token
                       : syntax->is_single ? "'}'"
                                           : "end of the file",
                       quoted ? "'" : "", list_expected(expected, list, sizeof list),
                       prism_show_open(syntax, expected, open, sizeof open),
                       syntax->in_updates && quoted ? HOW_TO_UPDATE : "");
}

/* --- stacks --- */

void *prism_pop(struct prism_syntax *syntax, const void *data, uint64_t *count, uint64_t begin, uint64_t size,
                uint32_t *popped) {
    uint64_t bytes = (*count - begin) * size;
    void *copy = arena_allocate(syntax->arena, bytes);
    if (copy == NULL) {
        prism_syntax_memory(syntax);
        return NULL;
    }
    if (bytes > 0) {
        memcpy(copy, (const char *)data + begin * size, bytes);
    }
    *popped = (uint32_t)(*count - begin);
    *count = begin;
    return copy;
}

void prism_syntax_free(struct prism_syntax *syntax) {
    struct memory *memory = syntax->memory;
    brackets_free(&syntax->brackets, memory);
    GROWING_FREE(memory, syntax->operands);
    GROWING_FREE(memory, syntax->names);
    GROWING_FREE(memory, syntax->renamings);
    GROWING_FREE(memory, syntax->assignments);
    GROWING_FREE(memory, syntax->updates);
    GROWING_FREE(memory, syntax->variables);
    GROWING_FREE(memory, syntax->commands);
    GROWING_FREE(memory, syntax->rewards);
    GROWING_FREE(memory, syntax->processes);
    GROWING_FREE(memory, syntax->constants);
    GROWING_FREE(memory, syntax->formulas);
    GROWING_FREE(memory, syntax->globals);
    GROWING_FREE(memory, syntax->modules);
    GROWING_FREE(memory, syntax->labels);
    GROWING_FREE(memory, syntax->structures);
    GROWING_FREE(memory, syntax->systems);
    GROWING_FREE(memory, syntax->symbols);
    GROWING_FREE(memory, syntax->actions);
    index_free(&syntax->by_name, memory);
    index_free(&syntax->by_action, memory);
}
