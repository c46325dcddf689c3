/*
 * Strongly connected components of thousands of random graphs against the naive oracle: each by Tarjan's
 * algorithm and, on every engine, by an algorithm with options and threads drawn at random; counts against
 * naive counts. HEDDLE_CASES and HEDDLE_SEED choose others. Then what random graphs do not have: deep graphs,
 * too little memory, interruption.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "decompose/engine.h"
#include "tests/oracle/oracle_scc.h"
#include "tests/random/random_graph.h"
#include "tests/support/engine_case.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 800u
#define LARGER_CASES 32u
#define DEEP_VERTICES ((uint64_t)20000)
#else
#define DEFAULT_CASES 5400u
#define LARGER_CASES 160u
#define DEEP_VERTICES ((uint64_t)1000000)
#endif
#define LARGER_VERTICES 20000u
#define MOST_VERTICES 200u
#define DEVICE_BYTES ((uint64_t)1 << 30)
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    uint64_t cases, mismatches, large, many; /* with a component of 3 or more; with 10 or more components */
    uint64_t shapes[RANDOM_SHAPES], algorithms[SCC_ALGORITHMS], with_candidates;
};

/* Its options point into it: it is not to be copied. */
struct configuration {
    unsigned threads;
    struct scc_options options;
    uint32_t candidates[MOST_VERTICES / 32 + 1];
};

static void draw_candidates(uint64_t *random, struct configuration *configuration) {
    uint64_t of = 1 + random_next(random) % 20;
    for (uint64_t v = 0; v < MOST_VERTICES; v++) {
        if (random_next(random) % of == 0) {
            bitmap_set(configuration->candidates, v);
        }
    }
    configuration->options.candidates = configuration->candidates;
}

static void draw_configuration(uint64_t *random, int on_device, struct configuration *configuration) {
    memset(configuration, 0, sizeof *configuration);
    const struct scc_options *options = &configuration->options;
    configuration->threads = 1 + (unsigned)(random_next(random) % 4);
    configuration->options = random_scc_options(random, on_device);
    if ((options->algorithm == SCC_FBT || options->algorithm == SCC_BFBT) && random_next(random) % 3 == 0) {
        draw_candidates(random, configuration);
    }
}

/* Judges a decomposition. Returns a fault, or NULL. */
static const char *judge(const struct decompose_engine *engine, const struct digraph *graph,
                         const struct configuration *configuration, const uint32_t *exact) {
    uint32_t component[MOST_VERTICES + 1];
    struct memory memory;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = configuration->threads, .device_bytes = DEVICE_BYTES};
    struct scc_report report;
    struct component_counts counts;
    struct error error;
    const char *wrong = NULL;
    memset(component, 0x55, sizeof component);
    if (engine->scc(graph, &configuration->options, &run, component, &report, &error) != 0) {
        return "it failed";
    }
    if (configuration->options.candidates != NULL
            ? !oracle_allows(graph, exact, configuration->options.candidates, component)
            : memcmp(component, exact, graph->vertices * sizeof *component) != 0) {
        wrong = "its components";
    } else if (component[graph->vertices] != 0x55555555u) {
        wrong = "it writes after the components";
    } else if (configuration->options.algorithm != SCC_AUTO
                   ? report.algorithm != configuration->options.algorithm
                   : report.algorithm == SCC_AUTO) {
        wrong = "the algorithm that it reports";
    } else if (!engine->on_device && memory_peak(&memory) > report.bytes) {
        wrong = "it reports less memory than it took";
    }
    if (engine->count(graph, exact, &run, &counts, &error) != 0) {
        wrong = "counting failed";
    } else if (!oracle_counts_are(graph, exact, &counts)) {
        wrong = "its counts";
    }
    component_counts_free(&counts, &memory);
    return memory_used(&memory) != 0 ? "memory is left" : wrong;
}

