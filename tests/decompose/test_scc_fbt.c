/*
 * FBT and BFBT, with each option, on graphs that random ones are too small for: rows that a whole grid takes,
 * levels with many vertices, deep searches, deep trimming, many components. Their components are known.
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
#include "tests/support/engine_case.h"
#include "tests/support/testing.h"

#define BUDGET ((uint64_t)1 << 32)
#define SIZE ((uint64_t)1 << 17) /* vertices, about; a power of two */
#define MOST_TARGETS 4
#define SCRAMBLE 77777u /* odd: v * SCRAMBLE % SIZE is a bijection */

/* A graph by formulas: the targets of vertex v (how many), and the smallest member of v's component. */
struct shape {
    const char *name;
    uint64_t (*targets)(uint64_t v, uint32_t *target);
    uint64_t (*least)(uint64_t v);
};

static uint64_t ring_targets(uint64_t v, uint32_t *target) {
    target[0] = (uint32_t)((v + SCRAMBLE) % SIZE);
    return 1;
}

static uint64_t zero(uint64_t v) {
    (void)v;
    return 0;
}

static uint64_t path_targets(uint64_t v, uint32_t *target) {
    target[0] = (uint32_t)(v + 1);
    return v + 1 < SIZE;
}

static uint64_t itself(uint64_t v) {
    return v;
}

/* Cycles of length 4, each with an edge to the next. */
static uint64_t cycles_targets(uint64_t v, uint32_t *target) {
    target[0] = (uint32_t)(v % 4 == 3 ? v - 3 : v + 1);
    target[1] = (uint32_t)(v + 4);
    return v % 4 == 3 && v + 4 < SIZE ? 2 : 1;
}

static uint64_t cycle(uint64_t v) {
    return v / 4 * 4;
}

/* Few, wide levels. */
static uint64_t wide_targets(uint64_t v, uint32_t *target) {
    target[0] = (uint32_t)((v + 1) % SIZE);
    target[1] = (uint32_t)((3 * v + 1) % SIZE);
    target[2] = (uint32_t)((5 * v + 2) % SIZE);
    target[3] = (uint32_t)((v * v + v) % SIZE);
    return 4;
}

/* Vertex 0 has edges to all; even ones lead back. */
static uint64_t hub_targets(uint64_t v, uint32_t *target) {
    target[0] = 0;
    return v != 0 && v % 2 == 0;
}

static uint64_t even_is_zero(uint64_t v) {
    return v % 2 == 0 ? 0 : v;
}

static const struct shape shapes[] = {{"ring", ring_targets, zero},
                                      {"path", path_targets, itself},
                                      {"chain of cycles", cycles_targets, cycle},
                                      {"wide", wide_targets, zero},
                                      {"hub", hub_targets, even_is_zero}};

struct sample {
    struct digraph graph;
    uint64_t *offsets;
    uint32_t *targets, *live, *all;
};

static int is_hub(const struct shape *shape) {
    return shape->targets == hub_targets;
}

/* Has every edge twice; if there is a mask, the first one is dead. */
static void make_sample(const struct shape *shape, struct sample *sample) {
    uint64_t most = SIZE * 2 * (MOST_TARGETS + 1), edges = 0;
    sample->offsets = malloc((SIZE + 1) * sizeof *sample->offsets);
    sample->targets = malloc(most * sizeof *sample->targets);
    sample->live = calloc(bitmap_words(most), sizeof *sample->live);
    sample->all = malloc(bitmap_words(SIZE) * sizeof *sample->all);
    if (sample->offsets == NULL || sample->targets == NULL || sample->live == NULL || sample->all == NULL) {
        abort();
    }
    memset(sample->all, 0xff, bitmap_words(SIZE) * sizeof *sample->all);
    for (uint64_t v = 0; v < SIZE; v++) {
        uint32_t target[MOST_TARGETS];
        uint64_t count = is_hub(shape) && v == 0 ? SIZE : shape->targets(v, target);
        sample->offsets[v] = edges;
        for (uint64_t i = 0; i < 2 * count; i++) {
            sample->targets[edges] = is_hub(shape) && v == 0 ? (uint32_t)(i / 2) : target[i / 2];
            if (i % 2 == 1) {
                bitmap_set(sample->live, edges);
            }
            edges++;
        }
    }
    sample->offsets[SIZE] = edges;
    sample->graph = (struct digraph){
        .vertices = SIZE, .edges = edges, .offsets = sample->offsets, .targets = sample->targets};
}

