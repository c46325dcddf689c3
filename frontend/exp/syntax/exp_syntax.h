#ifndef HEDDLE_FRONTEND_EXP_SYNTAX_EXP_SYNTAX_H
#define HEDDLE_FRONTEND_EXP_SYNTAX_EXP_SYNTAX_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/text/brackets.h"
#include "base/text/scanner_room.h"
#include "frontend/exp/syntax/exp_tree.h"

struct error;

/*
 * The state that the scanner, the parser and its actions share while they read one EXP file; internal to the
 * reader. Lists under construction are on stacks, because they are properly nested: a list is identified by
 * the number of elements below it.
 */

#define EXP_MAX_DEPTH 2000
/* What a message about that says to do; %d: EXP_MAX_DEPTH. */
#define EXP_TOO_DEEP                                                                                         \
    "nesting deeper than %d: write A ||| B ||| C without parentheses, all branches in one par, and all "     \
    "labels in one hide, cut or rename"

/* A word or string. For an unquoted `_`, the text is the pointer EXP_UNDERSCORE. */
struct exp_word {
    struct exp_text text;
    int quoted;
    const char *start, *end; /* as written, in the text that is read */
};
extern const char EXP_UNDERSCORE[];

/* A reference to a file: `node` is an EXP_FILE whose `path` is the name as written. */
struct exp_reference {
    struct exp_node *node;
    uint32_t depth; /* depth of nesting */
};

/* A vector whose width is compared with the number of branches once that is known. */
struct exp_open_vector {
    struct exp_vector vector;
    uint32_t width;
};

struct exp_syntax {
    struct scanner_room room;
    const struct run *run;
    struct memory *memory; /* of the run */
    arena *arena;
    const label_table *labels; /* knows the names of the internal action */
    const struct exp_options *options;
    struct error *error;
    const char *path; /* for error positions */
    int failed;       /* *error is filled */
    /* --- scanner --- */
    const char *line_start, *end;
    uint32_t line;
    const char *token; /* the last token as written */
    size_t token_length;
    struct source_position token_position;
    int closing;                         /* the last token was `end` */
    int is_keyword;                      /* the last token is a keyword */
    struct exp_word word, previous_word; /* the last token and the one before; no text: it is no word */
    struct open_brackets brackets;       /* parentheses, gates and operators */
    uint32_t depth;
    const char *family, *previous_family; /* their families, if they are foreign; else NULL */
    char foreign[16];                     /* the foreign word that previous_family is about */
    struct source_position foreign_position;
    /* --- lists under construction --- */
    GROWING(struct exp_text) texts;
    GROWING(struct exp_clause) clauses;
    GROWING(struct exp_chain) chains;
    GROWING(struct exp_gate) gates;
    GROWING(struct exp_gate_list) gate_lists;
    GROWING(struct exp_open_vector) vectors;
    GROWING(struct exp_node *) nodes;
    /* result */
    GROWING(struct exp_reference) references;
    struct exp_node *root;
};

/*
 * Parses `length` bytes at `text`, which has room for two more bytes. Fills root and references.
 * 0, or -1 with *syntax->error filled. exp_syntax_free frees the stacks; the tree is in the arena.
 */
int exp_syntax_parse(struct exp_syntax *syntax, char *text, uint64_t length);
void exp_syntax_free(struct exp_syntax *syntax);

/* Records the first error with its position; later calls change nothing. Returns -1. */
int exp_syntax_error(struct exp_syntax *syntax, struct source_position position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int exp_syntax_memory(struct exp_syntax *syntax);
/* Reports the current token as unexpected; `expected` are names of tokens. */
void exp_syntax_unexpected(struct exp_syntax *syntax, const char *const *expected, int count);
/* The family of operators or languages that a word belongs to, or NULL. */
const char *exp_syntax_family(const char *word, size_t length);

/* Refuses the sign of another language's comment. Returns -1. */
int exp_message_comment(struct exp_syntax *syntax, struct source_position position, const char *sign);
/* Refuses an operator or a language ("") of another family. Returns -1. */
int exp_message_foreign(struct exp_syntax *syntax, const char *word, const char *family,
                        struct source_position position);

/* Appends a value to a list: 0, or -1 with the error filled. */
#define EXP_PUSH(syntax, list, ...)                                                                          \
    ((syntax)->list.count >= UINT32_MAX || GROWING_ADD((syntax)->memory, (syntax)->list, __VA_ARGS__) != 0   \
         ? exp_syntax_memory(syntax)                                                                         \
         : 0)

/* The parser's actions. Each reports its own error; then the parser ends. */
int exp_push_gates(struct exp_syntax *syntax, uint64_t begin, uint64_t *gates);
int exp_push_gate(struct exp_syntax *syntax, struct exp_word name);
int exp_push_degree(struct exp_syntax *syntax, struct exp_word number);
int exp_push_clause(struct exp_syntax *syntax, struct exp_word from, struct exp_word to);
int exp_push_chain(struct exp_syntax *syntax, uint64_t begin);
int exp_push_vector(struct exp_syntax *syntax, uint64_t begin, struct exp_word result);
int exp_push_branch(struct exp_syntax *syntax, uint64_t texts_begin, struct exp_node *node);

struct exp_node *exp_make_file(struct exp_syntax *syntax, struct exp_word word);
/* Gives a file values of constants: names and values on the stack of texts, from `begin` on. */
int exp_set_values(struct exp_node *file, struct exp_syntax *syntax, uint64_t begin,
                   struct source_position position);
struct exp_node *exp_make_stop(struct exp_syntax *syntax, struct source_position position);
/* names_begin: where the gates of |[ ]| begin in texts, or EXP_NO_LIST. */
#define EXP_NO_LIST UINT64_MAX
struct exp_node *exp_make_binary(struct exp_syntax *syntax, enum exp_kind kind, struct exp_node *left,
                                 struct exp_node *right, uint64_t names_begin,
                                 struct source_position position);
/* hide, cut, rename and prio: `begin` is where their patterns, clauses or chains begin. */
struct exp_node *exp_make_unary(struct exp_syntax *syntax, enum exp_kind kind, enum exp_mode mode,
                                uint64_t begin, struct exp_node *body, struct source_position position);

/* Where each list of a `par` begins on its stack: those before the branches, and the branches; EXP_NO_LIST:
 * absent. */
struct exp_par {
    uint64_t vectors, gates, nodes, gate_lists;
};
struct exp_node *exp_make_par(struct exp_syntax *syntax, enum exp_mode mode, struct exp_par par,
                              struct source_position position);

/* Checks of a node that need no labels (exp_check.c): 0, or -1 with the error filled. */
int exp_check_node(struct exp_syntax *syntax, const struct exp_node *node);

#endif
