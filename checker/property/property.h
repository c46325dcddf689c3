#ifndef HEDDLE_CHECKER_PROPERTY_PROPERTY_H
#define HEDDLE_CHECKER_PROPERTY_PROPERTY_H

#include <stddef.h>
#include <stdint.h>

#include "checker/property/monitor.h"
#include "frontend/language/language.h"
#include "base/text/pattern.h"
#include "specs/syntax/formula.h"

struct error;
struct formula_plan;
struct run;

enum property_kind {
    PROPERTY_DEADLOCK,   /* no reachable state is without transitions */
    PROPERTY_NEVER,      /* no reachable transition has such a label */
    PROPERTY_MONITOR,    /* no run reaches an error state of the monitor */
    PROPERTY_LIVELOCK,   /* no reachable cycle is of internal actions alone */
    PROPERTY_STARVATION, /* no reachable cycle is without such a label */
    PROPERTY_FAIR_CYCLE, /* no reachable cycle, which may pass a state several times, has them all */
    /* Some scheduler of the network's Markov decision process has such a label come with probability 1, once
     * or again and again. */
    PROPERTY_ALMOST_SURELY,
    PROPERTY_ALMOST_SURELY_REPEATEDLY,
    PROPERTY_FORMULA /* the initial state satisfies a formula of the modal mu-calculus */
};

#define PROPERTY_KINDS 9

/* A property of a network. Begins as zeros. */
struct property {
    enum property_kind kind;
    char *name; /* "deadlock", "never LABEL", "never 'PATTERN'", "monitor FILE" ..; of a FORMULA its file, or
                   its text in one line, without comments, cut where it is long */
    char *text; /* NEVER, STARVATION, ALMOST_SURELY..: the exact label ("i" for the internal action), or the
                   pattern; FORMULA: as it was written */
    pattern *pattern;       /* of these: NULL for an exact label */
    monitor *monitor;       /* MONITOR */
    struct property *parts; /* FAIR_CYCLE: what each label is matched by, as PROPERTY_NEVER */
    uint32_t part_count;
    formula_text *formula;           /* FORMULA */
    enum formula_dialect dialect;    /* of its text: MCL or MCF */
    const struct formula_plan *plan; /* how searches decide it (check_plan_formulas); NULL: it needs a game */
    int in_file;                     /* the name is that of its file */
    uint64_t name_bytes, text_bytes;
};

/* "deadlock", "never", ..: what options, evidence and results call it. */
const char *property_kind_name(enum property_kind kind);
/* Whether it is about cycles, or about schedulers: for these, the graph of all states is needed. */
int property_is_of_cycles(enum property_kind kind);
int property_is_of_schedulers(enum property_kind kind);

/*
 * Each makes a property of the network that the tree describes; 0, or -1 with *error filled. property_free
 * takes the run's memory, whatever they returned.
 */
int property_make_deadlock(struct property *property, const struct run *run, struct error *error);
/* An exact label, a 'pattern' (total, in single quotes), or an exact "label" in double quotes. */
int property_make_never(struct property *property, const char *text, language_tree *tree,
                        const struct run *run, struct error *error);
/* The halves of property_make_never, quotes and all taken away. */
int property_make_never_label(struct property *property, const char *label, language_tree *tree,
                              const struct run *run, struct error *error);
int property_make_never_pattern(struct property *property, const char *pattern, language_tree *tree,
                                const struct run *run, struct error *error);
int property_make_livelock(struct property *property, const struct run *run, struct error *error);
/* As property_make_never. */
int property_make_starvation(struct property *property, const char *text, language_tree *tree,
                             const struct run *run, struct error *error);
int property_make_starvation_label(struct property *property, const char *label, language_tree *tree,
                                   const struct run *run, struct error *error);
int property_make_starvation_pattern(struct property *property, const char *pattern, language_tree *tree,
                                     const struct run *run, struct error *error);
int property_make_almost_surely(struct property *property, const char *text, language_tree *tree,
                                const struct run *run, struct error *error);
int property_make_almost_surely_repeatedly(struct property *property, const char *text, language_tree *tree,
                                           const struct run *run, struct error *error);
/* Such texts with commas between them; one that has a comma is in quotes. */
int property_make_fair_cycle(struct property *property, const char *text, language_tree *tree,
                             const struct run *run, struct error *error);
/* Begins one of `count` labels, whose parts the caller makes then, before property_name_fair_cycle. */
int property_begin_fair_cycle(struct property *property, uint32_t count, const struct run *run,
                              struct error *error);
int property_name_fair_cycle(struct property *property, const struct run *run, struct error *error);
int property_make_monitor(struct property *property, const char *path, const uint64_t *error_states,
                          uint64_t error_state_count, language_tree *tree, const struct run *run,
                          struct error *error);
/*
 * A formula that is a text, which is its name; or one in a file ("-": standard input), whose name is the
 * file's. Labels and patterns are read as the tree's options say. Errors and *warning (whose code is
 * ERROR_NONE when there is none) have positions, as formula_read_text gives them.
 */
int property_make_formula(struct property *property, const char *text, enum formula_dialect dialect,
                          language_tree *tree, const struct run *run, struct error *warning,
                          struct error *error);
int property_make_formula_file(struct property *property, const char *path, enum formula_dialect dialect,
                               language_tree *tree, const struct run *run, struct error *warning,
                               struct error *error);
/* What errors and warnings call a formula that is in no file. */
#define PROPERTY_FORMULA_TEXT "formula"
/* What positions in a formula are in: its file, or PROPERTY_FORMULA_TEXT. */
const char *property_formula_file(const struct property *property);
void property_free(struct property *property, const struct run *run);

/* PROPERTY_NEVER, PROPERTY_STARVATION: whether a result label of the network is such a label. 1, 0, or -1
 * with *error filled. */
int property_matches(const struct property *property, const char *label, size_t length, struct error *error);

#endif
