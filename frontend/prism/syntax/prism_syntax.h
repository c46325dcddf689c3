#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_SYNTAX_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_SYNTAX_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/text/brackets.h"
#include "base/text/scanner_room.h"
#include "frontend/prism/syntax/prism_tree.h"

struct definitions;
struct expected_tokens;
struct run;

/*
 * The state that the scanner, the parser and the passes after it share while they read one model; internal to
 * the reader. Lists under construction are on stacks, because they are properly nested: a list is identified
 * by the number of elements below it.
 */

/* A module as written: its variables are numbered only when all modules are known. */
struct prism_written_module {
    struct prism_module module;
    struct prism_variable *variables; /* in the arena */
    uint32_t variable_count;
    int is_done; /* its text is there: that of a renamed module is made from its base */
};

/* What a name of an expression can be. */
enum prism_symbol_kind { PRISM_SYMBOL_CONSTANT, PRISM_SYMBOL_FORMULA, PRISM_SYMBOL_VARIABLE };

struct prism_symbol {
    struct prism_name name;
    enum prism_symbol_kind kind;
    uint32_t index;
};

/* A token that was read, for messages. */
struct prism_token {
    int kind;         /* as the parser knows it; 0: there was none */
    const char *text; /* as written */
    size_t length;
    struct source_position position;
};

struct prism_syntax {
    struct scanner_room room;
    struct memory *memory;
    const struct run *run; /* NULL: short work, which does not stop */
    uint64_t unasked;      /* work since the run was asked */
    arena *arena;
    struct error *error;
    const char *path; /* for error positions */
    int failed;       /* *error is filled */
    /* --- scanner --- */
    const char *line_start, *end;
    uint32_t line;
    const char *token; /* the last token as written */
    size_t token_length;
    struct source_position token_position;
    int is_keyword;                       /* the last token is a keyword */
    int in_system;                        /* between `system` and `endsystem` */
    int in_updates;                       /* after the arrow of a command */
    int last_token;                       /* as the parser knows it */
    struct prism_token previous, earlier; /* the token before the last one, and the one before that */
    struct open_brackets brackets;        /* parentheses and brackets, and words that have an end: `module` */
    /* --- a predicate, read alone --- */
    int is_single; /* the text is one expression, which may have labels */
    struct prism_expression *single;
    int needs_deadlock; /* it has the label "deadlock" */
    /* --- lists under construction --- */
    GROWING(struct prism_expression *) operands;
    GROWING(struct prism_name) names;
    GROWING(struct prism_renaming) renamings;
    GROWING(struct prism_assignment) assignments;
    GROWING(struct prism_update) updates;
    GROWING(struct prism_variable) variables;
    GROWING(struct prism_command) commands;
    GROWING(struct prism_reward) rewards;
    GROWING(struct prism_process *) processes;
    /* --- the model --- */
    struct prism_model *model; /* filled at the end */
    int has_kind;
    GROWING(struct prism_constant) constants;
    GROWING(struct prism_formula) formulas;
    GROWING(struct prism_variable) globals;
    GROWING(struct prism_written_module) modules;
    GROWING(struct prism_label) labels;
    GROWING(struct prism_reward_structure) structures;
    GROWING(struct prism_system) systems;
    struct prism_expression *initial;
    struct source_position initial_position;
    /* --- names --- */
    GROWING(struct prism_symbol) symbols;
    struct index by_name; /* of symbols */
    GROWING(const char *) actions;
    struct index by_action;
};

/* Parses `length` bytes at `text`, which has room for two more bytes, from syntax->line and line_start on, if
 * they are set. 0, or -1 with *syntax->error filled. */
int prism_syntax_parse(struct prism_syntax *syntax, char *text, uint64_t length);
/* Reads a predicate of a finished model into syntax->single, from its text and the position of that
 * (prism_predicate.c). 0, or -1 with *syntax->error filled. */
int prism_read_single(struct prism_syntax *syntax, const char *text, size_t length,
                      struct source_position position);
/* Frees the stacks; the tree is in the arena. */
void prism_syntax_free(struct prism_syntax *syntax);

