#ifndef HEDDLE_SPECS_SYNTAX_LTL_SYNTAX_H
#define HEDDLE_SPECS_SYNTAX_LTL_SYNTAX_H

#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/ltl_tree.h"

/* What the parser of formulas of linear temporal logic and CTL shares with its actions; internal to the
 * reader. */
struct ltl_syntax {
    struct formula_syntax *syntax;
    struct ltl_tree *tree;
};

/* How an operand was written, which decides whether it may stand beside an operator without parentheses. */
enum ltl_shape { LTL_SHAPE_CLOSED, LTL_SHAPE_UNTIL, LTL_SHAPE_IMPLIES };

struct ltl_operand {
    uint32_t node;
    enum ltl_shape shape;
};

/* Parses `length` bytes at `text`, which has room for two more bytes and is changed, into an empty tree.
 * syntax->root is set to a formula that has all its events and predicates, <"a"> true and {p}. Returns 0, or
 * -1 with *syntax->error filled. */
int ltl_syntax_parse(struct formula_syntax *syntax, struct ltl_tree *tree, char *text, uint64_t length);

/* The actions of the parser (ltl_actions.c): 0, or -1 with the error reported. */
int ltl_make(struct ltl_syntax *parsing, enum ltl_tree_kind kind, struct ltl_operand left,
             struct ltl_operand right, struct formula_location place, struct ltl_operand *result);
int ltl_make_deadlock(struct ltl_syntax *parsing, struct formula_location place, struct ltl_operand *result);
/* In CTL, `any` is an action like others. */
int ltl_make_any(struct ltl_syntax *parsing, struct formula_location place, struct ltl_operand *result);
int ltl_make_event(struct ltl_syntax *parsing, struct formula_expression event, struct formula_location place,
                   struct ltl_operand *result);
int ltl_make_predicate(struct ltl_syntax *parsing, struct formula_word word, struct formula_location location,
                       struct ltl_operand *result);
/* Reports the last token as unexpected. */
void ltl_unexpected(struct formula_syntax *syntax, int is_operand);

#endif
