/*
 * Refinement in rounds, as on a GPU, beside the naive equivalences (oracle_relation.h) and the quotients of
 * refinement on CPU threads: its steps imitated on the host (tests/support/rounds_host.h), and on a GPU where
 * there is one.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bitmap_core.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"
#include "reduce/rounds/rounds.h"
#ifdef HEDDLE_CUDA
#include "reduce/rounds/rounds_cuda.h"
#endif
#include "tests/oracle/oracle_relation.h"
#include "tests/random/random_lts.h"
#include "tests/support/backend_test.h"
#include "tests/support/refined_kinds.h"
#include "tests/support/rounds_host.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

#define CASES 700u
#define MOST_VERTICES 28u
#define BUDGET ((uint64_t)1 << 30)

/* --- sides --- */

/* Where a graph of the host is refined. */
struct side {
    const char *name;
    int on_device;
};

static const struct side sides[] = {{"host", 0}, {"cuda", 1}};

static int is_testable(const struct side *side) {
    const struct backend *backend = side->on_device ? backend_find("cuda") : NULL;
    if (!side->on_device) {
        return 1;
    }
    if (backend == NULL) {
        return 0;
    }
    return backend_is_testable(backend);
}

static int reduce_on_host(const struct graph *graph, const struct rounds_task *task, uint64_t seed,
                          const struct run *run, struct rounds_result *result, struct error *error) {
    const uint64_t bytes = graph->edges * sizeof(uint32_t);
    struct rounds_task copy = *task;
    uint32_t *labels = test_allocate(graph->edges, sizeof *labels);
    memcpy(labels, graph->labels, bytes);
    copy.graph = (struct rounds_graph){graph->vertices, graph->edges, graph->offsets, graph->targets, labels};
    const int failed = rounds_host(&copy, seed, seed % 4 == 0 ? 3 : 1, run, result, error);
    free(labels);
    return failed;
}

static int reduce_on(const struct side *side, const struct graph *graph, const struct rounds_task *task,
                     uint64_t seed, const struct run *run, struct rounds_result *result,
                     struct error *error) {
#ifdef HEDDLE_CUDA
    if (side->on_device) {
        return rounds_cuda_of_host(graph, task, run, result, error);
    }
#endif
    (void)side;
    return reduce_on_host(graph, task, seed, run, result, error);
}

/* --- cases --- */

struct trial {
    struct memory memory;
    struct run run;
    const struct side *side;
    uint64_t mismatches, hidden, cyclic, rounds;
};

static void open_trial(struct trial *trial, const struct side *side) {
    *trial = (struct trial){.side = side};
    memory_init(&trial->memory, BUDGET);
    trial->run = (struct run){.memory = &trial->memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES};
}

static void complain(struct trial *trial, uint64_t seed, enum equivalence equivalence, const char *what) {
    printf("\n  %s, seed %llu, %s: %s\n", trial->side->name, (unsigned long long)seed,
           equivalence_name(equivalence), what);
    trial->mismatches++;
}

static int same_graph(const struct graph *a, const struct graph *b) {
    if (a->vertices != b->vertices || a->edges != b->edges || a->initial != b->initial ||
        a->label_count != b->label_count) {
        return 0;
    }
    for (uint32_t label = 0; label < a->label_count; label++) {
        if (strcmp(a->label_text[label], b->label_text[label]) != 0) {
            return 0;
        }
    }
    return memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) == 0 &&
           (a->edges == 0 || (memcmp(a->labels, b->labels, a->edges * sizeof *a->labels) == 0 &&
                              memcmp(a->targets, b->targets, a->edges * sizeof *a->targets) == 0));
}

static int same_partition(const struct partition *a, const struct partition *b) {
    return a->vertices == b->vertices && a->blocks == b->blocks &&
           (a->block == NULL || memcmp(a->block, b->block, a->vertices * sizeof *a->block) == 0) &&
           a->divergent_blocks == b->divergent_blocks && (a->divergent == NULL) == (b->divergent == NULL) &&
           (a->divergent == NULL || memcmp(a->divergent, b->divergent, bitmap_bytes(a->blocks)) == 0);
}

