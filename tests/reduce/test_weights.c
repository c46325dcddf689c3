/*
 * Refinement with weights beside its definition, on random graphs: vertices are alike if they have the same
 * sums, for each part of labels and each block. On CPU threads, in rounds as on a GPU, imitated on the host,
 * and on a GPU where there is one.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "reduce/refine/refine.h"
#include "reduce/rounds/rounds.h"
#ifdef HEDDLE_CUDA
#include "reduce/rounds/rounds_cuda.h"
#endif
#include "tests/support/backend_test.h"
#include "tests/support/rounds_host.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define CASES 2000u
#define MOST_VERTICES 28u
#define MOST_ROW 6u
#define BUDGET ((uint64_t)1 << 30)

#define LARGE ((refine_weight)1 << 100)

/* Weights of all sizes; modulo 2^64 and modulo 2^61 - 1, some are alike or 0. */
static const uint32_t part[] = {0, 0, 0, 3, 3, 5, 6, 6, 6};
static const refine_weight weight[] = {1,     2,        3, LARGE, 2 * LARGE, 0, ((uint64_t)1 << 61) - 1,
                                       LARGE, LARGE + 1};
#define LABELS LENGTH(part)

enum side { THREADS, ROUNDS, CUDA, SIDES };
static const char *const side_names[] = {"threads", "rounds", "cuda"};

struct trial {
    struct memory memory;
    struct run run;
    enum side side;
    uint64_t mismatches, smaller, started, random;
};

static uint32_t draw(struct trial *trial, uint32_t below) {
    return random_draw(&trial->random, below);
}

static int is_testable(enum side side) {
    const struct backend *backend = side == CUDA ? backend_find("cuda") : NULL;
    return side != CUDA || (backend != NULL && backend_is_testable(backend));
}

static int refine_on(const struct trial *trial, uint64_t seed, const struct graph *graph,
                     const struct refine_options *options, struct partition *partition, struct error *error) {
    struct rounds_task task = rounds_task_of(graph, EQUIVALENCE_STRONG);
    struct rounds_result result = {.edges = 0};
    if (trial->side == THREADS) {
        return refine_cpu(graph, EQUIVALENCE_STRONG, options, &trial->run, partition, error);
    }
    rounds_task_weigh(&task, graph, options);
    task.sparing = seed % 2 == 0;
    task.patience = seed % 5 == 0 ? 1 + seed / 5 % 6 : 0;
    task.graph =
        (struct rounds_graph){graph->vertices, graph->edges, graph->offsets, graph->targets, graph->labels};
    int failed = 1;
#ifdef HEDDLE_CUDA
    if (trial->side == CUDA) {
        failed = rounds_cuda_of_host(graph, &task, &trial->run, &result, error);
    }
#endif
    if (trial->side == ROUNDS) {
        failed = rounds_host(&task, seed, seed % 4 == 0 ? 3 : 1, &trial->run, &result, error);
    }
    *partition = result.partition;
    return failed;
}

/* --- random graphs --- */

/* Each state several times; an edge may lead to any copy, and be in two edges of half the weight. */
static struct graph *draw_graph(struct trial *trial) {
    const uint32_t copies = 1 + draw(trial, 4), base = 1 + draw(trial, MOST_VERTICES / copies);
    const char *texts[LABELS];
    struct error error;
    struct {
        uint32_t label, to;
    } rows[MOST_VERTICES][MOST_ROW];
    uint32_t length[MOST_VERTICES];
    for (uint32_t i = 0; i < LABELS; i++) {
        texts[i] = "";
    }
    for (uint32_t s = 0; s < base; s++) {
        length[s] = draw(trial, MOST_ROW + 1);
        for (uint32_t i = 0; i < length[s]; i++) {
            rows[s][i].label = draw(trial, LABELS);
            rows[s][i].to = draw(trial, base);
        }
    }
    struct graph *graph =
        test_present(graph_create_labelled((uint64_t)base * copies, texts, LABELS, &trial->run, &error));
    CU_ASSERT_FATAL(graph_extend(graph, (uint64_t)base * copies * MOST_ROW * 2 + 1) == 0);
    for (uint32_t vertex = 0; vertex < base * copies; vertex++) {
        for (uint32_t i = 0; i < length[vertex / copies]; i++) {
            const uint32_t label = rows[vertex / copies][i].label;
            const int halves = (label == 1 || label == 4) && draw(trial, 2) == 0;
            for (int half = 0; half < 1 + halves; half++) {
                graph->labels[graph->edges] = halves ? label - 1 : label;
                graph->targets[graph->edges++] = rows[vertex / copies][i].to * copies + draw(trial, copies);
            }
        }
        graph->offsets[vertex + 1] = graph->edges;
    }
    return graph;
}