static void tell(struct totals *totals, uint64_t seed, const struct random_graph *random_graph,
                 const struct decompose_engine *engine, const struct configuration *configuration,
                 const char *wrong) {
    const struct scc_options *options = &configuration->options;
    totals->mismatches++;
    fprintf(stderr,
            "seed %llu (%s, %llu vertices, %llu edges%s): %s on %s: %s; %u threads, degree %u, cache %u%s%s"
            "%s%s%s\n",
            (unsigned long long)seed, random_shape_name(random_graph->shape),
            (unsigned long long)random_graph->graph.vertices, (unsigned long long)random_graph->graph.edges,
            random_graph->live != NULL ? ", some dead" : "", scc_algorithm_name(options->algorithm),
            engine->name, wrong, configuration->threads, options->out_degree_bound, options->cache_rounds,
            options->separate_searches ? ", separate searches" : "",
            options->single_pivots ? ", single pivots" : "",
            options->candidates != NULL ? ", candidates" : "",
            options->no_compression ? ", no compression" : "", options->synchronous ? ", synchronous" : "");
}

static void weigh(const struct random_graph *random_graph, const uint32_t *exact, struct totals *totals) {
    uint64_t components = 0, most = 0, size[MOST_VERTICES] = {0};
    for (uint64_t v = 0; v < random_graph->graph.vertices; v++) {
        uint64_t members = ++size[exact[v]];
        components += members == 1;
        most = members > most ? members : most;
    }
    totals->cases++;
    totals->large += most >= 3;
    totals->many += components >= 10;
    totals->shapes[random_graph->shape]++;
}

static void judge_case(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_graph random_graph;
    uint32_t exact[MOST_VERTICES + 1];
    uint64_t random = seed * 31 + 7;
    random_graph_make(seed, MOST_VERTICES, &random_graph);
    oracle_scc(&random_graph.graph, exact);
    weigh(&random_graph, exact, totals);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        struct configuration configurations[2] = {
            {.threads = 1, .options = {.algorithm = (*engine)->on_device ? SCC_AUTO : SCC_TARJAN}}};
        draw_configuration(&random, (*engine)->on_device, &configurations[1]);
        for (int i = 0; i < 2 && decompose_engine_is_testable(*engine); i++) {
            const char *wrong = judge(*engine, &random_graph.graph, &configurations[i], exact);
            totals->algorithms[configurations[i].options.algorithm]++;
            totals->with_candidates += configurations[i].options.candidates != NULL;
            if (wrong != NULL) {
                tell(totals, seed, &random_graph, *engine, &configurations[i], wrong);
            }
        }
    }
    random_graph_free(&random_graph);
}

/* Checks that the drawn graphs are varied enough. */
static void check_worth(const struct totals *totals) {
    CU_ASSERT_TRUE(3 * totals->large >= totals->cases);
    CU_ASSERT_TRUE(3 * totals->many >= totals->cases);
    for (int i = 0; i < RANDOM_SHAPES; i++) {
        CU_ASSERT_TRUE(totals->shapes[i] >= (totals->cases >= 5000 ? 200 : 10));
    }
    for (int i = 0; i < SCC_ALGORITHMS; i++) {
        CU_ASSERT_TRUE(totals->algorithms[i] >= totals->cases / 10);
    }
    CU_ASSERT_TRUE(totals->with_candidates >= totals->cases / 20);
}

static void test_random_graphs(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(DEFAULT_CASES, 20261, judge_case, &totals, &totals.mismatches);
    report_counts("graphs", totals.cases, "with a component of 3 or more", totals.large,
                  "with 10 components or more", totals.many, NULL);
    if (cases >= 500) {
        check_worth(&totals);
    }
}

/* --- larger graphs --- */

static struct random_graph larger_graph(uint64_t seed) {
    struct random_graph random_graph;
    random_graph_make(seed, LARGER_VERTICES, &random_graph);
    return random_graph;
}

/* Decomposes in host memory that the test accounts; 0 or -1. */
static int decompose(const struct decompose_engine *engine, const struct digraph *graph,
                     const struct scc_options *options, unsigned threads, uint32_t *component,
                     struct scc_report *report) {
    struct memory memory;
    struct error error;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = threads, .device_bytes = DEVICE_BYTES};
    int result = engine->scc(graph, options, &run, component, report, &error);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return result;
}

