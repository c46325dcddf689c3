#ifndef HEDDLE_CLI_INFO_INFO_H
#define HEDDLE_CLI_INFO_INFO_H

#include "cli/common.h"

struct estimates;
struct prism_model;

/* The options of heddle info; it starts with job_command. */
struct info_options {
    struct run_options run;
    struct reader_options reader;
    int labels, labels_only, estimate;
};

/* What each language's part prints: rows for people or, with --json, one object. Both return the exit code;
 * `path` is the operand. estimates: of a PRISM model; NULL: none. */
int info_network(struct job *job, language_tree *tree, const struct info_options *options, const char *path);
int info_prism(struct job *job, const struct prism_model *model, const struct info_options *options,
               const struct estimates *estimates, const char *path);

/* Prints labels for programs, one on each line; on a terminal, none of them controls it. */
void info_print_label(const char *label);

#endif
