#ifndef HEDDLE_CLI_INFO_INFO_ESTIMATE_H
#define HEDDLE_CLI_INFO_INFO_ESTIMATE_H

#include <stdint.h>

struct job;
struct json_t;
struct network;

/* States that are left by a way to make the state space smaller. */
struct estimate {
    const char *name; /* "all", "partial-order", "strong", "divbranching", "compose" */
    uint64_t states;
    int complete; /* else the search was ended, and there are more */
};

#define ESTIMATES 5

struct estimates {
    struct estimate list[ESTIMATES]; /* the first one: of the search without reduction */
    unsigned count;
};

/*
 * Tries each way that the network allows, in searches of at most about ESTIMATE_STATES states, on the CPU. A
 * way for which memory does not suffice is left out. 0, or -1 with job->error.
 */
int estimate_reductions(struct job *job, const struct network *network, struct estimates *estimates);
#define ESTIMATE_STATES 100000u

/* How many times fewer states than the first estimate; *at_least: or more. Negative: not known. */
double estimate_factor(const struct estimates *estimates, unsigned number, int *at_least);

void estimates_print(const struct estimates *estimates);
/* A list; NULL when memory runs out. */
struct json_t *estimates_json(const struct estimates *estimates);

#endif
