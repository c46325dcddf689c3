#ifndef HEDDLE_API_STATE_LIST_H
#define HEDDLE_API_STATE_LIST_H

#include <stdint.h>

struct job;

#define STATE_LIST_NONE UINT32_MAX

/* What each state of a state space belongs to. */
struct state_list {
    uint64_t states;
    uint32_t (*group)(const void *context, uint64_t state); /* or STATE_LIST_NONE */
    const void *context;
};

/* Writes a line `STATE GROUP` for each state, with - for none. 0, or -1 with job->error. */
int state_list_write(struct job *job, const char *path, const struct state_list *list);

#endif
