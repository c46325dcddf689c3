#ifndef HEDDLE_CLI_INFO_INFO_H
#define HEDDLE_CLI_INFO_INFO_H

#include "api/info.h"
#include "cli/common.h"

struct json_t;

/* The options of heddle info. */
struct info_options {
    struct info_request request; /* first: its rows have its offsets */
    int labels, labels_only;
};

/* What each language's part prints: rows for people or, with --json, one object. 0, or -1 with job->error. */
int info_network(struct job *job, const struct info_options *options, const struct info_result *result);
int info_prism(struct job *job, const struct info_options *options, const struct info_result *result);

/* Prints labels for programs, one on each line; on a terminal, none of them controls it. */
void info_print_label(const char *label);
void info_network_labels(const struct network *network);

/* Prints the estimates, if there are any. */
void estimates_print(const struct estimates *estimates);
/* Adds them to the object, if there are any: 0, or -1 when memory runs out. */
int estimates_add_json(const struct estimates *estimates, struct json_t *object);

#endif
