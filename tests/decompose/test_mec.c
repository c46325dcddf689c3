/*
 * Maximal end components of thousands of random MDPs against naive oracles, themselves compared with each
 * other: on every engine, with algorithm, options and threads drawn at random, and with ever less memory.
 * HEDDLE_CASES and HEDDLE_SEED choose others. Then what random MDPs do not have: the examples of the
 * literature, long chains of states that fall, too little memory, interruption.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "decompose/prune/prune.h"
#include "decompose/engine.h"
#include "tests/oracle/oracle_mec.h"
#include "tests/random/random_mdp.h"
#include "tests/support/engine_case.h"
#include "tests/support/testing.h"

#define STATES RANDOM_MDP_STATES
#define EDGE_WORDS (RANDOM_MDP_EDGES / 32)
#define DEVICE_SHARE 5u /* one MDP in DEVICE_SHARE runs on a GPU, which is opened for each decomposition */
#define DEVICE_BYTES ((uint64_t)1 << 30)
#define BUDGET ((uint64_t)1 << 30)

/* --- one decomposition --- */

struct expected {
    uint32_t component[STATES + 1], fell[STATES + 1], internal[EDGE_WORDS], rounds;
};

struct configuration {
    unsigned threads;
    struct mec_options options;
    int without_internal, without_fell;
    uint64_t limit; /* the limit of memory; 0: BUDGET */
};

struct result {
    uint32_t component[STATES + 1], fell[STATES + 1], internal[EDGE_WORDS];
    struct mec_report report;
    uint64_t peak;
};

static void expect(const struct digraph *graph, const struct oracle_mdp *mdp, struct expected *expected) {
    memset(expected, 0, sizeof *expected);
    oracle_mec(mdp, expected->component, expected->fell);
    for (uint64_t i = 0; i < mdp->choice_count; i++) {
        const struct oracle_choice *choice = &mdp->choices[i];
        uint32_t component = expected->component[choice->state];
        int inside = component != COMPONENT_NONE;
        for (uint64_t edge = choice->begin; edge < choice->end; edge++) {
            inside = inside && expected->component[graph->targets[edge]] == component;
        }
        for (uint64_t edge = choice->begin; inside && edge < choice->end; edge++) {
            bitmap_set(expected->internal, edge);
        }
    }
    for (uint64_t v = 0; v < graph->vertices; v++) {
        expected->rounds = expected->fell[v] > expected->rounds ? expected->fell[v] : expected->rounds;
    }
}

/* Checks the rounds in which states fell: as expected, or any round if SCCs came out too large. */
static const char *judge_rounds(const struct digraph *graph, const struct configuration *configuration,
                                const struct expected *expected, const struct result *result) {
    if (!configuration->options.pivots_from_j) {
        return memcmp(result->fell, expected->fell, graph->vertices * 4) == 0 ? NULL : "its rounds";
    }
    for (uint64_t v = 0; v < graph->vertices; v++) {
        if ((result->fell[v] == 0) != (expected->fell[v] == 0) || result->fell[v] < expected->fell[v] ||
            result->fell[v] > result->report.rounds) {
            return "its rounds, with pivots from J";
        }
    }
    return NULL;
}

static const char *judge_result(const struct digraph *graph, const struct configuration *configuration,
                                const struct expected *expected, const struct result *result) {
    if (memcmp(result->component, expected->component, graph->vertices * 4) != 0) {
        return "its components";
    }
    if (result->component[graph->vertices] != 0x55555555u || result->fell[graph->vertices] != 0x55555555u) {
        return "it writes after the states";
    }
    if (!configuration->without_internal &&
        memcmp(result->internal, expected->internal, bitmap_words(graph->edges) * 4) != 0) {
        return "its internal choices";
    }
    return configuration->without_fell ? NULL : judge_rounds(graph, configuration, expected, result);
}

