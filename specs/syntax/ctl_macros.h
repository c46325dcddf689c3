#ifndef HEDDLE_SPECS_SYNTAX_CTL_MACROS_H
#define HEDDLE_SPECS_SYNTAX_CTL_MACROS_H

#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/ltl_tree.h"

/*
 * The formula of the mu-calculus that a formula of CTL means; internal to the reader. A state without
 * transitions repeats itself for ever: so in it, AX f and EX f are f. Parts have the places of what they
 * mean, so that people see these as they wrote them. NULL with syntax->error filled: it is no formula of CTL.
 */
const struct formula *ctl_macros_expand(struct formula_syntax *syntax, const struct ltl_tree *tree);

#endif
