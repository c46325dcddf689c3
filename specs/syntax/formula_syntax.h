#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_SYNTAX_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_SYNTAX_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text/label.h"
#include "base/text/scanner_room.h"
#include "base/text/syntax_message.h"
#include "base/text/text_buffer.h"
#include "specs/syntax/data.h"
#include "specs/syntax/formula_regions.h"

struct error;
struct memory;
struct run;

/*
 * The state that the scanner, the parser and the parser's actions share while they read a formula; internal
 * to the reader. The parser reads actions and regular expressions as one class, and its actions check which
 * of the two is there.
 */
/* A word, string or pattern, without quotes and escapes. A word may have arguments: bytes after its name. */
struct formula_word {
    const char *text;
    uint32_t length, name_length;
    /* A word with arguments as written; of a quantifier, its variables. */
    struct data_source source;
};

struct formula_token {
    int kind;
    struct formula_word word;
    struct formula_position where;
    const char *text; /* as written */
    size_t length;
};

/* Either an action or a regular expression, and where it stands. */
struct formula_expression {
    const struct action *action;
    const struct regular *regular;
    struct formula_extent extent;
};

/* Where a part of the text begins, for people; and all of it. */
struct formula_location {
    struct formula_position where;
    struct formula_extent extent;
};

/* An open '(', '[' or '<'. */
struct formula_bracket {
    int kind;
    struct formula_position where;
};

/* What stands before a mu, a nu or a quantifier. */
enum formula_operand { OPERAND_FREE, OPERAND_AFTER_OR, OPERAND_AFTER_AND, OPERAND_AFTER_PREFIX };

struct formula_syntax {
    struct scanner_room room;
    struct memory *memory;
    arena *arena; /* memory of words, freed after reading */
    formula_text *text;
    const struct formula_options *options;
    enum formula_dialect dialect; /* not AUTO */
    label_table *labels;          /* for internal names */
    const struct run *run;
    struct error *error, *warning;
    const char *path; /* for positions */
    int failed;       /* *error is filled */
    /* positions, where macros were replaced */
    struct formula_regions *regions; /* of the text */
    uint64_t *line_begins;
    uint64_t line_count, line_capacity;
    /* scanner */
    const char *begin, *line_start, *end;
    uint32_t line;
    uint64_t tokens;
    struct formula_token token, previous,
        pending; /* the last token, the one before, and the next one if it was read */
    int has_pending;
    char next_byte; /* the one after the token that was read last, which the scanner has replaced by a NUL */
    /* position of the last mu, nu or quantifier: after which operator */
    enum formula_operand operand;
    struct formula_position early_end; /* the last fixpoint that ends earlier than in the other dialect */
    struct text_buffer arguments;      /* a word with arguments, as far as it was read */
    uint64_t argument_depth;
    struct formula_bracket *brackets;
    uint64_t bracket_count, bracket_capacity;
    struct text_buffer parts; /* parts of a multi-action; multi-actions are not nested */
    uint64_t part_count;
    struct action_part *data_parts; /* the same as data, if each is data */
    uint64_t data_part_count, data_part_capacity;
    const struct data_failure *part_failure; /* why one of them is no data, or NULL */
    const struct data_failure *no_data;      /* the first action that is no data without quotes, or NULL */
    int has_data;                            /* a quantifier, a value or a parameter was read */
    struct data_sections *sections;          /* or NULL */
    /* result */
    struct formula *root;
    const struct formula *meaning; /* of CTL: what it means; the root has its atoms */
};

/*
 * Parses `length` bytes at `text`, which has room for two more bytes and is changed. Fills root, whose
 * variables are not yet bound. Returns 0, or -1 with *syntax->error filled.
 */
int formula_syntax_parse(struct formula_syntax *syntax, char *text, uint64_t length);
/* What scanners share (formula_scan.c). Begins with the text; gives a token its place; begins a line. */
void formula_syntax_begin(struct formula_syntax *syntax, const char *text, uint64_t length);
void formula_syntax_locate(const struct formula_syntax *syntax, const char *text, size_t length,
                           struct formula_token *token);
void formula_syntax_newline(struct formula_syntax *syntax, const char *next);
/* Make a token's word of the text between quotes, without the backslashes before bytes of `escaped`; or
 * between braces. Each returns 0, or -1 with the error reported. */
int formula_syntax_quoted(struct formula_syntax *syntax, struct formula_token *token, const char *escaped);
int formula_syntax_predicate(struct formula_syntax *syntax, struct formula_token *token);
/* The same of a word whose name and arguments are in syntax->arguments, without blanks. */
int formula_syntax_arguments(struct formula_syntax *syntax, struct formula_token *token);
/* Frees the memory of parsing, except for the formula. */
void formula_syntax_free(struct formula_syntax *syntax);
/* Binds the variables of a formula and checks under how many negations they occur (formula_resolve.c). */
int formula_syntax_resolve(struct formula_syntax *syntax);

