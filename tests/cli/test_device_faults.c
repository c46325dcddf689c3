/*
 * GPUs that fail, on a machine that has one: `heddle explore` and `check` with every fault of
 * HEDDLE_DEVICE_FAULT (base/device/device_fault.h), on a GPU that is named and under auto. A named GPU that
 * fails is an error; under auto the CPU finds what it finds with --device cpu, and a warning says why it had
 * to. The device's accounted memory is asserted to be zero by the program itself when a fault is wanted.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/device_fault.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* Lines of states side by side: the last state of all is a deadlock. Far more than 2^20 states: a second or
 * more. */
#define LARGE_LINES 7u
#define SMALL_LINES 5u /* a quarter of a million */
#define LINE_STATES 12u
#define LARGE_STATES 35831808u
#define LARGE_TRANSITIONS 229920768u
#define LARGE_LEVELS 78u

static char large[PATH_BYTES], small[PATH_BYTES];

/* The first test, for only tests may write files. */
static void put_models(void) {
    char text[1024], *at = text + sprintf(text, "des (0, %u, %u)\n", LINE_STATES - 1, LINE_STATES);
    for (unsigned i = 0; i + 1 < LINE_STATES; i++) {
        at += sprintf(at, "(%u, %s, %u)\n", i, i + 2 == LINE_STATES ? "last" : "step", i + 1);
    }
    command_put_file("line.aut", text);
    device_fault_put_lines("large.exp", LARGE_LINES, large);
    device_fault_put_lines("small.exp", SMALL_LINES, small);
}

static void explore_faulty(const char *fault, const char *device, struct process *process) {
    device_fault_run(fault, process,
                     (const char *[8]){"explore", "--json", "--threads=1", "--device", device, large});
}

static const char *device_of(const json_t *object) {
    const char *text = json_string_value(json_object_get(object, "device"));
    return text == NULL ? "" : text;
}

static int is_on_gpu(const json_t *object) {
    return strncmp(device_of(object), "cuda:0 (", 8) == 0;
}

/* Some warning has this text; NULL: there is none at all. */
static void expect_warning(const json_t *object, const char *text) {
    const json_t *warnings = json_object_get(object, "warnings");
    int found = 0;
    for (size_t i = 0; i < json_array_size(warnings) && text != NULL; i++) {
        const char *warning = json_string_value(json_object_get(json_array_get(warnings, i), "text"));
        found |= warning != NULL && strstr(warning, text) != NULL && strstr(warning, "the CPU does") != NULL;
    }
    CU_ASSERT_TRUE(text == NULL ? json_array_size(warnings) == 0 : found);
}

static void expect_all_states(const json_t *object) {
    CU_ASSERT_EQUAL(command_number(object, "states"), LARGE_STATES);
    CU_ASSERT_EQUAL(command_number(object, "transitions"), LARGE_TRANSITIONS);
    CU_ASSERT_EQUAL(command_number(object, "levels"), LARGE_LEVELS);
    CU_ASSERT_EQUAL(command_number(object, "deadlocks"), 1);
    CU_ASSERT_TRUE(json_is_true(json_object_get(object, "complete")));
    CU_ASSERT_TRUE(command_number(object, "memory_bytes") > LARGE_STATES * 8);
    CU_ASSERT_EQUAL(json_object_get(object, "threads") == NULL, is_on_gpu(object));
}

/* --- explore --- */

static void test_no_fault(void) {
    static const char *const devices[] = {"cpu", "cuda", "cuda:0", "auto"};
    for (size_t i = 0; i < LENGTH(devices); i++) {
        struct process process;
        explore_faulty(NULL, devices[i], &process);
        command_expect(&process, 0, NULL);
        json_t *object = command_json(process.out);
        expect_all_states(object);
        expect_warning(object, NULL);
        CU_ASSERT_EQUAL(is_on_gpu(object), i > 0);
        json_decref(object);
        process_free(&process);
    }
}

static void test_named(void) {
    static const struct {
        const char *fault;
        int code;
        const char *message;
    } cases[] = {{"driver", 2, "no driver"},
                 {"open", 2, "cannot be opened"},
                 {"memory:1M", 3, "not enough memory on the GPU"},
                 {"memory:256M", 3, "GPU"},
                 {"lost:1", 2, "the GPU failed: "}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        explore_faulty(cases[i].fault, "cuda", &process);
        command_expect(&process, cases[i].code, cases[i].message);
        if (cases[i].code == 3) {
            json_t *object = command_json(process.out);
            CU_ASSERT_TRUE(json_is_false(json_object_get(object, "complete")));
            json_decref(object);
        } else {
            CU_ASSERT_STRING_EQUAL(process.out, "");
        }
        process_free(&process);
    }
}

static unsigned latest_call; /* at which losing the GPU was noticed */

/* A GPU that is lost at any stage of the work gives an error; if the work needs fewer calls, all states are
 * found. */
static void test_named_lost(void) {
    unsigned lost = 0;
    for (unsigned call = 1; call < 400; call += 1 + call / 3) {
        struct process process;
        char fault[32];
        sprintf(fault, "lost:%u", call);
        explore_faulty(fault, "cuda", &process);
        if (process.code == 0) {
            json_t *object = command_json(process.out);
            expect_all_states(object);
            json_decref(object);
        } else {
            command_expect(&process, 2, "the GPU failed: ");
            CU_ASSERT_STRING_EQUAL(process.out, "");
            lost++;
            latest_call = call;
        }
        process_free(&process);
    }
    CU_ASSERT_TRUE(lost >= 3);
}

