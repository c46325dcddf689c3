/* Graphs that benchmarks make: of the sizes and components that they must have, on every engine. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/graph_family.h"
#include "bench/scc_families.h"
#include "decompose/components/components.h"
#include "decompose/scc/scc.h"
#include "tests/support/testing.h"

static struct memory memory;

static struct run run_of(unsigned threads) {
    memory_init(&memory, UINT64_MAX);
    return (struct run){.memory = &memory, .threads = threads};
}

static void make(const struct graph_family *family, const struct run *run, struct family_graph *made) {
    struct error error;
    CU_ASSERT_EQUAL_FATAL(graph_family_make(family, run, made, &error), 0);
}

/* The number of components and the size of the largest. */
static uint64_t components_of(const struct digraph *graph, const struct run *run, uint64_t *largest) {
    static const struct scc_options options = {.algorithm = SCC_TARJAN};
    uint32_t *component = malloc(graph->vertices * sizeof *component);
    struct scc_report report;
    struct component_counts counts = {0};
    struct error error;
    CU_ASSERT_EQUAL_FATAL(scc_cpu(graph, &options, run, component, &report, &error), 0);
    CU_ASSERT_EQUAL_FATAL(component_counts_make(graph, component, run, &counts, &error), 0);
    uint64_t components = counts.components;
    *largest = counts.largest;
    component_counts_free(&counts, run->memory);
    free(component);
    return components;
}

