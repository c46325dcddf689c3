#ifndef HEDDLE_CLI_COMPOSE_COMPOSE_H
#define HEDDLE_CLI_COMPOSE_COMPOSE_H

#include <stddef.h>
#include <stdint.h>

#include "reduce/composition/composition.h"
#include "reduce/composition/plan.h"

struct job;
struct json_t;
struct memory;
struct network;

/* Options of commands that compose, and their rows for a command's table; `type` is the command's struct of
 * values. */
struct compose_options {
    int compose;
    uint64_t most; /* states of a product; 0: the default */
    const char *plan, *write_plan;
};

/* clang-format off */
#define COMPOSE_ROWS(type)                                                                                   \
    {"compose", 0, OPTION_FLAG, offsetof(type, compose.compose), NULL, 0, 0,                                 \
     "minimise the processes, join some, minimise these products, and so on; then search what remains. It "  \
     "is equivalent (divbranching, or as --minimise says)"}

#define COMPOSE_LIMIT_ROW(type)                                                                              \
    {"compose-limit", 0, OPTION_NUMBER, offsetof(type, compose.most), "N", 1, UINT64_MAX,                    \
     "--compose: join no processes whose product has more than about N states (default: 100000)"}

#define COMPOSE_ADVANCED_ROWS(type)                                                                          \
    COMPOSE_LIMIT_ROW(type),                                                                                 \
    {"plan", 0, OPTION_TEXT, offsetof(type, compose.plan), "FILE.txt", 0, 0,                                 \
     "--compose: join what this plan says, in its order"},                                                   \
    {"write-plan", 0, OPTION_TEXT, offsetof(type, compose.write_plan), "FILE.txt", 0, 0,                     \
     "--compose: write what was joined as a plan"}
/* clang-format on */

/* A network that is made smaller, and what belongs to it. */
struct compose_work {
    const struct compose_options *options;
    struct composition_options how;
    struct composition_plan *plan;
    composition *composition; /* NULL: the network as it is */
    double seconds;
};

/* Checks the options and adds the outputs to the job. 0, or -1 with job->error. */
int compose_check(struct job *job, const struct compose_options *options);
/*
 * Makes the network smaller if the options ask for it, and reports each step on stderr. Returns the network
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

/* Reports a step on stderr; the context is the job (composition_options.report). */
void compose_report_step(void *job, const struct composition_step *step);
/* The steps as a list; NULL when memory runs out. */
struct json_t *compose_steps_json(const composition *composition, struct memory *memory);
/* Adds the steps to an object as "composition", if there was composing. 0, or -1 when memory runs out. */
int compose_add_json(const struct compose_work *work, struct memory *memory, struct json_t *object);

#endif