/* Thousands of vertices, so that threads have work to share: all algorithms agree with Tarjan's. */
static void test_larger_graphs(void) {
    uint32_t *expected = malloc(LARGER_VERTICES * sizeof *expected);
    uint32_t *component = malloc(LARGER_VERTICES * sizeof *component);
    CU_ASSERT_FATAL(expected != NULL && component != NULL);
    uint64_t rounds = 0, random = 5;
    for (uint64_t seed = 0; seed < LARGER_CASES; seed++) {
        struct random_graph random_graph = larger_graph(seed);
        const struct digraph *graph = &random_graph.graph;
        struct scc_options tarjan = {.algorithm = SCC_TARJAN};
        struct scc_report report;
        CU_ASSERT_EQUAL_FATAL(decompose(decompose_engines[0], graph, &tarjan, 1, expected, &report), 0);
        for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
            for (int i = 0; i < 3 && decompose_engine_is_testable(*engine); i++) {
                struct configuration configuration;
                draw_configuration(&random, 1, &configuration);
                configuration.options.candidates = NULL;
                CU_ASSERT_EQUAL(decompose(*engine, graph, &configuration.options, 1 + (unsigned)(random % 4),
                                          component, &report),
                                0);
                rounds += report.rounds;
                if (memcmp(component, expected, graph->vertices * sizeof *component) != 0) {
                    fprintf(stderr, "seed %llu: %s on %s differs from tarjan (%s)\n",
                            (unsigned long long)seed, scc_algorithm_name(report.algorithm), (*engine)->name,
                            random_shape_name(random_graph.shape));
                    CU_FAIL("components differ");
                }
            }
        }
        random_graph_free(&random_graph);
    }
    CU_ASSERT_TRUE(rounds > LARGER_CASES);
    free(component);
    free(expected);
}

/* --- deep graphs: what goes down one vertex a step --- */

static const enum scc_algorithm algorithms[] = {SCC_TARJAN, SCC_FBT, SCC_BFBT, SCC_ECL, SCC_AUTO};

#define ALGORITHMS LENGTH(algorithms)

/* From each vertex to the next one, or to the one before; from the last to the first where it is a cycle. */
static void make_deep(struct random_graph *deep, uint64_t vertices, int cycle, int backwards) {
    deep->offsets = malloc((vertices + 1) * sizeof *deep->offsets);
    deep->targets = malloc(vertices * sizeof *deep->targets);
    CU_ASSERT_FATAL(deep->offsets != NULL && deep->targets != NULL);
    uint64_t edges = 0;
    for (uint64_t v = 0; v < vertices; v++) {
        deep->offsets[v] = edges;
        if (backwards ? v > 0 || cycle : v + 1 < vertices || cycle) {
            deep->targets[edges++] = (uint32_t)((backwards ? v + vertices - 1 : v + 1) % vertices);
        }
    }
    deep->offsets[vertices] = edges;
    deep->graph = (struct digraph){vertices, edges, deep->offsets, deep->targets, NULL, NULL};
}

static void test_deep_graphs(void) {
    uint32_t *component = malloc(DEEP_VERTICES * sizeof *component);
    CU_ASSERT_FATAL(component != NULL);
    for (int shape = 0; shape < 4; shape++) {
        struct random_graph deep = {.live = NULL};
        make_deep(&deep, DEEP_VERTICES, shape % 2, shape / 2);
        for (size_t i = 0; i < ALGORITHMS; i++) {
            struct scc_options options = {.algorithm = algorithms[i]};
            struct scc_report report;
            uint64_t wrong = 0;
            CU_ASSERT_EQUAL_FATAL(
                decompose(decompose_engines[0], &deep.graph, &options, 3, component, &report), 0);
            for (uint64_t v = 0; v < DEEP_VERTICES; v++) {
                wrong += component[v] != (shape % 2 ? 0 : v);
            }
            CU_ASSERT_EQUAL(wrong, 0);
            CU_ASSERT_TRUE(shape % 2 || report.algorithm == SCC_TARJAN || report.trimmed == DEEP_VERTICES);
        }
        random_graph_free(&deep);
    }
    free(component);
}

/* --- limits --- */