static void check(struct graph_family family, uint64_t vertices, uint64_t edges, uint64_t components,
                  uint64_t most) {
    struct run run = run_of(2);
    struct family_graph made;
    uint64_t largest;
    make(&family, &run, &made);
    CU_ASSERT_EQUAL(made.graph.vertices, vertices);
    CU_ASSERT_EQUAL(made.graph.edges, edges);
    CU_ASSERT_EQUAL(components_of(&made.graph, &run, &largest), components);
    CU_ASSERT_EQUAL(largest, most);
    uint64_t known = graph_family_components(&family);
    CU_ASSERT(known == 0 || known == components);
    family_graph_free(&made);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

#define LATTICE(x, y, z) .kind = FAMILY_LATTICE, .size = {x, y, z}

static void test_counts(void) {
    check((struct graph_family){LATTICE(5, 4, 3)}, 60, 4 * 12 + 3 * 15 + 2 * 20, 60, 1);
    check((struct graph_family){LATTICE(5, 4, 3), .ends = {LATTICE_CLOSED, LATTICE_CLOSED, LATTICE_CLOSED}},
          60, 180, 1, 60);
    check((struct graph_family){LATTICE(6, 4, 1), .ends = {LATTICE_CLOSED, LATTICE_FLIPPED}}, 24, 48, 1, 24);
    check((struct graph_family){LATTICE(6, 4, 1), .ends = {LATTICE_FLIPPED, LATTICE_OPEN}}, 24, 24 + 18, 1,
          24);
    check((struct graph_family){LATTICE(1, 1, 1)}, 1, 0, 1, 1);
    check((struct graph_family){LATTICE(7, 1, 1), .ends = {LATTICE_CLOSED}}, 7, 7, 1, 7);
    /* The flow begins in one place and ends in another. */
    check((struct graph_family){LATTICE(8, 1, 1), .ends = {LATTICE_CLOSED}, .turned = 1}, 8, 8, 8, 1);
    check((struct graph_family){LATTICE(9, 3, 1), .mutual = 1}, 27, 2 * 24 + 18, 3, 9);
    check((struct graph_family){.kind = FAMILY_CYCLES, .cycles = 10, .length = 4}, 40, 49, 10, 4);
    check((struct graph_family){.kind = FAMILY_CYCLES, .cycles = 1, .length = 1}, 1, 1, 1, 1);
    check((struct graph_family){.kind = FAMILY_CYCLES, .cycles = 5, .length = 1}, 5, 9, 5, 1);
    check((struct graph_family){.kind = FAMILY_RANDOM, .vertices = 1, .degree = 1}, 1, 1, 1, 1);
    /* Cells of a ring have neighbours around it and around its tube, and but for the ends outward. */
    check((struct graph_family){.kind = FAMILY_SOLID_RING, .size = {12, 8, 5}}, 480, 480 * 2 + 12 * 8 * 4,
          480, 1);
}

/* Cycles follow one another; chords lead from each to itself and to the next ones. */
static void test_chords(void) {
    struct graph_family family = {.kind = FAMILY_CHORDS, .cycles = 300, .length = 8, .seed = 5};
    struct run run = run_of(2);
    struct family_graph made;
    uint64_t largest, onward = 0;
    make(&family, &run, &made);
    CU_ASSERT_EQUAL(made.graph.edges, 2 * 2400 - 1);
    CU_ASSERT_EQUAL(components_of(&made.graph, &run, &largest), 300);
    CU_ASSERT(largest > 8 && largest <= 12);
    for (uint64_t vertex = 0; vertex + 1 < 2400; vertex++) {
        uint32_t to = made.graph.targets[made.graph.offsets[vertex] + 1];
        CU_ASSERT(to > vertex && to <= vertex + 16);
        onward += to > vertex + 8;
    }
    CU_ASSERT(onward > 900 && onward < 1500);
    family_graph_free(&made);
}

/* Reversed edges leave the same neighbours, and close cycles where a few of them meet. */
static void test_solid_ring(void) {
    struct graph_family family = {.kind = FAMILY_SOLID_RING, .size = {24, 20, 16}, .seed = 6};
    struct run run = run_of(2);
    struct family_graph right, wrong;
    uint64_t largest, same = 0;
    make(&family, &run, &right);
    family.wrong = 0.05;
    make(&family, &run, &wrong);
    CU_ASSERT_EQUAL_FATAL(right.graph.edges, wrong.graph.edges);
    for (uint64_t vertex = 0; vertex < right.graph.vertices; vertex++) {
        for (uint64_t edge = right.graph.offsets[vertex]; edge < right.graph.offsets[vertex + 1]; edge++) {
            for (uint64_t other = wrong.graph.offsets[vertex]; other < wrong.graph.offsets[vertex + 1];
                 other++) {
                same += right.graph.targets[edge] == wrong.graph.targets[other];
            }
        }
    }
    CU_ASSERT(same > 0.94 * (double)right.graph.edges && same < 0.96 * (double)right.graph.edges);
    uint64_t components = components_of(&wrong.graph, &run, &largest);
    CU_ASSERT(components < right.graph.vertices && components > 1);
    family_graph_free(&right);
    family_graph_free(&wrong);
}

/* Every step of a closed lattice permutes the vertices. */
static void test_degrees(void) {
    static const enum lattice_end ends[] = {LATTICE_CLOSED, LATTICE_FLIPPED};
    for (unsigned i = 0; i < 8; i++) {
        struct graph_family family = {LATTICE(6, 5, 4),
                                      .ends = {ends[i & 1], ends[i >> 1 & 1], ends[i >> 2]}};
        struct run run = run_of(1);
        struct family_graph made;
        uint32_t in[120] = {0};
        uint64_t largest;
        make(&family, &run, &made);
        for (uint64_t edge = 0; edge < made.graph.edges; edge++) {
            CU_ASSERT_FATAL(made.graph.targets[edge] < 120);
            in[made.graph.targets[edge]]++;
        }
        for (unsigned vertex = 0; vertex < 120; vertex++) {
            CU_ASSERT_EQUAL(in[vertex], 3);
            CU_ASSERT_EQUAL(made.graph.offsets[vertex + 1] - made.graph.offsets[vertex], 3);
        }
        CU_ASSERT_EQUAL(components_of(&made.graph, &run, &largest), 1);
        family_graph_free(&made);
    }
}

/* Each edge back makes one component of two, for nothing else leads back. */
static void test_back_edges(void) {
    struct graph_family family = {LATTICE(50, 40, 30), .mutual = 0.02, .seed = 7};
    struct run run = run_of(2);
    struct family_graph made;
    uint64_t forward = 49 * 40 * 30 + 50 * 39 * 30 + 50 * 40 * 29, largest;
    make(&family, &run, &made);
    uint64_t back = made.graph.edges - forward;
    CU_ASSERT(back > 49 * 40 * 30 * 0.015 && back < 49 * 40 * 30 * 0.025);
    CU_ASSERT_EQUAL(components_of(&made.graph, &run, &largest), 60000 - back);
    family_graph_free(&made);
}

static int is_same(const struct digraph *a, const struct digraph *b) {
    return a->vertices == b->vertices && a->edges == b->edges &&
           memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) == 0 &&
           memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) == 0;
}

