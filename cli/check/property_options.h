#ifndef HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H
#define HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H

#include "checker/property/property.h"
#include "cli/common.h"

/* The properties on a command line; the rows are the commands' own, for they mean different things. */
struct property_options {
    int deadlock, livelock;
    struct option_list never, starvation, fair_cycles, almost_surely, repeatedly, monitors, error_states;
    struct option_list formulas, formula_files;
    int dialect; /* enum formula_dialect, of all of them */
};

uint64_t property_options_count(const struct property_options *options);
/* How many of them are about cycles. */
uint64_t property_options_cycles(const struct property_options *options);
/* How many are about schedulers. */
uint64_t property_options_schedulers(const struct property_options *options);
/* How many are formulas. */
uint64_t property_options_formulas(const struct property_options *options);
/* Whether a formula is read from standard input. */
int property_options_read_stdin(const struct property_options *options);
/* Whether they make sense together; 0, or -1 with job->error. */
int property_options_validate(struct job *job, const struct property_options *options);
/*
 * Makes them in the order in which they were given (job->given), a flag that was given twice where it was
 * first. `properties`: as many as property_options_count, zeros. Warns of what is odd about formulas. 0, or
 * -1 with job->error; the caller frees all of them with property_free in either case.
 */
int property_options_make(struct job *job, const struct property_options *options, language_tree *tree,
                          struct property *properties);
/* Whether the name is one of files with formulas, by its ending. */
int property_options_is_file(const char *path);
/* What messages call one of several --formula, the first of index 0. */
void property_options_name_formula(char *name, size_t size, uint64_t index);

#endif