/* The classes and quotient that refinement on CPU threads finds. */
static void expect(struct trial *trial, const struct graph *graph, enum equivalence equivalence,
                   struct rounds_result *expected) {
    struct error error;
    *expected = (struct rounds_result){.edges = graph->edges};
    if (refine_cpu(graph, equivalence, NULL, &trial->run, &expected->partition, &error) != 0) {
        test_present(NULL);
    }
    expected->quotient =
        test_present(quotient_make(graph, equivalence, &expected->partition, &trial->run, &error));
}

static void compare(struct trial *trial, uint64_t seed, enum equivalence equivalence,
                    const struct rounds_result *found, const struct rounds_result *expected) {
    if (!same_partition(&found->partition, &expected->partition)) {
        complain(trial, seed, equivalence, "other classes");
    } else if (found->transitions != expected->quotient->edges ||
               (found->quotient != NULL && !same_graph(found->quotient, expected->quotient))) {
        complain(trial, seed, equivalence, "another quotient");
    } else if (found->edges != expected->edges) {
        complain(trial, seed, equivalence, "another number of edges");
    }
}

/* One way to refine; some labels are hidden. */
static void judge_way(struct trial *trial, uint64_t seed, unsigned kind) {
    static const uint32_t bits[] = {0, 0, 8, 2};
    uint64_t state = seed * 3 + kind;
    const enum equivalence equivalence = kinds[kind].equivalence;
    struct graph *graph = random_lts_graph(seed, MOST_VERTICES, 1, &trial->memory);
    const struct refine_options how = {.sketch_bits = bits[random_draw(&state, 4)],
                                       .full_rounds = random_draw(&state, 3) == 0};
    const uint8_t hidden[RANDOM_LTS_LABELS] = {random_draw(&state, 2) == 0, random_draw(&state, 2) == 0};
    const int hides = random_draw(&state, 2) == 0 && (hidden[0] || hidden[1]);
    uint32_t class_of[ORACLE_RELATION_MOST];
    struct rounds_task task = rounds_task_of(graph, equivalence);
    struct prepared_labels labels;
    struct prepared prepared;
    struct rounds_result found, expected;
    struct error error;
    if (prepare_labels(graph, hides ? hidden : NULL, &trial->memory, &labels, &error) != 0) {
        test_present(NULL);
    }
    if (hides) {
        rounds_task_hide(&task, &labels);
    }
    task.options = &how;
    task.sparing = random_draw(&state, 2) == 0;
    task.skip_block = random_draw(&state, 8) == 0;
    task.skip_quotient = random_draw(&state, 8) == 0;
    task.patience = random_draw(&state, 4) == 0 ? 1 + random_draw(&state, 6) : 0;
    int failed = reduce_on(trial->side, graph, &task, seed, &trial->run, &found, &error);
    if (prepare_graph(graph, hides ? hidden : NULL, &trial->run, &prepared, &error) != 0) {
        test_present(NULL);
    }
    expect(trial, prepared.graph, equivalence, &expected);
    if (failed) {
        complain(trial, seed, equivalence, error.text);
    } else {
        compare(trial, seed, equivalence, &found, &expected);
        if (oracle_relation_classes(prepared.graph, kinds[kind].relation, class_of) !=
                found.partition.blocks ||
            (found.partition.block != NULL &&
             memcmp(class_of, found.partition.block, found.partition.vertices * sizeof *class_of) != 0)) {
            complain(trial, seed, equivalence, "other classes than the oracle's");
        }
        trial->rounds += found.partition.rounds > 3;
        trial->hidden += (uint64_t)hides;
        trial->cyclic += found.partition.divergent_blocks > 0;
    }
    rounds_result_free(&found, &trial->memory);
    rounds_result_free(&expected, &trial->memory);
    prepared_free(&prepared, &trial->run);
    prepared_labels_free(&labels, &trial->memory);
}