/* Returns a fault, or NULL; with limited memory it may fail. */
static const char *judge(const struct decompose_engine *engine, const struct digraph *graph,
                         const struct configuration *configuration, const struct expected *expected,
                         struct result *result) {
    struct memory memory;
    struct error error;
    memory_init(&memory, configuration->limit != 0 ? configuration->limit : BUDGET);
    struct run run = {.memory = &memory, .threads = configuration->threads, .device_bytes = DEVICE_BYTES};
    if (engine->on_device && configuration->limit != 0) {
        memory_init(&memory, BUDGET);
        run.device_bytes = configuration->limit;
    }
    const struct mec_result found = {.component = result->component,
                                     .internal = configuration->without_internal ? NULL : result->internal,
                                     .fell = configuration->without_fell ? NULL : result->fell};
    memset(result, 0x55, sizeof *result);
    int failed = engine->mec(graph, &configuration->options, &run, &found, &result->report, &error);
    result->peak = memory_peak(&memory);
    if (memory_used(&memory) != 0) {
        return "memory is left";
    }
    if (failed) {
        return configuration->limit != 0 && error.code == ERROR_MEMORY ? NULL : "it failed";
    }
    if (!engine->on_device && graph->vertices != 0 && result->peak > result->report.bytes) {
        return "it reports less memory than it took";
    }
    return judge_result(graph, configuration, expected, result);
}

/* --- random MDPs --- */

struct totals {
    uint64_t cases, mismatches, by_sets, with_mecs, without, partly, deep;
    uint64_t shapes[RANDOM_MDP_SHAPES], algorithms[SCC_ALGORITHMS], from_j;
};

static void draw_configuration(uint64_t *random, int on_device, struct configuration *configuration) {
    memset(configuration, 0, sizeof *configuration);
    configuration->threads = random_next(random) % 4 == 0 ? 1 + (unsigned)(random_next(random) % 4) : 1;
    configuration->options.scc = random_scc_options(random, on_device);
    configuration->options.pivots_from_j = (int)(random_next(random) % 2);
    configuration->without_internal = random_next(random) % 4 == 0;
    configuration->without_fell = random_next(random) % 4 == 0;
}

static void tell(struct totals *totals, uint64_t seed, const struct random_mdp *mdp,
                 const struct decompose_engine *engine, const struct configuration *configuration,
                 const char *wrong) {
    totals->mismatches++;
    fprintf(stderr, "seed %llu (%s, %llu states, %llu edges%s): %s on %s: %s; %u threads, memory %llu%s\n",
            (unsigned long long)seed, random_mdp_shape_name(mdp->shape),
            (unsigned long long)mdp->graph.vertices, (unsigned long long)mdp->graph.edges,
            mdp->graph.live != NULL ? ", some dead" : "",
            scc_algorithm_name(configuration->options.scc.algorithm), engine->name, wrong,
            configuration->threads, (unsigned long long)configuration->limit,
            configuration->options.pivots_from_j ? ", pivots from J" : "");
}

static void weigh(const struct random_mdp *mdp, const struct expected *expected, struct totals *totals) {
    uint64_t in = 0;
    for (uint64_t v = 0; v < mdp->graph.vertices; v++) {
        in += expected->component[v] != COMPONENT_NONE;
    }
    totals->cases++;
    totals->with_mecs += in > 0;
    totals->without += in == 0;
    totals->partly += in > 0 && in < mdp->graph.vertices;
    totals->deep += expected->rounds >= 3;
    totals->shapes[mdp->shape]++;
}

static void compare_oracles(uint64_t seed, const struct oracle_mdp *mdp, const struct expected *expected,
                            struct totals *totals) {
    uint32_t component[STATES];
    if (mdp->states <= 10) {
        totals->by_sets++;
        oracle_mec_by_sets(mdp, component);
        if (memcmp(component, expected->component, mdp->states * 4) != 0) {
            totals->mismatches++;
            fprintf(stderr, "seed %llu: the oracles disagree\n", (unsigned long long)seed);
        }
    }
}

/* Returns the bytes on a GPU that the decomposition does not count. */
static uint64_t digraph_bytes(const struct digraph *graph, const struct configuration *configuration) {
    uint64_t bitmaps = (graph->live != NULL) + (graph->begins != NULL) + !configuration->without_internal;
    return (graph->vertices + 1) * 8 + graph->edges * 4 + bitmaps * bitmap_words(graph->edges) * 4 +
           graph->vertices * (configuration->without_fell ? 4 : 8);
}

