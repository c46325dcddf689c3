#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_FOLD_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_FOLD_H

#include "frontend/prism/syntax/prism_evaluate.h"
#include "frontend/prism/syntax/prism_syntax.h"

/*
 * Computes an expression that reads no variable, and all that it needs, and keeps what it finds in the tree:
 * the value that prism_evaluate finds from then on, whose comparisons, floors and ceilings are decided by
 * fractions, and the fraction that prism_exact finds. 0, or -1: with *failure filled as prism_evaluate does,
 * also for a constant without value; or syntax->failed is set, for memory ran out or the run must stop.
 */
int prism_fold(struct prism_syntax *syntax, struct prism_expression *expression,
               struct prism_failure *failure);

/* Computes all parts of an expression that read no variable and have a value: 0, or -1 with the error filled
 * when memory runs out or the run must stop. */
int prism_fold_parts(struct prism_syntax *syntax, struct prism_expression *expression);

#endif