/* Records the first error with its position; later calls change nothing. Returns -1. */
int prism_syntax_error(struct prism_syntax *syntax, struct source_position position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* After some work: asks now and then whether the run must stop. 0, or -1 with the error filled. */
int prism_syntax_ask(struct prism_syntax *syntax);
/* The same after so much work, in about 20 nanoseconds. */
int prism_syntax_ask_after(struct prism_syntax *syntax, uint64_t work);
/* "nesting deeper than 1000: ADVICE", which says what to do. */
int prism_syntax_too_deep(struct prism_syntax *syntax, struct source_position position, const char *advice);
#define PRISM_DEEP_EXPRESSION "write (a+b)+(c+d) for a+b+c+d, and leave out parentheses without effect"
#define PRISM_DEEP_PROCESS "write all actions in one {..}, and leave out parentheses without effect"
int prism_syntax_memory(struct prism_syntax *syntax);
/* Reports the current token as unexpected; `expected` are names of tokens. */
void prism_syntax_unexpected(struct prism_syntax *syntax, const char *const *expected, int count);

/* Where the last token opens or closes a bracket (prism_message.c): 0, or -1 with the error filled. */
int prism_follow_brackets(struct prism_syntax *syntax);
/* Reports a common slip. Returns 1 if the tokens are one. */
int prism_report_slip(struct prism_syntax *syntax, const struct expected_tokens *expected);
/* " (for the '(' of line 1, column 2)" if the end of the innermost open bracket is expected; else "". */
const char *prism_show_open(const struct prism_syntax *syntax, const struct expected_tokens *expected,
                            char *text, size_t size);

/* Appends a value to a list: 0, or -1 with the error filled. */
#define PRISM_PUSH(syntax, list, ...)                                                                        \
    ((syntax)->list.count >= UINT32_MAX - 1 ||                                                               \
             GROWING_ADD((syntax)->memory, (syntax)->list, __VA_ARGS__) != 0                                 \
         ? prism_syntax_memory(syntax)                                                                       \
         : 0)

/* Moves the elements of a stack from `begin` on to the arena; their number to *popped. NULL with the error
 * filled. */
void *prism_pop(struct prism_syntax *syntax, const void *data, uint64_t *count, uint64_t begin, uint64_t size,
                uint32_t *popped);
#define PRISM_POP(syntax, list, begin, popped)                                                               \
    prism_pop((syntax), (syntax)->list.data, &(syntax)->list.count, (begin), sizeof *(syntax)->list.data,    \
              (popped))

/* --- the parser's actions (prism_actions.c); each reports its own error --- */

int prism_set_kind(struct prism_syntax *syntax, enum prism_kind kind, struct source_position position);
int prism_add_module(struct prism_syntax *syntax, struct prism_name name, uint64_t variables,
                     uint64_t commands);
int prism_add_renamed(struct prism_syntax *syntax, struct prism_name name, struct prism_name base,
                      uint64_t renamings);
int prism_add_rewards(struct prism_syntax *syntax, struct prism_name name, uint64_t rewards);
int prism_add_label(struct prism_syntax *syntax, struct prism_name name, struct prism_expression *expression);
int prism_add_initial(struct prism_syntax *syntax, struct prism_expression *expression,
                      struct source_position position);
int prism_push_command(struct prism_syntax *syntax, struct prism_name action, struct prism_expression *guard,
                       uint64_t updates, struct source_position position);
int prism_push_update(struct prism_syntax *syntax, struct prism_expression *probability, uint64_t assignments,
                      struct source_position position);

struct prism_process *prism_make_process(struct prism_syntax *syntax, enum prism_process_kind kind,
                                         struct source_position position);
struct prism_process *prism_make_process_named(struct prism_syntax *syntax, enum prism_process_kind kind,
                                               struct prism_name name);
/* `names` (NULL, or a list to pop) of an operator with two sides, of which the left one may be extended. */
struct prism_process *prism_join_processes(struct prism_syntax *syntax, enum prism_process_kind kind,
                                           struct prism_process *left, struct prism_process *right,
                                           const uint64_t *names, struct source_position position);
/* Hides the names, or renames, from `begin` on. */
struct prism_process *prism_wrap_process(struct prism_syntax *syntax, enum prism_process_kind kind,
                                         struct prism_process *body, uint64_t begin,
                                         struct source_position position);

/* Reads a double as the language writes it, in any locale; an infinite one beyond its range. 0, or -1 when
 * memory runs out. */
int prism_read_double(const char *text, double *value);
/* Whether the text is a number other than 0, but its double, the value, is 0. */
int prism_is_too_small(const char *text, double value);

/* --- expressions (prism_expression.c) --- */

struct prism_expression *prism_make_name(struct prism_syntax *syntax, struct prism_name name);
struct prism_expression *prism_make_literal(struct prism_syntax *syntax, struct prism_value value,
                                            struct prism_name text);
/* The largest number of an integer as written: in an expression it is one of 32 bits only after a minus. */
#define PRISM_INTEGER_MOST ((int64_t)INT32_MAX + 1)
/* An error if the expression is a literal beyond 32 bits: 0, or -1 with the error filled. */
int prism_check_literal(struct prism_syntax *syntax, const struct prism_expression *expression);
/* The error of such a literal. */
int prism_refuse_integer(struct prism_syntax *syntax, const char *text, size_t length,
                         struct source_position position);
struct prism_expression *prism_make_unary(struct prism_syntax *syntax, enum prism_operator kind,
                                          struct prism_expression *operand, struct source_position position);
struct prism_expression *prism_make_binary(struct prism_syntax *syntax, enum prism_operator kind,
                                           struct prism_expression *left, struct prism_expression *right,
                                           struct source_position position);
struct prism_expression *prism_make_conditional(struct prism_syntax *syntax,
                                                struct prism_expression *condition,
                                                struct prism_expression *yes, struct prism_expression *no);
/* A function whose operands are on the stack, from `begin` on. */
struct prism_expression *prism_make_call(struct prism_syntax *syntax, struct prism_name name, uint64_t begin);
/* The number of the model's label with this name, or PRISM_NONE. */
uint32_t prism_find_label(const struct prism_syntax *syntax, const char *text);
/* The label of a predicate. */
struct prism_expression *prism_make_label(struct prism_syntax *syntax, struct prism_name name);
/* Depth, size and variables_end, from those of the operands. 0, or -1 with the error filled if it is too
 * large. */
int prism_measure(struct prism_syntax *syntax, struct prism_expression *expression);

/* --- passes after parsing, in this order; 0, or -1 with the error filled --- */

/* Declares constants, formulas and global variables, and puts what formulas stand for in place of their names
 * (prism_formulas.c). */
int prism_expand_formulas(struct prism_syntax *syntax);
/* Makes the text of renamed modules from that of their bases (prism_rename.c). */
int prism_rename_modules(struct prism_syntax *syntax);
/* Fills the model's arrays and numbers its variables; resolves every name and function (prism_names.c). */
int prism_resolve_names(struct prism_syntax *syntax);
/* Resolves the names of one expression, of a predicate. */
int prism_resolve_single(struct prism_syntax *syntax, struct prism_expression *expression);
/* Types of all expressions (prism_types.c). */
int prism_check_types(struct prism_syntax *syntax);
/* Types of a predicate, which must be a bool. */
int prism_check_single(struct prism_syntax *syntax, struct prism_expression *expression);
/* Values of constants, ranges and initial values (prism_constants.c). */
int prism_compute_constants(struct prism_syntax *syntax, struct definitions *definitions);
/* What commands assign (prism_commands.c). */
int prism_check_commands(struct prism_syntax *syntax);
/* Decides which weights may have the double 0 without being 0 (prism_weight.c). 0, or -1 with the error. */
int prism_judge_weights(struct prism_syntax *syntax);
/* How modules are composed, and that no two commands of one choice assign a variable (prism_system.c). */
int prism_check_system(struct prism_syntax *syntax);

/* --- names --- */

/* Finds the elements of an array by their name, which is at the beginning of each; those without a text are
 * left out. A zeroed one is empty. */
struct prism_name_index {
    struct index index;
    const void *elements;
    size_t stride;
};

/* Fills it; an error if two have one name. `what`: "module". Free it in any case. */
int prism_name_index_fill(struct prism_syntax *syntax, struct prism_name_index *names, const void *elements,
                          uint64_t count, size_t stride, const char *what);
/* The number of the element with this name, or PRISM_NONE. */
uint32_t prism_name_index_find(const struct prism_name_index *names, const char *text);
void prism_name_index_free(struct prism_syntax *syntax, struct prism_name_index *names);

/* Of constants, formulas and variables: the number of the symbol with this name, or PRISM_NONE. */
uint32_t prism_find_symbol(const struct prism_syntax *syntax, const char *text);
/* Declares a name; an error if it is declared already. */
int prism_declare(struct prism_syntax *syntax, struct prism_name name, enum prism_symbol_kind kind,
                  uint32_t index);
/* The number of an action, which is added if new; PRISM_NONE with the error filled. */
uint32_t prism_intern_action(struct prism_syntax *syntax, const char *text);
/* The number of an action, or PRISM_NONE. */
uint32_t prism_find_action(const struct prism_syntax *syntax, const char *text);
/* Reports a name that nothing declares; `what`: "constant, formula or variable". */
int prism_unknown_name(struct prism_syntax *syntax, struct prism_name name, const char *what);

/* The last `stage` of an expression, after the passes' own. */
#define PRISM_STAGE_FOLDED 31

/* Calls a function for every expression of the model that is no operand, those of formulas left out; stops at
 * -1. each_use leaves out those of constants, too. */
int prism_each_expression(struct prism_syntax *syntax,
                          int (*visit)(struct prism_syntax *syntax, struct prism_expression *expression));
int prism_each_use(struct prism_syntax *syntax,
                   int (*visit)(struct prism_syntax *syntax, struct prism_expression *expression));

#endif