static void judge_case(uint64_t seed, void *context) {
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        judge_way(context, seed, kind);
    }
}

static void test_oracle(void) {
    for (unsigned i = 0; i < LENGTH(sides); i++) {
        struct trial trial;
        if (!is_testable(&sides[i])) {
            continue;
        }
        open_trial(&trial, &sides[i]);
        uint64_t cases = judge_seeds(CASES, 1, judge_case, &trial, &trial.mismatches);
        report_counts("cases", cases, "with hidden labels", trial.hidden, "that diverge", trial.cyclic,
                      "more than 3 rounds", trial.rounds, NULL);
        CU_ASSERT(trial.hidden * 2 >= cases);
        CU_ASSERT(trial.cyclic * 4 >= cases);
        CU_ASSERT(trial.rounds * 4 >= cases);
        CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
    }
}

/* --- larger graphs --- */

#define LARGE_EVERY 100u

/* States of rows that several lanes share, chains of `i`, and each state several times. */
static struct graph *make_large(uint64_t seed, uint64_t base, struct memory *memory) {
    uint64_t state = seed, vertices = base * RANDOM_LTS_COPIES, capacity = vertices * 4 + 4096;
    struct lts_edge *edges = test_allocate(capacity, sizeof *edges);
    uint64_t count = random_lts_copies(&state, base, edges);
    for (uint32_t i = 0; i < 1500; i++) { /* long rows */
        edges[count++] = (struct lts_edge){random_draw(&state, 2), random_draw(&state, 4),
                                           random_draw(&state, (uint32_t)vertices)};
    }
    struct graph *graph = lts_of_edges(edges, count, vertices, 0, memory);
    free(edges);
    return graph;
}

static void judge_large(uint64_t seed, void *context) {
    struct trial *trial = context;
    static const struct refine_options ways[] = {{.sketch_bits = 0}, {.full_rounds = 1}, {.sketch_bits = 8}};
    if (seed % LARGE_EVERY != 1) {
        return;
    }
    struct graph *graph = make_large(seed, 150 + seed % 7 * 40, &trial->memory);
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        struct rounds_task task = rounds_task_of(graph, kinds[kind].equivalence);
        struct rounds_result found, expected;
        struct error error;
        task.options = &ways[seed / LARGE_EVERY % LENGTH(ways)];
        task.sparing = seed / LARGE_EVERY % 2 == 0;
        expect(trial, graph, kinds[kind].equivalence, &expected);
        if (reduce_on(trial->side, graph, &task, seed, &trial->run, &found, &error) != 0) {
            complain(trial, seed, kinds[kind].equivalence, error.text);
        } else {
            compare(trial, seed, kinds[kind].equivalence, &found, &expected);
            trial->rounds += expected.partition.blocks > graph->vertices / (2 * RANDOM_LTS_COPIES);
        }
        rounds_result_free(&found, &trial->memory);
        rounds_result_free(&expected, &trial->memory);
    }
    graph_free(graph);
}

static void test_large(void) {
    for (unsigned i = 0; i < LENGTH(sides); i++) {
        struct trial trial;
        if (!is_testable(&sides[i])) {
            continue;
        }
        open_trial(&trial, &sides[i]);
        uint64_t cases = judge_seeds(CASES, 1, judge_large, &trial, &trial.mismatches);
        report_counts("large cases", cases / LARGE_EVERY, "with many classes", trial.rounds, NULL);
        CU_ASSERT(trial.rounds >= cases / LARGE_EVERY);
        CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
    }
}

/* --- rows that a whole grid shares --- */

#define WIDE 9000u

/*
 * A cycle of `i` whose states lead to many others by `i` and other labels, which lead back to it, on to a
 * state where all meet, and to one with a loop; and a second such cycle. So contracted rows, and those of
 * sources, are long.
 */
