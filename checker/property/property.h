#ifndef HEDDLE_CHECKER_PROPERTY_PROPERTY_H
#define HEDDLE_CHECKER_PROPERTY_PROPERTY_H

#include <stddef.h>
#include <stdint.h>

#include "checker/property/monitor.h"
#include "frontend/language/language.h"
#include "base/error.h"
#include "base/text/pattern.h"
#include "specs/syntax/formula.h"

struct fairness;
struct formula_plan;
struct run;

/* What a property is written with. */
enum property_takes {
    PROPERTY_TAKES_NOTHING,
    PROPERTY_TAKES_LABEL,     /* a label or a pattern */
    PROPERTY_TAKES_LABELS,    /* several of them */
    PROPERTY_TAKES_MONITOR,   /* the file of a monitor, and perhaps numbers of error states */
    PROPERTY_TAKES_AUTOMATON, /* the file of an automaton in the Hanoi format */
    PROPERTY_TAKES_FORMULA    /* or a file of formulas */
};

/* What decides a property, unless labels alone do. */
enum property_ground {
    PROPERTY_BY_DEADLOCK,   /* whether a deadlock is reached */
    PROPERTY_BY_LABEL,      /* whether a transition with its label is reached */
    PROPERTY_BY_ERROR,      /* whether an error state of its monitor is reached */
    PROPERTY_BY_CYCLES,     /* cycles in the graph of all states */
    PROPERTY_BY_SCHEDULERS, /* schedulers of its Markov decision process */
    PROPERTY_BY_RUNS,       /* runs of the product with its automaton: what is reached, and cycles */
    PROPERTY_BY_FORMULA     /* searches, or a parity game */
};

/* The labels of a cycle that violates a property. */
enum property_cycle {
    PROPERTY_CYCLE_OF_PARTS, /* one of each part, and any others */
    PROPERTY_CYCLE_INTERNAL, /* internal actions alone */
    PROPERTY_CYCLE_WITHOUT   /* all but those of the property */
};

/* What is known of a kind of property. */
struct property_row {
    const char *name;     /* in options, suites, evidence and results */
    const char *old_name; /* is read, too; NULL: there is none */
    enum property_takes takes;
    enum property_ground ground;
    enum property_cycle cycle; /* BY_CYCLES */
    int repeatedly;            /* BY_SCHEDULERS: something occurs infinitely often, not once */
    int is_of_good_runs; /* TAKES_AUTOMATON: it accepts what satisfies the property, not what violates it */
    int sees_divergence; /* a network with other cycles of internal actions may have another verdict */
    enum formula_dialect dialect; /* TAKES_FORMULA: the language; AUTO: as users say, or as files are named */
    const char *unmet;            /* why it holds if labels alone decide; NULL: the text of most kinds */
};

/*
 * All kinds of properties. ROW(member of enum property_kind, members of its struct property_row). Messages
 * list kinds in this order; FORMULA is the last one.
 * DEADLOCK: every reachable state has a transition.
 * NEVER: no reachable transition has the label.
 * LIVELOCK: no reachable cycle consists of internal actions alone.
 * STARVATION: every reachable cycle has a transition with the label.
 * NEVER_CYCLE: no reachable cycle, which may visit a state several times, has all the labels.
 * ALMOST_SURELY, ALMOST_SURELY_REPEATEDLY: with some scheduler of the network's Markov decision process, or
 * with every scheduler, the label occurs with probability 1; with some scheduler it does so infinitely often.
 * ALMOST_SURELY_LTL: the same of a formula of linear temporal logic, which the run satisfies.
 * MONITOR: no run reaches an error state of the monitor.
 * AUTOMATON, AUTOMATON_PROPERTY: no run is accepted by the automaton, or every run is.
 * LTL: every run satisfies a formula of linear temporal logic.
 * CTL: the initial state satisfies a formula of computation tree logic.
 * FORMULA: the initial state satisfies a formula of the modal mu-calculus.
 */
