/*
 * --partial-order as a user sees it: rows and JSON, traces and --shortest, and what is refused.
 * $HEDDLE is the binary, $EXAMPLES the folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static void test_rows(void) {
    char gas[PATH_BYTES];
    struct process process;
    command_example("gas_station-4/gas_station.exp", gas);
    command_run(&process, "explore", gas, "--partial-order");
    command_prints(&process, "states       1 799", "reduction    295 states expanded in part",
                   "deadlocks      192");
    command_ends(&process, 0, NULL);
    json_t *object = command_explore(gas, "--partial-order", 0);
    CU_ASSERT_EQUAL(command_number(object, "reduced"), 295);
    CU_ASSERT_PTR_NULL(json_object_get(object, "reduced_until"));
    json_decref(object);
    object = command_explore(gas, "--quiet", 0);
    CU_ASSERT_PTR_NULL(json_object_get(object, "reduced"));
    json_decref(object);
    command_example("locks/locks.exp", gas);
    command_run(&process, "explore", gas, "--partial-order");
    command_prints(&process, "reduction");
    command_ends(&process, 0, NULL);
}

/* A reduction that saves nothing is given up, and all states are found. */
static void test_given_up(void) {
    char filter[PATH_BYTES];
    command_example("filter-4/filter.exp", filter);
    json_t *object = command_explore(filter, "--partial-order", 0);
    CU_ASSERT_EQUAL(command_number(object, "states"), 118314);
    CU_ASSERT_EQUAL(command_number(object, "transitions"), 473256);
    CU_ASSERT_EQUAL(command_number(object, "reduced_until"), 4);
    json_decref(object);
}

static void test_traces(void) {
    char gas[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    command_example("gas_station-3/gas_station.exp", gas);
    command_path("trace.json", trace);
    command_run(&process, "check", gas, "--partial-order", "--never=change_2", "--json", "--trace", trace);
    json_t *object = command_json(process.out);
    const json_t *property = command_property(object, 0);
    CU_ASSERT_EQUAL(command_number(property, "length"), 11);
    CU_ASSERT_TRUE(json_is_false(json_object_get(property, "shortest")));
    CU_ASSERT_TRUE(command_number(object, "reduced") > 0);
    json_decref(object);
    command_ends(&process, 1, NULL);
    command_confirms(trace, "confirmed");
    command_run(&process, "check", gas, "--partial-order", "--shortest", "--never=change_2", "--json");
    object = command_json(process.out);
    property = command_property(object, 0);
    CU_ASSERT_EQUAL(command_number(property, "length"), 9);
    CU_ASSERT_PTR_NULL(json_object_get(property, "shortest"));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(property, "trace")), 9);
    json_decref(object);
    command_ends(&process, 1, NULL);
    command_run(&process, "check", gas, "--partial-order", "--never=change_2");
    command_prints(&process, "violated after 11 steps, perhaps not the fewest");
    command_ends(&process, 1, NULL);
}

static void test_refused(void) {
    static const struct {
        const char *options[3], *text;
    } cases[] = {
        {{"--livelock"}, "and livelock is decided on the graph of all states"},
        {{"--starvation=tick_1"}, "and starvation is decided on the graph"},
        {{"--never-cycle=tick_1"}, "and never-cycle is decided on the graph"},
        {{"--almost-surely=tick_1"}, "and almost-surely is decided on the graph"},
        {{"-f", "[true*] <true* . tick_1> true"}, "[true*] <true* . tick_1> true needs a parity game"},
        {{"--deadlock", "--certificate=c.json"}, "and --certificate needs all states"},
        {{"-f", "[true*] <true> true", "--witness"}, "and --witness needs all states"},
        {{"-f", "[true*] <true> true", "--write-game=game.pg"}, "and --write-game needs all states"},
    };
    char counters[PATH_BYTES];
    struct process process;
    command_example("counters-3-4/counters.exp", counters);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_run(&process, "check", counters, "--partial-order", cases[i].options[0], cases[i].options[1],
                    cases[i].options[2]);
        command_ends(&process, 2, cases[i].text);
    }
    /* With several initial states, a formula of a plain shape needs a game, too; the others are not blamed.
     */
    command_put_file("several.prism", "mdp module m x : [0..1]; [a] true -> (x'=1-x); endmodule\n"
                                      "init true endinit\n");
    command_path("several.prism", counters);
    command_run(&process, "check", counters, "-f", "[\"b\"] false", "-f", "<true*> <\"a\"> true", "-D",
                "--partial-order");
    command_ends(&process, 2, "the formula <true*> <\"a\"> true needs a parity game of all");
    command_example("counters-3-4/counters.exp", counters);
    command_run(&process, "check", counters, "--shortest", "--deadlock");
    command_ends(&process, 2, "--shortest is for --partial-order");
    command_run(&process, "explore", counters, "--partial-order", "-o", "out.aut");
    command_ends(&process, 2, "so there is no state space to write");
}

