#ifndef HEDDLE_TESTS_SUPPORT_LAUNCH_H
#define HEDDLE_TESTS_SUPPORT_LAUNCH_H

#include <sys/types.h>

#include "tests/support/process.h"

/*
 * heddle under mpirun, as several processes of one thread on this machine. HEDDLE_MPIRUN names another mpirun
 * (mpirun.mpich, say), HEDDLE_MPI the plugin that belongs to it. Output goes to the folder of the suite
 * (command.h).
 */

/* Whether there are mpirun, the command and its part for MPI; if not, prints once that `suite` is skipped. */
int launch_possible(const char *suite);

/* Starts `count` processes with these arguments, which end with NULL; the caller ends with launch_finish. */
pid_t launch_start(const char *count, const char *const *arguments);
/* Waits for mpirun; the caller frees the process with process_free. */
void launch_finish(pid_t launcher, struct process *process);
#define LAUNCH(process, count, ...)                                                                          \
    launch_finish(launch_start(count, (const char *const[]){__VA_ARGS__, NULL}), process)

/* The process that is this rank of the last launch, as soon as it is there; 0 if it does not come. */
pid_t launch_await_rank(unsigned rank);

#endif