static struct graph *make_wide(uint64_t seed, struct memory *memory) {
    uint64_t state = seed, count = 0;
    const uint32_t parts = 4, size = WIDE, meet = parts * size, loop = meet + 1,
                   internal = RANDOM_LTS_INTERNAL;
    struct lts_edge *edges = test_allocate((uint64_t)parts * size * 5 + 8, sizeof *edges);
    for (uint32_t part = 0; part < parts; part += 2) {
        for (uint32_t i = 0; i < size; i++) {
            const uint32_t from = part * size + i, to = (part + 1) * size + i;
            edges[count++] = (struct lts_edge){from, internal, part * size + (i + 1) % size};
            edges[count++] = (struct lts_edge){from, i % 4, to};
            edges[count++] = (struct lts_edge){to, i % 7 == 0 ? internal : i % 3, meet};
            if (i % 5 == 0) {
                edges[count++] = (struct lts_edge){to, 0, part * size + random_draw(&state, size)};
            }
            if (i % 1000 == 3) {
                edges[count++] = (struct lts_edge){to, internal, loop};
            }
        }
    }
    edges[count++] = (struct lts_edge){meet, 3, 2 * size};
    edges[count++] = (struct lts_edge){meet, 1, 0};
    edges[count++] = (struct lts_edge){loop, internal, loop};
    struct graph *graph = lts_of_edges(edges, count, (uint64_t)loop + 1, 0, memory);
    free(edges);
    return graph;
}

static void test_wide(void) {
    for (unsigned i = 0; i < LENGTH(sides); i++) {
        struct trial trial;
        if (!is_testable(&sides[i])) {
            continue;
        }
        open_trial(&trial, &sides[i]);
        struct graph *graph = make_wide(1, &trial.memory);
        for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
            const struct rounds_task task = rounds_task_of(graph, kinds[kind].equivalence);
            struct rounds_result found, expected;
            struct error error;
            expect(&trial, graph, kinds[kind].equivalence, &expected);
            if (reduce_on(&sides[i], graph, &task, 1, &trial.run, &found, &error) != 0) {
                complain(&trial, 1, kinds[kind].equivalence, error.text);
            } else {
                compare(&trial, 1, kinds[kind].equivalence, &found, &expected);
            }
            CU_ASSERT(expected.partition.blocks > 3);
            rounds_result_free(&found, &trial.memory);
            rounds_result_free(&expected, &trial.memory);
        }
        graph_free(graph);
        CU_ASSERT_EQUAL(trial.mismatches, 0);
        CU_ASSERT_EQUAL(memory_used(&trial.memory), 0);
    }
}

/* --- ends --- */

/* With each limit on memory, the classes are found, or the error says that memory ran out. All memory is
 * freed in both cases, and after an interruption. */
static void test_limits(void) {
    struct trial trial;
    uint64_t refused = 0;
    const int stop = 1;
    open_trial(&trial, &sides[0]);
    struct graph *graph = make_large(5, 150, &trial.memory);
    const uint64_t before = memory_used(&trial.memory);
    for (unsigned kind = 0; kind < LENGTH(kinds); kind++) {
        const struct rounds_task task = rounds_task_of(graph, kinds[kind].equivalence);
        struct rounds_result result;
        struct error error;
        struct shortage shortage = {
            .memory = &trial.memory, .error = &error, .more = 1 << 10, .part = 4, .enough = 3};
        while (shortage_goes_on(&shortage)) {
            shortage.done = reduce_on_host(graph, &task, shortage.more, &trial.run, &result, &error) == 0;
            rounds_result_free(&result, &trial.memory);
        }
        refused += shortage.failures;
        trial.run.stop = &stop;
        CU_ASSERT(reduce_on_host(graph, &task, 1, &trial.run, &result, &error) != 0);
        CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
        rounds_result_free(&result, &trial.memory);
        CU_ASSERT_EQUAL(memory_used(&trial.memory), before);
        trial.run.stop = NULL;
    }
    CU_ASSERT(refused > 10);
    graph_free(graph);
}

void suite_rounds(void) {
    suite_add("rounds", NULL, NULL, "classes and quotients of random graphs are the oracle's", test_oracle,
              "large graphs", test_large, "long rows", test_wide, "limits", test_limits, NULL);
}
