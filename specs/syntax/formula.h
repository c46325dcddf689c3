#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_H

#include <stddef.h>
#include <stdint.h>

#include "base/text/pattern.h"

enum formula_dialect {
    FORMULA_DIALECT_AUTO, /* by the file's ending: mCRL2's for .mcf, compressed or not, CADP's for all others
                           */
    FORMULA_DIALECT_MCL,  /* CADP: `|` is choice */
    FORMULA_DIALECT_MCF,  /* mCRL2: `+` is choice, `|` makes a multi-action */
    FORMULA_DIALECT_LTL,  /* linear temporal logic: formula_ltl is the formula, and formula_root has its atoms
                           */
    FORMULA_DIALECT_CTL /* computation tree logic: formula_root is what it means, formula_written its atoms */
};

struct data_sections;
struct error;
struct formula_data;
struct formula_regions;
struct memory;
struct run;

/*
 * A property of the modal mu-calculus with regular expressions over actions, in the form in which it was
 * written: formula_read makes it, and all other code starts from it. Names are resolved: a variable points to
 * its binder. Nodes are immutable and owned by the formula_text, with their patterns and texts.
 */
struct formula_position {
    uint32_t line, column; /* 1-based */
};

/* Where a part stands in the text that was parsed, in which macros are replaced; begin == end: nowhere, as it
 * was not parsed. formula_show (formula_show.h) makes the user's own text of it. */
struct formula_extent {
    uint32_t begin, end;
};

/* The values of the variables that a subformula depends on, which was expanded from one with data. */
struct formula_values {
    uint32_t count;
    struct formula_value {
        const char *name, *text;
    } value[];
};

enum action_kind {
    ACTION_TRUE,     /* any action, including the internal one (`true`, `any`) */
    ACTION_FALSE,    /* none */
    ACTION_INTERNAL, /* the internal action (`i`, `tau`) */
    ACTION_LABEL,    /* exactly this label */
    ACTION_PATTERN,  /* labels that match the pattern as a whole; the internal action matches as the text "i"
                      */
    ACTION_MULTIACTION, /* mCRL2's a|b: labels that are a permutation of its parts */
    ACTION_NOT,
    ACTION_AND,
    ACTION_OR,
    ACTION_IMPLIES,
    /* With data (data.h); expansion replaces them. */
    ACTION_VALUE, /* val(expression) */
    ACTION_FORALL,
    ACTION_EXISTS
};

/* Equal actions of a text share one node, however often they are written. */
struct action {
    enum action_kind kind;
    struct formula_position where;     /* position of the first of them */
    const struct action *left, *right; /* NOT: left alone */
    const char *text;       /* LABEL, PATTERN, MULTIACTION (parts sorted, '|' between them); NUL-ended */
    size_t length;          /* bytes of text */
    const pattern *pattern; /* PATTERN */
    const struct formula_data *data; /* VALUE, FORALL, EXISTS; MULTIACTION: its parts, if they are data */
    uint64_t size;                   /* number of nodes of this tree; the builder computes it */
    uint32_t number;                 /* from 1, a different number for each action of the text */
};

enum regular_kind {
    REGULAR_ACTION,
    REGULAR_NIL,
    REGULAR_CONCATENATION,
    REGULAR_CHOICE,
    REGULAR_STAR,
    REGULAR_PLUS,
    REGULAR_OPTION,
    REGULAR_TEST /* the empty word, in states where a predicate holds, or does not: in plans alone */
};

struct regular {
    enum regular_kind kind;
    struct formula_position where;
    const struct action *action;        /* ACTION */
    const struct regular *left, *right; /* STAR, PLUS, OPTION: left alone */
    const struct formula *test;         /* TEST: a PREDICATE */
    int is_negated;                     /* TEST: it must not hold */
    int is_nullable;                    /* whether the empty word is in the language; the builder sets it. A
                                           TEST is not nullable: it is not everywhere */
    struct formula_extent extent;       /* without parentheses around it */
};

enum formula_kind {
    FORMULA_TRUE,
    FORMULA_FALSE,
    FORMULA_VARIABLE,
    FORMULA_NOT,
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_IMPLIES,
    FORMULA_EQUIVALENT,
    FORMULA_DIAMOND,   /* <R> left */
    FORMULA_BOX,       /* [R] left */
    FORMULA_FOREVER,   /* <R> @: an infinite repetition of R; nu X . <R> X */
    FORMULA_SATURATED, /* [R] -|: no infinite repetition of R; mu X . [R] X */
    FORMULA_MU,
    FORMULA_NU,
    FORMULA_PREDICATE, /* {name}: holds in states of a model with variables */
    /* With data (data.h); expansion replaces them. */
    FORMULA_VALUE, /* val(expression) */
    FORMULA_FORALL,
    FORMULA_EXISTS
};

