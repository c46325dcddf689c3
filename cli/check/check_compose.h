#ifndef HEDDLE_CLI_CHECK_CHECK_COMPOSE_H
#define HEDDLE_CLI_CHECK_CHECK_COMPOSE_H

#include "checker/composed/composed_check.h"

struct compose_options;
struct job;
struct json_t;

/* --compose of `heddle check`. */
struct check_compose {
    struct job *job;
    const struct property *properties;
    struct composed_check composed;
    struct composition_plan *plan; /* NULL: none is given */
};

/* Whether the network's properties are checked on smaller ones: 1; 0 if the options do not ask for it, or,
 * with a note, if its probabilities or rates forbid it; -1 with job->error. */
int check_compose_applies(struct job *job, const struct compose_options *options,
                          const struct network *network);
/* Checks the properties, and reports each step on stderr. The check, or NULL with job->error; the caller
 * frees it. check_compose_close in any case. */
struct check *check_compose_run(struct check_compose *compose, const struct compose_options *options,
                                const struct network *network, uint32_t count,
                                const struct check_options *how);
void check_compose_close(struct check_compose *compose);
/* Seconds of composing; negative if there was none. */
double check_compose_seconds(const struct check_compose *compose);
/* Adds the groups to an object as "compositions", if there are any. 0, or -1 when memory runs out. */
int check_compose_json(const struct check_compose *compose, struct json_t *object);

#endif