/* With the memory that it announces, it succeeds; with less, it fails and leaves nothing allocated. */
static void test_memory(void) {
    struct random_graph random_graph;
    for (uint64_t seed = 0; random_graph_make(seed, 2000, &random_graph), random_graph.graph.edges < 2000;
         seed++) {
        random_graph_free(&random_graph);
    }
    const struct digraph graph = {random_graph.graph.vertices,
                                  random_graph.graph.edges,
                                  random_graph.offsets,
                                  random_graph.targets,
                                  NULL,
                                  NULL};
    uint32_t *component = malloc(graph.vertices * sizeof *component);
    CU_ASSERT_FATAL(component != NULL);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            struct scc_options options = {.algorithm = algorithms[i]};
            uint64_t bytes = scc_cpu_bytes(&graph, algorithms[i], threads);
            for (uint64_t limit = 0; limit <= bytes; limit += limit < bytes - 1 ? bytes - 1 : 1) {
                struct memory memory;
                struct error error = {.code = ERROR_NONE};
                struct scc_report report;
                memory_init(&memory, limit);
                struct run run = {.memory = &memory, .threads = threads};
                int result = scc_cpu(&graph, &options, &run, component, &report, &error);
                int expected = limit == bytes;
                CU_ASSERT_EQUAL(result, expected ? 0 : -1);
                CU_ASSERT_EQUAL(error.code, expected ? ERROR_NONE : ERROR_MEMORY);
                CU_ASSERT_EQUAL(memory_used(&memory), 0);
                CU_ASSERT_TRUE(!expected || memory_peak(&memory) == report.bytes);
            }
        }
    }
    free(component);
    random_graph_free(&random_graph);
}

/* AUTO takes what fits: several algorithms at once where there are threads and memory for them. */
static void test_auto(void) {
    const uint64_t vertices = 1200000;
    struct random_graph deep = {.live = NULL};
    uint32_t *component = malloc(vertices * sizeof *component);
    CU_ASSERT_FATAL(component != NULL);
    make_deep(&deep, vertices, 1, 0);
    uint64_t bytes = scc_cpu_bytes(&deep.graph, SCC_AUTO, 3);
    uint64_t tarjan_bytes = scc_cpu_bytes(&deep.graph, SCC_TARJAN, 1);
    CU_ASSERT_EQUAL(bytes, scc_cpu_bytes(&deep.graph, SCC_FBT, 3) + tarjan_bytes + vertices * 4);
    CU_ASSERT_EQUAL(scc_cpu_bytes(&deep.graph, SCC_AUTO, 2), tarjan_bytes);
    for (unsigned threads = 2; threads <= 3; threads++) {
        for (uint64_t less = 0; less <= 1; less++) {
            int races = threads == 3 && less == 0;
            struct memory memory;
            struct error error;
            struct scc_report report;
            memory_init(&memory, bytes - less);
            struct run run = {.memory = &memory, .threads = threads};
            struct scc_options options = {.algorithm = SCC_AUTO};
            CU_ASSERT_EQUAL(scc_cpu(&deep.graph, &options, &run, component, &report, &error), 0);
            CU_ASSERT_TRUE(report.algorithm == SCC_TARJAN || (races && report.algorithm == SCC_FBT));
            CU_ASSERT_EQUAL(report.bytes, races ? bytes : tarjan_bytes);
            CU_ASSERT_TRUE(memory_peak(&memory) <= report.bytes && memory_peak(&memory) > vertices * 4);
        }
    }
    free(component);
    random_graph_free(&deep);
}

static void test_interruption(void) {
    static const int stop = 1;
    struct random_graph deep = {.live = NULL};
    uint32_t component[100];
    make_deep(&deep, 100, 1, 0);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        struct memory memory;
        struct error error;
        struct scc_report report;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 2, .stop = &stop};
        struct scc_options options = {.algorithm = algorithms[i]};
        CU_ASSERT_EQUAL(scc_cpu(&deep.graph, &options, &run, component, &report, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    random_graph_free(&deep);
}

struct told {
    uint64_t times, wrong, last;
};

static void take_note(void *context, const struct progress *progress) {
    struct told *told = context;
    if (strcmp(progress->phase, "decomposing") != 0) {
        return; /* a part of a decomposition */
    }
    told->wrong += progress->done < told->last || progress->done > progress->total;
    told->last = progress->done;
    told->times++;
}

static void test_progress(void) {
    const uint64_t vertices = 1200000;
    struct random_graph deep = {.live = NULL};
    uint32_t *component = malloc(vertices * sizeof *component);
    CU_ASSERT_FATAL(component != NULL);
    make_deep(&deep, vertices, 1, 0);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        struct told told = {0};
        struct memory memory;
        struct error error;
        struct scc_report report;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 2, .progress = take_note, .progress_context = &told};
        struct scc_options options = {.algorithm = algorithms[i]};
        CU_ASSERT_EQUAL(scc_cpu(&deep.graph, &options, &run, component, &report, &error), 0);
        CU_ASSERT_TRUE(told.times > 0 && told.wrong == 0);
    }
    free(component);
    random_graph_free(&deep);
}

