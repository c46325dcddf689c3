#ifndef HEDDLE_API_COMPOSE_H
#define HEDDLE_API_COMPOSE_H

#include <stdint.h>

#include "reduce/composition/composition.h"
#include "reduce/composition/plan.h"

struct job;
struct network;

/* Requests of commands that compose. */
struct compose_options {
    int compose;
    uint64_t most; /* states of a product; 0: the default */
    const char *plan, *write_plan;
};

/* A network that is made smaller, and what belongs to it. */
struct compose_work {
    const struct compose_options *options;
    struct composition_options how;
    struct composition_plan *plan;
    composition *composition; /* NULL: the network as it is */
    double seconds;
};

/* Adds the file of the plan to the outputs of the job. 0, or -1 with job->error. */
int compose_add_output(struct job *job, const struct compose_options *options);
/*
 * Makes the network smaller if the options ask for it, and reports each step. Returns the network
 * to search, which belongs to the work, or is the network itself; NULL with job->error. compose_close in any
 * case.
 */
const struct network *compose_open(struct compose_work *work, struct job *job,
                                   const struct compose_options *options, enum equivalence equivalence,
                                   const struct network *network);
void compose_close(struct compose_work *work);
/* Writes the plan of what was joined. 0, or -1 with job->error. */
int compose_write_plan(struct job *job, const char *path, const composition *composition);
/* The greatest number of states of a product; 0 if there was none. */
uint64_t compose_largest(const struct compose_work *work);
#define COMPOSE_MOST_STATES 100000u /* of a product, unless the options say otherwise */

/* Says what a step did; the context is the job (composition_options.report). */
void compose_report_step(void *job, const struct composition_step *step);

#endif