static void judge_engine(uint64_t seed, const struct random_mdp *mdp, const struct expected *expected,
                         const struct decompose_engine *engine, struct totals *totals) {
    uint64_t random = seed * 31 + 7;
    struct result result;
    struct configuration configurations[3] = {
        {.threads = 1, .options.scc.algorithm = engine->on_device ? SCC_AUTO : SCC_TARJAN}};
    draw_configuration(&random, engine->on_device, &configurations[1]);
    configurations[2] = configurations[1];
    for (int i = 0; i < 3; i++) {
        if (i == 2) { /* with part of the memory that the last run took */
            uint64_t took = engine->on_device
                                ? result.report.bytes + digraph_bytes(&mdp->graph, &configurations[i])
                                : result.peak;
            configurations[i].limit = 1 + took * (1 + random_next(&random) % 16) / 16;
        }
        const char *wrong = judge(engine, &mdp->graph, &configurations[i], expected, &result);
        totals->algorithms[configurations[i].options.scc.algorithm]++;
        totals->from_j += (uint64_t)configurations[i].options.pivots_from_j;
        if (wrong != NULL) {
            tell(totals, seed, mdp, engine, &configurations[i], wrong);
        }
    }
}

static void judge_case(uint64_t seed, void *context) {
    struct totals *totals = context;
    static struct random_mdp mdp;
    static struct oracle_mdp oracle;
    struct expected expected;
    random_mdp_make(seed, seed % 3 == 0 ? 10 : STATES, &mdp);
    oracle_mdp_make(&mdp.graph, &oracle);
    expect(&mdp.graph, &oracle, &expected);
    compare_oracles(seed, &oracle, &expected, totals);
    weigh(&mdp, &expected, totals);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        if (decompose_engine_is_testable(*engine) && !((*engine)->on_device && seed % DEVICE_SHARE != 0)) {
            judge_engine(seed, &mdp, &expected, *engine, totals);
        }
    }
}

/* Checks that the drawn MDPs are varied enough. */
static void check_worth(const struct totals *totals) {
    CU_ASSERT_TRUE(3 * totals->partly >= totals->cases);
    CU_ASSERT_TRUE(20 * totals->without >= totals->cases);
    CU_ASSERT_TRUE(15 * totals->deep >= totals->cases);
    CU_ASSERT_TRUE(4 * totals->by_sets >= totals->cases);
    for (int i = 0; i < RANDOM_MDP_SHAPES; i++) {
        CU_ASSERT_TRUE(20 * totals->shapes[i] >= totals->cases);
    }
    for (int i = 0; i < SCC_ALGORITHMS; i++) {
        CU_ASSERT_TRUE(totals->algorithms[i] >= totals->cases / 10);
    }
    CU_ASSERT_TRUE(totals->from_j >= totals->cases / 2);
}

static void test_random_mdps(void) {
    struct totals totals = {0};
    uint64_t cases = judge_seeds(RANDOM_MDP_CASES, 20261, judge_case, &totals, &totals.mismatches);
    report_counts("MDPs", totals.cases, "with MECs", totals.with_mecs, "of three rounds or more", totals.deep,
                  "judged by sets", totals.by_sets, NULL);
    if (cases >= 500) {
        check_worth(&totals);
    }
}

/* --- components that come out too large --- */

static uint64_t merging; /* pseudo-random */

/* SCCs of which those without candidate are thrown together at random. */
static int decompose_coarsely(struct prune *prune, const struct digraph *graph,
                              const struct scc_options *options, uint32_t *component,
                              struct scc_report *report) {
    uint32_t group[STATES], least[4] = {COMPONENT_NONE, COMPONENT_NONE, COMPONENT_NONE, COMPONENT_NONE};
    unsigned char chosen[STATES] = {0}; /* by component */
    struct scc_options exact = {.algorithm = SCC_TARJAN};
    if (scc_cpu(graph, &exact, prune->steps.run, component, report, prune->steps.error) != 0) {
        return -1;
    }
    for (uint64_t v = 0; v < graph->vertices; v++) {
        chosen[component[v]] |= options->candidates == NULL || bitmap_has(options->candidates, v);
        group[v] = (uint32_t)(random_next(&merging) % 4);
    }
    for (uint32_t v = 0; v < graph->vertices; v++) {
        uint32_t *first = &least[group[component[v]]];
        if (!chosen[component[v]]) {
            *first = *first == COMPONENT_NONE ? v : *first;
        }
    }
    for (uint64_t v = 0; v < graph->vertices; v++) {
        component[v] = chosen[component[v]] ? component[v] : least[group[component[v]]];
    }
    return 0;
}