#define PROPERTY_LIST(ROW)                                                                                   \
    ROW(DEADLOCK, .name = "deadlock", .takes = PROPERTY_TAKES_NOTHING, .ground = PROPERTY_BY_DEADLOCK,       \
        .sees_divergence = 1)                                                                                \
    ROW(NEVER, .name = "never", .takes = PROPERTY_TAKES_LABEL, .ground = PROPERTY_BY_LABEL)                  \
    ROW(LIVELOCK, .name = "livelock", .takes = PROPERTY_TAKES_NOTHING, .ground = PROPERTY_BY_CYCLES,         \
        .cycle = PROPERTY_CYCLE_INTERNAL, .sees_divergence = 1, .unmet = "there is no internal action")      \
    ROW(STARVATION, .name = "starvation", .takes = PROPERTY_TAKES_LABEL, .ground = PROPERTY_BY_CYCLES,       \
        .cycle = PROPERTY_CYCLE_WITHOUT, .sees_divergence = 1, .unmet = "there is no other label")           \
    ROW(NEVER_CYCLE, .name = "never-cycle", .old_name = "fair-cycle", .takes = PROPERTY_TAKES_LABELS,        \
        .ground = PROPERTY_BY_CYCLES, .cycle = PROPERTY_CYCLE_OF_PARTS)                                      \
    ROW(ALMOST_SURELY, .name = "almost-surely", .takes = PROPERTY_TAKES_LABEL,                               \
        .ground = PROPERTY_BY_SCHEDULERS)                                                                    \
    ROW(ALMOST_SURELY_REPEATEDLY, .name = "almost-surely-repeatedly", .takes = PROPERTY_TAKES_LABEL,         \
        .ground = PROPERTY_BY_SCHEDULERS, .repeatedly = 1)                                                   \
    ROW(ALMOST_SURELY_LTL, .name = "almost-surely-ltl", .takes = PROPERTY_TAKES_FORMULA,                     \
        .ground = PROPERTY_BY_SCHEDULERS, .dialect = FORMULA_DIALECT_LTL)                                    \
    ROW(MONITOR, .name = "monitor", .takes = PROPERTY_TAKES_MONITOR, .ground = PROPERTY_BY_ERROR,            \
        .unmet = "none of its error states can be reached by labels of the network")                         \
    ROW(AUTOMATON, .name = "automaton", .takes = PROPERTY_TAKES_AUTOMATON, .ground = PROPERTY_BY_RUNS)       \
    ROW(AUTOMATON_PROPERTY, .name = "automaton-property", .takes = PROPERTY_TAKES_AUTOMATON,                 \
        .ground = PROPERTY_BY_RUNS, .is_of_good_runs = 1)                                                    \
    ROW(LTL, .name = "ltl", .takes = PROPERTY_TAKES_FORMULA, .ground = PROPERTY_BY_RUNS,                     \
        .dialect = FORMULA_DIALECT_LTL)                                                                      \
    ROW(CTL, .name = "ctl", .takes = PROPERTY_TAKES_FORMULA, .ground = PROPERTY_BY_FORMULA,                  \
        .dialect = FORMULA_DIALECT_CTL)                                                                      \
    ROW(FORMULA, .name = "formula", .takes = PROPERTY_TAKES_FORMULA, .ground = PROPERTY_BY_FORMULA)

#define PROPERTY_MEMBER(member, ...) PROPERTY_##member,
enum property_kind { PROPERTY_LIST(PROPERTY_MEMBER) PROPERTY_KINDS };

/* The verdict that the user expects of a property, which passes if it has that verdict. */
enum property_expectation {
    EXPECTED_BY_DEFAULT, /* it holds; the user did not say so */
    EXPECTED_TO_HOLD,
    EXPECTED_VIOLATED
};

/* A part of a formula's text, and the place where it was written. It begins in column 1 of a line of the
 * text. */
struct property_piece {
    uint64_t line; /* of the text, from 1 */
    struct source_position from;
};