/* --- the definition --- */

struct measure {
    refine_weight sum;
    int has;
};

static struct measure measure(const struct graph *graph, const uint32_t *block, uint32_t vertex, uint32_t of,
                              uint32_t to) {
    struct measure measure = {0, 0};
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (part[graph->labels[edge]] == of && block[graph->targets[edge]] == to) {
            measure.sum += weight[graph->labels[edge]];
            measure.has = 1;
        }
    }
    return measure;
}

static int are_alike(const struct graph *graph, const uint32_t *block, uint32_t s, uint32_t t) {
    for (uint32_t of = 0; of < LABELS; of++) {
        for (uint32_t to = 0; to < graph->vertices; to++) {
            const struct measure a = measure(graph, block, s, of, to), b = measure(graph, block, t, of, to);
            if (a.sum != b.sum || a.has != b.has) {
                return 0;
            }
        }
    }
    return 1;
}

static uint32_t refine_naively(const struct graph *graph, uint32_t *block) {
    uint32_t before = 0, blocks = 1, next[MOST_VERTICES];
    while (blocks != before) {
        before = blocks;
        blocks = 0;
        for (uint32_t s = 0; s < graph->vertices; s++) {
            uint32_t t = 0;
            while (t < s && !(block[s] == block[t] && are_alike(graph, block, s, t))) {
                t++;
            }
            next[s] = t < s ? next[t] : blocks++;
        }
        memcpy(block, next, graph->vertices * sizeof *block);
    }
    return blocks;
}

/* --- trials --- */

/* Blocks to begin with, some of the time. */
static uint32_t draw_start(struct trial *trial, uint64_t vertices, uint32_t *start) {
    const uint32_t blocks = vertices < 3 || draw(trial, 2) == 0 ? 1 : 2 + draw(trial, 2);
    for (uint32_t vertex = 0; vertex < vertices; vertex++) {
        start[vertex] = vertex < blocks ? vertex : draw(trial, blocks);
    }
    return blocks;
}

static void judge(uint64_t seed, void *context) {
    static const uint32_t bits[] = {0, 0, 8, 2, 1};
    struct trial *trial = context;
    uint32_t start[MOST_VERTICES], block[MOST_VERTICES];
    struct partition partition = {.vertices = 0};
    struct error error;
    trial->random = seed * 0x9e3779b97f4a7c15ULL;
    trial->run.threads = 1 + (uint32_t)(seed % 3);
    struct graph *graph = draw_graph(trial);
    const struct refine_weights weights = {LABELS, part, weight};
    const uint32_t blocks = draw_start(trial, graph->vertices, start);
    const struct refine_options options = {.start = blocks > 1 ? start : NULL,
                                           .start_blocks = blocks,
                                           .weights = &weights,
                                           .sketch_bits = bits[draw(trial, LENGTH(bits))],
                                           .full_rounds = draw(trial, 3) == 0};
    memcpy(block, start, sizeof block);
    const uint32_t classes = refine_naively(graph, block);
    const int failed = refine_on(trial, seed, graph, &options, &partition, &error);
    if (failed || partition.blocks != classes ||
        memcmp(partition.block, block, graph->vertices * sizeof *block) != 0) {
        printf("\n  %s, seed %llu: %s\n", side_names[trial->side], (unsigned long long)seed,
               failed ? error.text : "other classes");
        trial->mismatches++;
    }
    trial->smaller += classes < graph->vertices && classes > 1;
    trial->started += blocks > 1;
    partition_free(&partition, &trial->memory);
    graph_free(graph);
}

