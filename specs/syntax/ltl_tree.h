#ifndef HEDDLE_SPECS_SYNTAX_LTL_TREE_H
#define HEDDLE_SPECS_SYNTAX_LTL_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "specs/syntax/formula.h"

/*
 * A formula of linear temporal logic, or of CTL, as it was written: nodes, of which operands come before what
 * they are part of, about atoms. formula_read makes it; in the dialect LTL the formula_text owns it.
 */
enum ltl_tree_kind {
    LTL_TREE_TRUE,
    LTL_TREE_FALSE,
    LTL_TREE_ATOM,
    LTL_TREE_NOT,
    LTL_TREE_AND,
    LTL_TREE_OR,
    LTL_TREE_IMPLIES,
    LTL_TREE_EQUIVALENT,
    LTL_TREE_XOR,
    /* Of CTL alone (ctl_macros.h): E f, A f, <a> f and [a] f, where a is an action as a formula. */
    LTL_TREE_EXISTS,
    LTL_TREE_FORALL,
    LTL_TREE_DIAMOND,
    LTL_TREE_BOX,
    LTL_TREE_NEXT,
    LTL_TREE_FINALLY,
    LTL_TREE_GLOBALLY,
    LTL_TREE_UNTIL,
    LTL_TREE_WEAK_UNTIL,
    LTL_TREE_RELEASE,
    LTL_TREE_STRONG_RELEASE
};

/* Whether a node has a left operand, and a right one too. */
static inline int ltl_tree_has_left(enum ltl_tree_kind kind) {
    return kind > LTL_TREE_ATOM;
}

static inline int ltl_tree_has_right(enum ltl_tree_kind kind) {
    return (kind >= LTL_TREE_AND && kind <= LTL_TREE_XOR) || kind >= LTL_TREE_UNTIL;
}

struct ltl_tree_node {
    enum ltl_tree_kind kind;
    uint32_t left, right; /* nodes; ATOM: left is its number; NOT, NEXT, FINALLY, GLOBALLY, EXISTS, FORALL:
                             left alone */
    struct formula_position where;
    struct formula_extent extent; /* without parentheses around it */
};

/* An event of the transition that leaves the position, a predicate of its state, or that the run has ended
 * there. Equal ones are one atom. */
struct ltl_atom {
    const struct action *action;     /* an event; NULL: another atom */
    const struct formula *predicate; /* or NULL; both are NULL of `deadlock` */
    struct formula_position where;   /* of the first of them */
};

/* Whether a word has a meaning in the language: as a label it is written in quotes. */
int ltl_word_is_reserved(const char *word, size_t length);
/* The same in the language of CTL. */
int ctl_word_is_reserved(const char *word, size_t length);

struct ltl_tree {
    GROWING(struct ltl_tree_node) node;
    GROWING(struct ltl_atom) atom;
    uint32_t root;
};

struct error;
struct memory;
/*
 * The atoms of a formula in order, whose actions have no data (any more: specs/data/expand.h). 0, or -1 with
 * *error filled: ERROR_MEMORY, ERROR_LIMIT. The caller frees *atoms with ltl_atoms_free in either case.
 */
int ltl_atoms_find(const formula_text *text, struct memory *memory, struct ltl_atom **atoms,
                   struct error *error);
void ltl_atoms_free(const formula_text *text, struct memory *memory, struct ltl_atom *atoms);

#endif