/* A property of a network. Initialise it with zeros. */
struct property {
    enum property_kind kind;
    char *name; /* in a suite its name; otherwise "deadlock", "never LABEL", "never 'PATTERN'", "monitor FILE"
                   ..; of a formula its file, or its text on one line, without comments and cut if it is
                   long */
    char *text; /* NEVER, STARVATION, ALMOST_SURELY..: the exact label ("i" for the internal action), or the
                   pattern; FORMULA: as the user wrote it */
    pattern *pattern;       /* for the same kinds; NULL if text is an exact label */
    int is_state_label;     /* ALMOST_SURELY..: text is a label of states, or {E}, of a model with data */
    uint32_t predicate;     /* .. and this is its number (language_predicate) */
    int by_every_scheduler; /* ALMOST_SURELY, ALMOST_SURELY_LTL: by every scheduler, not by some scheduler */
    const struct fairness *fairness; /* of cycles and runs (fairness.h): what is assumed; borrowed; or NULL */
    monitor *monitor;                /* MONITOR */
    struct property *parts;          /* NEVER_CYCLE: one matcher per label, a PROPERTY_NEVER */
    uint32_t part_count;
    formula_text *formula;        /* LTL.., CTL, FORMULA; AUTOMATON..: a conjunction of what its atoms mean */
    enum formula_dialect dialect; /* dialect of the formula's text */
    const struct formula_plan
        *plan;      /* how searches decide the formula (check_plan_formulas); NULL: it needs a game */
    uint32_t unmet; /* LTL: 1 + an implication of the formula, instead of whose right side `false` is checked
                       (specs/ltl/ltl_antecedents.h); 0: none */
    const char *const *meaning; /* AUTOMATON..: NAME=ATOM, what atoms of the file mean; borrowed */
    uint64_t meaning_count;
    char *file; /* FORMULA, AUTOMATON..: the file that the text comes from; NULL: the command line */
    struct property_piece
        *pieces; /* FORMULA: of a suite, where its text was written; their paths are borrowed */
    uint64_t piece_count;
    enum property_expectation expected;
    int is_of_suite; /* it is written in a suite, not on a command line */
    uint64_t name_bytes, text_bytes, file_bytes;
};

const struct property_row *property_row(enum property_kind kind);
/* The kind of that name of `length` bytes, or of an old name; PROPERTY_KINDS: there is none. */
enum property_kind property_kind_named(const char *name, size_t length);
/* The end of the name of a property about every scheduler; the message that one about what occurs repeatedly
 * cannot be one. */
#define PROPERTY_BY_EVERY " (all schedulers)"
extern const char property_no_every_scheduler[];
/* Whether a property is about cycles, or about schedulers: both kinds need the graph of all states. */
int property_is_of_cycles(enum property_kind kind);
int property_is_of_schedulers(enum property_kind kind);
/* Whether it is about runs: a formula of linear time. */
int property_is_of_runs(enum property_kind kind);
/* .. that is written as a formula, not given as an automaton. */
int property_is_ltl(enum property_kind kind);
/* Whether it is about schedulers, and a formula of linear time. */
int property_is_of_likely_runs(enum property_kind kind);
/* Whether a property about schedulers is about values of states, too. */
int property_sees_states(const struct property *property);
/* Whether it is a formula of the mu-calculus. */
int property_is_formula(const struct property *property);

/*
 * What properties of the network that a tree describes are made with. The functions return 0, or -1 with
 * *error filled. The caller frees the property with property_free and the run's memory, even after an error.
 */
struct property_maker {
    language_tree *tree; /* NULL: properties about schedulers of a Markov decision process in a file */
    const struct run *run;
    struct error *error;
    enum formula_dialect dialect; /* FORMULA */
    struct error *warning;        /* FORMULA: as of formula_read; its code is ERROR_NONE if there is none */
    const uint64_t *error_states; /* MONITOR: further error states, as in monitor_read */
    uint64_t error_state_count;
    int state_labels;    /* ALMOST_SURELY..: labels are labels of states */
    int every_scheduler; /* ALMOST_SURELY: of all schedulers; other kinds about schedulers are refused */
    const struct fairness *fairness; /* for properties of cycles and runs; NULL: nothing is assumed */
    const char *const *meaning;      /* AUTOMATON..: NAME=ATOM, what atoms mean (--ap) */
    uint64_t meaning_count;
    uint8_t *meaning_used; /* .. set to 1 where an automaton has such an atom; or NULL */
};

