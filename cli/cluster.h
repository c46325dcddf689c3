#ifndef HEDDLE_CLI_CLUSTER_H
#define HEDDLE_CLI_CLUSTER_H

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
/* Everything is done and written: waits for the other processes. Returns the exit status. */
int cluster_end(int code);

#endif
