/*
 * AUTO on several CPU threads, where Tarjan's algorithm races FBT: on graphs of which either is faster, the
 * components are those of Tarjan's algorithm alone, or a deadline passed.
 */
#include <CUnit/Basic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/graph_family.h"
#include "decompose/scc/scc.h"
#include "tests/support/testing.h"

#define BUDGET ((uint64_t)1 << 32)
#define LEAST ((uint64_t)1 << 21) /* vertices and edges of a graph that is worth a race */
#define DEFAULT_CASES 16u

static const struct graph_family families[] = {
    {.kind = FAMILY_LATTICE, .size = {96, 96, 64}, .ends = {LATTICE_CLOSED}},
    {.kind = FAMILY_CYCLES, .cycles = 240000, .length = 4},
    {.kind = FAMILY_RANDOM, .vertices = 550000, .degree = 5, .seed = 1},
    {.kind = FAMILY_POWER_LAW, .scale = 18, .degree = 8, .seed = 2},
};

#define FAMILIES (sizeof families / sizeof *families)

struct subject {
    struct family_graph graphs[2]; /* in its own numbers, and in random ones */
    uint32_t *expected[2];
};

struct subjects {
    struct memory memory;
    struct subject of[FAMILIES];
};

static void make_subject(const struct graph_family *family, const struct run *run, struct subject *subject) {
    struct error error;
    struct scc_report report;
    const struct scc_options tarjan = {.algorithm = SCC_TARJAN};
    CU_ASSERT_EQUAL_FATAL(graph_family_make(family, run, &subject->graphs[0], &error), 0);
    const struct digraph *graph = &subject->graphs[0].graph;
    uint32_t *position = test_allocate(graph->vertices, sizeof *position);
    CU_ASSERT_TRUE(graph->vertices + graph->edges >= LEAST);
    CU_ASSERT_EQUAL_FATAL(digraph_scramble(graph, 1, run, position, &subject->graphs[1], &error), 0);
    free(position);
    for (unsigned i = 0; i < 2; i++) {
        subject->expected[i] = test_allocate(graph->vertices, sizeof *subject->expected[i]);
        CU_ASSERT_EQUAL_FATAL(
            scc_cpu(&subject->graphs[i].graph, &tarjan, run, subject->expected[i], &report, &error), 0);
    }
}

static void make_subjects(struct subjects *subjects) {
    memory_init(&subjects->memory, BUDGET);
    const struct run run = {.memory = &subjects->memory, .threads = 2};
    for (unsigned i = 0; i < FAMILIES; i++) {
        make_subject(&families[i], &run, &subjects->of[i]);
    }
}

static void free_subjects(struct subjects *subjects) {
    for (unsigned i = 0; i < FAMILIES; i++) {
        for (unsigned k = 0; k < 2; k++) {
            family_graph_free(&subjects->of[i].graphs[k]);
            free(subjects->of[i].expected[k]);
        }
    }
    CU_ASSERT_EQUAL(memory_used(&subjects->memory), 0);
}

struct judged {
    struct subjects *subjects;
    uint64_t mismatches, interrupted, by_tarjan;
    int has_deadlines;
};

static void judge(uint64_t seed, void *context) {
    struct judged *judged = context;
    const struct subject *subject = &judged->subjects->of[seed % FAMILIES];
    unsigned scrambled = seed / FAMILIES % 2;
    const struct digraph *graph = &subject->graphs[scrambled].graph;
    uint32_t *component = test_allocate(graph->vertices, sizeof *component);
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    struct scc_report report;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 3 + (unsigned)(seed / 3 % 3)};
    if (judged->has_deadlines) {
        run.deadline = run_clock() + (double)(seed % 29) * 2e-2;
    }
    int failed =
        scc_cpu(graph, &(struct scc_options){.algorithm = SCC_AUTO}, &run, component, &report, &error);
    judged->interrupted += failed != 0;
    judged->by_tarjan += !failed && report.algorithm == SCC_TARJAN;
    judged->mismatches +=
        failed
            ? !judged->has_deadlines || error.code != ERROR_INTERRUPTED
            : memcmp(component, subject->expected[scrambled], graph->vertices * sizeof *component) != 0 ||
                  (report.algorithm != SCC_TARJAN && report.algorithm != SCC_FBT) || error.code != ERROR_NONE;
    judged->mismatches += memory_used(&memory) != 0;
    free(component);
}

static void judge_all(int has_deadlines) {
    struct subjects subjects;
    struct judged judged = {.subjects = &subjects, .has_deadlines = has_deadlines};
    make_subjects(&subjects);
    uint64_t cases = judge_seeds(DEFAULT_CASES, 1, judge, &judged, &judged.mismatches);
    report_counts("races", cases, "won by Tarjan's algorithm", judged.by_tarjan, "interrupted",
                  judged.interrupted, NULL);
    CU_ASSERT_TRUE(has_deadlines || judged.interrupted == 0);
    free_subjects(&subjects);
}

static void test_races(void) {
    judge_all(0);
}

static void test_deadlines(void) {
    judge_all(1);
}

void suite_scc_race(void) {
    suite_add("Tarjan's algorithm against FBT", NULL, NULL, "the first result counts", test_races,
              "with deadlines", test_deadlines, NULL);
}
