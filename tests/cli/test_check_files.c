/* The files that `heddle check` writes, interrupted and killed at any time. */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/packed_tuples.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static void interrupt_with(int signal_number, const char *option, int code) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], trace[PATH_BYTES], certificate[PATH_BYTES];
    struct process process;
    pid_t pid =
        command_start(command_path("stdout", out), command_path("stderr", err), "check", "--json",
                      "--memory=2G", command_example("counters-8-10/counters.exp", net), "--deadlock", option,
                      "--keep-going", "--trace", command_path("interrupted.aut", trace), "--certificate",
                      command_path("interrupted.json", certificate), (const char *)NULL);
    CU_ASSERT_EQUAL(process_await_memory(pid, PROCESS_SEARCHES), 0);
    kill(pid, signal_number);
    process_finish(pid, out, err, &process);
    command_expect(&process, code, "interrupted");
    json_t *object = command_json(process.out), *list = json_object_get(object, "properties");
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT(command_number(object, "states") >= 1 && command_number(object, "states") < 100000000);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(list, 0), "verdict")),
                           "undecided");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(list, 1), "verdict")),
                           code == 1 ? "violated" : "holds"); /* there is no such label */
    CU_ASSERT_FALSE(command_has_file("interrupted.json"));
    CU_ASSERT_FALSE(code == 3 && command_has_file("interrupted.aut"));
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
    json_decref(object);
    process_free(&process);
}

static void test_interrupt(void) {
    interrupt_with(SIGINT, "--never=nothing", 3);
    interrupt_with(SIGTERM, "--never=nothing", 3);
    interrupt_with(SIGINT, "--never='.*'", 1);
}

/*
 * Kills a check that writes a certificate `delay` milliseconds after it has begun to, or (write 0) after it
 * has begun to search. The file must be absent or complete then. Returns whether the kill came in time. */
static int kill_check(int write, unsigned delay) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], certificate[PATH_BYTES];
    struct process process;
    command_temporaries(1);
    remove(command_path("killed.json", certificate));
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "check", "--json",
                              command_example("ring-9/ring.exp", net), "--deadlock", "--certificate",
                              certificate, (const char *)NULL);
    if (write) {
        command_await_temporary(pid);
    } else {
        process_await_handler(pid);
    }
    usleep(delay * 1000);
    kill(pid, SIGKILL);
    process_finish(pid, out, err, &process);
    int killed = access(certificate, F_OK) != 0;
    if (!killed) {
        struct packed_tuples states;
        packed_tuples_read(&states, certificate);
        CU_ASSERT_EQUAL(states.count, 118098);
        free(states.tuple);
    } else {
        CU_ASSERT_EQUAL(process.signal, SIGKILL);
    }
    process_free(&process);
    return killed;
}

static void test_kill(void) {
    int killed = 0;
    for (unsigned delay = 0; delay < 24; delay += 4) {
        killed += kill_check(0, delay) + kill_check(1, delay);
    }
    CU_ASSERT(killed > 0);
    command_temporaries(1);
}

void suite_check_files(void) {
    command_suite("check_files", "interrupted", test_interrupt, "killed", test_kill, NULL);
}
