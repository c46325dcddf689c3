#ifndef HEDDLE_CLI_CLUSTER_H
#define HEDDLE_CLI_CLUSTER_H

#include <stdint.h>

struct job;
struct ranks;

/*
 * The command as one of several processes, started by mpirun or the like: `mpirun -np 4 heddle explore NET`.
 * MPI is in a shared object, heddle-mpi.so, which is loaded only then: from $HEDDLE_MPI, from beside the
 * program, or from where `make install` puts it. Rank 0 alone prints; the other ranks write to no file, and
 * what they say on stderr is shown only if they fail otherwise than rank 0.
 */

/*
 * If a launcher has started several of this process, joins them; `command` is the first argument, NULL if
 * there is none. 0; or -1 after a message, in rank 0, if MPI is not there, is another one than the
 * launcher's, or the command does not run on several processes.
 */
int cluster_begin(const char *command);
/* The processes that work together; NULL: this one alone. */
struct ranks *cluster_ranks(void);
/* Whether this process prints and writes. */
int cluster_is_first(void);
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
/* Everything is done and written: waits for the other processes. Returns the exit status. */
int cluster_end(int code);

#endif
