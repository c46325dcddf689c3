#ifndef HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H
#define HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H

#include "base/text/text_buffer.h"
#include "checker/property/property.h"
#include "checker/suite/suite.h"
#include "cli/common.h"

/* Which schedulers properties about them mean. */
enum schedulers_option { SCHEDULERS_SOME, SCHEDULERS_ALL };

/* The properties of a command line. Each command has option rows of its own, because the options mean
 * different things. */
struct property_options {
    int deadlock, livelock;
    struct option_list never, starvation, never_cycles, almost_surely, repeatedly, monitors, error_states;
    struct option_list formulas, formula_files, only;
    int dialect;      /* enum formula_dialect, of all formulas */
    int state_labels; /* labels of properties about schedulers are labels of states */
    int schedulers;   /* enum schedulers_option, or -1 */
};

/* A property of the command line, or of a suite that the command line names. */
struct property_entry {
    enum property_kind kind;
    const char *option, *text;  /* of the command line; text: NULL for a flag */
    uint64_t index;             /* among the texts of this option */
    struct text_buffer content; /* the content of a file with one formula */
    uint64_t suite_index;       /* among the properties of the suite, or PROPERTY_NOT_OF_SUITE */
};

#define PROPERTY_NOT_OF_SUITE UINT64_MAX

/* All properties of a command line, in its order. A zeroed list is empty. */
struct property_list {
    GROWING(struct property_entry) entries;
    uint64_t kinds[PROPERTY_KINDS]; /* the number of properties of each kind */
    suite *suite;                   /* owns the properties of suites */
    uint64_t of_suites;             /* their number */
};

/* The number of options that give properties; a suite counts as one. */
uint64_t property_options_count(const struct property_options *options);
/* Whether a formula or suite is read from standard input. */
int property_options_read_stdin(const struct property_options *options);
/* Checks that the options make sense together. Returns 0, or -1 with job->error. */
int property_options_validate(struct job *job, const struct property_options *options);

/*
 * Lists the properties in the order of the command line (job->line.given), and reads the files of --property;
 * a flag given twice counts where it occurs first. Returns 0, or -1 with job->error; the caller frees the
 * list with property_list_free in either case.
 */
int property_list_read(struct job *job, const struct property_options *options, struct property_list *list);
void property_list_free(struct job *job, struct property_list *list);
/* The property of the suite that the entry stands for; NULL: it is not of a suite. */
const struct suite_property *property_list_suite(const struct property_list *list, uint64_t index);
/* The numbers of properties about cycles, and about schedulers. */
uint64_t property_list_cycles(const struct property_list *list);
uint64_t property_list_schedulers(const struct property_list *list);
/*
 * Makes the properties of the list. `properties`: one zeroed element for each. Warns of unusual formulas.
 * Returns 0, or -1 with job->error; the caller frees all properties with property_free in either case, before
 * the list.
 */
int property_list_make(struct job *job, const struct property_options *options,
                       const struct property_list *list, language_tree *tree, struct property *properties);

/* Whether a file name has an ending of files with formulas. */
int property_options_is_file(const char *path);
/* Writes the name of a --formula in messages; index counts from 0. */
void property_options_name_formula(char *name, size_t size, uint64_t index);

#endif
