/*
 * Families of graphs on which algorithms take very different ways, in their own numbering and in a random
 * one, with all edges alive and with some dead: each algorithm of each engine agrees with Tarjan's. On a GPU
 * also with so little memory that AUTO has to do without the transpose. Fewer cases make the graphs smaller;
 * where a run has to be short, each family is decomposed in one way only.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bitmap_core.h"
#include "base/core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/graph_family.h"
#include "decompose/engine.h"
#include "tests/support/engine_case.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define SCALE 1u
#else
#define SCALE 2u
#endif
#define FULL_CASES 64u /* with half as many, graphs have half as many vertices; and so on */
#define BUDGET ((uint64_t)1 << 32)
#define DEVICE_BYTES ((uint64_t)1 << 30)
#define LATTICE(x, y, z) .kind = FAMILY_LATTICE, .size = {x, y, z}
#define CLOSED LATTICE_CLOSED
#define LARGE_SHAPE 12u /* takes long: in its own numbers alone, with all edges */

static const struct {
    const char *name;
    struct graph_family family;
} shapes[] = {
    {"power law", {.kind = FAMILY_POWER_LAW, .scale = 13, .degree = 8 * SCALE, .seed = 1}},
    {"sparse power law", {.kind = FAMILY_POWER_LAW, .scale = 15, .degree = SCALE, .seed = 2}},
    {"solid ring", {.kind = FAMILY_SOLID_RING, .size = {24 * SCALE, 24, 24}, .wrong = 0.002, .seed = 3}},
    {"solid ring, many wrong",
     {.kind = FAMILY_SOLID_RING, .size = {24, 24, 6 * SCALE}, .wrong = 0.02, .seed = 4}},
    {"chords", {.kind = FAMILY_CHORDS, .cycles = 500 * SCALE, .length = 50, .seed = 5}},
    {"short cycles", {.kind = FAMILY_CYCLES, .cycles = 5000 * SCALE, .length = 4}},
    {"long cycles", {.kind = FAMILY_CYCLES, .cycles = 20 * SCALE, .length = 1000}},
    {"one cycle", {.kind = FAMILY_CYCLES, .cycles = 1, .length = 20000 * SCALE}},
    {"random", {.kind = FAMILY_RANDOM, .vertices = 25000 * SCALE, .degree = 3, .seed = 6}},
    {"grid", {LATTICE(32, 32, 24 * SCALE), .mutual = 0.02, .seed = 7}},
    {"flow", {LATTICE(48, 32, 16 * SCALE), .ends = {CLOSED}, .mutual = 0.02, .turned = 1, .seed = 8}},
    {"torus", {LATTICE(32, 32, 24 * SCALE), .ends = {CLOSED, CLOSED, CLOSED}}},
    /* On a GPU, sweeps by numbers and in a random order both give up. */
    {"many closed layers", {LATTICE(64, 32, 120 * SCALE), .ends = {CLOSED, CLOSED, LATTICE_OPEN}}},
    {"closed columns", {LATTICE(64, 32, 24 * SCALE), .ends = {LATTICE_OPEN, LATTICE_OPEN, CLOSED}}},
    {"closed layers", {LATTICE(64, 32, 24 * SCALE), .ends = {CLOSED, CLOSED, LATTICE_OPEN}}},
};

static void halve(uint32_t *number) {
    *number = *number > 1 ? *number / 2 : *number;
}

static void halve_family(struct graph_family *family) {
    uint32_t *longest = &family->size[0];
    for (unsigned i = 1; i < 3; i++) {
        longest = family->size[i] > *longest ? &family->size[i] : longest;
    }
    halve(longest);
    halve(family->cycles > 1 ? &family->cycles : &family->length);
    halve(&family->vertices);
    family->scale -= family->scale > 1;
}

/* The family in the size that the number of cases asks for. */
static struct graph_family family_of(unsigned shape) {
    struct graph_family family = shapes[shape].family;
    uint64_t cases = number_of_cases(FULL_CASES);
    for (; cases > 0 && cases < FULL_CASES; cases *= 2) {
        halve_family(&family);
    }
    return family;
}

/* Decomposes; `bytes`: of the GPU's memory, 0: as many as there are. Returns 0, or -1 with *error filled. */
static int decompose(const struct decompose_engine *engine, const struct digraph *graph,
                     enum scc_algorithm algorithm, uint64_t bytes, uint32_t *component, struct error *error) {
    const struct scc_options options = {.algorithm = algorithm};
    struct scc_report report;
    struct memory memory;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 2, .device_bytes = bytes};
    int result = engine->scc(graph, &options, &run, component, &report, error);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    return result;
}