/*
 * Makes a property from a text of the command line. A label is written as it is, or "label" in double quotes;
 * a 'pattern' in single quotes must match the whole label. NEVER_CYCLE: several of them, separated by commas;
 * blanks around them are ignored, and a text that contains a comma must be in quotes. MONITOR: a file.
 * FORMULA: the formula. DEADLOCK and LIVELOCK have no text.
 */
int property_make(const struct property_maker *maker, enum property_kind kind, const char *text,
                  struct property *property);
/* The text of a formula, and where it comes from. pieces: where parts of the text were written, in order of
 * their lines; there may be none. */
struct property_text {
    const char *text; /* NULL: that of the file */
    size_t length;
    const char *file; /* it names the property; NULL: the text names it */
    const struct property_piece *pieces;
    uint64_t piece_count;
};
int property_make_formula_text(const struct property_maker *maker, const struct property_text *text,
                               struct property *property);
/* The same for any kind that takes formulas. */
int property_make_text(const struct property_maker *maker, enum property_kind kind,
                       const struct property_text *text, struct property *property);
/* Gives it what its maker assumes; property_make does so. */
void property_assume(const struct property_maker *maker, struct property *property);
/* Makes a property of one label or pattern, which has no quotes around it. */
int property_make_of_label(const struct property_maker *maker, enum property_kind kind, const char *text,
                           int is_pattern, struct property *property);
/* The predicate of a label of states: "won", or {E}. Its number to *number, as language_predicate gives it:
 * 0, or -1 with *error filled, whose place is in PROPERTY_STATE_LABEL. */
#define PROPERTY_STATE_LABEL "label of states"
int property_state_label(language_tree *tree, const char *text, uint32_t *number, const struct run *run,
                         struct error *error);
/* Begins a property of `count` labels. The caller then makes its parts (property_make_part), and calls
 * property_name_parts. */
int property_begin_parts(const struct property_maker *maker, enum property_kind kind, uint32_t count,
                         struct property *property);
int property_name_parts(const struct property_maker *maker, struct property *property);
/* Makes a property that matches labels: no transition has the label, or one that the pattern matches. */
int property_make_part(const struct property_maker *maker, const char *text, int is_pattern,
                       struct property *property);
/* Copies the text, which the property has not yet. Returns 0, or -1 with the maker's error. */
int property_set_text(const struct property_maker *maker, struct property *property, const char *text,
                      size_t length);
/* Replaces the name. Returns 0, or -1 with *error filled. */
int property_set_name(struct property *property, const struct run *run, struct error *error,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
/* formula_mark_data of the property's formula (specs/data/expand.h). */
void property_mark_data(const struct property *property, const struct label_texts *labels);
/* Writes out the data of a formula for these labels (specs/data/expand.h), if it has data. */
int property_expand(const struct property *property, const struct label_texts *labels, const struct run *run,
                    struct error *error);
/* The name to which positions in a formula refer: its file, or else the name of its kind. */
const char *property_formula_file(const struct property *property);
/* The place where a part of a formula was written, given its position in the property's text. */
struct source_position property_position(const struct property *property, struct formula_position where);
/* Turns the positions in an error or a message about a formula of a suite, which are those in the property's
 * text, into places of the suite. */
void property_place_error(const struct property *property, struct error *error);
/* Whether the property passes with a verdict: that it holds, or that it is violated. */
int property_passes(const struct property *property, int holds);
void property_free(struct property *property, const struct run *run);

/* Whether a result label of the network matches the property, which is of one label.
 * Returns 1, 0, or -1 with *error filled. */
int property_matches(const struct property *property, const char *label, size_t length, struct error *error);

#endif
