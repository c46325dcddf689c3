/*
 * Searches that begin in another state than the initial one, as `goto LABEL` of `heddle simulate` has them:
 * on random networks, from random states, for a label or a deadlock, against distances in the naive
 * explorer's graph. HEDDLE_CASES and HEDDLE_SEED choose other networks.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 150u
#endif
#define MOST_STATES 3000u
#define GOALS 4u /* of each network */
#define NO_WAY UINT64_MAX

/* The length of a shortest path from `from` that ends with the label, or in a deadlock if the label is NULL.
 */
static uint64_t distance(const struct oracle_graph *graph, uint64_t from, const char *label) {
    uint64_t *length = malloc(graph->states * sizeof *length), *queue = malloc(graph->states * sizeof *queue);
    uint64_t begin = 0, end = 0, found = NO_WAY;
    CU_ASSERT_FATAL(length != NULL && queue != NULL);
    memset(length, 0xff, graph->states * sizeof *length);
    queue[end++] = from;
    length[from] = 0;
    while (begin < end && found == NO_WAY) {
        uint64_t state = queue[begin++];
        if (label == NULL && graph->offsets[state] == graph->offsets[state + 1]) {
            found = length[state];
        }
        for (uint64_t edge = graph->offsets[state]; edge < graph->offsets[state + 1]; edge++) {
            uint32_t to = graph->edge_target[edge];
            if (label != NULL && found == NO_WAY && strcmp(graph->edge_label[edge], label) == 0) {
                found = length[state] + 1;
            }
            if (length[to] == NO_WAY) {
                length[to] = length[state] + 1;
                queue[end++] = to;
            }
        }
    }
    free(length);
    free(queue);
    return found;
}

/* Checks from the state, which the network's processes have as their initial one. */
static void compare(const struct network *network, const struct oracle_graph *graph, uint64_t from,
                    const struct property *goal, const struct run *run, uint64_t *verdicts) {
    struct error error;
    struct check_options options = {.backend = backend_find("cpu"), .explore = {.max_depth = UINT64_MAX}};
    const char *label = goal->kind == PROPERTY_DEADLOCK ? NULL : goal->text;
    uint64_t expected = distance(graph, from, label);
    struct check *check = check_run(network, goal, 1, &options, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    const struct check_result *result = &check->results[0];
    CU_ASSERT_EQUAL(result->verdict, expected == NO_WAY ? VERDICT_HOLDS : VERDICT_VIOLATED);
    verdicts[result->verdict]++;
    if (result->verdict == VERDICT_VIOLATED) {
        const struct trace *trace = &result->trace;
        CU_ASSERT_EQUAL(trace->steps, expected);
        CU_ASSERT_EQUAL(memcmp(trace_state(trace, 0), graph->tuples + from * graph->leaves,
                               graph->leaves * sizeof(uint32_t)),
                        0);
        CU_ASSERT(label == NULL || strcmp(trace->labels[trace->steps - 1], label) == 0);
    }
    check_free(check, run);
}

static void check_goals(language_tree *tree, struct network *network, const struct oracle_graph *graph,
                        const struct run *run, uint64_t seed, uint64_t *verdicts) {
    uint64_t random = seed;
    for (unsigned i = 0; i < GOALS; i++) {
        uint64_t from = random_draw(&random, graph->states);
        struct property goal = {0};
        struct error error;
        struct property_maker maker = {.tree = tree, .run = run, .error = &error};
        const char *label = graph->edges > 0 && random_draw(&random, 4) > 0
                                ? graph->edge_label[random_draw(&random, graph->edges)]
                                : NULL;
        CU_ASSERT_EQUAL_FATAL(label == NULL ? property_make(&maker, PROPERTY_DEADLOCK, NULL, &goal)
                                            : property_make_of_label(&maker, PROPERTY_NEVER, label, 0, &goal),
                              0);
        for (uint32_t c = 0; c < network->component_count; c++) {
            network->components[c].initial = graph->tuples[from * graph->leaves + c];
        }
        compare(network, graph, from, &goal, run, verdicts);
        property_free(&goal, run);
    }
}

static void check_network(const struct random_network *drawn, void *verdicts) {
    struct memory memory;
    struct error error;
    memory_init(&memory, UINT64_MAX);
    struct run run = {.memory = &memory, .threads = 2};
    language_tree *tree = language_read(drawn->path, &drawn->options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = language_compile(tree, &run, &error);
    struct oracle_graph *graph = oracle_explore(language_exp(tree), MOST_STATES);
    if (network != NULL && graph->outcome == ORACLE_DONE) {
        check_goals(tree, network, graph, &run, drawn->seed, verdicts);
    }
    oracle_free(graph);
    network_free(&memory, network);
    language_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_random_networks(void) {
    uint64_t verdicts[VERDICT_UNDECIDED + 1] = {0};
    uint64_t cases = drawn_networks_check(DEFAULT_CASES, 31415, check_network, verdicts);
    CU_ASSERT(verdicts[VERDICT_VIOLATED] >= cases);
    CU_ASSERT(verdicts[VERDICT_HOLDS] >= cases / 10);
}

void suite_check_from(void) {
    suite_add("searches from other states", NULL, NULL, "random networks", test_random_networks, NULL);
}