/* What the candidates of a round guarantee is enough, even if components come out too large. */
static void test_coarse_components(void) {
    static struct random_mdp mdp;
    static struct oracle_mdp oracle;
    uint64_t cases = number_of_cases(RANDOM_MDP_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20261), more_rounds = 0;
    for (uint64_t i = 0; i < cases; i++) {
        struct expected expected;
        struct result result;
        struct memory memory;
        struct error error;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1};
        const struct configuration configuration = {.options.pivots_from_j = 1};
        const struct mec_result found = {result.component, result.internal, result.fell};
        struct prune prune = prune_on_host(&run, &error);
        struct prune_side side = *prune.side;
        side.decompose = decompose_coarsely;
        prune.side = &side;
        random_mdp_make(seed + i, STATES, &mdp);
        oracle_mdp_make(&mdp.graph, &oracle);
        expect(&mdp.graph, &oracle, &expected);
        merging = seed + i;
        memset(&result, 0x55, sizeof result);
        int failed = mec_run(&prune, &mdp.graph, &configuration.options, &found, &result.report);
        const char *wrong =
            failed ? "it failed" : judge_result(&mdp.graph, &configuration, &expected, &result);
        more_rounds += result.report.rounds > expected.rounds + 1;
        if (wrong != NULL || memory_used(&memory) != 0) {
            fprintf(stderr, "seed %llu (%s): %s\n", (unsigned long long)(seed + i),
                    random_mdp_shape_name(mdp.shape), wrong != NULL ? wrong : "memory is left");
            CU_FAIL("coarse components");
            return;
        }
    }
    CU_ASSERT_TRUE(cases < 500 || 50 * more_rounds >= cases);
}

/* --- examples --- */

struct example {
    struct digraph graph;
    uint64_t offsets[16];
    uint32_t targets[32], begins[1];
};

/* Choices separated by ',', states by ';', targets as digits. */
static void read_example(const char *text, struct example *example) {
    memset(example, 0, sizeof *example);
    int begins = 1;
    for (; *text != '\0'; text++) {
        if (*text == ';') {
            example->offsets[++example->graph.vertices] = example->graph.edges;
        }
        if (*text == ';' || *text == ',') {
            begins = 1;
            continue;
        }
        if (begins) {
            bitmap_set(example->begins, example->graph.edges);
        }
        begins = 0;
        example->targets[example->graph.edges++] = (uint32_t)(*text - '0');
    }
    example->graph.offsets = example->offsets;
    example->graph.targets = example->targets;
    example->graph.begins = example->begins;
}

static void check_example(const char *text, const char *components) {
    struct example example;
    read_example(text, &example);
    CU_ASSERT_EQUAL(strlen(components), example.graph.vertices);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        for (int j = 0; j < 2 && decompose_engine_is_testable(*engine); j++) {
            struct memory memory;
            memory_init(&memory, BUDGET);
            struct run run = {.memory = &memory, .threads = 1, .device_bytes = DEVICE_BYTES};
            struct mec_options options = {.pivots_from_j = j};
            struct mec_report report;
            struct error error;
            uint32_t component[16];
            const struct mec_result found = {.component = component};
            CU_ASSERT_EQUAL((*engine)->mec(&example.graph, &options, &run, &found, &report, &error), 0);
            for (uint64_t v = 0; v < example.graph.vertices; v++) {
                char name = component[v] == COMPONENT_NONE ? '-' : (char)('0' + component[v]);
                CU_ASSERT_EQUAL(name, components[v]);
            }
        }
    }
}