/* Networks without reduction are searched as usual, after a warning. */
static void test_no_effect(void) {
    static const char *const cases[][2] = {
        {"cadp/priority.exp", "the network has priorities"},
        {"lehmann_rabin-3/philosophers.exp", "the network has probabilities"}};
    struct process process;
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_example(cases[i][0], path);
        command_run(&process, "check", path, "--partial-order", "--never", "nothing");
        CU_ASSERT_PTR_NULL(strstr(process.out, "reduction"));
        command_ends(&process, 0, cases[i][1]);
    }
}

/* A PRISM model is searched with reduction; predicates on states are checked on all of them. */
static void test_prism(void) {
    struct process process;
    char path[PATH_BYTES];
    command_example("prism/itai_rodeh.prism", path);
    json_t *object = command_explore(path, "--partial-order", 0);
    CU_ASSERT_EQUAL(command_number(object, "states"), 282);
    CU_ASSERT_EQUAL(command_number(object, "deadlocks"), 0);
    json_decref(object);
    command_run(&process, "check", path, "--partial-order", "-f", "[true*] {1=1}");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "812"));
    command_ends(&process, 0, NULL);
}

/* The evidence of a check on a device, which is confirmed. The caller releases it with json_decref. */
static json_t *trace_on(const char *path, const char *device) {
    char trace[PATH_BYTES];
    struct process process;
    command_path("device.json", trace);
    command_run(&process, "check", path, "--partial-order", "--never=change_2", "--device", device, "--trace",
                trace);
    command_prints(&process, "violated after 11 steps, perhaps not the fewest");
    command_ends(&process, 1, NULL);
    command_confirms(trace, "confirmed");
    return json_load_file(trace, 0, NULL);
}

static json_t *explore_on(const char *path, const char *device) {
    struct process process;
    command_run(&process, "explore", path, "--partial-order", "--json", "--device", device);
    json_t *object = command_json(process.out);
    command_ends(&process, 0, NULL);
    return object;
}

static void compare_on_gpu(const char *path) {
    static const char *const rows[] = {"states", "transitions", "reduced", "deadlocks", "levels"};
    json_t *expected = explore_on(path, "cpu"), *found = explore_on(path, "cuda");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        CU_ASSERT_EQUAL(command_number(found, rows[i]), command_number(expected, rows[i]));
    }
    CU_ASSERT_TRUE(command_number(found, "reduced") > 0);
    json_decref(expected);
    json_decref(found);
}

/* Writes a gas station of 4 customers beside so many processes of one step each. Returns its path. */
static const char *write_idle(struct test_folder *folder, uint32_t count) {
    static const char step[] = "\n||| \"tick.aut\"";
    char station[PATH_BYTES], *text = test_allocate(PATH_BYTES + count * sizeof step + 8, 1);
    command_example("gas_station-4/gas_station.exp", station);
    size_t used = (size_t)sprintf(text, "\"%s\"", station);
    for (uint32_t i = 0; i < count; i++) {
        used += (size_t)sprintf(text + used, "%s", step);
    }
    sprintf(text + used, "\n");
    test_folder_write(folder, "tick.aut", "des (0, 1, 2)\n(0, tick, 1)\n");
    const char *path = test_folder_write(folder, "idle.exp", text);
    free(text);
    return path;
}

/* A GPU finds the same states and the same trace. */
static void test_on_gpu(void) {
    const struct backend *cuda = backend_find("cuda");
    char path[PATH_BYTES];
    struct process process;
    struct test_folder folder;
    if (cuda == NULL || !backend_is_testable(cuda)) {
        return;
    }
    command_example("gas_station-6/gas_station.exp", path);
    compare_on_gpu(path);
    command_example("prism/itai_rodeh.prism", path);
    compare_on_gpu(path);
    test_folder_create(&folder);
    compare_on_gpu(write_idle(&folder, 70));
    command_example("filter-4/filter.exp", path);
    json_t *expected, *found = explore_on(path, "cuda");
    CU_ASSERT_EQUAL(command_number(found, "states"), 118314);
    CU_ASSERT_EQUAL(command_number(found, "reduced_until"), 4);
    json_decref(found);
    command_example("gas_station-3/gas_station.exp", path);
    expected = trace_on(path, "cpu");
    found = trace_on(path, "cuda");
    CU_ASSERT_TRUE(json_equal(expected, found));
    json_decref(expected);
    json_decref(found);
    command_run(&process, "explore", write_idle(&folder, 2048), "--partial-order", "--device", "cuda");
    command_ends(&process, 2,
                 "--partial-order: a GPU does not reduce networks of more than 2048 processes: use --device "
                 "cpu");
    test_folder_remove(&folder);
}

void suite_reduction_command(void) {
    command_suite("partial-order reduction in commands", "rows", test_rows, "given up", test_given_up,
                  "traces", test_traces, "refused", test_refused, "no effect", test_no_effect, "PRISM models",
                  test_prism, "on a GPU", test_on_gpu, NULL);
}
