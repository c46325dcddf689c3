#ifndef HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H
#define HEDDLE_CLI_CHECK_PROPERTY_OPTIONS_H

#include "checker/property/property.h"
#include "cli/common.h"

/* The properties of a command line. Each command has option rows of its own, because the options mean
 * different things. */
struct property_options {
    int deadlock, livelock;
    struct option_list never, starvation, fair_cycles, almost_surely, repeatedly, monitors, error_states;
    struct option_list formulas, formula_files;
    int dialect; /* enum formula_dialect, of all formulas */
};

uint64_t property_options_count(const struct property_options *options);
/* The number of properties about cycles. */
uint64_t property_options_cycles(const struct property_options *options);
/* The number of properties about schedulers. */
uint64_t property_options_schedulers(const struct property_options *options);
/* The number of formulas. */
uint64_t property_options_formulas(const struct property_options *options);
/* Whether a formula is read from standard input. */
int property_options_read_stdin(const struct property_options *options);
/* Checks that the options make sense together. Returns 0, or -1 with job->error. */
int property_options_validate(struct job *job, const struct property_options *options);
/*
 * Makes the properties in the order of the command line (job->line.given); a flag given twice counts where it
 * occurs first. `properties`: property_options_count zeroed elements. Warns of unusual formulas. Returns 0,
 * or -1 with job->error; the caller frees all properties with property_free in either case.
 */
int property_options_make(struct job *job, const struct property_options *options, language_tree *tree,
                          struct property *properties);
/* Whether a file name has an ending of files with formulas. */
int property_options_is_file(const char *path);
/* Writes the name of a --formula in messages; index counts from 0. */
void property_options_name_formula(char *name, size_t size, uint64_t index);

#endif