static void test_examples(void) {
    /* in 0 a choice to 0 and one to 1 and 2; from 1 to 0; from 2 to 2 */
    check_example("0,12;0;2;", "0-2");
    /*
     * Figure 1 of the article as far as examples 1 to 4 tell: choices of s0 to s1, and to s2 or s4; of s1 to
     * s1, s2 or s3, and to s2 or s3; of s6 to s5 or s6, and to s4. What they leave open is filled in: s2 and
     * s3 stay, s4 goes to s5, s5 to s6, s7 to s4.
     */
    check_example("1,24;123,23;2;3;5;6;56,4;4;", "--23444-");
    check_example("", "");
    check_example(";", "-");
    check_example("0;", "0");
    check_example("1;0;", "00");
    check_example("01;0,1;", "00");
    check_example("01;;", "--");
    /* 1 can only go to 2, and back only by a choice that may leave: no state falls, but 2 stays alone */
    check_example("1;2;03,2;3;", "--23");
}

/* --- deep MDPs --- */

struct deep {
    uint64_t states, edges, capacity;
    uint64_t *offsets;
    uint32_t *targets, *begins, *component;
};

static void open_deep(struct deep *deep, uint64_t states, uint64_t capacity) {
    memset(deep, 0, sizeof *deep);
    deep->states = states;
    deep->capacity = capacity;
    deep->offsets = calloc(states + 1, sizeof *deep->offsets);
    deep->targets = calloc(capacity, sizeof *deep->targets);
    deep->begins = calloc(bitmap_words(capacity), sizeof *deep->begins);
    deep->component = calloc(states, sizeof *deep->component);
}

static void close_deep(struct deep *deep) {
    free(deep->offsets);
    free(deep->targets);
    free(deep->begins);
    free(deep->component);
}

static void add(struct deep *deep, uint64_t target, int begins) {
    if (begins) {
        bitmap_set(deep->begins, deep->edges);
    }
    deep->targets[deep->edges++] = (uint32_t)target;
}

static uint64_t decompose_deep(const struct decompose_engine *engine, struct deep *deep, unsigned threads,
                               struct mec_report *report) {
    struct digraph graph = {deep->states, deep->edges, deep->offsets, deep->targets, NULL, deep->begins};
    struct memory memory;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = threads, .device_bytes = DEVICE_BYTES};
    struct mec_options options = {0};
    const struct mec_result found = {.component = deep->component};
    struct error error;
    uint64_t in = 0;
    CU_ASSERT_EQUAL_FATAL(engine->mec(&graph, &options, &run, &found, report, &error), 0);
    for (uint64_t v = 0; v < deep->states; v++) {
        in += deep->component[v] != COMPONENT_NONE;
    }
    return in;
}

/* A level of a search is a launch on a GPU. */
static uint64_t depth_for(const struct decompose_engine *engine) {
    return engine->on_device ? RANDOM_MDP_DEEP / 20 : RANDOM_MDP_DEEP;
}

/* State v goes to both its neighbours at once, but 0 to the end, which is a trap: one falls after the other.
 */
static void fill_chain(struct deep *deep, int downwards) {
    for (uint64_t i = 0; i < deep->states; i++) {
        uint64_t v = downwards ? deep->states - 1 - i : i; /* its place in the chain */
        uint64_t next = v + 2 < deep->states ? v + 1 : v;
        add(deep, downwards ? deep->states - 1 - next : next, 1);
        if (v + 1 < deep->states) {
            uint64_t last = v == 0 ? deep->states - 1 : v - 1;
            add(deep, downwards ? deep->states - 1 - last : last, 0);
        } else {
            deep->targets[deep->edges - 1] = (uint32_t)i;
        }
        deep->offsets[i + 1] = deep->edges;
    }
}

static void test_chains(void) {
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        for (int i = 0; i < 4 && decompose_engine_is_testable(*engine); i++) {
            struct deep deep;
            struct mec_report report;
            open_deep(&deep, depth_for(*engine), (uint64_t)2 * RANDOM_MDP_DEEP);
            fill_chain(&deep, i % 2);
            CU_ASSERT_EQUAL(decompose_deep(*engine, &deep, i < 2 ? 1 : 2, &report), 1);
            CU_ASSERT_EQUAL(report.rounds, 1);
            close_deep(&deep);
        }
    }
}

