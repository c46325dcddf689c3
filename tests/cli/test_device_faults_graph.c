/*
 * GPUs that fail, on a machine that has one, while they look for cycles, minimise, check formulas or solve
 * games: the results are the same as without a fault, or an error reports it.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/command.h"
#include "tests/support/device_fault.h"
#include "tests/support/large_game.h"
#include "tests/support/process.h"
#include "tests/random/random_game.h"
#include "tests/support/testing.h"

#define LINES 5u /* a quarter of a million states */
#define LINE_STATES 12u

/* --- cycles --- */

static void check_cycles_faulty(const char *fault, const char *device, const char *net,
                                struct process *process) {
    device_fault_run(
        fault, process,
        (const char *[8]){"check", "--json", device, "--starvation=last", "--never-cycle=last,step", net});
}

/* The properties that were found, or NULL after a failure that is allowed. Releases the process. */
static json_t *take_properties(struct process *process, int automatic) {
    json_t *properties = NULL;
    if (!automatic && process->code == 2) {
        command_expect(process, 2, "the GPU failed: ");
    } else if (!automatic && process->code == 3) {
        command_expect(process, 3, "GPU");
    } else {
        command_expect(process, 1, NULL);
        json_t *object = command_json(process->out);
        properties = command_properties(object);
        json_decref(object);
    }
    process_free(process);
    return properties;
}

/*
 * A GPU is lost or out of memory in the search, in the graph, or while it looks for cycles: the lassos are
 * the same, or an error reports it. Rings of states side by side; three millions where auto is to go to the
 * GPU.
 */
