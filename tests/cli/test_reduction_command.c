/*
 * --partial-order on a GPU as on the CPU.
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
    command_exits(2,
                  "--partial-order: a GPU does not reduce networks of more than 2048 processes: use --device "
                  "cpu",
                  "explore", write_idle(&folder, 2048), "--partial-order", "--device", "cuda");
    test_folder_remove(&folder);
}

void suite_reduction_command(void) {
    command_suite("partial-order reduction in commands", "on a GPU", test_on_gpu, NULL);
}
