/*
 * Graphs of states that several ranks have, row by row, against the graph that one process builds of random
 * networks: the same numbers and edges, whatever the layout of states, the window and the chunk, and whether
 * the search leaves a visited set. Ranks are threads here (thread_ranks.h), which search on the CPU, or each
 * on a GPU. A sink that fails in rank 0, or a rank without memory, ends all of them. HEDDLE_CASES and
 * HEDDLE_SEED choose other networks.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_ranks.h"
#include "explorer/backend.h"
#include "explorer/model/model_core.h"
#include "explorer/search/explore.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 200u
#endif
#define MOST_STATES 3000u
#define BUDGET ((uint64_t)1 << 30)

struct trial {
    const struct backend *engine; /* of the ranks */
    const struct network *network;
    struct model_options layout;
    unsigned threads;
    uint64_t owner_seed;
    int drops; /* the search leaves no visited set */
    struct thread_ranks *ranks;
    const struct graph *expected;
    uint64_t window_edges, chunk_words;
    uint64_t fails_at;      /* the sink fails at this edge; UINT64_MAX: never */
    unsigned short_rank;    /* has this budget when the states are written .. */
    uint64_t short_budget;  /* .. unless that is 0 */
    uint64_t edges, vertex; /* that the sink has seen */
    uint64_t wrong;
    uint64_t counted[THREAD_RANKS_MOST];
    int result[THREAD_RANKS_MOST];
    enum error_code code[THREAD_RANKS_MOST];
};

static int take_begin(void *context, uint64_t edges, uint64_t states, struct error *error) {
    struct trial *trial = context;
    (void)error;
    trial->wrong += edges != trial->expected->edges || states != trial->expected->vertices;
    return 0;
}

static int take_edge(void *context, uint64_t source, const char *label, uint64_t target,
                     struct error *error) {
    struct trial *trial = context;
    const struct graph *expected = trial->expected;
    const uint64_t edge = trial->edges++;
    if (edge == trial->fails_at) {
        return error_set(error, ERROR_IO, "the disk is full");
    }
    while (trial->vertex < expected->vertices && edge >= expected->offsets[trial->vertex + 1]) {
        trial->vertex++;
    }
    trial->wrong += edge >= expected->edges || source != trial->vertex || target != expected->targets[edge] ||
                    strcmp(label, expected->label_text[expected->labels[edge]]) != 0;
    return 0;
}

/* Searches with levels; both are NULL if that fails. */
static struct exploration *explore(const struct trial *trial, const struct backend *engine,
                                   const struct run *run, model **model) {
    struct explore_options options = {.keep_levels = 1,
                                      .max_depth = UINT64_MAX,
                                      .exchange_keys = 200,
                                      .owner_seed = trial->owner_seed,
                                      .uneven_states = 50};
    struct error error;
    *model = model_compile(trial->network, &trial->layout, run, &error);
    return *model == NULL ? NULL : engine->explore(*model, &options, run, &error);
}

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    struct memory memory;
    model *model;
    struct error error = {.code = ERROR_NONE};
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory,
                            .threads = trial->threads,
                            .device_bytes = TEST_DEVICE_BYTES,
                            .ranks = thread_ranks_get(trial->ranks, rank)};
    struct exploration *exploration = explore(trial, trial->engine, &run, &model);
    if (exploration != NULL && trial->drops) {
        exploration_drop_table(exploration);
    }
    trial->result[rank] = -1;
    if (exploration != NULL) {
        const struct graph_sink sink = {.context = trial,
                                        .begin = take_begin,
                                        .edge = take_edge,
                                        .window_edges = trial->window_edges,
                                        .chunk_words = trial->chunk_words};
        if (trial->short_budget != 0 && rank == trial->short_rank) {
            memory.limit = memory_used(&memory) + trial->short_budget;
        }
        trial->result[rank] = graph_ranks_rows(exploration, &sink, &trial->counted[rank], &run, &error);
        exploration_free(exploration);
    }
    trial->code[rank] = error.code;
    model_free(model);
    if (memory_used(&memory) != 0) {
        trial->result[rank] = -2;
    }
}

