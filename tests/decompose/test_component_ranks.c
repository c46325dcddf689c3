/*
 * Components of graphs that several ranks have, against those of one process's graph: random networks and
 * models with data, by two to four ranks, which are threads here (thread_ranks.h), on the CPU or each on a
 * part of GPU 0. The graph that ranks build must have as many edges, and components the same counts and
 * sizes; every other rank's search leaves no visited set, as those on GPUs do. HEDDLE_CASES (networks) and
 * HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/components/components.h"
#include "decompose/ranks/part_scc.h"
#include "decompose/scc/scc.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_part.h"
#include "explorer/model/model_core.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 30u
#else
#define DEFAULT_CASES 200u
#endif
#define MOST_STATES 1500u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    const struct backend *engine;
    uint64_t compared, components, several;
};

struct trial {
    const struct backend *engine; /* of the ranks */
    const struct network *network;
    struct model_options layout;
    int keep_apart;
    uint64_t window_edges;
    unsigned threads, count;
    struct thread_ranks *ranks;
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct component_counts counts[THREAD_RANKS_MOST];
    uint64_t edges[THREAD_RANKS_MOST];
    struct error error[THREAD_RANKS_MOST];
};

static void open_rank(struct trial *trial, unsigned rank) {
    memory_init(&trial->memory[rank], BUDGET);
    trial->error[rank].code = ERROR_NONE;
    trial->run[rank] = (struct run){.memory = &trial->memory[rank],
                                    .threads = trial->threads,
                                    .device_bytes = TEST_DEVICE_BYTES,
                                    .ranks = thread_ranks_get(trial->ranks, rank)};
}

static struct exploration *explore(const struct trial *trial, const struct backend *engine,
                                   const struct run *run, model **model, struct error *error) {
    const struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX, .exchange_keys = 200};
    *model = model_compile(trial->network, &trial->layout, run, error);
    return *model == NULL ? NULL : engine->explore(*model, &options, run, error);
}

static void count_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    struct part_components components;
    struct part_scc_report report;
    const struct part_scc_options options = {.keep_apart = trial->keep_apart};
    model *model;
    open_rank(trial, rank);
    const struct run *run = &trial->run[rank];
    struct error *error = &trial->error[rank];
    struct exploration *exploration = explore(trial, trial->engine, run, &model, error);
    if (exploration != NULL && rank % 2 != 0) {
        exploration_drop_table(exploration); /* as GPUs do */
    }
    struct graph_part *part =
        exploration == NULL ? NULL : graph_part_build(exploration, trial->window_edges, run, error);
    if (part != NULL) {
        trial->edges[rank] = part->all_edges;
        if (part_scc(part, &options, run, &components, &report, error) == 0) {
            part_scc_count(part, &components, run, &trial->counts[rank], error);
        }
        part_components_free(&components);
    }
    graph_part_free(part);
    exploration_free(exploration);
    model_free(model);
}

static int same_counts(const struct component_counts *a, const struct component_counts *b) {
    return a->components == b->components && a->trivial == b->trivial && a->bottom == b->bottom &&
           a->largest == b->largest && a->states_in_components == b->states_in_components &&
           a->size_count == b->size_count &&
           memcmp(a->sizes, b->sizes, a->size_count * sizeof *a->sizes) == 0;
}

/* The counts of one process's graph. */
static int count_alone(const struct trial *trial, const struct run *run, struct component_counts *counts,
                       uint64_t *edges) {
    model *model;
    struct error error;
    struct scc_report report;
    const struct scc_options tarjan = {.algorithm = SCC_TARJAN};
    struct exploration *exploration = explore(trial, backends[0], run, &model, &error);
    struct graph *graph = exploration == NULL ? NULL : graph_build_cpu(exploration, NULL, run, &error);
    int failed = graph == NULL;
    if (graph != NULL) {
        const struct digraph view = {graph->vertices, graph->edges, graph->offsets,
                                     graph->targets,  NULL,         NULL};
        uint32_t *component = test_allocate(graph->vertices, sizeof *component);
        *edges = graph->edges;
        failed = scc_cpu(&view, &tarjan, run, component, &report, &error) != 0 ||
                 component_counts_make(&view, component, run, counts, &error) != 0;
        free(component);
    }
    graph_free(graph);
    exploration_free(exploration);
    model_free(model);
    return failed;
}

