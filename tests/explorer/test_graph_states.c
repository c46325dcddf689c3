/*
 * The states that graphs keep: of random networks those of the naive explorer, which numbers its states the
 * same, on every backend, with any layout, and with an observer.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "checker/monitor_observer.h"
#include "checker/property/monitor.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 500u
#endif
#define MOST_STATES 1500u

/* The graph of the model and in *states its states; NULL with *error filled. */
static struct graph *build(const struct backend *backend, const model *model, struct run *run,
                           graph_states **states, struct error *error) {
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct exploration *found = backend->explore(model, &options, run, error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL_FATAL(found->result.outcome, EXPLORE_DONE);
    struct graph_options wanted = {GRAPH_LABELS | GRAPH_CHOICES, states};
    struct graph *graph = backend->graph(found, &wanted, run, error);
    exploration_free(found);
    return graph;
}

static void compare(const struct backend *backend, const struct network *network,
                    const struct oracle_graph *oracle, uint32_t words, struct run *run, uint64_t seed) {
    struct error error;
    struct model_options layout = {.words = words};
    graph_states *states = NULL;
    model *model = model_compile(network, &layout, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct graph *graph = build(backend, model, run, &states, &error);
    model_free(model); /* the states do not need it */
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
    CU_ASSERT_PTR_NOT_NULL_FATAL(states);
    CU_ASSERT_EQUAL(graph_states_vertices(states), oracle->states);
    CU_ASSERT_EQUAL_FATAL(graph_states_width(states), oracle->leaves);
    uint32_t *tuple = calloc(oracle->leaves + 1, sizeof *tuple);
    uint64_t different = 0;
    for (uint64_t vertex = 0; vertex < oracle->states; vertex++) {
        graph_states_tuple(states, vertex, tuple);
        different +=
            memcmp(tuple, oracle->tuples + vertex * oracle->leaves, oracle->leaves * sizeof *tuple) != 0;
    }
    if (different != 0) {
        printf("\n    seed %llu, %s, words %u: %llu states differ\n", (unsigned long long)seed, backend->name,
               words, (unsigned long long)different);
    }
    CU_ASSERT_EQUAL(different, 0);
    free(tuple);
    graph_states_free(states);
    graph_free(graph);
}

static int compare_network(const struct random_network *drawn, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct memory memory;
    struct error error;
    memory_init(&memory, UINT64_MAX);
    struct run run = {.memory = &memory, .threads = 1 + (unsigned)(random_next(random) % 3)};
    run.device_bytes = TEST_DEVICE_BYTES;
    exp_tree *tree = exp_tree_read(drawn->path, &drawn->options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = network_compose(tree, &run, &error);
    struct oracle_graph *oracle = oracle_explore(tree, MOST_STATES);
    int usable = network != NULL && oracle->outcome == ORACLE_DONE;
    for (const struct backend *const *backend = backends; *backend != NULL && usable; backend++) {
        if (backend_is_testable(*backend)) {
            compare(*backend, network, oracle, words[random_next(random) % 4], &run, drawn->seed);
        }
    }
    oracle_free(oracle);
    network_free(&memory, network);
    exp_tree_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return usable;
}

static void test_random_networks(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES), compared = 0, random = 11;
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES;
    struct test_folder folder;
    test_folder_create(&folder);
    for (uint64_t i = 0; i < cases; i++) {
        struct random_network network;
        CU_ASSERT_EQUAL_FATAL(random_network_generate(70000 + i, folder.path, &network), 0);
        compared += (uint64_t)compare_network(&network, &random);
    }
    test_folder_remove(&folder);
    CU_ASSERT(2 * compared > cases);
}

/* A network of one component that does a, b, a, b ..; a monitor counts up to two. */
struct observed {
    struct test_folder folder;
    struct memory memory;
    struct run run;
    exp_tree *tree;
    struct network *network;
    monitor *monitor;
};

static void open_observed(struct observed *observed) {
    struct error error;
    struct exp_options options = {0};
    test_folder_create(&observed->folder);
    memory_init(&observed->memory, UINT64_MAX);
    observed->run = (struct run){.memory = &observed->memory, .threads = 1};
    observed->run.device_bytes = TEST_DEVICE_BYTES;
    observed->tree = exp_tree_read(
        test_folder_write(&observed->folder, "net.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 0)\n"), &options,
        &observed->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(observed->tree);
    observed->network = network_compose(observed->tree, &observed->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(observed->network);
    observed->monitor = monitor_read(
        test_folder_write(&observed->folder, "monitor.aut", "des (0, 2, 3)\n(0, a, 1)\n(1, a, 2)\n"), NULL, 0,
        exp_tree_labels(observed->tree), &observed->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(observed->monitor);
}

static void test_observer(void) {
    static const uint32_t expected[][2] = {{0, 0}, {1, 1}, {0, 1}, {1, 2}, {0, 2}};
    struct observed observed;
    struct error error;
    open_observed(&observed);
    struct observer *observer = monitor_observer(observed.monitor, observed.network, &observed.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(observer);
    struct model_options layout = {.observer = observer};
    model *model = model_compile(observed.network, &layout, &observed.run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (backend_is_testable(*backend)) {
            graph_states *states = NULL;
            struct graph *graph = build(*backend, model, &observed.run, &states, &error);
            CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
            CU_ASSERT_EQUAL_FATAL(graph_states_vertices(states), 5);
            CU_ASSERT_EQUAL_FATAL(graph_states_width(states), 2);
            for (uint64_t vertex = 0; vertex < 5; vertex++) {
                uint32_t tuple[2];
                graph_states_tuple(states, vertex, tuple);
                CU_ASSERT(memcmp(tuple, expected[vertex], sizeof tuple) == 0);
            }
            graph_free(graph);
            graph_states_free(states);
        }
    }
    model_free(model);
    monitor_observer_free(observer, &observed.run);
    monitor_free(observed.monitor);
    network_free(&observed.memory, observed.network);
    exp_tree_free(observed.tree);
    CU_ASSERT_EQUAL(memory_used(&observed.memory), 0);
    test_folder_remove(&observed.folder);
}

void suite_graph_states(void) {
    suite_add("states of graphs", NULL, NULL, "random networks", test_random_networks, "the observer's state",
              test_observer, NULL);
}
