/*
 * Searches with partial-order reduction of examples: the numbers of states are the same on each engine, for
 * each number of threads and each layout, and near those of another program.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/support/reduction_difference.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"

#define BUDGET ((uint64_t)1 << 30)

/* words: as in struct model_options. */
static struct explore_result search_example(const struct backend *backend, const struct network *network,
                                            const uint8_t *watched, uint32_t words, struct run *run) {
    struct error error;
    struct model_options layout = {.words = words, .labels = 1};
    struct explore_options how = {.max_depth = UINT64_MAX, .watched = watched, .partial_order = 1};
    model *model = model_compile(network, &layout, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = backend->explore(model, &how, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    struct explore_result result = found->result;
    exploration_free(found);
    model_free(model);
    return result;
}

/* The same result in each layout, on the host or on GPUs. */
static void search_layouts(int on_device, const struct network *network, const uint8_t *watched,
                           struct run *run, const struct explore_result *expected) {
    static const uint32_t words[] = {0, 2, 4, 5};
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        for (uint32_t i = 0;
             i < LENGTH(words) && (*backend)->on_device == on_device && backend_is_testable(*backend); i++) {
            const struct explore_result result = search_example(*backend, network, watched, words[i], run);
            const char *what = reduction_difference(expected, &result);
            if (what != NULL) {
                fprintf(stderr, "%s on %s differ\n", what, (*backend)->name);
                CU_FAIL("results differ");
            }
        }
    }
}

/*
 * A process that has one move, or joins another, which waits for a third that can move: the one move is no
 * stubborn set, for the deadlock after the other way would be lost.
 */
static void test_waiting(void) {
    struct small_network small;
    small_network_open(&small);
    test_folder_write(&small.folder, "a.aut", "des (0, 3, 3)\n(0, x, 1)\n(0, s, 2)\n(1, y, 1)\n");
    test_folder_write(&small.folder, "b.aut", "des (0, 2, 3)\n(0, b, 1)\n(1, s, 2)\n");
    test_folder_write(&small.folder, "c.aut", "des (0, 4, 4)\n(0, c, 1)\n(0, d, 2)\n(1, b, 3)\n(2, b, 3)\n");
    small_network_compose(&small, "par s -> a.aut || s, b -> b.aut || b -> c.aut end par");
    struct explore_result result = search_example(backends[0], small.network, NULL, 0, &small.run);
    CU_ASSERT_EQUAL(result.deadlocks, 1);
    CU_ASSERT_TRUE(result.reduced > 0);
    small_network_close(&small);
}

/* Writes a line of ten states. */
static void write_line(struct small_network *small, const char *name, const char *label) {
    char text[400];
    int length = sprintf(text, "des (0, 9, 10)\n");
    for (uint32_t i = 0; i < 9; i++) {
        length += sprintf(text + length, "(%u, %s, %u)\n", i, label, i + 1);
    }
    test_folder_write(&small->folder, name, text);
}

/*
 * First a line moves alone, which saves much, then nothing can be left out: which states are looked at
 * decides from which level on all moves are made. It is the same in each layout.
 */
static void test_given_up(void) {
    struct small_network small;
    small_network_open(&small);
    small.run.device_bytes = TEST_DEVICE_BYTES;
    write_line(&small, "quiet.aut", "quiet");
    write_line(&small, "line.aut", "step");
    small_network_compose(&small, "quiet.aut ||| line.aut ||| line.aut ||| line.aut ||| line.aut");
    uint8_t *watched = test_allocate((uint64_t)small.network->label_count + 1, 1);
    for (uint32_t i = 0; i < small.network->label_count; i++) {
        watched[i] = strcmp(small.network->labels[i].text, "step") == 0;
    }
    struct explore_result result = search_example(backends[0], small.network, watched, 0, &small.run);
    CU_ASSERT_TRUE(result.reduced > 0);
    CU_ASSERT_EQUAL(result.reduced_until, 22);
    search_layouts(0, small.network, watched, &small.run, &result);
    search_layouts(1, small.network, watched, &small.run, &result);
    free(watched);
    small_network_close(&small);
}

/* The state with the error is met late, as its way there was put off; a shortest path is shown all the same.
 */
static void test_late_error(void) {
    static const char model_text[] =
        "mdp\nmodule a x:[0..3];\n [] x<3 -> (x'=x+1);\nendmodule\n"
        "module b y:[0..3];\n [] y=0 -> (y'=1);\n [] y=1 -> (y'=y+5);\nendmodule\n";
    static const struct exp_options options;
    struct model_options layout = {.words = 0};
    struct explore_options how = {.max_depth = UINT64_MAX, .partial_order = 1};
    struct small_network small;
    small_network_open(&small);
    small.run.device_bytes = TEST_DEVICE_BYTES;
    const char *path = test_folder_write(&small.folder, "late.prism", model_text);
    CU_ASSERT_EQUAL_FATAL(
        language_load(path, &options, &small.run, &small.tree, &small.network, &small.error), 0);
    model *model = model_compile(small.network, &layout, &small.run, &small.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (backend_takes(*backend, small.network)) {
            struct error error = {.code = ERROR_NONE};
            CU_ASSERT_PTR_NULL((*backend)->explore(model, &how, &small.run, &error));
            CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
            CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "the shortest path there has 1 step: [i] y=1"));
        }
    }
    model_free(model);
    small_network_close(&small);
}

