#ifndef HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H
#define HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H

#include "api/property_list.h"
#include "cli/common.h"

/* Which schedulers properties about them mean. */
enum schedulers_option { SCHEDULERS_SOME, SCHEDULERS_ALL };

/* The properties of a command line. Each command has option rows of its own, because the options mean
 * different things. */
struct property_options {
    int flags[PROPERTY_KINDS];                /* of kinds that take nothing */
    struct option_list texts[PROPERTY_KINDS]; /* of the others */
    struct option_list formula_files, error_states, only;
    int dialect;      /* enum formula_dialect, of all formulas */
    int state_labels; /* labels of properties about schedulers are labels of states */
    int schedulers;   /* enum schedulers_option, or -1 */
    int fairness;     /* enum fairness_strength, or -1 */
    const char *fair_labels;
    struct option_list meaning; /* --ap */
};

/* clang-format off */
#define MONITOR_RULE {"error-state", OPTION_NEEDS, "monitor", "names a state of the monitor"}
#define DIALECT_RULE {"dialect", OPTION_NEEDS, "formula property", "says how formulas are read"}
/* clang-format on */

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
int property_options_read(struct job *job, const struct property_options *options,
                          struct property_list *list);

#endif