/* A deadline that passes somewhere inside: an answer that is right, or an error; never a hang. */
static void test_deadlines(void) {
    struct random_graph random_graph = larger_graph(3);
    uint32_t *expected = malloc(LARGER_VERTICES * sizeof *expected);
    uint32_t *component = malloc(LARGER_VERTICES * sizeof *component);
    struct scc_options tarjan = {.algorithm = SCC_TARJAN};
    struct scc_report report;
    uint64_t interrupted = 0;
    CU_ASSERT_FATAL(expected != NULL && component != NULL);
    CU_ASSERT_EQUAL_FATAL(decompose(decompose_engines[0], &random_graph.graph, &tarjan, 1, expected, &report),
                          0);
    for (unsigned i = 0; i < 200; i++) {
        struct memory memory;
        struct error error;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1 + i % 3, .deadline = run_clock() + i * 2e-5};
        struct scc_options options = {.algorithm = algorithms[i % ALGORITHMS]};
        int result = scc_cpu(&random_graph.graph, &options, &run, component, &report, &error);
        CU_ASSERT_TRUE(result == 0 || error.code == ERROR_INTERRUPTED);
        CU_ASSERT_TRUE(result != 0 ||
                       memcmp(component, expected, random_graph.graph.vertices * sizeof *component) == 0);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        interrupted += result != 0;
    }
    CU_ASSERT_TRUE(interrupted > 0);
    free(component);
    free(expected);
    random_graph_free(&random_graph);
}

/* Sizes above and below those that are counted in a table. */
static void test_counts(void) {
    static const uint64_t sizes[] = {1, 1, 2, 4095, 4096, 4097, 4097, 9000};
    uint64_t vertices = 0, at = 0;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        vertices += sizes[i];
    }
    uint64_t *offsets = calloc(vertices + 3, sizeof *offsets);
    uint32_t *component = malloc((vertices + 2) * sizeof *component);
    CU_ASSERT_FATAL(offsets != NULL && component != NULL);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        for (uint64_t first = at; at < first + sizes[i]; at++) {
            component[at] = (uint32_t)first;
        }
    }
    component[vertices] = component[vertices + 1] = COMPONENT_NONE;
    /* A live edge leads from the first component to a vertex outside every component. */
    uint32_t target = (uint32_t)vertices, live = 1;
    for (uint64_t v = 1; v < vertices + 3; v++) {
        offsets[v] = 1;
    }
    const struct digraph graph = {vertices + 2, 1, offsets, &target, &live, NULL};
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        struct memory memory;
        struct error error;
        struct component_counts counts;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 2, .device_bytes = DEVICE_BYTES};
        if (!decompose_engine_is_testable(*engine)) {
            continue;
        }
        CU_ASSERT_EQUAL((*engine)->count(&graph, component, &run, &counts, &error), 0);
        CU_ASSERT_TRUE(oracle_counts_are(&graph, component, &counts));
        CU_ASSERT_EQUAL(counts.bottom, 7);
        CU_ASSERT_EQUAL(counts.states_in_components, vertices);
        CU_ASSERT_EQUAL(counts.size_count, 6);
        component_counts_free(&counts, &memory);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    free(component);
    free(offsets);
}

void suite_scc(void) {
    suite_add("strongly connected components", NULL, NULL, "random graphs", test_random_graphs,
              "larger graphs", test_larger_graphs, "deep graphs", test_deep_graphs, "memory", test_memory,
              "what auto takes", test_auto, "interruption", test_interruption, "progress", test_progress,
              "deadlines", test_deadlines, "counts of large components", test_counts, NULL);
}
