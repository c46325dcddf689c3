/*
 * `heddle explore` and `heddle check` with checkpoints: stopped by SIGTERM and SIGKILL at random moments and
 * continued, they write what one run writes; foreign checkpoints and options that do not go together are
 * refused by name.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

#define RUNS 12 /* each is stopped MOST_STOPS times, at times after its end */
#define MOST_STOPS 3
#define NET "gas_station-6/gas_station.exp"

static void remove_folder(const char *path) {
    char command[PATH_BYTES + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    CU_ASSERT_EQUAL(system(command), 0);
}

static void expect_same(const char *one, const char *other) {
    char path[PATH_BYTES];
    size_t size, other_size;
    char *bytes = process_read_file(command_path(one, path), &size);
    char *others = process_read_file(command_path(other, path), &other_size);
    CU_ASSERT(bytes != NULL && others != NULL && size == other_size && memcmp(bytes, others, size) == 0);
    free(bytes);
    free(others);
}

/* --- stopped at random moments --- */

/* What the command is, and what it writes. */
struct work {
    const char *command, *option, *second, *output, *whole, *part;
    int code;
};

static const struct work works[] = {
    {"explore", "--words=5", "--quiet", "--output", "whole.aut", "part.aut", 0},
    {"check", "--deadlock", "--formula=[true* . 'prepay_1.*' . (not 'go_1.*')* . 'choose_1.*'] false",
     "--trace", "whole.txt", "part.txt", 1},
    {"check", "--no-vacuity", "--formula=[true*] <true*> <'choose_1.*'> true", "--trace", "whole.txt",
     "part.txt", 1},
};

/* Starts the work, and stops it after some milliseconds, or lets it end (0). */
static void run_part(const struct work *work, int signal_number, unsigned delay, uint64_t threads,
                     struct process *process) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], saved[PATH_BYTES], part[PATH_BYTES], text[32];
    snprintf(text, sizeof text, "%u", (unsigned)threads);
    command_path("saved", saved);
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), work->command,
                              "--json", command_example(NET, net), work->option, work->second, work->output,
                              command_path(work->part, part), "--checkpoint", saved, "--resume", saved,
                              "--checkpoint-interval", "0.01", "--threads", text, (const char *)NULL);
    if (delay != 0) {
        process_await_handler(pid);
        usleep(delay * 1000);
        kill(pid, signal_number);
    }
    process_finish(pid, out, err, process);
}

/* The counts in the output of a run. */
static json_t *counts_of(const struct process *process) {
    static const char *const keys[] = {"states", "transitions", "edges", "levels", "deadlocks", "properties"};
    json_t *object = command_json(process->out), *counts = json_object();
    for (size_t i = 0; i < LENGTH(keys); i++) {
        json_t *value = json_object_get(object, keys[i]);
        json_object_set(counts, keys[i], value != NULL ? value : json_null());
    }
    json_t *properties = command_properties(object), *property;
    size_t index;
    json_array_foreach(properties, index, property) {
        json_object_del(property, "trace_file");
        json_object_del(property, "game"); /* it has times */
    }
    json_object_set_new(counts, "properties", properties);
    json_decref(object);
    return counts;
}

static json_t *run_whole(const struct work *work) {
    char net[PATH_BYTES], whole[PATH_BYTES];
    struct process process;
    command_run(&process, work->command, "--json", command_example(NET, net), work->option, work->second,
                work->output, command_path(work->whole, whole));
    command_expect(&process, work->code, NULL);
    json_t *counts = counts_of(&process);
    process_free(&process);
    return counts;
}

static void test_stopped(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1), stops = 0;
    char saved[PATH_BYTES], part[PATH_BYTES];
    for (size_t w = 0; w < LENGTH(works); w++) {
        json_t *expected = run_whole(&works[w]);
        for (int i = 0; i < RUNS / 3; i++) {
            struct process process;
            remove_folder(command_path("saved", saved));
            remove(command_path(works[w].part, part));
            for (unsigned stop = 0; stop < MOST_STOPS; stop++) {
                unsigned delay = 5 + random_draw(&seed, 150);
                int number = random_draw(&seed, 2) ? SIGTERM : SIGKILL;
                run_part(&works[w], number, delay, 1 + random_draw(&seed, 3), &process);
                stops += process.signal != 0 || process.code == 3;
                process_free(&process);
            }
            run_part(&works[w], 0, 0, 1 + random_draw(&seed, 3), &process);
            command_expect(&process, works[w].code, NULL);
            json_t *counts = counts_of(&process);
            if (!json_equal(counts, expected)) {
                char *text = json_dumps(counts, 0);
                printf("\n  %s differs: %s", works[w].command, text);
                free(text);
                CU_FAIL("a run that was continued has another result");
            }
            expect_same(works[w].whole, works[w].part);
            json_decref(counts);
            process_free(&process);
        }
        json_decref(expected);
    }
    command_temporaries(1);
    CU_ASSERT(stops > 0);
    report_counts("stops", stops, NULL);
}

/* --- several targets in one property --- */

/*
 * A search that is continued at a late level learns of all levels before it at once. The first violation is
 * still the one that counts: the state, not the deadlock that is reached later.
 */