static void test_oracle(void) {
    for (enum side side = THREADS; side < SIDES; side++) {
        struct trial trial = {.side = side};
        if (!is_testable(side)) {
            continue;
        }
        memory_init(&trial.memory, BUDGET);
        trial.run = (struct run){.memory = &trial.memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES};
        const uint64_t cases = judge_seeds(CASES, 1, judge, &trial, &trial.mismatches);
        report_counts(side_names[side], cases, "smaller", trial.smaller, "with blocks to begin with",
                      trial.started, NULL);
        if (cases >= CASES) {
            CU_ASSERT(trial.smaller > cases / 3);
            CU_ASSERT(trial.started > cases / 4);
        }
        CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
    }
}

/* Rows of many edges, short and long ones: of a step's lanes, of a grid, and those that the host proves. */
static void test_large(void) {
    enum { VERTICES = 3000 };
    static const uint32_t lengths[] = {40, 400, 20000};
    const char *texts[LABELS];
    for (uint32_t i = 0; i < LABELS; i++) {
        texts[i] = "";
    }
    for (uint32_t longest = 0; longest < LENGTH(lengths); longest++) {
        struct trial trial = {.random = 5 + longest};
        struct partition whole, partition;
        struct error error;
        memory_init(&trial.memory, BUDGET);
        trial.run = (struct run){.memory = &trial.memory, .threads = 2, .device_bytes = TEST_DEVICE_BYTES};
        struct graph *graph =
            test_present(graph_create_labelled(VERTICES, texts, LABELS, &trial.run, &error));
        CU_ASSERT_FATAL(graph_extend(graph, (uint64_t)VERTICES * 50 + 4 * lengths[longest]) == 0);
        for (uint32_t vertex = 0; vertex < VERTICES; vertex++) {
            const uint32_t edges = vertex % 997 == 1 ? lengths[longest] : draw(&trial, 6);
            for (uint32_t i = 0; i < edges && vertex > 0; i++) {
                graph->labels[graph->edges] = draw(&trial, LABELS);
                graph->targets[graph->edges++] = draw(&trial, vertex) % 300;
            }
            graph->offsets[vertex + 1] = graph->edges;
        }
        const struct refine_weights weights = {LABELS, part, weight};
        const struct refine_options options = {.weights = &weights, .sketch_bits = longest == 0 ? 8 : 0};
        CU_ASSERT_FATAL(refine_on(&trial, 1, graph, &options, &whole, &error) == 0);
        CU_ASSERT(whole.blocks > 100 && whole.blocks < VERTICES);
        for (trial.side = ROUNDS; trial.side < SIDES; trial.side++) {
            if (!is_testable(trial.side)) {
                continue;
            }
            const int failed = refine_on(&trial, 1, graph, &options, &partition, &error);
            CU_ASSERT(!failed && partition.blocks == whole.blocks &&
                      memcmp(partition.block, whole.block, VERTICES * sizeof *whole.block) == 0);
            partition_free(&partition, &trial.memory);
        }
        partition_free(&whole, &trial.memory);
        graph_free(graph);
        CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
    }
}

/* With any limit of memory: the classes or ERROR_MEMORY, and nothing is lost. */
static void test_limits(void) {
    struct trial trial = {.side = ROUNDS, .random = 3};
    struct error error;
    struct shortage shortage = {
        .memory = &trial.memory, .error = &error, .more = 64, .step = 1, .part = 16, .enough = 10};
    memory_init(&trial.memory, BUDGET);
    trial.run = (struct run){.memory = &trial.memory, .threads = 1};
    struct graph *graph = draw_graph(&trial);
    const struct refine_weights weights = {LABELS, part, weight};
    const struct refine_options options = {.weights = &weights};
    while (shortage_goes_on(&shortage)) {
        struct partition partition = {.vertices = 0};
        shortage.done = refine_on(&trial, shortage.more, graph, &options, &partition, &error) == 0;
        partition_free(&partition, &trial.memory);
    }
    CU_ASSERT(shortage.failures > 10);
    graph_free(graph);
}

void suite_weights(void) {
    suite_add("weights", NULL, NULL, "classes are those of the definition", test_oracle, "large graphs",
              test_large, "limits", test_limits, NULL);
}
