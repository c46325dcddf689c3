#ifndef HEDDLE_CLI_CHECK_CHECK_OPTIONS_H
#define HEDDLE_CLI_CHECK_CHECK_OPTIONS_H

#include "api/check.h"
#include "cli/check/property_options.h"
#include "cli/common.h"
#include "cli/spm_rows.h"

/* The options of `heddle check`. */
struct check_command_options {
    struct check_request request; /* first: its rows have its offsets */
    struct property_options properties;
    struct property_list list; /* made of them */
    struct spm_command_options spm;
    int has_begun; /* the command line was read */
    int solver;
};

/* Checks options that go together. Each returns 0, or -1 with the job's error. */
int check_stdin_usage(struct job *job, const char *path, const struct property_options *options);
int check_usage(struct job *job, const struct check_command_options *options);

#endif