static void test_auto(void) {
    char amid[32]; /* how many calls a search takes may vary a little */
    sprintf(amid, "lost:%u", latest_call / 2 + 1);
    const struct {
        const char *fault, *warning;
    } cases[] = {{"driver", NULL},
                 {"open", "cannot be opened"},
                 {"memory:1M", "not enough memory on the GPU"},
                 {"memory:256M", "memory"},
                 {"lost:1", "the GPU failed: "},
                 {amid, "the GPU failed: "}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        explore_faulty(cases[i].fault, "auto", &process);
        command_expect(&process, 0, cases[i].warning);
        json_t *object = command_json(process.out);
        expect_all_states(object);
        expect_warning(object, cases[i].warning);
        CU_ASSERT_STRING_EQUAL(device_of(object), "cpu");
        json_decref(object);
        process_free(&process);
    }
}

/* The process ends while the GPU is being made ready, at every stage. */
static void test_ends_before_it_starts(void) {
    for (unsigned i = 0; i < 20; i++) {
        struct process process;
        char states[64];
        sprintf(states, "--max-states=%u", i % 2 == 0 ? 248832u : 20000u + 10000u * i);
        device_fault_run(NULL, &process, (const char *[8]){"explore", "--json", small, states});
        command_expect(&process, i % 2 == 0 ? 0 : 3, NULL);
        json_t *object = command_json(process.out);
        CU_ASSERT_STRING_EQUAL(device_of(object), "cpu");
        json_decref(object);
        process_free(&process);
    }
}

/* --- graphs --- */

static void test_graphs(void) {
    char expected[PATH_BYTES], path[PATH_BYTES];
    unsigned lost = 0;
    struct process process;
    command_path("expected.aut", expected);
    command_path("faulty.aut", path);
    device_fault_run(NULL, &process,
                     (const char *[8]){"explore", "--quiet", "--device=cpu", small, "--output", expected});
    command_ends(&process, 0, NULL);
    size_t size, other_size;
    char *text = process_read_file(expected, &size);
    for (unsigned call = 0; call < 200; call += 1 + call / 2) {
        char fault[32];
        sprintf(fault, "lost:%u", call);
        device_fault_run(call == 0 ? NULL : fault, &process,
                         (const char *[8]){"explore", "--quiet", "--device=cuda", small, "--output", path});
        command_expect(&process, process.code == 0 ? 0 : 2, process.code == 0 ? NULL : "the GPU failed: ");
        CU_ASSERT_EQUAL(command_has_file("faulty.aut"), process.code == 0);
        if (process.code == 0) {
            char *other = process_read_file(path, &other_size);
            CU_ASSERT_TRUE(size == other_size && memcmp(text, other, size) == 0);
            free(other);
            remove(path);
        }
        lost += process.code != 0;
        CU_ASSERT_TRUE(call != 0 || process.code == 0);
        process_free(&process);
    }
    free(text);
    CU_ASSERT_TRUE(lost >= 3);
}

/* --- check --- */

static void check_faulty(const char *fault, const char *device, struct process *process) {
    device_fault_run(fault, process,
                     (const char *[8]){"check", "--json", "--threads=1", "--device", device, "--keep-going",
                                       "--never=last", large});
}

/* Lost in the search, when states are fetched, or not at all: the same traces, or an error that says so. */
static void test_check(void) {
    static const unsigned at[] = {0, 1, 25, 40, 70};
    struct process process;
    check_faulty(NULL, "cpu", &process);
    command_expect(&process, 1, NULL);
    json_t *object = command_json(process.out);
    json_t *expected = command_properties(object);
    json_decref(object);
    process_free(&process);
    for (size_t i = 0; i < LENGTH(at); i++) {
        for (int automatic = 0; automatic < 2; automatic++) {
            char fault[32];
            sprintf(fault, "lost:%u", at[i]);
            check_faulty(at[i] == 0 ? NULL : fault, automatic ? "auto" : "cuda", &process);
            if (!automatic && at[i] != 0 && process.code == 2) {
                command_expect(&process, 2, "the GPU failed: ");
            } else {
                command_expect(&process, 1, NULL);
                object = command_json(process.out);
                json_t *found = command_properties(object);
                CU_ASSERT_TRUE(json_equal(found, expected));
                json_decref(found);
                if (automatic && !is_on_gpu(object)) {
                    expect_warning(object, "the GPU failed: ");
                }
                json_decref(object);
            }
            process_free(&process);
        }
    }
    json_decref(expected);
}

void suite_device_faults(void) {
    if (!device_fault_is_testable("device faults")) {
        return;
    }
    suite_add("device faults", command_open, command_close, "the models", put_models, "no fault",
              test_no_fault, "a GPU that is named", test_named, "a GPU that is named and lost",
              test_named_lost, "auto", test_auto, "a process that ends while the GPU starts",
              test_ends_before_it_starts, "graphs", test_graphs, "properties", test_check, NULL);
}
