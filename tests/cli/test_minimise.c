/*
 * `heddle minimise` on a GPU as on the CPU, and beside Storm. $HEDDLE is the binary, $EXAMPLES the folder of
 * models.
 */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static const char *const equivalences[] = {"strong", "branching", "divbranching"};

static void expect_file(const char *name, const char *text) {
    char path[PATH_BYTES];
    size_t size;
    char *found = process_read_file(command_path(name, path), &size);
    CU_ASSERT(size == strlen(text) && memcmp(found, text, size) == 0);
    free(found);
}

/* --- on a GPU --- */

/* Minimises on both, and compares graph, classes and counts. */
static void compare_devices(const char *device, const char *input, const char *equivalence,
                            const char *option, const char *hide) {
    static const char *const keys[] = {"states",           "transitions",           "edges",
                                       "minimised_states", "minimised_transitions", NULL};
    static const char *const names[] = {"cpu.aut", "cpu.txt", "gpu.aut", "gpu.txt"};
    char path[LENGTH(names)][PATH_BYTES];
    json_t *counts[2];
    for (size_t i = 0; i < LENGTH(names); i++) {
        command_path(names[i], path[i]);
    }
    for (size_t side = 0; side < 2; side++) {
        struct process process;
        command_run(&process, "minimise", "--json", input, "-e", equivalence, option, "-o", path[2 * side],
                    "--classes", path[2 * side + 1], side == 0 ? "--device=cpu" : device, hide);
        command_expect(&process, 0, NULL);
        counts[side] = command_json(process.out);
        process_free(&process);
    }
    for (size_t i = 0; keys[i] != NULL; i++) {
        CU_ASSERT_EQUAL(command_number(counts[0], keys[i]), command_number(counts[1], keys[i]));
    }
    CU_ASSERT_EQUAL(json_number_value(json_object_get(counts[0], "divergent")),
                    json_number_value(json_object_get(counts[1], "divergent")));
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(counts[1], "device"), "cuda"));
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        char *text = process_read_file(path[i], &size);
        expect_file(names[2 + i], text);
        free(text);
        json_decref(counts[i]);
    }
}

/* A GPU writes the same files, of networks and of graphs. */
static void test_gpu(void) {
    static const char *const nets[][2] = {
        {"filter-3/filter.exp", "--hide-all-but='enter.*','leave.*'"},
        {"gas_station-4/gas_station.exp", "--hide-all-but='prepay_1_.',change_1"},
        {"alternating_bit-2/alternating_bit.exp", "--hide-all-but='put.*','deliver.*'"},
        {"locks/locks.exp", NULL},
        {"ring-8/ring.exp", "--hide=pass_0"},
    };
    char path[PATH_BYTES], once[PATH_BYTES], again[PATH_BYTES];
    const struct backend *cuda = backend_find("cuda");
    if (cuda == NULL || !backend_is_testable(cuda)) {
        return;
    }
    for (size_t i = 0; i < LENGTH(nets); i++) {
        for (size_t k = 0; k < LENGTH(equivalences); k++) {
            command_example(nets[i][0], path);
            compare_devices("--device=cuda", path, equivalences[k], i % 2 ? "--canonical" : "--strict",
                            nets[i][1]);
            command_exits(0, NULL, "explore", "-q", path, "-o", command_path("net.aut", once));
            compare_devices("--device=cuda", once, equivalences[k], "--strict", nets[i][1]);
            command_exits(0, NULL, "explore", "-q", path, "--minimise", equivalences[k], "-o",
                          command_path("once.aut", once));
            command_exits(0, NULL, "explore", "-q", path, "--minimise", equivalences[k], "-o",
                          command_path("again.aut", again), "--device=cuda");
            size_t size;
            char *text = process_read_file(once, &size);
            expect_file("again.aut", text);
            free(text);
        }
    }
}