static void free_sample(struct sample *sample) {
    free(sample->offsets);
    free(sample->targets);
    free(sample->live);
    free(sample->all);
}

/* Each choice changes one option of the default; the last choice changes all options. */
static void choose_options(unsigned choice, const struct sample *sample, struct digraph *graph,
                           struct scc_options *options) {
    unsigned last = 7;
    options->algorithm = choice % 2 ? SCC_BFBT : SCC_FBT;
    choice /= 2;
    options->out_degree_bound = choice == 1 || choice == last ? 3 : 0;
    options->cache_rounds = choice == 2 || choice == last ? 5 : 0;
    options->separate_searches = choice == 3 || choice == last;
    options->single_pivots = choice == 4 || choice == last;
    options->candidates = choice == 5 || choice == last ? sample->all : NULL;
    graph->live = choice == 6 || choice == last ? sample->live : NULL;
}

#define CHOICES 16u

static int is_right(const struct shape *shape, const uint32_t *component) {
    for (uint64_t v = 0; v < SIZE; v++) {
        if (component[v] != shape->least(v)) {
            return 0;
        }
    }
    return 1;
}

static void check_shape(const struct decompose_engine *engine, const struct shape *shape) {
    struct sample sample;
    make_sample(shape, &sample);
    uint32_t *component = malloc(SIZE * sizeof *component);
    for (unsigned choice = 0; choice < CHOICES && component != NULL; choice++) {
        struct memory memory;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 2, .device_bytes = BUDGET};
        struct scc_options options = {0};
        struct scc_report report;
        struct error error = {0};
        choose_options(choice, &sample, &sample.graph, &options);
        int failed = engine->scc(&sample.graph, &options, &run, component, &report, &error);
        if (failed || !is_right(shape, component)) {
            printf("\n    %s on %s, choice %u: %s", shape->name, engine->name, choice,
                   failed ? error.text : "wrong components");
            CU_FAIL("components of a graph that is known");
        }
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT_PTR_NOT_NULL(component);
    free(component);
    free_sample(&sample);
}

static void test_known_graphs(void) {
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        const char *reason;
        if (!(*engine)->available(&reason)) {
            test_skip((*engine)->name, reason);
            continue;
        }
        for (unsigned i = 0; i < LENGTH(shapes); i++) {
            check_shape(*engine, &shapes[i]);
        }
    }
}

static void test_interruption(void) {
    const int stop = 1;
    struct sample sample;
    make_sample(&shapes[0], &sample);
    uint32_t *component = malloc(SIZE * sizeof *component);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        const char *reason;
        struct memory memory;
        memory_init(&memory, BUDGET);
        struct run run = {.memory = &memory, .threads = 2, .device_bytes = BUDGET, .stop = &stop};
        struct scc_options options = {.algorithm = SCC_FBT};
        struct scc_report report;
        struct error error = {0};
        if (component == NULL || !(*engine)->available(&reason)) {
            continue;
        }
        CU_ASSERT_EQUAL((*engine)->scc(&sample.graph, &options, &run, component, &report, &error), -1);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT_PTR_NOT_NULL(component);
    free(component);
    free_sample(&sample);
}

void suite_scc_fbt(void) {
    suite_add("forward and backward searches", NULL, NULL, "graphs that are known", test_known_graphs,
              "interruption", test_interruption, NULL);
}
