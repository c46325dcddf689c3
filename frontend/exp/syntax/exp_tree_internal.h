#ifndef HEDDLE_FRONTEND_EXP_SYNTAX_EXP_TREE_INTERNAL_H
#define HEDDLE_FRONTEND_EXP_SYNTAX_EXP_TREE_INTERNAL_H

#include "base/arena.h"
#include "base/array.h"
#include "base/index.h"
#include "base/text/definitions.h"
#include "frontend/exp/syntax/exp_tree.h"

enum exp_source_state { EXP_SOURCE_NEW, EXP_SOURCE_OPEN, EXP_SOURCE_DONE };

/* A file, identified by its real path and the values of constants that it gets: a .exp with its tree, an AUT
 * with its LTS, or a PRISM model. */
struct exp_source {
    const char *real_path, *path;
    const char *values; /* of a PRISM model: "N=1,M=2", or NULL */
    enum exp_source_state state;
    int replaces_bcg; /* a warning has reported it */
    /* owned; both NULL for .exp */
    struct lts *lts;
    prism_tree *prism;
    struct exp_node *root;
    struct exp_reference *references; /* in the arena */
    uint64_t reference_count, next;
    uint64_t depth; /* nesting depth of its tree, with included files */
};

struct exp_tree {
    struct memory *memory;
    const struct run *run;
    arena *arena;
    label_table *labels;
    struct exp_options options;
    struct definitions definitions; /* which the options name */
    struct definitions *given;      /* the caller's, while files are read */
    struct exp_node *root;
    struct error *error;
    GROWING(struct exp_source) files;
    struct index by_path;   /* finds files by their real path */
    GROWING(uint32_t) open; /* stack of the files whose references are being resolved */
    GROWING(struct source_warning) warnings;
    GROWING(struct exp_predicate) predicates;
};

/* Reports that memory has run out. Returns -1. */
int exp_tree_no_memory(struct error *error);
/* Adds a warning, with a copy of the text. 0, or -1 with the tree's error filled. */
int exp_tree_warn(exp_tree *tree, struct source_position position, const char *text);
/* The number of the file with these values of constants (or NULL), which is added if new; -1 with the tree's
 * error filled. */
int64_t exp_tree_find(exp_tree *tree, const char *path, const char *values, struct source_position position);
/* The path that `name` means in a file at `from` (NULL: on the command line), in the arena. NULL with the
 * tree's error filled. */
const char *exp_tree_resolve(exp_tree *tree, const char *from, const char *name,
                             struct source_position position);

#endif