static void test_cycles(void) {
    static const char *const faults[] = {NULL,       "lost:1",    "lost:12",    "lost:25",    "lost:40",
                                         "lost:60",  "lost:90",   "lost:120",   "lost:160",   "lost:250",
                                         "lost:400", "memory:8M", "memory:48M", "memory:96M", "memory:256M"};
    char text[1024], rings[2][PATH_BYTES],
        *at = text + sprintf(text, "des (0, %u, %u)\n", LINE_STATES, LINE_STATES);
    struct process process;
    unsigned failed = 0;
    for (unsigned i = 0; i < LINE_STATES; i++) {
        at += sprintf(at, "(%u, %s, %u)\n", i, i + 1 == LINE_STATES ? "last" : "step", (i + 1) % LINE_STATES);
    }
    command_put_file("line.aut", text);
    device_fault_put_lines("rings.exp", LINES, rings[0]);
    device_fault_put_lines("many.exp", LINES + 1, rings[1]);
    for (int automatic = 0; automatic < 2; automatic++) {
        check_cycles_faulty(NULL, "--device=cpu", rings[automatic], &process);
        json_t *expected = take_properties(&process, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(expected);
        for (size_t i = 0; i < LENGTH(faults); i++) {
            check_cycles_faulty(faults[i], automatic ? "--device=auto" : "--device=cuda", rings[automatic],
                                &process);
            json_t *found = take_properties(&process, automatic);
            CU_ASSERT_TRUE(found == NULL || json_equal(found, expected));
            CU_ASSERT_TRUE(found != NULL || faults[i] != NULL);
            failed += found == NULL;
            json_decref(found);
        }
        json_decref(expected);
    }
    CU_ASSERT_TRUE(failed >= 3);
}

/* --- classes --- */

/* Minimises; returns whether the file was written. Otherwise an error must report the fault. */
static int minimise_faulty(const char *fault, const char *device, const char *net, const char *out) {
    struct process process;
    remove(out);
    device_fault_run(fault, &process,
                     (const char *[8]){"minimise", "--json", device, "--equivalence=divbranching",
                                       "--hide=step", "-o", out, net});
    const int code = process.code;
    if (code == 0) {
        command_expect(&process, 0, NULL);
    } else {
        CU_ASSERT_TRUE(code == 2 || code == 3);
        command_expect(&process, code, code == 2 ? "the GPU failed: " : "GPU");
    }
    process_free(&process);
    return code == 0;
}

/* A GPU is lost or out of memory in the search, in the graph, or while it minimises: the file is the same,
 * or an error reports it. With the rings of test_cycles. */
static void test_classes(void) {
    static const char *const faults[] = {NULL,        "lost:25",    "lost:60",   "lost:120",
                                         "lost:200",  "lost:300",   "lost:400",  "lost:600",
                                         "memory:8M", "memory:48M", "memory:96M"};
    static const char *const few[] = {NULL, "lost:250", "memory:512M"};
    char rings[2][PATH_BYTES], expected[PATH_BYTES], found[PATH_BYTES];
    unsigned failed = 0;
    size_t size;
    command_path("rings.exp", rings[0]);
    command_path("many.exp", rings[1]);
    command_path("expected.aut", expected);
    command_path("found.aut", found);
    for (int automatic = 0; automatic < 2; automatic++) {
        CU_ASSERT_TRUE_FATAL(minimise_faulty(NULL, "--device=cpu", rings[automatic], expected));
        char *bytes = process_read_file(expected, &size);
        for (size_t i = 0; i < (automatic ? LENGTH(few) : LENGTH(faults)); i++) {
            const char *fault = automatic ? few[i] : faults[i];
            if (minimise_faulty(fault, automatic ? "--device=auto" : "--device=cuda", rings[automatic],
                                found)) {
                char *others = process_read_file(found, &size);
                CU_ASSERT_STRING_EQUAL(others, bytes);
                free(others);
            } else {
                CU_ASSERT_TRUE(fault != NULL && !automatic);
                failed++;
            }
        }
        free(bytes);
    }
    CU_ASSERT_TRUE(failed >= 3);
}

/* --- formulas --- */

#define EVER_AGAIN "--formula=nu X . mu Y . ([last] X and [not last] Y and <true> true)"
#define AT_AN_END "--formula=mu X . [true] X"

/* The verdicts, in order, of a check that may fail as described at take_properties. */
static const char *take_verdicts(struct process *process, int automatic, char verdicts[64]) {
    json_t *properties = take_properties(process, automatic);
    verdicts[0] = '\0';
    for (size_t i = 0; i < json_array_size(properties); i++) {
        const json_t *verdict = json_object_get(json_array_get(properties, i), "verdict");
        text_append(verdicts, 64, "%s ", json_string_value(verdict));
    }
    int found = properties != NULL;
    json_decref(properties);
    return found ? verdicts : NULL;
}

/* A GPU is lost or out of memory in the search of the product, or while the game is made, solved or fetched:
 * the verdicts are the same, or an error reports it. With the rings of test_cycles. */
static void test_formulas(void) {
    static const char *const faults[] = {NULL,         "lost:1",     "lost:25",    "lost:40",  "lost:60",
                                         "lost:90",    "lost:140",   "lost:250",   "lost:500", "memory:8M",
                                         "memory:48M", "memory:96M", "memory:256M"};
    char rings[2][PATH_BYTES], verdicts[64];
    unsigned failed = 0;
    command_path("rings.exp", rings[0]);
    command_path("many.exp", rings[1]);
    for (int automatic = 0; automatic < 2; automatic++) {
        for (size_t i = 0; i < LENGTH(faults); i++) {
            struct process process;
            device_fault_run(faults[i], &process,
                             (const char *[8]){"check", "--json",
                                               automatic ? "--device=auto" : "--device=cuda", EVER_AGAIN,
                                               AT_AN_END, rings[automatic]});
            const char *found = take_verdicts(&process, automatic, verdicts);
            CU_ASSERT_TRUE(found == NULL || strcmp(found, "holds violated ") == 0);
            CU_ASSERT_TRUE(found != NULL || faults[i] != NULL);
            failed += found == NULL;
        }
    }
    CU_ASSERT_TRUE(failed >= 3);
}

/* --- games --- */

static void put_game(char *path) {
    struct memory memory;
    struct game_store store;
    memory_init(&memory, UINT64_MAX);
    const struct run run = {.memory = &memory, .threads = 1};
    large_game_make(1, 1, &run, &store);
    command_path("game.pg", path);
    random_game_tell(&store.game, path);
    game_store_free(&store);
}

/* Lost or out of memory anywhere: the same winners, verified, or an error that says so. */
static void test_solve(void) {
    static const char *const faults[] = {NULL,      "driver",  "open",    "memory:4096", "memory:1M",
                                         "lost:1",  "lost:5",  "lost:10", "lost:20",     "lost:30",
                                         "lost:40", "lost:60", "lost:80", "lost:120",    "lost:1000"};
    char path[PATH_BYTES];
    struct process process;
    unsigned failed = 0;
    put_game(path);
    device_fault_run(NULL, &process, (const char *[8]){"solve", "--json", "--device=cpu", path});
    command_expect(&process, 0, NULL);
    json_t *expected = command_json(process.out);
    process_free(&process);
    for (size_t i = 0; i < LENGTH(faults); i++) {
        device_fault_run(faults[i], &process,
                         (const char *[8]){"solve", "--json", "--verify", "--device=cuda", path});
        if (faults[i] == NULL || process.code == 0) {
            command_expect(&process, 0, NULL);
            json_t *object = command_json(process.out);
            CU_ASSERT_EQUAL(command_number(object, "even"), command_number(expected, "even"));
            CU_ASSERT_EQUAL(command_number(object, "odd"), command_number(expected, "odd"));
            json_decref(object);
        } else {
            CU_ASSERT_EQUAL(process.code, strncmp(faults[i], "memory", 6) == 0 ? 3 : 2);
            failed++;
        }
        process_free(&process);
    }
    json_decref(expected);
    CU_ASSERT_TRUE(failed >= 6);
}

void suite_device_faults_graph(void) {
    if (!device_fault_is_testable("device faults in graphs and games")) {
        return;
    }
    suite_add("device faults in graphs and games", command_open, command_close, "cycles", test_cycles,
              "classes", test_classes, "formulas", test_formulas, "games", test_solve, NULL);
}
