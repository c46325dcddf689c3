#ifndef HEDDLE_FRONTEND_LANGUAGE_LANGUAGE_H
#define HEDDLE_FRONTEND_LANGUAGE_LANGUAGE_H

#include "base/text/label.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "frontend/prism/syntax/prism_tree.h"
#include "frontend/walk/walker.h"

struct error;
struct run;

/*
 * The common interface of modelling languages: reads a model of any language, and derives transitions from
 * it. Compiling a model for searches is in a folder of its own (frontend/language/compile/), so that
 * `verify`, which reads and walks, shares nothing with the code whose results it confirms. docs/internals.md
 * lists the parts of a language.
 */
enum language {
    LANGUAGE_EXP,  /* EXP networks; an AUT file is a network of one process */
    LANGUAGE_PRISM /* PRISM models */
};

/* A model after reading: the syntax tree of its language, with all files that belong to it. */
typedef struct language_tree language_tree;

/*
 * NULL with *error filled: ERROR_USAGE for a definition that the model does not declare. Takes the run's
 * memory; the run must outlive the tree.
 */
language_tree *language_read(const char *path, const struct exp_options *options, const struct run *run,
                             struct error *error);
/* NULL is allowed. */
void language_free(language_tree *tree);

enum language language_of(const language_tree *tree);
/* Whether it is a model with data, whose components are variables. */
int language_has_variables(const language_tree *tree);
/* The labels in the model's text; compiling adds more. */
label_table *language_labels(const language_tree *tree);
/* The options that the model was read with, values of constants included. */
const struct exp_options *language_options(const language_tree *tree);
/* The trees of EXP networks and of PRISM models; NULL for other languages. */
const exp_tree *language_exp(const language_tree *tree);
const prism_tree *language_prism(const language_tree *tree);

/*
 * Adds a predicate, which formulas say of states: `length` bytes of the model's language at `text`, which
 * stand at a position. Its number to *number: equal texts have one, unless they stand
 * at different places and may have no value in a state. LANGUAGE_DEADLOCK: it holds in the states
 * without a transition. 0, or -1 with *error filled: ERROR_INPUT, also where the language has no predicates.
 * No walker may be at work meanwhile; networks must be brought up to date (language_compile_predicates).
 */
#define LANGUAGE_DEADLOCK PRISM_PREDICATE_DEADLOCK
int language_predicate(language_tree *tree, const char *text, size_t length, struct source_position position,
                       uint32_t *number, struct error *error);

/*
 * The walker: transitions derived from the syntax tree alone (frontend/walk/walker.h). The tree must
 * outlive it. NULL with *error filled.
 */
walker *language_walk(const language_tree *tree, const struct run *run, struct error *error);
#endif
