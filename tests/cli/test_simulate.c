/*
 * `heddle simulate` on a terminal, line by line; tests/transcripts/simulate.md has the rest.
 */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static char producer[PATH_BYTES];

/* Whether the program waits for a command, or works on one that takes forever. */
static int wants_key(const char *screen) {
    const char *line = strrchr(screen, '\n');
    line = line == NULL ? screen : line + 1;
    size_t digits = strspn(line, "0123456789"), length = strlen(screen);
    return (digits > 0 && strcmp(line + digits, "> ") == 0) ||
           (length > 8 && strcmp(screen + length - 8, "seed 1\r\n") == 0);
}

/*
 * Types the keys at a terminal of the kind; its output, NUL-terminated, in `screen`. Returns the exit code.
 * On a "dumb" one there is no line editing.
 */
static int type_at(const char *terminal_kind, const char *const *argv, const char *keys, char *screen,
                   size_t size) {
    int terminal, status;
    fflush(NULL);
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    if (pid == 0) {
        setenv("NO_COLOR", "1", 1);
        setenv("TERM", terminal_kind, 1);
        setenv("XDG_STATE_HOME", command_folder(), 1);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    CU_ASSERT_FATAL(pid > 0);
    size_t length = 0;
    for (ssize_t got; length + 1 < size && (got = read(terminal, screen + length, size - length - 1)) > 0;) {
        length += (size_t)got;
        screen[length] = '\0';
        /* A line at a time, or one of Ctrl-C and Ctrl-D. */
        if (*keys != '\0' && wants_key(screen)) {
            size_t line = strcspn(keys, "\n\003\004") + 1;
            CU_ASSERT_EQUAL(write(terminal, keys, line), (ssize_t)line);
            keys += line;
        }
    }
    screen[length] = '\0';
    close(terminal);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    CU_ASSERT_EQUAL(*keys, '\0');
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int type(const char *const *argv, const char *keys, char *screen, size_t size) {
    return type_at("dumb", argv, keys, screen, size);
}

/* Erasing, going back in the line, earlier lines, bytes that are not ASCII, Ctrl-D, Ctrl-C. */
static void test_line_editing(void) {
    char screen[16384];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    CU_ASSERT_EQUAL(type_at("xterm", argv,
                            "enerate_wrok\177\177\177ork\001g\n\033[A\025trans\n"
                            "\033[A\033[A\n\303\251\nq\n",
                            screen, sizeof screen),
                    0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 1: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 2: trans (producer: send"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 3: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "has the label '\303\251'"));
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\004", screen, sizeof screen), 0);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\003", screen, sizeof screen), 0);
    const char *const timed[] = {argv[0], "simulate", "--timeout=0.3", producer, NULL};
    CU_ASSERT_EQUAL(type_at("xterm", timed, "", screen, sizeof screen), 3);
}

static void test_terminal(void) {
    char screen[16384];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    CU_ASSERT_EQUAL(type(argv, "1\nnonsense\ntrans\nundo\n\ntrace\nhelp\nquit\n", screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "3 processes; `help` lists the commands\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\n0> 1\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen,
                                  "\r\nno transition after step 1 has the label 'nonsense'; possible: "
                                  "trans\r\n1> "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\ntrans names 2 transitions; this is #1:\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\nnext: trans (step 2 of 2)\r\n1> "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\nstep  label "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "  quit         end"));
    /* The end of input, and Ctrl-C at the prompt, end a session like quit. */
    CU_ASSERT_EQUAL(type(argv, "1\n\004", screen, sizeof screen), 0);
    CU_ASSERT_EQUAL(type(argv, "1\n\003", screen, sizeof screen), 0);
    /* Ctrl-C ends a long command, not the session. */
    CU_ASSERT_EQUAL(type(argv, "random 100000000000\n\003undo\nfoo\nq\n", screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "interrupted\r\nstate  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "after step "));
    const char *const timed[] = {argv[0], "simulate", "--timeout=0.3", producer, NULL};
    CU_ASSERT_EQUAL(type(timed, "", screen, sizeof screen), 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "stopped by --timeout"));
}

/* The tab key completes commands, labels and files; lines are kept for later sessions, where Ctrl-R finds
 * them. */
static void test_completion(void) {
    char screen[16384], path[PATH_BYTES], keys[2 * PATH_BYTES], lines[2 * PATH_BYTES];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    command_put_file("caf\303\251.txt", "");
    CU_ASSERT(unlink(command_path("heddle/simulate_history", path)) == 0 || errno == ENOENT);
    snprintf(keys, sizeof keys, "gen\t\ntra\tn\t #2\ngot\tdo\t1\nsa\t%s/ca\t\nq\n", command_folder());
    CU_ASSERT_EQUAL(type_at("xterm", argv, keys, screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 1: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\ntrace  trans\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 2: trans (producer: send, consumer: rec)  producer 1 -> 0"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 3: done_1 (done)  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "caf\303\251.txt: written, 3 steps"));
    char *history = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(history);
    snprintf(lines, sizeof lines, "generate_work\ntrans #2\ngoto done_1\nsave %s/caf\303\251.txt\nq\n",
             command_folder());
    CU_ASSERT_STRING_EQUAL(history, lines);
    free(history);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "\022rate\n\022done\n\004", screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 1: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 3: done_1 (done)  "));
}

/* A long history keeps its last lines; without a place for it, there is none. */
static void test_history(void) {
    char screen[16384], path[PATH_BYTES], line[32];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    FILE *file = fopen(command_path("heddle/simulate_history", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (unsigned i = 0; i < 40000; i++) {
        fprintf(file, "line %u%c", i, i == 39990 ? '\0' : '\n');
    }
    fclose(file);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\004", screen, sizeof screen), 0);
    size_t size;
    char *history = process_read_file(path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(history);
    CU_ASSERT(size > 60000 && size < 70000);
    snprintf(line, sizeof line, "\nline 39999\n1\n");
    CU_ASSERT_STRING_EQUAL(history + size - strlen(line), line);
    CU_ASSERT_EQUAL(strncmp(history, "line ", 5), 0);
    free(history);
    unlink(path);
    CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\004", screen, sizeof screen), 0);
    CU_ASSERT_EQUAL(rmdir(path), 0);
}

/* A state in which the model has an error is shown with it, and can be left. */
static void test_model_error(void) {
    static const char error[] = "the value 2 of x+1 is not in the range 0..1 of the variable 'x'";
    char path[PATH_BYTES], screen[16384];
    command_put_file("over.prism", "mdp module m x : [0..1]; [up] true -> (x'=x+1); endmodule\n"
                                   "init x>=0 endinit\n");
    command_path("over.prism", path);
    const char *const argv[] = {getenv("HEDDLE"), "simulate", path, NULL};
    CU_ASSERT_EQUAL(type_at("xterm", argv, "initial 2\nrandom 3\ninitial 1\nquit\n", screen, sizeof screen),
                    0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, error));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "1  up  choice 1: 1  x 0 -> 1"));
}

void suite_simulate(void) {
    if (!command_available()) {
        test_skip("simulate", "HEDDLE (the command) or EXAMPLES (the models) is not set");
        return;
    }
    command_example("producer/network.exp", producer);
    suite_add("simulate", command_open, command_close, "sessions on a terminal", test_terminal,
              "line editing", test_line_editing, "completion", test_completion, "history", test_history,
              "errors of the model", test_model_error, NULL);
}
