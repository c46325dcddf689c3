/*
 * The front process (cli/front.h), which HEDDLE_FRONT=always has made where there is no GPU, too: the
 * command ends as it would without one, whatever ends the front process or its child.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define HAS_FRONT 0
#else
#define HAS_FRONT 1
#endif

/* The command and what it writes, without and with a front process. */
static void compare_ways(const char *command, const char *option, const char *path, int code) {
    static const char *const ways[] = {"never", "always"};
    struct process process[2];
    for (size_t i = 0; i < LENGTH(ways); i++) {
        setenv("HEDDLE_FRONT", ways[i], 1);
        command_run(&process[i], command, option, path);
        command_expect(&process[i], code, NULL);
    }
    unsetenv("HEDDLE_FRONT");
    CU_ASSERT_STRING_EQUAL(process[0].err, process[1].err);
    CU_ASSERT_EQUAL(strncmp(process[0].out, process[1].out, strcspn(process[0].out, "0123456789")), 0);
    CU_ASSERT_EQUAL(*process[0].out == '\0', *process[1].out == '\0');
    process_free(&process[0]);
    process_free(&process[1]);
}

static void test_exit_status(void) {
    char ring[PATH_BYTES], gas[PATH_BYTES], none[PATH_BYTES];
    command_example("ring-10/ring.exp", ring);
    command_example("gas_station-5/gas_station.exp", gas);
    command_path("none.exp", none);
    compare_ways("explore", "--threads=1", ring, 0);
    compare_ways("check", "--deadlock", ring, 0);
    compare_ways("check", "--deadlock", gas, 1);
    compare_ways("explore", "--json", none, 2);
    compare_ways("explore", "--max-states=100", ring, 3);
    compare_ways("scc", "--quiet", ring, 0);
}

/* --- signals --- */

struct running {
    pid_t front, worker;
    char out[PATH_BYTES], err[PATH_BYTES];
};

/* A long search, in the midst of it. */
static struct running start_search(const char *way) {
    struct running running;
    char path[PATH_BYTES];
    setenv("HEDDLE_FRONT", way, 1);
    running.front = command_start(command_path("stdout", running.out), command_path("stderr", running.err),
                                  "explore", "--json", "--memory=2G",
                                  command_example("counters-8-10/counters.exp", path), (const char *)NULL);
    unsetenv("HEDDLE_FRONT");
    CU_ASSERT_EQUAL(process_await_memory(running.front, 50), 0);
    running.worker = process_worker(running.front);
    CU_ASSERT_EQUAL(running.worker != running.front, HAS_FRONT && strcmp(way, "always") == 0);
    return running;
}

/* Signals to one process or to both are one signal. */
static void test_interrupted(void) {
    for (unsigned to = 1; to <= 3; to++) {
        struct running running = start_search("always");
        struct process process;
        if (to & 1) {
            kill(running.front, SIGINT);
        }
        if ((to & 2) && HAS_FRONT) {
            kill(running.worker, SIGINT);
        }
        process_finish(running.front, running.out, running.err, &process);
        command_expect(&process, 3, "interrupted");
        json_t *object = command_json(process.out);
        CU_ASSERT(json_is_false(json_object_get(object, "complete")));
        json_decref(object);
        process_free(&process);
        if (!HAS_FRONT) {
            return;
        }
    }
}

static int is_gone(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    char *text = process_read_file(path, NULL);
    int gone = text == NULL || strstr(text, "State:\tZ") != NULL;
    free(text);
    return gone;
}

/* Both processes end by the signal, whichever of them gets it. */
static void test_killed(void) {
    static const int signals[] = {SIGKILL, SIGHUP, SIGABRT};
    for (size_t i = 0; i < 2 * LENGTH(signals); i++) {
        struct running running = start_search("always");
        struct process process;
        kill(i % 2 == 0 ? running.front : running.worker, signals[i / 2]);
        process_finish(running.front, running.out, running.err, &process);
        CU_ASSERT_EQUAL(process.signal, signals[i / 2]);
        CU_ASSERT_STRING_EQUAL(process.out, "");
        for (unsigned waits = 0; !is_gone(running.worker) && waits < 10000; waits++) {
            usleep(1000);
        }
        CU_ASSERT_TRUE(is_gone(running.worker));
        process_free(&process);
    }
}

static void test_never(void) {
    struct running running = start_search("never");
    struct process process;
    kill(running.front, SIGTERM);
    process_finish(running.front, running.out, running.err, &process);
    command_ends(&process, 3, "interrupted");
}

void suite_front(void) {
    command_suite("front process", "exit status", test_exit_status, "interrupted", test_interrupted, "killed",
                  test_killed, "without one", test_never, NULL);
}