static void compare(const struct decompose_engine *engine, const struct digraph *graph, const char *name,
                    enum scc_algorithm algorithm, uint64_t bytes, const uint32_t *expected) {
    uint32_t *component = malloc(graph->vertices * sizeof *component);
    struct error error;
    CU_ASSERT_FATAL(component != NULL);
    if (decompose(engine, graph, algorithm, bytes, component, &error) != 0) {
        fprintf(stderr, "%s: %s on %s failed: %s\n", name, scc_algorithm_name(algorithm), engine->name,
                error.text);
        CU_FAIL("a decomposition failed");
    } else if (memcmp(component, expected, graph->vertices * sizeof *component) != 0) {
        fprintf(stderr, "%s: %s on %s differs from tarjan (%llu bytes)\n", name,
                scc_algorithm_name(algorithm), engine->name, (unsigned long long)bytes);
        CU_FAIL("components differ");
    }
    free(component);
}

/* By every algorithm; on a GPU without FBT, which takes long for chains of components. */
static void compare_all(const struct digraph *graph, const char *name) {
    uint32_t *expected = malloc(graph->vertices * sizeof *expected);
    struct error error;
    CU_ASSERT_FATAL(expected != NULL);
    CU_ASSERT_EQUAL_FATAL(decompose(decompose_engines[0], graph, SCC_TARJAN, 0, expected, &error), 0);
    for (const struct decompose_engine *const *engine = decompose_engines; *engine != NULL; engine++) {
        if (!decompose_engine_is_testable(*engine)) {
            continue;
        }
        compare(*engine, graph, name, SCC_ECL, DEVICE_BYTES, expected);
        compare(*engine, graph, name, SCC_AUTO, DEVICE_BYTES, expected);
        if ((*engine)->on_device) {
            /* The graph, the components, and 21 bytes a vertex. */
            uint64_t bytes = graph->vertices * (8 + 4 + 21) + graph->edges * 4 + graph->edges / 8 + 65536;
            compare(*engine, graph, name, SCC_AUTO, bytes, expected);
        } else {
            compare(*engine, graph, name, SCC_FBT, 0, expected);
        }
    }
    free(expected);
}

static void compare_family(unsigned shape, int scrambled, int some_dead) {
    struct memory memory;
    struct error error;
    struct family_graph made, moved;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 2};
    const struct graph_family family = family_of(shape);
    CU_ASSERT_EQUAL_FATAL(graph_family_make(&family, &run, &made, &error), 0);
    uint32_t *position = malloc(made.graph.vertices * sizeof *position);
    uint32_t *live = calloc(bitmap_words(made.graph.edges), sizeof *live);
    CU_ASSERT_FATAL(position != NULL && live != NULL);
    if (scrambled) {
        CU_ASSERT_EQUAL_FATAL(digraph_scramble(&made.graph, 1, &run, position, &moved, &error), 0);
        family_graph_free(&made);
        made = moved;
    }
    struct digraph graph = made.graph;
    for (uint64_t edge = 0; edge < graph.edges; edge++) {
        if (core_mix(edge) % 50 != 0) {
            bitmap_set(live, edge);
        }
    }
    graph.live = some_dead ? live : NULL;
    compare_all(&graph, shapes[shape].name);
    free(live);
    free(position);
    family_graph_free(&made);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* All families; every fourth, from the n-th on, where the run has to be short. */
static void test_families(unsigned n, int scrambled, int some_dead) {
    for (unsigned shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
        const int is_left_out = shape == LARGE_SHAPE && (scrambled || some_dead);
        if (!is_left_out && (!test_is_short() || shape % 4 == n)) {
            compare_family(shape, scrambled, some_dead);
        }
    }
}

static void test_own_numbers(void) {
    test_families(0, 0, 0);
}

static void test_random_numbers(void) {
    test_families(1, 1, 0);
}

static void test_dead_edges(void) {
    test_families(2, 0, 1);
    test_families(3, 1, 1);
}

void suite_scc_shapes(void) {
    suite_add("strongly connected components of families", NULL, NULL, "in their own numbers",
              test_own_numbers, "in random numbers", test_random_numbers, "with dead edges", test_dead_edges,
              NULL);
}
