/*
 * Strongly connected components of thousands of random graphs against the naive oracle: each by Tarjan's
 * algorithm and, on every engine, by an algorithm with options and threads drawn at random; counts against
 * naive counts. HEDDLE_CASES and HEDDLE_SEED choose others. Then what random graphs do not have: deep graphs,
 * spent memory, interruption.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/digraph_core.h"
#include "decompose/engine.h"
#include "tests/oracle_scc.h"
#include "tests/random_graph.h"
#include "tests/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 800u
#else
#define DEFAULT_CASES 5400u
#endif
#define MOST_VERTICES 200u
#define DEVICE_BYTES ((uint64_t)1 << 30)
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    uint64_t cases, mismatches, large, many; /* with a component of 3 or more; with 10 or more components */
    uint64_t shapes[RANDOM_SHAPES], algorithms[SCC_ALGORITHMS], with_candidates;
};

static int engine_is_testable(const struct decompose_engine *engine) {
    static int told;
    const char *reason;
    if (engine->available(&reason)) {
        return 1;
    }
    if (!told) {
        told = 1;
        test_skip(engine->name, reason);
    }
    return 0;
}

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
    struct scc_options *options = &configuration->options;
    configuration->threads = 1 + (unsigned)(random_next(random) % 4);
    do {
        options->algorithm = (enum scc_algorithm)(random_next(random) % SCC_ALGORITHMS);
    } while (on_device && options->algorithm == SCC_TARJAN);
    options->out_degree_bound = random_next(random) % 2 ? (uint32_t)(random_next(random) % 9) : 0;
    options->cache_rounds = random_next(random) % 2 ? (uint32_t)(random_next(random) % 5) : 0;
    options->separate_searches = (int)(random_next(random) % 2);
    options->single_pivots = (int)(random_next(random) % 2);
    options->no_compression = (int)(random_next(random) % 2);
    options->synchronous = (int)(random_next(random) % 2);
    if ((options->algorithm == SCC_FBT || options->algorithm == SCC_BFBT) && random_next(random) % 3 == 0) {
        draw_candidates(random, configuration);
    }
}

/* One decomposition, judged. Returns what is wrong with it, or NULL. */
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
        wrong = "it writes behind the components";
    } else if (configuration->options.algorithm != SCC_AUTO
                   ? report.algorithm != configuration->options.algorithm && report.algorithm != SCC_TARJAN
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

static void judge_case(uint64_t seed, struct totals *totals) {
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
        for (int i = 0; i < 2 && engine_is_testable(*engine); i++) {
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

/* The generator is worth its time. */
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
    uint64_t cases = number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20261);
    struct totals totals = {0};
    for (uint64_t i = 0; i < cases && totals.mismatches < 10; i++) {
        judge_case(seed + i, &totals);
    }
    printf("\n    %llu graphs, %llu with a component of 3 or more, %llu with 10 components or more ",
           (unsigned long long)totals.cases, (unsigned long long)totals.large,
           (unsigned long long)totals.many);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
    if (cases >= 500 && totals.mismatches == 0) {
        check_worth(&totals);
    }
}

void suite_scc(void) {
    CU_pSuite suite = CU_add_suite("strongly connected components", NULL, NULL);
    CU_add_test(suite, "random graphs", test_random_graphs);
}