static void run_ranks(struct trial *trial, unsigned count, uint64_t seed) {
    trial->edges = trial->vertex = 0;
    trial->ranks = thread_ranks_create(count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    CU_ASSERT(thread_ranks_are_idle(trial->ranks));
    thread_ranks_free(trial->ranks);
}

struct totals {
    const struct backend *engine;
    uint64_t edges, large, folded, failed, dropped;
};

/* All ranks fail, with an error that is not one of input. */
static void expect_failure(const struct trial *trial, unsigned count, unsigned rank, enum error_code code) {
    for (unsigned r = 0; r < count; r++) {
        CU_ASSERT_EQUAL(trial->result[r], -1);
        CU_ASSERT_EQUAL(trial->code[r], r == rank ? code : ERROR_LIMIT);
    }
}

static void compare_graphs(struct trial *trial, uint64_t seed, uint64_t *random, struct totals *totals) {
    const unsigned count = 2 + (unsigned)(random_next(random) % (THREAD_RANKS_MOST - 1));
    trial->threads = 1 + (unsigned)(random_next(random) % 2);
    trial->window_edges = random_next(random) % 3 == 0 ? 0 : 1 + random_next(random) % 500;
    trial->chunk_words = random_next(random) % 3 == 0 ? 0 : 1 + random_next(random) % 50;
    trial->owner_seed = random_next(random) % 2 * random_next(random);
    trial->fails_at = UINT64_MAX;
    trial->drops = random_next(random) % 2 != 0;
    totals->dropped += trial->drops != 0;
    run_ranks(trial, count, seed);
    CU_ASSERT_EQUAL(trial->wrong, 0);
    CU_ASSERT_EQUAL(trial->edges, trial->expected->edges);
    for (unsigned r = 0; r < count; r++) {
        CU_ASSERT_EQUAL(trial->result[r], 0);
        CU_ASSERT_EQUAL(trial->counted[r], trial->expected->edges);
    }
    totals->edges += trial->edges;
    totals->large += trial->expected->vertices >= 50;
    totals->folded += trial->layout.words > 4;
    if (seed % 4 != 0 || trial->expected->edges == 0) {
        return;
    }
    totals->failed++;
    trial->fails_at = random_next(random) % trial->expected->edges;
    run_ranks(trial, count, seed);
    expect_failure(trial, count, 0, ERROR_IO);
    trial->fails_at = UINT64_MAX;
    trial->short_rank = (unsigned)(random_next(random) % count);
    trial->short_budget = 1 + random_next(random) % 512;
    run_ranks(trial, count, seed);
    expect_failure(trial, count, trial->short_rank, ERROR_MEMORY);
    trial->short_budget = 0;
}

static void check_network(const struct random_network *network, void *context) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    struct test_folder folder;
    struct drawn_network drawn;
    uint64_t random = network->seed * 31 + 7;
    test_folder_create(&folder);
    drawn_network_open(&drawn, network->seed, folder.path, MOST_STATES);
    if (drawn.network != NULL) {
        const struct run run = {.memory = &drawn.memory, .threads = 1};
        const struct graph_options options = {GRAPH_LABELS, NULL};
        const struct totals *totals = context;
        const unsigned widths = totals->engine->on_device ? 3 : 5;
        struct trial trial = {.engine = totals->engine,
                              .network = drawn.network,
                              .layout = {.words = words[random_next(&random) % widths], .labels = 1}};
        model *model;
        struct error error;
        struct exploration *exploration = explore(&trial, backends[0], &run, &model);
        struct graph *graph =
            exploration == NULL ? NULL : graph_build_cpu(exploration, &options, &run, &error);
        CU_ASSERT_PTR_NOT_NULL(graph);
        /* GPUs do not search folded vectors together. */
        if (graph != NULL && !(totals->engine->on_device && model_header(model)->fold_levels != 0)) {
            trial.expected = graph;
            compare_graphs(&trial, network->seed, &random, context);
        }
        graph_free(graph);
        exploration_free(exploration);
        model_free(model);
    }
    drawn_network_close(&drawn);
    test_folder_remove(&folder);
}

static void test_random(void) {
    struct totals totals = {.engine = backends[0]};
    const uint64_t cases = drawn_networks_check(DEFAULT_CASES, 2300, check_network, &totals);
    report_counts("edges", totals.edges, "networks of 50 states", totals.large, "folded", totals.folded,
                  "failures", totals.failed, "without a visited set", totals.dropped, NULL);
    CU_ASSERT(totals.dropped >= cases / 8);
    CU_ASSERT(totals.edges >= cases * 50);
    CU_ASSERT(totals.large >= cases / 4 && totals.folded >= cases / 8 && totals.failed >= cases / 8);
}

/* Each rank searches in a part of GPU 0. */
static void test_random_on_gpus(void) {
#ifdef HEDDLE_CUDA
    struct totals totals = {.engine = backend_find("cuda")};
    if (!backend_is_testable(totals.engine)) {
        return;
    }
    setenv("HEDDLE_EXCHANGE", "messages", 1);
    const uint64_t cases = drawn_networks_check(DEFAULT_CASES, 2700, check_network, &totals);
    unsetenv("HEDDLE_EXCHANGE");
    report_counts("edges", totals.edges, "networks of 50 states", totals.large, "failures", totals.failed,
                  NULL);
    CU_ASSERT(totals.edges >= cases * 50 && totals.large >= cases / 4);
#else
    test_skip("graphs of several ranks with GPUs", "this build has no cuda backend");
#endif
}

void suite_graph_ranks(void) {
    suite_add("graphs of several ranks", NULL, NULL, "random networks", test_random,
              "random networks on GPUs", test_random_on_gpus, NULL);
}
