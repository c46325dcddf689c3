/* Starting several processes, and finding one of them (launch.h). */
#include "tests/support/launch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_ARGUMENTS 24
#define MARK "HEDDLE_TEST_LAUNCH" /* a variable of all processes of a launch */

/* The last launch: other tests launch processes at the same time, and have numbers, too. */
static char last_launch[40];

static const char *launcher(void) {
    const char *named = getenv("HEDDLE_MPIRUN");
    return named != NULL ? named : "mpirun";
}

static int has_plugin(void) {
    char plugin[PATH_BYTES];
    if (getenv("HEDDLE_MPI") != NULL) {
        return 1; /* where it is wrong, tests should fail */
    }
    snprintf(plugin, sizeof plugin, "%s", getenv("HEDDLE"));
    char *slash = strrchr(plugin, '/');
    strcpy(slash == NULL ? plugin : slash + 1, "heddle-mpi.so");
    return access(plugin, F_OK) == 0;
}

static int has_launcher(void) {
    char line[2 * PATH_BYTES];
    snprintf(line, sizeof line, "command -v '%s' >/dev/null 2>&1", launcher());
    return system(line) == 0;
}

int launch_possible(const char *suite) {
    static int told;
    const char *reason = NULL;
    if (!command_available()) {
        reason = "HEDDLE and EXAMPLES are not set";
    } else if (!has_plugin()) {
        reason = "heddle was built without MPI";
    } else if (!has_launcher()) {
        reason = "there is no mpirun";
    }
    if (reason != NULL && !told) {
        told = 1;
        test_skip(suite, reason);
    }
    return reason == NULL;
}

/*
 * Options of Open MPI, as variables, which other launchers ignore: containers run tests as root, on fewer
 * cores than processes, and its messages about exit statuses are not wanted.
 */
static void set_environment(void) {
    static const char *const variables[][2] = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                               {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                               {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                               {"OMPI_MCA_hwloc_base_binding_policy", "none"},
                                               {"OMPI_MCA_orte_execute_quiet", "1"},
                                               /* Open MPI 5 */
                                               {"PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"},
                                               {"PRTE_MCA_hwloc_default_binding_policy", "none"}};
    static unsigned launches;
    for (unsigned i = 0; i < LENGTH(variables); i++) {
        setenv(variables[i][0], variables[i][1], 1);
    }
    snprintf(last_launch, sizeof last_launch, "%d.%u", (int)getpid(), ++launches);
    setenv(MARK, last_launch, 1);
}

pid_t launch_start(const char *count, const char *const *arguments) {
    const char *argv[MOST_ARGUMENTS] = {"/usr/bin/env", launcher(), "-np", count, getenv("HEDDLE")};
    char out[PATH_BYTES], err[PATH_BYTES];
    for (unsigned used = 5; *arguments != NULL && used < MOST_ARGUMENTS - 1; used++) {
        argv[used] = *arguments++;
    }
    set_environment();
    return process_start(argv, command_path("out", out), command_path("err", err));
}

void launch_finish(pid_t launched, struct process *process) {
    char out[PATH_BYTES], err[PATH_BYTES];
    process_finish(launched, command_path("out", out), command_path("err", err), process);
}

/* Whether a variable of the process has this value; `environment`: "A=1", "B=2", .. */
static int has_value(const char *environment, size_t size, const char *name, const char *value) {
    char wanted[80];
    snprintf(wanted, sizeof wanted, "%s=%s", name, value);
    for (size_t at = 0; at < size; at += strlen(environment + at) + 1) {
        if (strcmp(environment + at, wanted) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_rank(pid_t pid, unsigned rank) {
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
    char path[64], number[16];
    size_t size = 0;
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    snprintf(number, sizeof number, "%u", rank);
    char *environment = process_read_file(path, &size);
    for (unsigned i = 0; environment != NULL && i < LENGTH(ranks); i++) {
        found |= has_value(environment, size, ranks[i], number);
    }
    found = found && has_value(environment, size, MARK, last_launch);
    free(environment);
    return found;
}

pid_t launch_await_rank(unsigned rank) {
    pid_t found = 0;
    for (unsigned tries = 0; tries < 6000 && found == 0; tries++) {
        DIR *processes = opendir("/proc");
        struct dirent *entry;
        while (found == 0 && processes != NULL && (entry = readdir(processes)) != NULL) {
            const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
            found = pid > 0 && is_rank(pid, rank) ? pid : 0;
        }
        closedir(processes);
        usleep(10000);
    }
    return found;
}
