#ifndef HEDDLE_FRONTEND_EXP_SYNTAX_EXP_TREE_H
#define HEDDLE_FRONTEND_EXP_SYNTAX_EXP_TREE_H

#include <stdint.h>

#include "base/text/label.h"
#include "base/text/source.h"
#include "model/lts.h"
#include "frontend/prism/syntax/prism_tree.h"

struct error;
struct run;
struct memory;

/*
 * The syntax tree of an EXP network, with all included files, AUT files and PRISM models. It is kept in
 * addition to the network that is compiled from it, because evidence is checked with the tree.
 *
 * Texts (labels, gates, patterns) are NUL-terminated, as written without quotes and escapes. With ignore_case
 * they are folded to upper case, except patterns, which are compiled to ignore case.
 */
struct exp_text {
    const char *text;
    struct source_position position;
};

enum exp_kind {
    EXP_STOP,       /* stop: no transition */
    EXP_LEAF,       /* a process: lts, or a PRISM model */
    EXP_FILE,       /* a nested .exp: children[0] is the root of the included tree (shared between uses) */
    EXP_SYNC_ALL,   /* B || B */
    EXP_INTERLEAVE, /* B ||| B */
    EXP_SYNC_GATES, /* B |[ names ]| B */
    EXP_HIDE,       /* names: patterns; mode TOTAL, PARTIAL or GATE */
    EXP_CUT,        /* like hide */
    EXP_RENAME,     /* clauses; mode TOTAL, SINGLE, MULTIPLE or GATE */
    EXP_PRIO,       /* chains */
    EXP_PAR_GATES,  /* gates, branch_gates; mode GATE or LABEL */
    EXP_PAR_VECTORS /* vectors; mode GATE or LABEL */
};

enum exp_mode {
    EXP_MODE_NONE,
    EXP_MODE_TOTAL,
    EXP_MODE_PARTIAL,
    EXP_MODE_GATE,
    EXP_MODE_SINGLE,
    EXP_MODE_MULTIPLE,
    EXP_MODE_LABEL
};

/* A clause "from" -> "to" of rename. */
struct exp_clause {
    struct exp_text from, to;
};

/* A chain P1 > P2 > ... of prio, of at least two patterns. */
struct exp_chain {
    struct exp_text *patterns;
    uint32_t count;
};

/* G or G#n in the list of par. */
struct exp_gate {
    struct exp_text name;
    int has_degree;  /* #n was given */
    uint64_t degree; /* n, 1 .. candidates (checked by the reader) */
};

/* The gates of one branch of par. */
struct exp_gate_list {
    struct exp_text *names;
    uint32_t count;
};

/* A vector E * E * ... -> L; entries[k].text is NULL if branch k does not move; at least one is not NULL. */
struct exp_vector {
    struct exp_text *entries; /* [child_count of the node] (checked by the reader) */
    struct exp_text result;
    struct source_position position;
};

struct exp_node {
    enum exp_kind kind;
    enum exp_mode mode; /* the default is filled in; EXP_MODE_NONE only where modes do not apply */
    int all_but;        /* hide, cut */
    struct source_position position; /* position of the operator or file name */
    struct exp_node **children;
    uint32_t child_count;
    struct exp_text *names; /* SYNC_GATES, HIDE, CUT */
    uint32_t name_count;
    struct exp_clause *clauses; /* RENAME */
    uint32_t clause_count;
    struct exp_chain *chains; /* PRIO */
    uint32_t chain_count;
    struct exp_gate *gates; /* PAR_GATES */
    uint32_t gate_count;
    struct exp_gate_list *branch_gates; /* [child_count], PAR_GATES */
    struct exp_vector *vectors;         /* PAR_VECTORS */
    uint32_t vector_count;
    const char *path;   /* LEAF, FILE: the path that was opened */
    const char *values; /* LEAF, FILE: "N=1,M=2", values of constants of this PRISM model; or NULL */
    struct source_position values_position;
    /* LEAF: one of both; owned by the tree, shared between uses of the file */
    const struct lts *lts;
    const prism_tree *prism;
};

struct definitions;

struct exp_options {
    int ignore_case;
    int independent;    /* labels that no vector of a branch mentions interleave instead of being blocked */
    int regex_extended; /* POSIX extended instead of basic */
    const char *const *internal; /* more names of the internal action */
    uint32_t internal_count;
    /* Values of constants, for all PRISM models of a network; `with` in the network overrides them for one
     * model. Those that a model declares are marked. NULL: none. The tree has a copy. */
    struct definitions *definitions;
};

typedef struct exp_tree exp_tree;

/*
 * Reads PATH: a .exp file with everything it includes, or an AUT file (by its name: .aut, .aut.gz, .aut.zst),
 * which is a network of one process. Performs the checks that need no labels: vector widths, #n, empty
 * inclusion cycles, invalid patterns, internal actions in vectors and gate lists. NULL
 * on failure with *error filled.
 */
exp_tree *exp_tree_read(const char *path, const struct exp_options *options, const struct run *run,
                        struct error *error);
void exp_tree_free(exp_tree *tree);

const struct exp_node *exp_tree_root(const exp_tree *tree);
/* The labels of all AUT files; composing adds more. */
label_table *exp_tree_labels(const exp_tree *tree);
const struct exp_options *exp_tree_options(const exp_tree *tree);
/* Whether PRISM models are processes of the network. */
int exp_tree_has_models(const exp_tree *tree);
/* Whether the network gives a PRISM model a value of this constant (`with`). */
int exp_tree_gives(const exp_tree *tree, const char *name);
/* The name of the process in a file: the base name of its path without .aut, .gz, .zst (.prism, ..). Sets
 * its length. */
const char *exp_leaf_name(const char *path, size_t *length);
/*
 * Predicates of formulas about states: PROCESS: E, an expression of the PRISM model of a process, named as in
 * traces (var#2). PROCESS may be left out if there is only one PRISM model. Predicates are numbered in the
 * order in which they are added; "deadlock", about the whole network, is PRISM_PREDICATE_DEADLOCK. 0, or -1
 * with *error filled. No walker of the tree may be at work meanwhile.
 */
struct exp_predicate {
    uint32_t process; /* among all processes of the network, from left to right */
    uint32_t number;  /* among the predicates of its model */
    const char *text;
};
int exp_tree_add_predicate(exp_tree *tree, const char *text, size_t length, struct source_position position,
                           uint32_t *number, struct error *error);
uint32_t exp_tree_predicate_count(const exp_tree *tree);
struct exp_predicate exp_tree_predicate(const exp_tree *tree, uint32_t number);
/* Warnings of reading (a .bcg replaced by its .aut, say). */
const struct source_warning *exp_tree_warnings(const exp_tree *tree, uint32_t *count);
#endif