struct formula {
    enum formula_kind kind;
    struct formula_position where;
    const struct formula *left, *right; /* NOT, modalities and fixpoints: left alone */
    const struct regular *regular;      /* modalities, FOREVER, SATURATED */
    const struct formula *binder;       /* VARIABLE: its MU or NU */
    const char *name;                   /* MU, NU, VARIABLE; PREDICATE: its text; NUL-ended */
    uint32_t predicate;                 /* PREDICATE: its number in the model (formula_predicates) */
    const struct formula_data *data;    /* VALUE, FORALL, EXISTS; MU, NU, VARIABLE: parameters, or NULL */
    /* MU, NU: its nesting among the binders of the formula from which it was expanded, from 1; 0: as the tree
     * has it. */
    uint32_t rank;
    struct formula_extent extent;        /* without parentheses around it */
    const struct formula_values *values; /* or NULL */
};

/* A formula with all its nodes and texts. */
typedef struct formula_text formula_text;

const struct formula *formula_root(const formula_text *text);
/* Whether the formula has data: it must be expanded (specs/data/expand.h) before it is decided. */
int formula_has_data(const formula_text *text);
/* Whether formula_expand has something to do: it has data, or formula_terms. */
int formula_may_have_data(const formula_text *text);
/* Whether it is about labels in any case, which have no values: the data of such labels is not read. */
int formula_ignores_case(const formula_text *text);
/* The actions with arguments that are data, or are nested too deep to be read. Even in a formula without
 * other data, their values may have to be computed: formula_expand decides that, given the labels, and marks
 * the formula. */
const struct action *const *formula_terms(const formula_text *text, uint64_t *count);
/* Whether it was expanded. Then formula_root is the stronger of two formulas without data: if it holds, the
 * property does. If the weaker one, formula_weaker, is violated, the property is. Where the expansion is
 * exact, both are the same, and formula_doubt is NULL; otherwise that says why they may differ. */
int formula_is_expanded(const formula_text *text);
const struct formula *formula_weaker(const formula_text *text);
const char *formula_doubt(const formula_text *text);
/* The formula of linear temporal logic (ltl_tree.h); NULL in other dialects. */
struct ltl_tree;
const struct ltl_tree *formula_ltl(const formula_text *text);
/* The same, empty at first, of a text that is made. NULL when memory runs out. */
struct ltl_tree *formula_text_ltl(formula_text *text);
/* The tree as it was written, with its data. Of CTL: a formula of its atoms, as formula_root is of LTL. */
const struct formula *formula_written(const formula_text *text);
/* The declarations of its sections; NULL if there are none. */
const struct data_sections *formula_sections(const formula_text *text);
/* The source text, `length` bytes and a NUL; NULL for a formula that was built by hand. */
const char *formula_source(const formula_text *text, size_t *length);
/*
 * The predicates of the text, in order, whose meaning depends on the model: the caller binds each to its
 * number there, or to [true] false. `place`: where its expression begins, after the brace.
 */
struct formula_predicate {
    struct formula *formula;
    struct formula_position place;
};
const struct formula_predicate *formula_predicates(const formula_text *text, uint64_t *count);
/* Makes [true] false of a predicate. 0, or -1 when memory runs out. */
int formula_bind_deadlock(formula_text *text, struct formula *predicate);
/* The dialect in which it was read; MCL for a formula that was built by hand. */
enum formula_dialect formula_dialect_read(const formula_text *text);
void formula_text_free(formula_text *text); /* NULL is allowed */

/* --- reading (formula_read.c, formula_lexer.l, formula_parser.y): formats.md, section 3 --- */

/* Returns the dialect that AUTO stands for with this file name; any other dialect stands for itself. */
enum formula_dialect formula_dialect_of(enum formula_dialect dialect, const char *name);

struct formula_options {
    enum formula_dialect dialect;
    int extended;    /* patterns are extended regular expressions */
    int ignore_case; /* labels and patterns match in any case */
    /* Further names of the internal action, in addition to i and tau. */
    const char *const *internal;
    uint32_t internal_count;
};

/* The result labels of a network, by their ids, against which actions are matched. */
struct label_texts {
    const char *const *text; /* the internal action is "i" */
    const uint32_t *length;
    const uint8_t *is_internal;
    uint32_t count;
};

/* The text of a formula: `length` bytes of which messages speak as `name`. Without text: the file `name`
 * ("-": standard input). */
struct formula_source {
    const char *name, *text;
    size_t length;
};