/* --- examples --- */

struct example {
    const char *path, *visible; /* visible: a label; NULL: deadlocks alone */
    uint64_t most_states;       /* 1.2 times what a program that shares nothing with this one found */
    uint64_t deadlocks;
    uint64_t until; /* the level up to which the reduction is on trial; 0: it pays */
};

static uint8_t *watch_label(const struct network *network, const char *text) {
    uint8_t *watched = text == NULL ? NULL : test_allocate((uint64_t)network->label_count + 1, 1);
    for (uint32_t i = 0; i < network->label_count && watched != NULL; i++) {
        watched[i] = strcmp(network->labels[i].text, text) == 0;
    }
    return watched;
}

/* Figures of states, which are the same for each number of threads and each layout. */
static void search_examples(void) {
    static const struct example examples[] = {{"ring-7/ring.exp", NULL, 33, 0, 0},
                                              {"ring-7/ring.exp", "pass_0", 46, 0, 0},
                                              {"gas_station-4/gas_station.exp", NULL, 2158, 192, 0},
                                              {"gas_station-4/gas_station.exp", "change_1", 2158, 192, 0},
                                              {"counters-6-10/counters.exp", NULL, 12, 0, 0},
                                              {"philosophers-8/philosophers.exp", NULL, 204, 1, 0},
                                              {"gas_station-6/gas_station.exp", NULL, 22000, 2880, 0},
                                              {"election-7/election.exp", "leader_1", 51015, 0, 0},
                                              {"filter-4/filter.exp", NULL, 118314, 0, 4},
                                              {"mesi-8/mesi.exp", NULL, 13456, 0, 4}};
    static const struct exp_options options;
    for (uint32_t i = 0; i < LENGTH(examples); i++) {
        struct memory memory;
        struct run run = {.memory = &memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES};
        struct error error;
        language_tree *tree;
        struct network *network;
        struct explore_result first = {.states = 0};
        char path[600];
        snprintf(path, sizeof path, "%s/%s", getenv("EXAMPLES"), examples[i].path);
        memory_init(&memory, BUDGET);
        CU_ASSERT_EQUAL_FATAL(language_load(path, &options, &run, &tree, &network, &error), 0);
        uint8_t *watched = watch_label(network, examples[i].visible);
        for (run.threads = 1; run.threads <= 4; run.threads *= 2) {
            const uint32_t words = run.threads == 1 ? 0 : run.threads == 2 ? 5 : 2;
            struct explore_result result = search_example(backends[0], network, watched, words, &run);
            CU_ASSERT_EQUAL(result.outcome, EXPLORE_DONE);
            CU_ASSERT_EQUAL(result.deadlocks, examples[i].deadlocks);
            CU_ASSERT_TRUE(result.states <= examples[i].most_states);
            CU_ASSERT_EQUAL(result.reduced_until, examples[i].until == 0 ? UINT64_MAX : examples[i].until);
            first = run.threads == 1 ? result : first;
            CU_ASSERT_EQUAL(result.states, first.states);
            CU_ASSERT_EQUAL(result.transitions, first.transitions);
            CU_ASSERT_EQUAL(result.levels, first.levels);
            CU_ASSERT_EQUAL(result.reduced, first.reduced);
        }
        search_layouts(1, network, watched, &run, &first);
        free(watched);
        network_free(&memory, network);
        language_free(tree);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

static void test_examples(void) {
    if (getenv("EXAMPLES") == NULL) {
        test_skip("partial_order", "no examples: EXAMPLES is not set");
        return;
    }
    search_examples();
}

void suite_partial_order_examples(void) {
    suite_add("examples of partial-order reduction", NULL, NULL, "a process that waits", test_waiting,
              "given up", test_given_up, "an error that is met late", test_late_error, "examples",
              test_examples, NULL);
}