static void test_targets(void) {
    char model[PATH_BYTES], saved[PATH_BYTES];
    struct process process;
    FILE *file = fopen(command_path("counter.prism", model), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("mdp module m x:[0..40]; y:[0..1]; [tick] y=0 & x<40 -> (x'=x+1); [late] y=0 & x=20 -> (y'=1);\n"
          "endmodule\n",
          file);
    CU_ASSERT_EQUAL(fclose(file), 0);
    remove_folder(command_path("saved", saved));
    for (int part = 0; part < 2; part++) {
        command_run(&process, "check", model, "--json", "--formula=[true*] {x<=5} && [true*] <true> true",
                    "--formula=[true*] {x<=35}", part == 0 ? "--checkpoint" : "--resume", saved,
                    part == 0 ? "--max-depth=25" : "--max-depth=100");
        CU_ASSERT_EQUAL(process.code, 1);
        json_t *object = command_json(process.out), *properties = command_properties(object);
        json_t *first = json_object_get(json_array_get(properties, 0), "trace");
        json_t *second = json_object_get(json_array_get(properties, 1), "trace");
        CU_ASSERT_EQUAL(json_array_size(first), 6);
        CU_ASSERT_EQUAL(json_array_size(second), part == 0 ? 0 : 36);
        json_decref(properties);
        json_decref(object);
        process_free(&process);
    }
    remove_folder(saved);
}

/* --- what is refused --- */

static void test_refused(void) {
    char net[PATH_BYTES], other[PATH_BYTES], saved[PATH_BYTES], none[PATH_BYTES];
    struct process process;
    command_example("gas_station-3/gas_station.exp", net);
    command_example("gas_station-4/gas_station.exp", other);
    remove_folder(command_path("saved", saved));
    command_path("none", none);
    command_run(&process, "explore", net, "--checkpoint", saved, "--max-depth=5");
    command_ends(&process, 3, "to continue, run the same command with --resume");
    command_run(&process, "explore", net, "--resume", saved);
    command_ends(&process, 0, NULL);
    command_run(&process, "explore", net, "--checkpoint", saved);
    command_ends(&process, 2, "this folder has a checkpoint: continue with --resume, too");
    command_run(&process, "explore", other, "--resume", saved);
    command_ends(&process, 2, "this checkpoint is of another model: it was written for ");
    command_run(&process, "explore", net, "--resume", saved, "--words=2");
    command_ends(&process, 2, "it was written for `explore`, and this is `explore --words 2`");
    command_run(&process, "check", "-D", net, "--resume", saved);
    command_ends(&process, 2, "this checkpoint is of another command: it was written for `explore`");
    command_run(&process, "explore", net, "--resume", none);
    command_ends(&process, 2, "cannot read the folder of checkpoints: No such file or directory");
    command_run(&process, "explore", net, "--resume", command_folder());
    command_ends(&process, 2, "there is no checkpoint in this folder");
    command_run(&process, "explore", net, "--checkpoint", net);
    command_ends(&process, 2, "cannot write checkpoints there: Not a directory");
    command_run(&process, "explore", net, "--checkpoint", none, "--partial-order");
    command_ends(
        &process, 2,
        "--checkpoint is for searches of all states, so it excludes --partial-order: give one of them");
    command_run(&process, "check", "-D", net, "--resume", none, "--compose");
    command_ends(&process, 2,
                 "--resume is for searches of all states, so it excludes --compose: give one of them");
    command_run(&process, "explore", net, "--checkpoint-interval=5");
    command_ends(&process, 2,
                 "--checkpoint-interval is the time between two checkpoints: give --checkpoint, too");
    remove_folder(saved);
}

/* A search without memory ends with a checkpoint, and goes on with more. */
static void test_memory(void) {
    char net[PATH_BYTES], saved[PATH_BYTES];
    struct process process;
    remove_folder(command_path("saved", saved));
    command_run(&process, "check", "--deadlock", command_example("ring-9/ring.exp", net), "--checkpoint",
                saved, "--memory=2M", "--spill=0", "--threads=2");
    command_ends(&process, 3, "run the same command with --resume");
    command_run(&process, "check", "--deadlock", net, "--resume", saved, "--memory=2M", "--spill=64M",
                "--max-states=1000", "--threads=2");
    command_ends(&process, 3, "continued from ");
    command_run(&process, "check", "--deadlock", net, "--resume", saved);
    command_prints(&process, "118 098", "holds");
    command_ends(&process, 0, NULL);
    remove_folder(saved);
}

/* Begun on the CPU, continued on a GPU, and the other way round. */
static void test_device(void) {
    static const char *const devices[] = {"cpu", "cuda", "cuda", "cpu"};
    char net[PATH_BYTES], saved[PATH_BYTES], whole[PATH_BYTES], part[PATH_BYTES];
    struct process process;
    const struct backend *cuda = backend_find("cuda");
    if (cuda == NULL || !backend_is_testable(cuda)) {
        return;
    }
    command_example("gas_station-4/gas_station.exp", net);
    command_run(&process, "explore", net, "--output", command_path("whole.aut", whole));
    command_ends(&process, 0, NULL);
    for (size_t i = 0; i + 1 < LENGTH(devices); i++) {
        remove_folder(command_path("saved", saved));
        command_run(&process, "explore", net, "--output", command_path("part.aut", part), "--checkpoint",
                    saved, "--device", devices[i], "--max-depth=7");
        command_ends(&process, 3, "to continue, run the same command with --resume");
        command_run(&process, "explore", net, "--output", part, "--resume", saved, "--device",
                    devices[i + 1]);
        command_ends(&process, 0, "continued from ");
        expect_same("whole.aut", "part.aut");
    }
    remove_folder(saved);
}

void suite_checkpoint_command(void) {
    command_suite("checkpoint_command", "stopped at random moments", test_stopped, "several targets",
                  test_targets, "refused by name", test_refused, "without memory", test_memory, "CPU and GPU",
                  test_device, NULL);
}
