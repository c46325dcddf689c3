/* The tokens of data: names, numbers, and signs of one or two characters; comments from % to the end of the
 * line. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text/syntax_message.h"
#include "specs/syntax/data_parse_internal.h"

void data_begin(struct data_parser *parser, formula_text *text, struct data_source source,
                struct data_failure *failure) {
    *parser = (struct data_parser){.text = text,
                                   .begin = source.text,
                                   .at = source.text,
                                   .end = source.text + source.length,
                                   .first = source.where,
                                   .here = source.where,
                                   .failure = failure};
    data_next(parser);
}

int data_fail(struct data_parser *parser, struct formula_position where, const char *format, ...) {
    if (!parser->failed) {
        va_list arguments;
        va_start(arguments, format);
        parser->failed = 1;
        parser->failure->where = where;
        parser->failure->no_memory = parser->failure->is_too_deep = 0;
        vsnprintf(parser->failure->text, sizeof parser->failure->text, format, arguments);
        va_end(arguments);
    }
    return -1;
}

int data_unexpected(struct data_parser *parser, const char *expected) {
    char shown[80];
    return parser->kind == DATA_TOKEN_END
               ? data_fail(parser, parser->where, "%s is missing here", expected)
               : data_fail(parser, parser->where, "unexpected '%s', expected %s",
                           syntax_message_show(parser->token, parser->length, shown, sizeof shown), expected);
}

int data_too_deep(struct data_parser *parser, struct formula_position where, const char *what, unsigned most,
                  const char *advice) {
    if (!parser->failed) {
        data_fail(parser, where, "%s is nested more than %u levels deep: %s", what, most, advice);
        parser->failure->is_too_deep = 1;
    }
    return -1;
}

int data_no_memory(struct data_parser *parser) {
    parser->failed = 1;
    parser->failure->no_memory = 1;
    return -1;
}

void *data_copy(struct data_parser *parser, const void *items, uint64_t count, size_t size) {
    void *copy = formula_allocate(parser->text, count * size + 1);
    if (copy == NULL) {
        data_no_memory(parser);
    } else if (count != 0) {
        memcpy(copy, items, count * size);
    }
    return copy;
}

static int is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static int is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static void step(struct data_parser *parser) {
    if (*parser->at++ == '\n') {
        parser->here.line++;
        parser->here.column = 1;
    } else {
        parser->here.column++;
    }
}

static void skip_blanks(struct data_parser *parser) {
    int comment = 0;
    for (; parser->at < parser->end; step(parser)) {
        comment = *parser->at != '\n' && (comment || *parser->at == '%');
        if (!comment && strchr(" \t\r\f\v\n", *parser->at) == NULL) {
            return;
        }
        if (*parser->at == '\0') {
            return;
        }
    }
}

static size_t sign_length(const struct data_parser *parser) {
    static const char *const pairs[] = {"=>", "||", "&&", "==", "!=", "<=", ">=", "|>", "<|", "++", "->"};
    for (size_t i = 0; parser->end - parser->at > 1 && i < LENGTH(pairs); i++) {
        if (memcmp(parser->at, pairs[i], 2) == 0) {
            return 2;
        }
    }
    return 1;
}

void data_next(struct data_parser *parser) {
    skip_blanks(parser);
    parser->token = parser->at;
    parser->where = parser->here;
    if (parser->at >= parser->end) {
        parser->kind = DATA_TOKEN_END;
    } else if (is_letter(*parser->at)) {
        parser->kind = DATA_TOKEN_NAME;
        while (parser->at < parser->end &&
               (is_letter(*parser->at) || is_digit(*parser->at) || *parser->at == '\'')) {
            step(parser);
        }
    } else if (is_digit(*parser->at)) {
        parser->kind = DATA_TOKEN_NUMBER;
        while (parser->at < parser->end && is_digit(*parser->at)) {
            step(parser);
        }
    } else {
        parser->kind = DATA_TOKEN_SIGN;
        for (size_t left = sign_length(parser); left > 0; left--) {
            step(parser);
        }
    }
    parser->length = (size_t)(parser->at - parser->token);
}

int data_is(const struct data_parser *parser, const char *text) {
    return parser->length == strlen(text) && parser->length != 0 &&
           memcmp(parser->token, text, parser->length) == 0;
}

int data_take(struct data_parser *parser, const char *text) {
    int is = !parser->failed && data_is(parser, text);
    if (is) {
        data_next(parser);
    }
    return is;
}

#define MOST_OPEN 512 /* brackets inside one another that messages can name */

/* Where the innermost open bracket is that this sign closes, as " (for the '(' of line 1, column 2)"; "" for
 * other signs. Reads the text again up to the token. */
static const char *show_open(const struct data_parser *parser, const char *close, char *buffer, size_t size) {
    static const char opening[] = "([{", closing[] = ")]}";
    struct data_parser again = *parser;
    struct formula_position where[MOST_OPEN];
    char sign[MOST_OPEN];
    size_t open = 0;
    again.at = parser->begin;
    again.here = parser->first;
    for (data_next(&again); again.token < parser->token && open < MOST_OPEN; data_next(&again)) {
        const char *closed = again.kind == DATA_TOKEN_SIGN ? strchr(closing, *again.token) : NULL;
        if (again.kind == DATA_TOKEN_SIGN && strchr(opening, *again.token) != NULL) {
            where[open] = again.where;
            sign[open++] = *again.token;
        } else if (closed != NULL && open > 0 && sign[open - 1] == opening[closed - closing]) {
            open--;
        }
    }
    const char *wanted = strchr(closing, *close);
    *buffer = '\0';
    if (wanted != NULL && open > 0 && sign[open - 1] == opening[wanted - closing]) {
        snprintf(buffer, size, " (for the '%c' of line %u, column %u)", sign[open - 1], where[open - 1].line,
                 where[open - 1].column);
    }
    return buffer;
}

int data_need(struct data_parser *parser, const char *text) {
    char shown[80], open[80];
    if (data_take(parser, text)) {
        return 0;
    }
    if (parser->failed) {
        return -1;
    }
    show_open(parser, text, open, sizeof open);
    if (parser->kind == DATA_TOKEN_END) {
        return data_fail(parser, parser->where, "unexpected end of the data, expected '%s'%s", text, open);
    }
    return data_fail(parser, parser->where, "unexpected '%s', expected '%s'%s",
                     syntax_message_show(parser->token, parser->length, shown, sizeof shown), text, open);
}

int data_end(struct data_parser *parser) {
    char shown[80];
    return parser->failed ? -1
           : parser->kind == DATA_TOKEN_END
               ? 0
               : data_fail(parser, parser->where,
                           "unexpected '%s', expected an operator or the end of the data",
                           syntax_message_show(parser->token, parser->length, shown, sizeof shown));
}

const char *data_name(struct data_parser *parser) {
    if (parser->failed) {
        return NULL;
    }
    if (parser->kind != DATA_TOKEN_NAME) {
        data_unexpected(parser, "a name");
        return NULL;
    }
    const char *name = formula_intern(parser->text, parser->token, parser->length);
    if (name == NULL) {
        data_no_memory(parser);
        return NULL;
    }
    data_next(parser);
    return name;
}
