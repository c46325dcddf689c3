/*
 * The files that `heddle check` writes, with any amount of memory; interruption and killing at any time;
 * levels that no longer fit into memory.
 */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/packed_tuples.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* Without memory for a report the verdicts stand, as for other files, a message says so, and the exit status
 * is that of a violation or else 3. */
static void test_no_memory_for_report(void) {
    char network[PATH_BYTES], page[PATH_BYTES], memory[32];
    static const struct {
        const char *property, *verdict;
        int code;
    } cases[] = {{"--deadlock", "no deadlock  violated", 1}, {"--never=change", "never change  holds", 3}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        unsigned refused = 0;
        for (unsigned kibibytes = 560; kibibytes < 900 && refused == 0; kibibytes += 20) {
            struct process process;
            snprintf(memory, sizeof memory, "--memory=%uK", kibibytes);
            command_run(&process, "check", memory, "--threads=1", "--device=cpu", cases[i].property,
                        "--report", command_path("refused.html", page),
                        command_example("gas_station-3/gas_station.exp", network));
            if (strstr(process.err, "refused.html: the report is not written: not enough memory") != NULL) {
                refused++;
                command_expect(&process, cases[i].code, NULL);
                command_prints(&process, cases[i].verdict);
                CU_ASSERT_PTR_NULL(strstr(process.out, "refused.html"));
            }
            CU_ASSERT_FALSE(command_has_file("refused.html"));
            process_free(&process);
        }
        CU_ASSERT_EQUAL(refused, 1);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* Text that is no UTF-8 needs memory of its own: without it there is no evidence, rather than a part of it.
 */
static void test_no_memory_for_text(void) {
    char net[PATH_BYTES], path[PATH_BYTES], memory[32];
    struct process process;
    unsigned refused = 0, written = 0;
    char *label = malloc(100001);
    memset(label, 0xff, 100000);
    label[100000] = '\0';
    command_example("producer/network.exp", net);
    command_path("bytes.json", path);
    for (unsigned kibibytes = 1300; kibibytes <= 2600; kibibytes += 100) {
        snprintf(memory, sizeof memory, "%uK", kibibytes);
        command_run(&process, "check", net, "--never", label, "--threads=1", "--memory", memory,
                    "--certificate", path);
        CU_ASSERT(process.code == 0 || process.code == 3);
        written += process.code == 0;
        refused += process.code == 3;
        process_free(&process);
        if (command_has_file("bytes.json")) {
            char *text = test_present(process_read_file(path, NULL));
            CU_ASSERT_PTR_NULL(strstr(text, "null"));
            free(text);
            remove(path);
        }
    }
    CU_ASSERT(refused > 0 && written > 0);
    free(label);
}

/* Whether a file that was asked for is there: 1, 0 with a reason in JSON, or -1: it should be. */
static int was_written(const struct process *process, const char *option, const char *file) {
    char path[PATH_BYTES];
    json_t *object = json_loads(process->out, 0, NULL);
    const json_t *list = json_object_get(object, "not_written"), *missing = json_array_get(list, 0);
    int is_there = command_has_file(file);
    /* A check that was stopped before it had a result says that there is none. */
    int is_stopped =
        json_object_get(object, "outcome") != NULL && json_object_get(object, "properties") == NULL;
    CU_ASSERT(!is_stopped ||
              (process->code == 3 && !is_there && list == NULL && json_object_get(object, "error") != NULL));
    /* --trace affects only violations and witnesses. */
    CU_ASSERT(json_array_size(list) == (object != NULL && !is_stopped && !is_there) ||
              strcmp(option, "--trace") == 0);
    CU_ASSERT(!is_there || list == NULL);
    if (!is_there && missing != NULL) {
        CU_ASSERT_STRING_EQUAL(command_text(missing, "option"), option);
        CU_ASSERT_STRING_EQUAL(command_text(missing, "file"), command_path(file, path));
        CU_ASSERT(command_text(missing, "reason")[0] != '\0');
    }
    json_decref(object);
    return is_there ? 1 : process->code == 0 ? -1 : 0;
}

/* A file whose name ends as the option wants it. */
static const char *name_for(const char *option) {
    return strcmp(option, "--write-game") == 0 ? "wanted.pg"
           : strcmp(option, "--report") == 0   ? "wanted.html"
                                               : "wanted.json";
}

/*
 * With ever more memory: there is no exit status 0 without the file, JSON says that it is missing where there
 * is JSON, and at the end it is written. What is undecided or cannot be read at all comes first.
 */
static void test_files_and_memory(void) {
    static const struct {
        const char *property, *option;
        int code; /* where the file is written */
    } cases[] = {
        {"--formula=nu X . (<true> X)", "--certificate", 0},
        {"--formula=[true*] <true* . a_0> true", "--certificate", 0},
        {"--never=nothing", "--certificate", 0},
        {"--deadlock", "--certificate", 0},
        {"--formula=<true* . 'a_.*'> true", "--trace", 0},
        {"--formula=nu X . mu Y . (['a_.*'] X and <true> true)", "--write-game", 0},
        {"--almost-surely='a_.*'", "--scheduler", 0},
        {"--deadlock", "--report", 0},
        {"--formula=nu X . ([not 'a_.*'] X and [true] false)", "--trace", 1},
    };
    char net[PATH_BYTES], path[PATH_BYTES], memory[32];
    command_example("ring-5/ring.exp", net);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        unsigned written = 0, missing = 0;
        const char *name = name_for(cases[k].option);
        command_path(name, path);
        for (unsigned kibibytes = 600; kibibytes < 4000; kibibytes += kibibytes / 12) {
            struct process process;
            snprintf(memory, sizeof memory, "--memory=%uK", kibibytes);
            command_run(&process, "check", "--json", "--threads=1", "--device=cpu", memory, net,
                        cases[k].property, cases[k].option, path);
            int is_there = was_written(&process, cases[k].option, name);
            CU_ASSERT(is_there >= 0);
            CU_ASSERT(!is_there || process.code == cases[k].code);
            written += is_there == 1;
            missing += is_there == 0;
            process_free(&process);
            remove(path);
        }
        if (written == 0 || missing == 0) {
            printf("\n  %s, %s: %u times written, %u times missing\n", cases[k].property, cases[k].option,
                   written, missing);
            CU_FAIL("the sizes of memory are not worth it");
        }
    }
}

/* --- interrupted and killed --- */

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

/* --- levels beyond memory --- */

/* Five counters up to 9 that do `goal` together in the end: 10^5 states, a violation after 46 steps. */
static const char *put_far(char *path) {
    char text[1024], *at = text + sprintf(text, "des (0, 10, 10)\n");
    for (unsigned i = 0; i < 9; i++) {
        at += sprintf(at, "(%u, step, %u)\n", i, i + 1);
    }
    sprintf(at, "(9, goal, 0)\n");
    command_put_file("counter.aut", text);
    command_put_file("far.exp", "par goal in counter || counter || counter || counter || counter end par\n");
    return command_path("far.exp", path);
}

static json_t *check_far(const char *net, const char *memory, const char *spill) {
    struct process process;
    command_run(&process, "check", "--json", "--threads=1", "--never=goal", net, "--memory", memory,
                "--spill", spill);
    CU_ASSERT(process.code == 1 || process.code == 3);
    json_t *object = command_json(process.out);
    const json_t *property = json_array_get(json_object_get(object, "properties"), 0);
    const char *verdict = json_string_value(json_object_get(property, "verdict"));
    CU_ASSERT_STRING_EQUAL(verdict, process.code == 1 ? "violated" : "undecided");
    if (process.code == 1) {
        const json_t *trace = json_object_get(property, "trace");
        CU_ASSERT_EQUAL(command_number(property, "length"), 46);
        CU_ASSERT(json_is_null(trace) || json_array_size(trace) == 46);
        CU_ASSERT(!json_is_null(trace) || strstr(process.err, "--spill") != NULL);
    }
    process_free(&process);
    return object;
}

static int has_trace(const json_t *object) {
    return json_is_array(json_object_get(json_array_get(json_object_get(object, "properties"), 0), "trace"));
}

/* Somewhere between hardly any memory and enough, levels no longer fit: then they spill, or are dropped. */
static void test_spill(void) {
    char net[PATH_BYTES], memory[32];
    unsigned dropped = 0, spilled = 0;
    put_far(net);
    for (unsigned long long bytes = 1000000; bytes < 4000000; bytes += bytes / 100) {
        snprintf(memory, sizeof memory, "%llu", bytes);
        json_t *without = check_far(net, memory, "0"), *with = check_far(net, memory, "1G");
        const json_t *verdict =
            json_object_get(json_array_get(json_object_get(with, "properties"), 0), "verdict");
        /* With additional memory, no result is worse. */
        CU_ASSERT(!has_trace(without) || has_trace(with));
        if (strcmp(json_string_value(verdict), "violated") == 0) {
            CU_ASSERT(has_trace(with));
            spilled += json_object_get(with, "spilled_bytes") != NULL;
            dropped += !has_trace(without);
        }
        CU_ASSERT_PTR_NULL(json_object_get(without, "spilled_bytes"));
        json_decref(without);
        json_decref(with);
    }
    CU_ASSERT(spilled > 0 && dropped > 0);
}

void suite_check_files(void) {
    command_suite("check_files", "no memory for a report", test_no_memory_for_report,
                  "certified, without memory for a text", test_no_memory_for_text,
                  "no success without the file, whatever the memory", test_files_and_memory, "interrupted",
                  test_interrupt, "killed", test_kill, "levels that spill and levels that are dropped",
                  test_spill, NULL);
}
