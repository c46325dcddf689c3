/*
 * Signals, and what they leave of output files, of the binary that $HEDDLE names, on the models in the folder
 * $EXAMPLES (make examples).
 */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static void interrupt_with(int signal_number) {
    char path[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], graph[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore", "--json",
                              "--memory=2G", command_example("counters-8-10/counters.exp", path), "-o",
                              command_path("interrupted.aut", graph), (const char *)NULL);
    CU_ASSERT_EQUAL(process_await_memory(pid, PROCESS_SEARCHES), 0);
    kill(pid, signal_number);
    process_finish(pid, out, err, &process);
    command_expect(&process, 3, "interrupted");
    json_t *object = command_json(process.out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT(command_number(object, "states") >= 1);
    CU_ASSERT(!command_has_file("interrupted.aut"));
    json_decref(object);
    process_free(&process);
}

static void test_interrupt(void) {
    interrupt_with(SIGINT);
    interrupt_with(SIGTERM);
}

/* A FIFO that nobody writes to, or reads from: one signal, or the deadline, ends the wait. */
static void wait_at_fifo(int signal_number, const char *timeout, const char *input, const char *output) {
    char out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore",
                              "--device=cpu", timeout, input, "-o", output, (const char *)NULL);
    if (signal_number != 0) {
        CU_ASSERT_EQUAL(process_await_handler(pid), 0);
        usleep(200 * 1000);
        kill(pid, signal_number);
    }
    process_finish(pid, out, err, &process);
    command_ends(&process, 3, NULL);
}

static void test_fifo(void) {
    char fifo[PATH_BYTES], model[PATH_BYTES], graph[PATH_BYTES];
    CU_ASSERT_EQUAL_FATAL(mkfifo(command_path("waiting.aut", fifo), 0600), 0);
    command_example("ring-3/ring.exp", model);
    command_path("graph.aut", graph);
    wait_at_fifo(SIGINT, "--timeout=100", fifo, graph);
    wait_at_fifo(SIGTERM, "--timeout=100", model, fifo);
    wait_at_fifo(0, "--timeout=0.3", fifo, graph);
    wait_at_fifo(0, "--timeout=0.3", model, fifo);
    CU_ASSERT(!command_has_file("graph.aut"));
}

static void check_whole(const char *text, size_t size) {
    unsigned long long edges = 0, lines = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(sscanf(text, "des (0, %llu, 118098)", &edges), 1);
    CU_ASSERT_EQUAL(edges, 708588);
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    CU_ASSERT_EQUAL(lines, edges + 1);
}

/*
 * Kills the writing of a graph `delay` milliseconds after it has begun. Under its name is what was there
 * before (NULL for nothing) or, where the killing came late, a whole file. Returns whether it came in time.
 */
static int kill_writing(const char *name, unsigned delay, const char *before) {
    char path[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], graph[PATH_BYTES];
    struct process process;
    command_temporaries(1);
    remove(command_path(name, graph));
    if (before != NULL) {
        command_put_file(name, before);
    }
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore", "--json",
                              command_example("ring-9/ring.exp", path), "-o", graph, (const char *)NULL);
    command_await_temporary(pid);
    usleep(delay * 1000);
    kill(pid, SIGKILL);
    process_finish(pid, out, err, &process);
    size_t size = 0;
    char *text = process_read_file(graph, &size);
    int same = before == NULL ? text == NULL : text != NULL && strcmp(text, before) == 0;
    if (!same) {
        check_whole(text, size);
    }
    CU_ASSERT(same ? process.signal == SIGKILL : 1);
    free(text);
    process_free(&process);
    return same;
}

static void test_kill(void) {
    unsigned killed = 0;
    for (unsigned delay = 0; delay < 20; delay += 4) {
        killed += kill_writing("fresh.aut", delay, NULL);
        killed += kill_writing("old.aut", delay, "what was there before\n");
    }
    CU_ASSERT(killed > 0);
    command_temporaries(1);
}

void suite_cli_output(void) {
    command_suite("cli_output", "interrupted", test_interrupt, "waiting at a FIFO", test_fifo,
                  "killed while writing", test_kill, NULL);
}