/* The same chain, and a hub: all states except the trap lead to it, and it leads to each of them and maybe to
 * itself. */
static void fill_hub(struct deep *deep, int stays) {
    uint64_t chain = deep->states - 1;
    for (uint64_t v = 0; v < chain; v++) {
        add(deep, v + 2 < chain ? v + 1 : v, 1);
        if (v + 1 < chain) {
            add(deep, v == 0 ? chain - 1 : v - 1, 0);
            add(deep, chain, 0);
        }
        deep->offsets[v + 1] = deep->edges;
    }
    for (uint64_t v = 0; v < deep->states - !stays; v++) {
        add(deep, v, 1);
    }
    deep->offsets[deep->states] = deep->edges;
}

/* The hub's states lose their choices one after the other. The hub loses its choices in the same round, or is
 * a MEC in the end. */
static void test_hub(void) {
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        for (int stays = 0; stays < 2 && decompose_engine_is_testable(*engine); stays++) {
            struct deep deep;
            struct mec_report report;
            uint64_t chain = depth_for(*engine) / 10;
            open_deep(&deep, chain + 1, 4 * chain + 4);
            fill_hub(&deep, stays);
            CU_ASSERT_EQUAL(decompose_deep(*engine, &deep, 1, &report), stays ? 2 : 1);
            CU_ASSERT_EQUAL(deep.component[chain], stays ? chain : COMPONENT_NONE);
            CU_ASSERT_EQUAL(report.rounds, stays ? 2 : 1);
            close_deep(&deep);
        }
    }
}

/* A ring of pairs, all one MEC: nothing falls. */
static void test_large_mec(void) {
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        for (unsigned threads = 1; threads < 3 && decompose_engine_is_testable(*engine); threads++) {
            struct deep deep;
            struct mec_report report;
            open_deep(&deep, RANDOM_MDP_DEEP, (uint64_t)3 * RANDOM_MDP_DEEP);
            for (uint64_t v = 0; v < RANDOM_MDP_DEEP; v++) {
                add(&deep, (v + 1) % RANDOM_MDP_DEEP, 1);
                add(&deep, (v + 7) % RANDOM_MDP_DEEP, 0);
                deep.offsets[v + 1] = deep.edges;
            }
            CU_ASSERT_EQUAL(decompose_deep(*engine, &deep, threads, &report), RANDOM_MDP_DEEP);
            CU_ASSERT_EQUAL(deep.component[RANDOM_MDP_DEEP - 1], 0);
            CU_ASSERT_EQUAL(report.rounds, 1);
            close_deep(&deep);
        }
    }
}

/* --- failures --- */

static void test_failures(void) {
    struct example example;
    read_example("0,12;0;2;", &example);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        struct memory memory;
        const int stop = 1;
        uint32_t component[4];
        const struct mec_result found = {.component = component};
        struct mec_options options = {0};
        struct mec_report report;
        struct error error;
        if (!decompose_engine_is_testable(*engine)) {
            continue;
        }
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 1, .device_bytes = DEVICE_BYTES, .stop = &stop};
        CU_ASSERT_EQUAL((*engine)->mec(&example.graph, &options, &run, &found, &report, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        run.stop = NULL;
        if (!(*engine)->on_device) {
            memory_init(&memory, 8);
            CU_ASSERT_EQUAL((*engine)->mec(&example.graph, &options, &run, &found, &report, &error), -1);
            CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
            CU_ASSERT_EQUAL(memory_used(&memory), 0);
        }
    }
}

void suite_mec(void) {
    suite_add("maximal end components", NULL, NULL, "random MDPs", test_random_mdps,
              "components that come out too large", test_coarse_components, "examples", test_examples,
              "chains of states that fall", test_chains, "a hub beside a chain that falls", test_hub,
              "one large component", test_large_mec, "failures", test_failures, NULL);
}
