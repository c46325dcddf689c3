/*
 * Observers in the model image: random networks searched together with random observers, against a naive
 * product of the network's own graph with the observer.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "model/observer.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#define CASES 300u
#define MOST_STATES 3000u

struct random_observer {
    struct observer observer;
    struct observer_state state[5];
    uint32_t class_of_label[4096];
    uint64_t row[5 * 3 + 1];
    uint32_t target[5 * 3 * 3];
};

static void draw_observer(struct random_observer *drawn, uint32_t labels, uint64_t *random) {
    struct observer *observer = &drawn->observer;
    observer->states = 1 + (uint32_t)(random_next(random) % 5);
    observer->classes = 1 + (uint32_t)(random_next(random) % 3);
    observer->initial = (uint32_t)(random_next(random) % observer->states);
    observer->state = drawn->state;
    observer->class_of_label = drawn->class_of_label;
    observer->row = drawn->row;
    observer->target = drawn->target;
    for (uint32_t i = 0; i < labels; i++) {
        drawn->class_of_label[i] = (uint32_t)(random_next(random) % observer->classes);
    }
    uint64_t at = 0;
    for (uint32_t s = 0; s < observer->states; s++) {
        uint64_t kind = random_next(random) % 8;
        drawn->state[s] = (struct observer_state){.kind = kind == 0  ? OBSERVER_STOP
                                                          : kind < 3 ? OBSERVER_EPSILON
                                                                     : OBSERVER_STEP,
                                                  .quiet = random_next(random) % 3 == 0};
        for (uint32_t c = 0; c < observer->classes; c++) {
            drawn->row[s * observer->classes + c] = at;
            /* Distinct targets, so that every product edge is there once. */
            uint64_t first = random_next(random),
                     count = random_next(random) % 3 + (random_next(random) % 4 != 0);
            for (uint64_t i = 0; i < count && i < observer->states; i++) {
                drawn->target[at++] = (uint32_t)((first + i) % observer->states);
            }
        }
    }
    drawn->row[observer->states * observer->classes] = at;
}

struct product {
    uint64_t states, edges, levels, deadlocks;
};

/* Breadth-first over pairs (vertex, observer state). */
static struct product naive_product(const struct graph *graph, const struct observer *observer) {
    uint64_t pairs = graph->vertices * observer->states, head = 0, tail = 0, level_end = 1;
    uint8_t *seen = calloc(pairs, 1);
    uint64_t *queue = malloc(pairs * sizeof *queue);
    struct product product = {0, 0, 1, 0};
    queue[tail++] = observer->initial;
    seen[observer->initial] = 1;
    while (head < tail) {
        if (head == level_end) {
            product.levels++;
            level_end = tail;
        }
        uint64_t vertex = queue[head] / observer->states, q = queue[head] % observer->states;
        head++;
        int epsilon = observer->state[q].kind == OBSERVER_EPSILON;
        product.deadlocks += observer->state[q].kind == OBSERVER_STEP && !observer->state[q].quiet &&
                             graph->offsets[vertex] == graph->offsets[vertex + 1];
        uint64_t begin = epsilon ? 0 : graph->offsets[vertex], end = epsilon ? 1 : graph->offsets[vertex + 1];
        for (uint64_t e = begin; e < end && observer->state[q].kind != OBSERVER_STOP; e++) {
            uint32_t class_index = epsilon ? 0 : observer->class_of_label[graph->labels[e]];
            uint64_t to = epsilon ? vertex : graph->targets[e];
            const uint64_t *row = observer->row + q * observer->classes + class_index;
            for (uint64_t i = row[0]; i < row[1]; i++) {
                uint64_t next = to * observer->states + observer->target[i];
                product.edges++;
                if (!seen[next]) {
                    seen[next] = 1;
                    queue[tail++] = next;
                }
            }
        }
    }
    product.states = tail;
    free(seen);
    free(queue);
    return product;
}

/* A model, its counts, and its graph unless the search reached max_states. */
struct searched {
    model *model;
    struct product counts;
    struct graph *graph;
};

static struct searched search(const struct backend *backend, const struct network *network,
                              const struct model_options *options, const struct run *run,
                              uint64_t max_states) {
    struct error error;
    struct explore_options explore = {.keep_levels = 1, .max_depth = UINT64_MAX, .max_states = max_states};
    struct searched searched = {.model = model_compile(network, options, run, &error)};
    CU_ASSERT_PTR_NOT_NULL_FATAL(searched.model);
    struct exploration *found = backend->explore(searched.model, &explore, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    if (found->result.outcome == EXPLORE_DONE) {
        searched.graph = backend->graph(found, NULL, run, &error);
    }
    searched.counts = (struct product){found->result.states, found->result.transitions, found->result.levels,
                                       found->result.deadlocks};
    exploration_free(found);
    return searched;
}

static int check_observer(const struct backend *backend, const struct network *network, struct memory *memory,
                          uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct run run = {.memory = memory,
                      .threads = 1 + (unsigned)(random_next(random) % 3),
                      .device_bytes = TEST_DEVICE_BYTES};
    struct model_options options = {0};
    struct searched plain = search(backend, network, &options, &run, MOST_STATES);
    const struct graph *graph = plain.graph;
    int compared = graph != NULL && graph->choices == NULL && network->label_count <= 4096;
    if (compared) {
        static struct random_observer drawn;
        draw_observer(&drawn, network->label_count, random);
        struct product expected = naive_product(graph, &drawn.observer);
        options.observer = &drawn.observer;
        options.words = words[random_next(random) % 4];
        struct searched product = search(backend, network, &options, &run, 0);
        CU_ASSERT_PTR_NOT_NULL_FATAL(product.graph);
        CU_ASSERT_EQUAL(product.graph->vertices, expected.states);
        CU_ASSERT_EQUAL(product.graph->edges, expected.edges);
        CU_ASSERT_EQUAL(product.counts.levels, expected.levels);
        CU_ASSERT_EQUAL(product.counts.deadlocks, expected.deadlocks);
        graph_free(product.graph);
        model_free(product.model);
    }
    graph_free(plain.graph);
    model_free(plain.model);
    return compared;
}

static void test_products(void) {
    uint64_t compared = 0;
    uint64_t cases = number_of_cases(CASES);
    for (uint64_t seed = 1; seed <= cases; seed++) {
        uint64_t random = seed;
        struct test_folder folder;
        test_folder_create(&folder);
        struct random_network drawn;
        CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, folder.path, &drawn), 0);
        struct memory memory;
        memory_init(&memory, (uint64_t)1 << 30);
        struct run run = {.memory = &memory, .threads = 1};
        struct error error;
        exp_tree *tree = exp_tree_read(drawn.path, &drawn.options, &run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
        struct network *network = network_compose(tree, &run, &error);
        for (const struct backend *const *backend = backends; *backend != NULL && network != NULL;
             backend++) {
            if (backend_is_testable(*backend)) {
                compared += (uint64_t)check_observer(*backend, network, &memory, &random);
            }
        }
        network_free(&memory, network);
        exp_tree_free(tree);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        test_folder_remove(&folder);
    }
    CU_ASSERT_TRUE(compared >= cases / 2);
}

void suite_observer(void) {
    suite_add("observers", NULL, NULL, "products with random observers", test_products, NULL);
}