static unsigned compare_components(struct trial *trial, uint64_t seed, struct totals *totals) {
    struct memory memory;
    struct component_counts counts = {0};
    uint64_t edges = 0;
    unsigned wrong = 0;
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    wrong += count_alone(trial, &run, &counts, &edges) != 0;
    trial->ranks = thread_ranks_create(trial->count, seed);
    memset(trial->counts, 0, sizeof trial->counts);
    memset(trial->edges, 0, sizeof trial->edges);
    thread_ranks_run(trial->ranks, count_rank, trial);
    for (unsigned r = 0; r < trial->count; r++) {
        if (trial->error[r].code != ERROR_NONE || trial->edges[r] != edges ||
            !same_counts(&trial->counts[r], &counts)) {
            fprintf(stderr, "seed %llu, rank %u of %u: components differ: %s\n", (unsigned long long)seed, r,
                    trial->count, trial->error[r].code != ERROR_NONE ? trial->error[r].text : "counts");
            wrong++;
        }
        component_counts_free(&trial->counts[r], &trial->memory[r]);
        wrong += memory_used(&trial->memory[r]) != 0;
    }
    totals->components += counts.components;
    component_counts_free(&counts, &memory);
    wrong += !thread_ranks_are_idle(trial->ranks) || memory_used(&memory) != 0;
    thread_ranks_free(trial->ranks);
    return wrong;
}

static unsigned compare(struct trial *trial, uint64_t seed, uint64_t *random, struct totals *totals) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    trial->layout = (struct model_options){
        .words = words[random_next(random) % (trial->engine->on_device ? 3 : 5)], .labels = 1};
    trial->threads = 1 + (unsigned)(random_next(random) % 2);
    trial->count = 2 + (unsigned)(random_next(random) % (THREAD_RANKS_MOST - 1));
    trial->window_edges = random_next(random) % 2 == 0 ? 0 : 1 + random_next(random) % 100;
    trial->keep_apart = random_next(random) % 3 != 0;
    const uint64_t before = totals->components;
    const unsigned wrong = compare_components(trial, seed, totals);
    totals->compared++;
    totals->several += totals->components > before + 1;
    return wrong;
}

/* The callback of drawn_models_check. */
static unsigned check_network(const struct random_network *drawn, const char *folder, uint64_t number,
                              void *context) {
    struct totals *totals = context;
    const struct backend *engine = totals->engine;
    (void)folder;
    (void)number;
    struct memory memory;
    struct error error;
    uint64_t random = drawn->seed * 23 + 11;
    unsigned wrong = 0;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    language_tree *tree = language_read(drawn->path, &drawn->options, &run, &error);
    struct oracle_graph *graph = tree == NULL ? NULL : oracle_explore_model(tree, MOST_STATES);
    struct network *network =
        graph == NULL || graph->outcome != ORACLE_DONE ? NULL : language_compile(tree, &run, &error);
    if (network != NULL && !(engine->on_device && network_is_folded(network, &run))) {
        struct trial trial = {.engine = engine, .network = network};
        wrong = compare(&trial, drawn->seed, &random, totals);
    }
    network_free(&memory, network);
    oracle_free(graph);
    language_free(tree);
    return wrong;
}

static void draw_networks(int with_data, const struct backend *engine, uint64_t seed) {
    struct totals totals = {.engine = engine};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    drawn_models_check(with_data, cases, seed, check_network, &totals);
    report_counts("compared", totals.compared, "components", totals.components, "with several components",
                  totals.several, NULL);
    CU_ASSERT(cases < 100 || (totals.compared >= cases / 3 && totals.several >= totals.compared / 4));
}

static void test_networks(void) {
    draw_networks(0, backends[0], 4100);
}

static void test_models_with_data(void) {
    draw_networks(1, backends[0], 4900);
}

static void test_networks_on_gpus(void) {
#ifdef HEDDLE_CUDA
    const struct backend *engine = backend_find("cuda");
    if (!backend_is_testable(engine)) {
        return;
    }
    setenv("HEDDLE_EXCHANGE", "messages", 1);
    draw_networks(0, engine, 5300);
    unsetenv("HEDDLE_EXCHANGE");
#else
    test_skip("components by several ranks with GPUs", "this build has no cuda backend");
#endif
}

void suite_component_ranks(void) {
    suite_add("components by several ranks", NULL, NULL, "random networks", test_networks,
              "random models with data", test_models_with_data, "random networks on GPUs",
              test_networks_on_gpus, NULL);
}
