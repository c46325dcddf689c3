/* heddle bench: starts heddle-bench, a program of its own. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/installed.h"
#include "cli/bench_command.h"
#include "cli/program.h"

#define PROGRAM "heddle-bench"

/* The options are right: starts the program with the same command line. Returns if that is not possible. */
static int start_program(struct job *job, const struct option_list *operands, void *values) {
    char path[INSTALLED_PATH];
    const char *found = installed_find(PROGRAM, path);
    (void)operands;
    (void)values;
    execvp(found != NULL ? found : PROGRAM, console_of(job)->argument_texts);
    if (found != NULL) {
        error_in(&job->error, ERROR_IO, found, "this program cannot be started: %s", strerror(errno));
    } else {
        error_set(&job->error, ERROR_IO,
                  "the benchmarks are a program of their own, " PROGRAM ", and it is not here: `make bench` "
                  "builds it in the source tree, and `make install` installs it");
    }
    return job_fail(job);
}

int bench_main(int argc, char **argv) {
    struct bench_options options = BENCH_DEFAULTS;
    return job_command(&bench_command, argc, argv, &options, start_program);
}