/*
 * Reads one formula. Checks that variables are bound and occur under an even number of negations. Returns
 * NULL with *error filled (path, line and column): ERROR_INPUT, ERROR_IO, ERROR_MEMORY. *warning is filled
 * when something is odd but allowed (a nullable regular expression under @); otherwise its code is
 * ERROR_NONE. Depth of nesting is bounded by memory alone.
 */
formula_text *formula_read(struct formula_source source, const struct formula_options *options,
                           const struct run *run, struct error *warning, struct error *error);

/* Whether the action matches a label of a network (the text of the internal action is "i"): 1, 0, or -1 with
 * *error filled. */
int action_matches(const struct action *action, const char *label, size_t length, int is_internal,
                   struct error *error);
/* The same of a label that ends with 0. */
int action_matches_text(const struct action *action, const char *label, struct error *error);
/* The same of a label, pattern or multi-action of a formula: 1 also if that depends on values. */
int formula_may_match(const formula_text *text, const struct action *action, const char *label, size_t length,
                      int is_internal, struct error *error);

/* --- building by hand, for readers and tests (formula_build.c): nodes are allocated in the text's arena;
 * NULL when memory runs out --- */

formula_text *formula_text_create(const struct run *run);
void formula_text_set_root(formula_text *text, const struct formula *root);
/* Replaces the root, which was set before: what is written in another language means this formula. */
void formula_text_set_meaning(formula_text *text, const struct formula *meaning);
/* Stores the two bounds. `doubt` (copied; may be NULL): why they may differ. Returns 0, or -1 when memory
 * runs out. */
int formula_text_set_expanded(formula_text *text, const struct formula *stronger,
                              const struct formula *weaker, const char *doubt);
/* Marks a formula that has data. */
void formula_text_set_data(formula_text *text);
/* Marks a formula that ignores case. */
void formula_text_ignore_case(formula_text *text);
/* Adds to formula_terms. Returns 0, or -1 when memory runs out. */
int formula_text_add_term(formula_text *text, const struct action *action);
/* Returns empty sections, which the text owns with their arrays. */
struct data_sections *formula_sections_create(formula_text *text);
/* The text's own copy of a name: equal names have equal pointers. NULL when memory runs out. */
const char *formula_intern(formula_text *text, const char *name, size_t length);
/* Copies the source. Returns 0, or -1 when memory runs out. */
int formula_text_set_source(formula_text *text, const char *source, size_t length);
void formula_text_set_dialect(formula_text *text, enum formula_dialect dialect);
/* How macros were replaced in the source: empty before the reader fills it. */
struct formula_regions *formula_text_regions(const formula_text *text);
struct action *formula_new_action(formula_text *text, enum action_kind kind, const struct action *left,
                                  const struct action *right);
/* Makes a LABEL or MULTIACTION, and copies its text. The parts of a MULTIACTION (one, or more with '|'
 * between them) are sorted here, without the blanks that do not matter (multiaction.h): labels that differ
 * in such blanks alone match all the same. Neither is folded: under ignore_case the reader folds to upper
 * case, as label tables do. */
struct action *formula_new_label(formula_text *text, enum action_kind kind, const char *bytes, size_t length);
/* Makes a PATTERN; NULL with *error filled (without a position) when it does not compile. */
struct action *formula_new_pattern(formula_text *text, const char *bytes, size_t length, unsigned flags,
                                   struct error *error);
struct regular *formula_new_regular(formula_text *text, enum regular_kind kind, const struct regular *left,
                                    const struct regular *right, const struct action *action);
struct formula *formula_new(formula_text *text, enum formula_kind kind, const struct formula *left,
                            const struct formula *right, const struct regular *regular);
/* Makes a VALUE, FORALL or EXISTS; the data is not copied. */
struct action *formula_new_data_action(formula_text *text, enum action_kind kind, const struct action *left,
                                       const struct formula_data *data);
/* For MU, NU (the body is set later, through ->left) and VARIABLE (with its binder). */
struct formula *formula_new_named(formula_text *text, enum formula_kind kind, const char *name, size_t length,
                                  const struct formula *binder);
/* Makes a PREDICATE, whose expression begins at a place. */
struct formula *formula_new_predicate(formula_text *text, const char *bytes, size_t length,
                                      struct formula_position place);
/* Makes a TEST of a PREDICATE. */
struct regular *formula_new_test(formula_text *text, const struct formula *predicate, int is_negated);
/* Allocates zeroed bytes with the lifetime of the text, for data derived from it; and returns the memory that
 * accounts for it.
 */
void *formula_allocate(formula_text *text, uint64_t bytes);
struct memory *formula_text_memory(const formula_text *text);

#endif
