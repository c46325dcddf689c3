/*
 * heddle under mpirun, and one of three processes is killed: while they search, build a graph, make a parity
 * game or write a file. Nobody waits for it, nothing appears under the name of an output, no result is
 * printed, and mpirun says that a process was killed. How much memory a process has says what it does: on the
 * ring of 11 nodes, a search takes up to 25 MiB with Open MPI and 30 with MPICH, a graph 80, a game 75.
 */
#include <CUnit/Basic.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/launch.h"
#include "tests/support/testing.h"

#define RANKS 3u
#define UNDECIDED 3 /* the greatest exit status of heddle */

/* A launch of which one process is to be killed. */
struct victims {
    pid_t launcher, ranks[RANKS];
};

static int can_run(void) {
    return launch_possible("cluster_killed");
}

static struct victims start(const char *const *arguments) {
    struct victims all = {.launcher = launch_start("3", arguments)};
    for (unsigned i = 0; i < RANKS; i++) {
        all.ranks[i] = launch_await_rank(i);
        CU_ASSERT_FATAL(all.ranks[i] > 0);
    }
    return all;
}

/* Kills the rank. The suite does not end if another process stays. */
static void kill_rank(const struct victims *all, unsigned rank, const char *output) {
    struct process process;
    kill(all->ranks[rank], SIGKILL);
    launch_finish(all->launcher, &process);
    for (unsigned i = 0; i < RANKS; i++) {
        CU_ASSERT_EQUAL(process_await_memory(all->ranks[i], SIZE_MAX), -1);
    }
    CU_ASSERT(process.code > UNDECIDED); /* Open MPI: 128 + 9; MPICH: numbers of signals, joined by OR */
    CU_ASSERT_PTR_NULL(strstr(process.out, "complete")); /* a row of every result */
    CU_ASSERT(!command_has_file(output));
    command_temporaries(1);
    process_free(&process);
}

#define KILL_AT(mebibytes, rank, output, ...)                                                                \
    kill_at(mebibytes, rank, output, (const char *const[]){__VA_ARGS__, NULL})

static void kill_at(size_t mebibytes, unsigned rank, const char *output, const char *const *arguments) {
    const struct victims all = start(arguments);
    CU_ASSERT_EQUAL(process_await_memory(all.ranks[rank], mebibytes), 0);
    kill_rank(&all, rank, output);
}

static void test_searching(void) {
    char path[PATH_BYTES], trace[PATH_BYTES];
    command_example("ring-12/ring.exp", path);
    command_path("search.json", trace);
    for (unsigned rank = 0; rank < 2 && can_run(); rank++) {
        KILL_AT(32, rank, "search.json", "check", "--deadlock", "--trace", trace, path);
    }
}

static void test_graph(void) {
    char path[PATH_BYTES], trace[PATH_BYTES];
    command_example("ring-11/ring.exp", path);
    if (can_run()) {
        KILL_AT(60, 1, "scc.json", "scc", path);
        KILL_AT(60, 0, "lasso.json", "check", "--starvation", "pass_0", "--trace",
                command_path("lasso.json", trace), path);
    }
}

static void test_game(void) {
    char path[PATH_BYTES], trace[PATH_BYTES];
    command_example("ring-11/ring.exp", path);
    if (can_run()) {
        KILL_AT(45, 2, "game.json", "check", "-f", "nu X . mu Y . (['pass_0'] X and [not 'pass_0'] Y)",
                "--trace", command_path("game.json", trace), path);
    }
}

/* How many bytes the process has written to files and terminals. */
static unsigned long long written(pid_t pid) {
    static const char key[] = "wchar: ";
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/io", (int)pid);
    char *text = process_read_file(path, NULL);
    const char *line = text != NULL ? strstr(text, key) : NULL;
    const unsigned long long bytes = line != NULL ? strtoull(line + strlen(key), NULL, 10) : 0;
    free(text);
    return bytes;
}

/* Rank 0 writes; MPI has written what it needs for itself when the output is opened. */
static void test_writing(void) {
    char path[PATH_BYTES], output[PATH_BYTES];
    command_example("ring-10/ring.exp", path);
    command_path("killed.aut", output);
    for (unsigned rank = 0; rank < 2 && can_run(); rank++) {
        const struct victims all = start((const char *const[]){"explore", "--output", output, path, NULL});
        command_await_temporary(all.ranks[0]);
        const unsigned long long before = written(all.ranks[0]);
        while (before != 0 && written(all.ranks[0]) != 0 && written(all.ranks[0]) < before + (1 << 20)) {
            usleep(1000);
        }
        kill_rank(&all, rank, "killed.aut");
    }
}

void suite_cluster_killed(void) {
    suite_add("a process is killed", command_open, command_close, "while they search", test_searching,
              "while they build a graph", test_graph, "while they make a parity game", test_game,
              "while rank 0 writes", test_writing, NULL);
}