/* Any number of threads makes the same graph, within its bounds. */
static void test_threads(void) {
    for (unsigned i = 0; i < scc_family_count; i++) {
        struct graph_family family = scc_family_sized(&scc_families[i], 0).family;
        struct family_graph first, second;
        struct run one = run_of(1), three = {.memory = &memory, .threads = 3};
        if (scc_families[i].network.sizes[0] != 0) {
            continue;
        }
        make(&family, &one, &first);
        make(&family, &three, &second);
        CU_ASSERT(first.graph.vertices > 0);
        CU_ASSERT_EQUAL(first.graph.offsets[first.graph.vertices], first.graph.edges);
        for (uint64_t edge = 0; edge < first.graph.edges; edge++) {
            CU_ASSERT_FATAL(first.graph.targets[edge] < first.graph.vertices);
        }
        CU_ASSERT(is_same(&first.graph, &second.graph));
        family_graph_free(&first);
        family_graph_free(&second);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

/* The graph has hubs and the right number of edges. */
static void test_power_law(void) {
    struct graph_family family = {.kind = FAMILY_POWER_LAW, .scale = 12, .degree = 16, .seed = 3};
    struct run run = run_of(2);
    struct family_graph made;
    uint64_t most = 0;
    make(&family, &run, &made);
    CU_ASSERT_EQUAL(made.graph.vertices, 4096);
    CU_ASSERT_EQUAL(made.graph.edges, 65536);
    for (uint64_t vertex = 0; vertex < 4096; vertex++) {
        uint64_t degree = made.graph.offsets[vertex + 1] - made.graph.offsets[vertex];
        most = degree > most ? degree : most;
    }
    CU_ASSERT(most > 10 * 16);
    family_graph_free(&made);
}

/* Other numbers, the same edges. */
static void test_scramble(void) {
    struct graph_family family = {.kind = FAMILY_RANDOM, .vertices = 5000, .degree = 3, .seed = 5};
    struct run run = run_of(2);
    struct family_graph made, scrambled;
    struct error error;
    uint32_t *position = malloc(5000 * sizeof *position);
    uint8_t *taken = calloc(5000, 1);
    uint64_t moved = 0, largest, largest_then;
    make(&family, &run, &made);
    CU_ASSERT_EQUAL_FATAL(digraph_scramble(&made.graph, 1, &run, position, &scrambled, &error), 0);
    CU_ASSERT_EQUAL(scrambled.graph.edges, made.graph.edges);
    for (uint64_t vertex = 0; vertex < 5000; vertex++) {
        CU_ASSERT_FATAL(position[vertex] < 5000 && !taken[position[vertex]]);
        taken[position[vertex]] = 1;
        moved += position[vertex] != vertex;
        uint64_t from = made.graph.offsets[vertex], to = scrambled.graph.offsets[position[vertex]];
        uint64_t degree = made.graph.offsets[vertex + 1] - from;
        CU_ASSERT_EQUAL_FATAL(scrambled.graph.offsets[position[vertex] + 1] - to, degree);
        for (uint64_t i = 0; i < degree; i++) {
            CU_ASSERT_EQUAL(scrambled.graph.targets[to + i], position[made.graph.targets[from + i]]);
        }
    }
    CU_ASSERT(moved > 4900);
    CU_ASSERT_EQUAL(components_of(&made.graph, &run, &largest),
                    components_of(&scrambled.graph, &run, &largest_then));
    CU_ASSERT_EQUAL(largest, largest_then);
    family_graph_free(&made);
    family_graph_free(&scrambled);
    free(position);
    free(taken);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* When memory runs out or the stop flag is set, nothing is leaked. */
static void test_limits(void) {
    static const int stop = 1;
    struct graph_family families[] = {{LATTICE(50, 40, 30)},
                                      {.kind = FAMILY_POWER_LAW, .scale = 12, .degree = 16}};
    for (unsigned i = 0; i < 2; i++) {
        struct family_graph made;
        struct error error;
        struct run run = run_of(2);
        for (uint64_t limit = 0; limit < 2000000; limit += 40000) {
            memory.limit = limit;
            if (graph_family_make(&families[i], &run, &made, &error) == 0) {
                family_graph_free(&made);
            } else {
                CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
            }
            CU_ASSERT_EQUAL(memory_used(&memory), 0);
        }
        memory.limit = UINT64_MAX;
        run.stop = &stop;
        CU_ASSERT_NOT_EQUAL(graph_family_make(&families[i], &run, &made, &error), 0);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

void suite_graph_family(void) {
    suite_add("families of graphs", NULL, NULL, "vertices, edges and components", test_counts,
              "degrees of closed lattices", test_degrees, "edges back", test_back_edges, "cycles with chords",
              test_chords, "solid rings", test_solid_ring, "any number of threads", test_threads,
              "power laws", test_power_law, "scrambled numbers", test_scramble, "limits", test_limits, NULL);
}
