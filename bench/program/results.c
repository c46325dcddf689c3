/* Starts the Python program that makes pages, figures and comparisons of what was measured. */
#include "bench/program/results.h"

#include <errno.h>
#include <jansson.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/installed.h"

#define PROGRAM "heddle-bench-results"
#define MOST_ARGUMENTS 12

extern char **environ;

/* The Python that has matplotlib: $HEDDLE_PYTHON, or that of `make build/plot.done`; else the usual one. */
static const char *python(void) {
    static const char made[] = "build/plot/bin/python";
    const char *named = getenv("HEDDLE_PYTHON");
    return named != NULL ? named : access(made, X_OK) == 0 ? made : "python3";
}

/* Runs the program with these options, up to NULL, and the input. Its exit status, or -1 with *error. */
static int run_program(const char *const *options, FILE *input, struct error *error) {
    char path[INSTALLED_PATH];
    const char *arguments[MOST_ARGUMENTS] = {python(), "-B", installed_find(PROGRAM, path)};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    if (arguments[2] == NULL) {
        return error_set(error, ERROR_IO, "the folder " PROGRAM " is not beside heddle-bench");
    }
    for (unsigned i = 0; options[i] != NULL; i++) {
        arguments[3 + i] = options[i];
    }
    fflush(NULL);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
    int failed = posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return error_set(error, ERROR_IO,
                         "%s cannot be started: %s; install Python 3, or name one in "
                         "HEDDLE_PYTHON",
                         arguments[0], strerror(failed));
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return error_set(error, ERROR_IO, "the end of %s was missed: %s", arguments[0], strerror(errno));
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int results_check(const char *page, struct error *error) {
    const char *options[] = {"--check", page != NULL ? "--page" : NULL, page, NULL};
    return run_program(options, stdin, error);
}

int results_make(const struct results_wish *wish, const json_t *input, struct error *error) {
    const char *options[MOST_ARGUMENTS - 3] = {NULL};
    unsigned count = 0;
    FILE *file = tmpfile();
    int status;
    if (wish->rows) {
        options[count++] = "--rows";
    }
    if (wish->json) {
        options[count++] = "--json";
    }
    if (wish->csv != NULL) {
        options[count++] = "--csv";
        options[count++] = wish->csv;
    }
    if (wish->page != NULL) {
        options[count++] = "--page";
        options[count++] = wish->page;
    }
    if (file == NULL || json_dumpf(input, file, JSON_COMPACT | JSON_REAL_PRECISION(9)) != 0 ||
        fflush(file) != 0) {
        status = error_set(error, ERROR_IO, "no temporary file can be written: %s", strerror(errno));
    } else {
        rewind(file);
        status = run_program(options, file, error);
    }
    if (file != NULL) {
        fclose(file);
    }
    return status;
}
