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
    PROPERTY_DEADLOCK,   /* every reachable state has a transition */
    PROPERTY_NEVER,      /* no reachable transition has the label */
    PROPERTY_MONITOR,    /* no run reaches an error state of the monitor */
    PROPERTY_LIVELOCK,   /* no reachable cycle consists of internal actions alone */
    PROPERTY_STARVATION, /* every reachable cycle has a transition with the label */
    PROPERTY_FAIR_CYCLE, /* no reachable cycle, which may visit a state several times, has all the labels */
    /* With some scheduler of the network's Markov decision process, the label occurs with probability 1,
     * once or infinitely often. */
    PROPERTY_ALMOST_SURELY,
    PROPERTY_ALMOST_SURELY_REPEATEDLY,
    PROPERTY_FORMULA /* the initial state satisfies a formula of the modal mu-calculus */
};

#define PROPERTY_KINDS 9

/* A property of a network. Initialise it with zeros. */
struct property {
    enum property_kind kind;
    char *name; /* "deadlock", "never LABEL", "never 'PATTERN'", "monitor FILE" ..; of a FORMULA its file, or
                   its text on one line, without comments and cut if it is long */
    char *text; /* NEVER, STARVATION, ALMOST_SURELY..: the exact label ("i" for the internal action), or the
                   pattern; FORMULA: as the user wrote it */
    pattern *pattern;       /* for the same kinds; NULL if text is an exact label */
    monitor *monitor;       /* MONITOR */
    struct property *parts; /* FAIR_CYCLE: one matcher per label, a PROPERTY_NEVER */
    uint32_t part_count;
    formula_text *formula;        /* FORMULA */
    enum formula_dialect dialect; /* dialect of the formula's text: MCL or MCF */
    const struct formula_plan
        *plan;   /* how searches decide the formula (check_plan_formulas); NULL: it needs a game */
    int in_file; /* the formula was read from a file, whose name it has */
    uint64_t name_bytes, text_bytes;
};

/* The name of a kind in options, evidence and results: "deadlock", "never", .. */
const char *property_kind_name(enum property_kind kind);
/* Whether a property is about cycles, or about schedulers: both kinds need the graph of all states. */
int property_is_of_cycles(enum property_kind kind);
int property_is_of_schedulers(enum property_kind kind);

/* The next functions make a property of the network that the tree describes. They return 0, or -1 with
 * *error filled. The caller frees the property with property_free and the run's memory, even after an error.
 * */
int property_make_deadlock(struct property *property, const struct run *run, struct error *error);
/* text: an exact label, a 'pattern' in single quotes, which must match the whole label, or an exact "label"
 * in double quotes. */
int property_make_never(struct property *property, const char *text, language_tree *tree,
                        const struct run *run, struct error *error);
/* The two cases of property_make_never, without quotes. */
int property_make_never_label(struct property *property, const char *label, language_tree *tree,
                              const struct run *run, struct error *error);
int property_make_never_pattern(struct property *property, const char *pattern, language_tree *tree,
                                const struct run *run, struct error *error);
int property_make_livelock(struct property *property, const struct run *run, struct error *error);
/* text: as for property_make_never; so for the functions below. */
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
/* list: such texts, separated by commas; blanks around them are ignored, and a text that contains a comma
 * must be in quotes. */
int property_make_fair_cycle(struct property *property, const char *list, language_tree *tree,
                             const struct run *run, struct error *error);
/* Begins a property of `count` labels. The caller then makes its parts and calls property_name_fair_cycle.
 * */
int property_begin_fair_cycle(struct property *property, uint32_t count, const struct run *run,
                              struct error *error);
int property_name_fair_cycle(struct property *property, const struct run *run, struct error *error);
int property_make_monitor(struct property *property, const char *path, const uint64_t *error_states,
                          uint64_t error_state_count, language_tree *tree, const struct run *run,
                          struct error *error);
/*
 * Make a formula from a text, which is its name, or from a file ("-": standard input), whose name it gets.
 * Labels and patterns are read with the tree's options. Errors and *warning (its code is ERROR_NONE if there
 * is none) have positions, as in formula_read_text.
 */
int property_make_formula(struct property *property, const char *text, enum formula_dialect dialect,
                          language_tree *tree, const struct run *run, struct error *warning,
                          struct error *error);
int property_make_formula_file(struct property *property, const char *path, enum formula_dialect dialect,
                               language_tree *tree, const struct run *run, struct error *warning,
                               struct error *error);
/* The name of a formula without a file in errors and warnings. */
#define PROPERTY_FORMULA_TEXT "formula"
/* The name to which positions in a formula refer: its file, or PROPERTY_FORMULA_TEXT. */
const char *property_formula_file(const struct property *property);
void property_free(struct property *property, const struct run *run);

/* Whether a result label of the network matches the property, a PROPERTY_NEVER or PROPERTY_STARVATION.
 * Returns 1, 0, or -1 with *error filled. */
int property_matches(const struct property *property, const char *label, size_t length, struct error *error);

#endif