/* Models are lumped on a GPU as on the CPU; so are networks with labels that have numbers. */
static void test_gpu_numbers(void) {
    static const char *const inputs[][2] = {{"prism/herman.prism", NULL},
                                            {"prism/kanban.prism", "--const=t=2"},
                                            {"prism/coin.prism", "--const=K=8"},
                                            {"prism/philosophers.prism", "--hide='.*'"},
                                            {"prism/itai_rodeh.prism", "--hide='.*'"}};
    char path[PATH_BYTES], drn[PATH_BYTES], classes[PATH_BYTES];
    const struct backend *cuda = backend_find("cuda");
    if (cuda == NULL || !backend_is_testable(cuda)) {
        return;
    }
    for (size_t i = 0; i < LENGTH(inputs); i++) {
        char *texts[2][2];
        for (int on_device = 0; on_device < 2; on_device++) {
            struct process process;
            size_t size;
            command_run(&process, "minimise", command_example(inputs[i][0], path), "-e", "probabilistic",
                        "-o", command_path("numbers.drn", drn), "--classes",
                        command_path("numbers.txt", classes), on_device ? "--device=cuda" : "--device=cpu",
                        inputs[i][1]);
            command_expect(&process, 0, NULL);
            CU_ASSERT((strstr(process.out, "cuda") != NULL) == on_device);
            process_free(&process);
            texts[on_device][0] = process_read_file(drn, &size);
            texts[on_device][1] = process_read_file(classes, &size);
        }
        for (int file = 0; file < 2; file++) {
            CU_ASSERT_STRING_EQUAL(texts[0][file], texts[1][file]);
            free(texts[0][file]);
            free(texts[1][file]);
        }
        if (inputs[i][1] == NULL ||
            strstr(inputs[i][1], "hide") == NULL) { /* the classes are those of the model */
            struct process process;
            command_run(&process, "compare", "-e", "probabilistic", path, drn, "--device=cuda", "--evidence",
                        command_path("numbers.json", classes), inputs[i][1]);
            CU_ASSERT(strstr(process.out, "cuda") != NULL);
            command_ends(&process, process.code == 0 ? 0 : 1, NULL);
            command_confirms(classes, "probabilistic");
        }
    }
}

/* Classes of Markov models are those of a naive refinement, with a label for initial states and without; and
 * without it those of Storm, too: of test_and_set it joins such states with others. */
static void test_storm(void) {
    char folder[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], name[64];
    struct process process;
    unsigned models = 0, same = 0;
    command_path("", folder);
    const char *const arguments[] = {
        storm_python(), "tests/oracle/lump_storm.py", getenv("HEDDLE"), getenv("EXAMPLES"), folder, NULL};
    command_path("storm.out", out);
    command_path("storm.err", err);
    process_finish(process_start(arguments, out, err), out, err, &process);
    CU_ASSERT_EQUAL(process.code, 0);
    for (const char *at = strstr(process.out, "model "); at != NULL; at = strstr(at + 1, "model ")) {
        unsigned counts[5] = {0, 1, 2, 3, 4};
        CU_ASSERT_EQUAL(sscanf(at, "model %63s %u %u %u %u %u", name, &counts[0], &counts[1], &counts[2],
                               &counts[3], &counts[4]),
                        6);
        CU_ASSERT_EQUAL(counts[0], counts[1]);
        CU_ASSERT_EQUAL(counts[3], counts[4]);
        CU_ASSERT_EQUAL(counts[3], counts[2]);
        models++;
        same += counts[0] == counts[2];
    }
    process_free(&process);
    CU_ASSERT_EQUAL(models, 15);
    CU_ASSERT_EQUAL(same, 14);
}

void suite_minimise(void) {
    command_suite("minimise", "on a GPU", test_gpu, "numbers on a GPU", test_gpu_numbers, NULL);
    if (storm_python() == NULL) {
        test_skip("lumping beside Storm",
                  "there is no build/storm (make build/storm.done, which needs stormpy)");
    } else {
        CU_add_test(CU_get_suite("minimise"), "lumping beside Storm", test_storm);
    }
}
