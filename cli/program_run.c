/* The beginning and the end of a program. */
#include "cli/program_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/device/device_start.h"
#include "cli/cluster.h"
#include "cli/front.h"
#include "cli/common.h"
#include "cli/out_of_memory.h"

int program_run(const char *command, int argc, char **argv, int (*work)(int argc, char **argv)) {
    out_of_memory_ends();
    if (cluster_begin(command) != 0) {
        return EXIT_ERROR;
    }
    int code = work(argc, argv);
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && code != EXIT_ERROR) {
        fprintf(stderr, "heddle: standard output: %s\n",
                errno != 0 ? strerror(errno) : "cannot be written (is the disk full?)");
        code = EXIT_ERROR;
    }
    code = cluster_end(code);
    front_end(code);
    if (device_start_is_busy()) {
        _exit(code); /* does not wait for a GPU that is not needed any more */
    }
    return code;
}
