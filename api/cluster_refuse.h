#ifndef HEDDLE_API_CLUSTER_REFUSE_H
#define HEDDLE_API_CLUSTER_REFUSE_H

#include <stdint.h>

struct job;

/* Bits: what can do something that was asked for. (One process with one GPU or none always can.) */
#define CLUSTER_NONE 0u
#define CLUSTER_GPUS 1u      /* several GPUs of one process */
#define CLUSTER_CPUS 2u      /* several processes, if they search on CPUs */
#define CLUSTER_PROCESSES 6u /* several processes, on CPUs or GPUs */

/* Something that was asked for, and how messages name it. */
struct cluster_wish {
    int given;
    const char *name; /* "--output" */
    unsigned able;    /* CLUSTER_ bits */
};

/*
 * Refuses, where several processes or GPUs work together, the first of `count` wishes that is given and that
 * they do not do. 0, or -1 with the job's error.
 */
int cluster_refuse(struct job *job, const struct cluster_wish *wishes, uint64_t count);

#endif
