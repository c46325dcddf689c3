#ifndef HEDDLE_SPECS_SYNTAX_DATA_PARSE_INTERNAL_H
#define HEDDLE_SPECS_SYNTAX_DATA_PARSE_INTERNAL_H

#include "base/array.h"
#include "specs/syntax/data.h"

/* The state of a parser of data, internal to it: a token is read ahead. */
enum data_token { DATA_TOKEN_END, DATA_TOKEN_NAME, DATA_TOKEN_NUMBER, DATA_TOKEN_SIGN };

struct data_parser {
    formula_text *text;
    const char *begin, *at, *end;
    struct formula_position first, here; /* of `begin`, of `at` */
    struct data_failure *failure;
    int failed;
    unsigned depth, sort_depth;
    /* the token */
    enum data_token kind;
    const char *token; /* SIGN: its characters */
    size_t length;
    struct formula_position where;
};

/* Begins to read a text. */
void data_begin(struct data_parser *parser, formula_text *text, struct data_source source,
                struct data_failure *failure);
/* Reads the next token. */
void data_next(struct data_parser *parser);
/* Whether the token is this sign or word. */
int data_is(const struct data_parser *parser, const char *text);
/* Takes the token if it is this sign or word; returns whether it was. */
int data_take(struct data_parser *parser, const char *text);
/* The same, and reports an error if it is not. Returns 0 or -1. */
int data_need(struct data_parser *parser, const char *text);
/* Takes a name, interned; NULL with the error reported. */
const char *data_name(struct data_parser *parser);
/* Reports an error at a place; returns -1. */
int data_fail(struct data_parser *parser, struct formula_position where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same of a token that is not what should be there: "a name". Returns -1. */
int data_unexpected(struct data_parser *parser, const char *expected);
/* The same of what is nested more than `most` levels deep. Returns -1. */
int data_too_deep(struct data_parser *parser, struct formula_position where, const char *what, unsigned most,
                  const char *advice);
int data_no_memory(struct data_parser *parser);
/* Copies an array into the text's memory; NULL with the error reported. */
void *data_copy(struct data_parser *parser, const void *items, uint64_t count, size_t size);

const struct data *data_expression(struct data_parser *parser);
const struct data_sort *data_sort_of(struct data_parser *parser);
/* `d, e: D`; `d: D = value`, of fixpoints; `d = value`, of `whr`. */
enum data_variables_kind { DATA_VARIABLES, DATA_PARAMETERS, DATA_WHERE_VARIABLES };
/* Reads groups of variables with commas between them, up to the word or sign `end`, which is taken; NULL: the
 * end of the text. Returns 0 or -1. */
int data_variable_list(struct data_parser *parser, enum data_variables_kind kind, const char *end,
                       const struct bound_variables **variables);
int data_end(struct data_parser *parser);

#endif