/* Reports an error at a location and returns -1. Later calls keep the first error. */
int formula_syntax_error(struct formula_syntax *syntax, struct formula_position location, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));
int formula_syntax_memory(struct formula_syntax *syntax);
int formula_syntax_interrupted(struct formula_syntax *syntax);
/* Fills *syntax->warning unless it is filled. */
void formula_syntax_warn(struct formula_syntax *syntax, struct formula_position location, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/* The tokens that could have been in place of the last one (formula_message.c). */
enum formula_expected {
    EXPECT_FORMULA = 1,
    EXPECT_REGULAR = 2,
    EXPECT_FORMULA_OPERATOR = 4,
    EXPECT_REGULAR_OPERATOR = 8,
    EXPECT_VARIABLE = 16,
    EXPECT_DOT = 32
};
/* Whether the last token is inside [ ] or < >. */
int formula_syntax_in_modality(const struct formula_syntax *syntax);
/* Reports the last token as unexpected. */
void formula_syntax_unexpected(struct formula_syntax *syntax, unsigned expected);

/* The words of this and other languages (formula_words.c). */

/* Whether a word is an operator, or has another meaning, in a dialect: it is no label. */
int formula_word_is_reserved(enum formula_dialect dialect, const char *word, size_t length);
/* Returns the token of a keyword of MCL or MCF, 0 for another word. */
int formula_word_keyword(enum formula_dialect dialect, const char *word, size_t length);
/* Returns the message about a construct of MCL, mCRL2 or CTL that is not supported; NULL for another word. */
const char *formula_word_foreign(const char *word, size_t length);
/* The places where keywords occur. */
enum formula_place {
    WORD_AS_FORMULA = 1,
    WORD_BEFORE_FORMULA = 2,
    WORD_BETWEEN_FORMULAS = 4,
    WORD_BEFORE_ACTION = 8,
    WORD_BETWEEN_ACTIONS = 16
};
/* Returns the keyword of one of the places that the user may have meant, or NULL. */
const char *formula_word_nearest(enum formula_dialect dialect, unsigned places, const char *word,
                                 size_t length);
/* Whether one word may be a misspelling of the other: one change in short words, two in longer ones. */
int formula_word_is_near(const char *word, size_t length, const char *other, size_t other_length);

/* The actions of the parser (formula_actions.c); each reports its own error and returns NULL or -1. */
struct formula *formula_make(struct formula_syntax *syntax, enum formula_kind kind,
                             const struct formula *left, const struct formula *right,
                             struct formula_location location);
struct formula *formula_make_deadlock(struct formula_syntax *syntax, struct formula_location location);
struct formula *formula_make_modal(struct formula_syntax *syntax, enum formula_kind kind,
                                   struct formula_expression expression, const struct formula *body,
                                   struct formula_location location);
struct formula *formula_make_variable(struct formula_syntax *syntax, struct formula_word word,
                                      struct formula_location location);
struct formula *formula_make_predicate(struct formula_syntax *syntax, struct formula_word word,
                                       struct formula_location location);
struct formula *formula_make_fixpoint(struct formula_syntax *syntax, enum formula_kind kind,
                                      struct formula_word word, const struct formula *body,
                                      struct formula_location location);

/* A quantifier, of variables that its word has as text. */
struct formula *formula_make_quantifier(struct formula_syntax *syntax, struct formula_word word,
                                        const struct formula *body, struct formula_location location);
int formula_make_action_quantifier(struct formula_syntax *syntax, struct formula_word word,
                                   struct formula_expression body, struct formula_location location,
                                   struct formula_expression *result);
int formula_give_data_action(struct formula_syntax *syntax, enum action_kind kind, const struct action *left,
                             const struct formula_data *data, struct formula_location location,
                             struct formula_expression *result);
/* Whether a word is val(..). */
int formula_data_is_value(struct formula_word word);
/* Read the arguments of a variable or of val, and the parameters of a fixpoint. */
const struct formula_data *formula_read_arguments(struct formula_syntax *syntax, struct formula_word word);
const struct formula_data *formula_read_parameters(struct formula_syntax *syntax, struct formula_word word);
/* Reports a literal of another sort than is declared: -1; 0 if there is none. */
int formula_refuse_misfit(struct formula_syntax *syntax, const struct data *misfit);
/* Collect the parts of an action as data. A part that is no data is an error only if the formula has data. */
void formula_begin_parts(struct formula_syntax *syntax);
int formula_read_part(struct formula_syntax *syntax, struct formula_word word, int quoted);
const struct formula_data *formula_end_parts(struct formula_syntax *syntax);
/* Reads the sections around the formula, and makes them blank. Returns 0, or -1 with the error reported. */
int formula_syntax_sections(struct formula_syntax *syntax, char *text, uint64_t length);

int formula_make_action(struct formula_syntax *syntax, enum action_kind kind,
                        struct formula_location location, struct formula_expression *result);
int formula_make_label(struct formula_syntax *syntax, struct formula_word word, int quoted,
                       struct formula_location location, struct formula_expression *result);
int formula_make_pattern(struct formula_syntax *syntax, struct formula_word word,
                         struct formula_location location, struct formula_expression *result);
/* Collect the parts of a multi-action one by one, and make the action. */
int formula_push_part(struct formula_syntax *syntax, int is_first, struct formula_word word, int quoted,
                      struct formula_position location);
int formula_make_multiaction(struct formula_syntax *syntax, struct formula_location location,
                             struct formula_expression *result);
/* NOT, AND, OR, IMPLIES: both sides must be actions. */
int formula_combine_actions(struct formula_syntax *syntax, enum action_kind kind,
                            struct formula_expression left, struct formula_expression right,
                            struct formula_location location, struct formula_expression *result);
int formula_make_regular(struct formula_syntax *syntax, enum regular_kind kind,
                         struct formula_expression left, struct formula_expression right,
                         struct formula_location location, struct formula_expression *result);

#endif
