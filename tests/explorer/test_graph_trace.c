/*
 * Graphs and traces of all engines and layouts against those of one thread on the CPU, byte for byte, where
 * the random networks are too small to go: choices, levels by the ten thousand, a level of a million states,
 * rows of thousands of edges, and levels of which the first are kept apart from the others (spilled, or on
 * the host where the others are on a GPU). And the ways through folded vectors that only they take.
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
#include "explorer/model/fold_core.h"
#include "explorer/search/level_store.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "hashtable/intern.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_CUDA
#include "explorer/search/cuda/space_device.h"
#include "explorer/graph/graph_device.h"
#endif

#ifdef HEDDLE_SANITIZED
#define CHAIN 2000u
#define FAN_BITS 7u
#else
#define CHAIN (test_is_short() ? 300u : 30000u)
#define FAN_BITS (test_is_short() ? 5u : 10u)
#endif
#define BUDGET ((uint64_t)4 << 30)

struct subject {
    struct test_folder folder;
    struct memory memory, spill;
    struct run run;
    struct error error;
    exp_tree *tree;
    struct network *network;
};

/* Copies of the results, which outlive the search. */
struct outcome {
    struct graph *graph;
    struct trace traces[2]; /* traces to the label "goal" and to a deadlock */
    int traced[2];
};

/* A network of files that are in the folder already. */
static void open_network(struct subject *subject, const char *text) {
    static const struct exp_options options;
    memory_init(&subject->memory, BUDGET);
    memory_init(&subject->spill, BUDGET);
    subject->run = (struct run){.memory = &subject->memory, .spill = &subject->spill, .threads = 1};
    subject->tree = exp_tree_read(test_folder_write(&subject->folder, "main.exp", text), &options,
                                  &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->network = network_compose(subject->tree, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->network);
}

static void open_subject(struct subject *subject) {
    memset(subject, 0, sizeof *subject);
    test_folder_create(&subject->folder);
}

static void close_subject(struct subject *subject) {
    network_free(&subject->memory, subject->network);
    exp_tree_free(subject->tree);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
    CU_ASSERT_EQUAL(memory_used(&subject->spill), 0);
    test_folder_remove(&subject->folder);
}

/* Moves the first half of the levels away from the others. */
static void part_levels(struct subject *subject, struct exploration *found) {
    uint64_t half = (found->result.levels + 1) / 2;
#ifdef HEDDLE_CUDA
    if (found->space.device != NULL) {
        struct space_device *space = found->space.device;
        uint64_t key_bytes = model_header(found->model)->key_words * sizeof(uint64_t);
        CU_ASSERT_EQUAL_FATAL(space_device_fetch_levels(found, half, &subject->run, &subject->error), 0);
        CU_ASSERT_EQUAL_FATAL(level_store_levels(found->space.level_store), half);
        space->queue_first = found->space.level_begin[half];
        CU_ASSERT_EQUAL_FATAL(
            device_clear(space->queue.base, space->queue_first * key_bytes, &subject->error), 0);
        return;
    }
#endif
    (void)subject;
    for (uint64_t level = 0; level < half; level++) {
        CU_ASSERT_EQUAL_FATAL(level_store_spill(found->space.level_store, level), 0);
    }
}

static struct outcome find_outcome(struct subject *subject, const struct backend *backend, uint32_t words,
                                   int parted) {
    struct outcome outcome = {0};
    struct model_options layout = {.words = words};
    const struct network *network = subject->network;
    uint8_t *watched = calloc(network->label_count + 1, 1);
    for (uint32_t i = 0; i < network->label_count; i++) {
        watched[i] = strncmp(network->labels[i].text, "goal", 4) == 0;
    }
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX, .watched = watched};
    model *model = model_compile(network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = backend->explore(model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL_FATAL(found->result.outcome, EXPLORE_DONE);
    if (parted) {
        part_levels(subject, found);
    }
    for (int i = 0; i < 2; i++) {
        struct trace_goal goal = {.kind = i == 0 ? TRACE_TO_LABEL : TRACE_TO_DEADLOCK, .labels = watched};
        outcome.traces[i].components = network->component_count;
        outcome.traced[i] = trace_length(found, &goal) != UINT64_MAX;
        if (outcome.traced[i]) {
            CU_ASSERT_EQUAL_FATAL(
                backend->trace(found, &goal, &subject->run, &outcome.traces[i], &subject->error), 0);
        }
    }
    outcome.graph = backend->graph(found, NULL, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(outcome.graph);
    exploration_free(found);
    model_free(model);
    free(watched);
    return outcome;
}

static void free_outcome(struct subject *subject, struct outcome *outcome) {
    graph_free(outcome->graph);
    for (int i = 0; i < 2; i++) {
        trace_free(&subject->memory, &outcome->traces[i]);
    }
}

static int same_words(const uint32_t *a, const uint32_t *b, uint64_t count) {
    return (a == NULL) == (b == NULL) && (a == NULL || count == 0 || memcmp(a, b, count * sizeof *a) == 0);
}

static int same_graphs(const struct graph *a, const struct graph *b) {
    return a->vertices == b->vertices && a->edges == b->edges &&
           memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) == 0 &&
           same_words(a->targets, b->targets, a->edges) && same_words(a->labels, b->labels, a->edges) &&
           same_words(a->choices, b->choices, a->edges);
}

/* Compares all engines and layouts; returns the outcome, which the caller frees. */
static struct outcome compare_all(struct subject *subject) {
    struct outcome expected = find_outcome(subject, backends[0], 0, 0);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        for (uint32_t words = 0; words <= 5 && backend_is_testable(*backend); words += words < 4 ? 2 : 1) {
            for (int parted = 0; parted < 2; parted++) {
                subject->run.threads = 1 + (unsigned)parted;
                struct outcome outcome = find_outcome(subject, *backend, words, parted);
                CU_ASSERT_TRUE(same_graphs(outcome.graph, expected.graph));
                for (int i = 0; i < 2; i++) {
                    CU_ASSERT_EQUAL(outcome.traced[i], expected.traced[i]);
                    CU_ASSERT_TRUE(same_trace(&outcome.traces[i], &expected.traces[i]));
                }
                free_outcome(subject, &outcome);
            }
        }
    }
    return expected;
}

/* --- networks --- */

/* Edges that differ only in the choice; edges without a choice; labels that sort before and after them; many
 * goals. */
static void test_choices(void) {
    struct subject subject;
    open_subject(&subject);
    test_folder_write(&subject.folder, "die.aut",
                      "des (0, 14, 5)\n(0, \"roll; prob 0.5\", 1)\n(0, \"roll; prob 0.5\", 2)\n"
                      "(0, \"go; prob 0.25\", 1)\n(0, \"go; prob 0.75\", 3)\n(1, prob 1/2, 1)\n"
                      "(1, prob 1/2, 0)\n(1, back, 0)\n(2, back, 0)\n(2, back, 1)\n(2, a, 3)\n"
                      "(3, \"roll; prob 1\", 0)\n(3, goal_b, 4)\n(3, goal_a, 4)\n(2, goal_b, 4)\n");
    test_folder_write(&subject.folder, "coin.aut",
                      "des (0, 6, 3)\n(0, back, 1)\n(0, \"flip; prob 1/2\", 2)\n"
                      "(0, \"flip; prob 1/2\", 0)\n(1, back, 0)\n(2, z, 0)\n(1, back, 1)\n");
    open_network(&subject, "par back in die.aut || coin.aut || (die.aut ||| die.aut) end par");
    struct outcome outcome = compare_all(&subject);
    const struct graph *graph = outcome.graph;
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph->choices);
    uint64_t alike = 0, without = 0;
    for (uint64_t i = 0; i < graph->edges; i++) {
        without += graph->choices[i] == UINT32_MAX;
        alike +=
            i > 0 && graph->labels[i] == graph->labels[i - 1] && graph->targets[i] == graph->targets[i - 1];
    }
    CU_ASSERT_TRUE(alike > 0 && without > 0 && without < graph->edges);
    CU_ASSERT_TRUE(outcome.traced[0]);
    free_outcome(&subject, &outcome);
    close_subject(&subject);
}

/* A long chain beside two small cycles: many levels of at most nine states. */
static void test_deep(void) {
    struct subject subject;
    open_subject(&subject);
    char *text = malloc(32 * (size_t)CHAIN + 64),
         *at = text + sprintf(text, "des (0, %u, %u)\n", CHAIN, CHAIN + 1);
    for (unsigned i = 0; i < CHAIN; i++) {
        at += sprintf(at, "(%u, %s, %u)\n", i, i + 1 == CHAIN ? "goal" : "on", i + 1);
    }
    test_folder_write(&subject.folder, "chain.aut", text);
    free(text);
    test_folder_write(&subject.folder, "cycle.aut",
                      "des (0, 3, 3)\n(0, turn, 1)\n(1, turn, 2)\n(2, stop, 2)\n");
    open_network(&subject, "chain.aut ||| cycle.aut ||| cycle.aut");
    struct outcome outcome = compare_all(&subject);
    CU_ASSERT_EQUAL(outcome.graph->vertices, 9 * ((uint64_t)CHAIN + 1));
    CU_ASSERT_EQUAL(outcome.traces[0].steps, CHAIN);
    CU_ASSERT_FALSE(outcome.traced[1]);
    free_outcome(&subject, &outcome);
    close_subject(&subject);
}

/*
 * A state with 2^10 successors, each with 2^10: a level of 2^20 states, which are deadlocks but for one, and
 * long rows. Each half's components move together, each to 0 or 1.
 */
static void test_wide(void) {
    struct subject subject;
    char text[4096], *at = text;
    open_subject(&subject);
    test_folder_write(&subject.folder, "first.aut", "des (0, 2, 3)\n(0, a, 1)\n(0, a, 2)\n");
    test_folder_write(&subject.folder, "second.aut", "des (0, 3, 4)\n(0, a, 3)\n(3, b, 1)\n(3, b, 2)\n");
    at += sprintf(at, "par a in par a in ");
    for (unsigned i = 0; i < FAN_BITS; i++) {
        at += sprintf(at, "%sfirst.aut", i == 0 ? "" : " || ");
    }
    at += sprintf(at, " end par || par a, b in ");
    for (unsigned i = 0; i < FAN_BITS; i++) {
        at += sprintf(at, "%ssecond.aut", i == 0 ? "" : " || ");
    }
    sprintf(at, " end par end par");
    open_network(&subject, text);
    struct outcome outcome = compare_all(&subject);
    uint64_t fan = (uint64_t)1 << FAN_BITS;
    CU_ASSERT_EQUAL(outcome.graph->vertices, 1 + fan + fan * fan);
    CU_ASSERT_EQUAL(outcome.graph->edges, fan + fan * fan);
    CU_ASSERT_EQUAL(outcome.graph->offsets[1], fan);
    CU_ASSERT_EQUAL(outcome.traces[1].steps, 2);
    free_outcome(&subject, &outcome);
    close_subject(&subject);
}

/* One row of 2^14 edges; and networks of one state, with and without an edge. */
static void test_extremes(void) {
    struct subject subject;
    open_subject(&subject);
    test_folder_write(&subject.folder, "bit.aut", "des (0, 2, 2)\n(0, a, 0)\n(0, a, 1)\n");
    char text[1024], *at = text + sprintf(text, "par a in ");
    for (unsigned i = 0; i < 14; i++) {
        at += sprintf(at, "%sbit.aut", i == 0 ? "" : " || ");
    }
    sprintf(at, " end par");
    open_network(&subject, text);
    struct outcome outcome = compare_all(&subject);
    CU_ASSERT_EQUAL(outcome.graph->edges, 1 << 14);
    free_outcome(&subject, &outcome);
    close_subject(&subject);
    for (unsigned edges = 0; edges < 2; edges++) {
        open_subject(&subject);
        test_folder_write(&subject.folder, "one.aut",
                          edges == 0 ? "des (0, 0, 1)\n" : "des (0, 1, 1)\n(0, goal, 0)\n");
        open_network(&subject, "one.aut ||| one.aut");
        outcome = compare_all(&subject);
        CU_ASSERT_EQUAL(outcome.graph->vertices, 1);
        CU_ASSERT_EQUAL(outcome.graph->edges, edges);
        CU_ASSERT_EQUAL(outcome.traced[0], edges == 1);
        CU_ASSERT_EQUAL(outcome.traced[1], edges == 0);
        free_outcome(&subject, &outcome);
        close_subject(&subject);
    }
}

/* --- little memory on a GPU --- */

/* The graph of one search; NULL where memory did not suffice. */
static struct graph *build_within(struct subject *subject, const struct backend *backend, uint32_t words) {
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct model_options layout = {.words = words};
    struct graph *graph = NULL;
    model *model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = backend->explore(model, &options, &subject->run, &subject->error);
    if (found != NULL && found->result.outcome == EXPLORE_DONE) {
        graph = backend->graph(found, NULL, &subject->run, &subject->error);
        CU_ASSERT_PTR_NOT_NULL(graph); /* the host has room, if the GPU has none */
    } else {
        CU_ASSERT_TRUE(found == NULL ? subject->error.code == ERROR_MEMORY
                                     : found->result.outcome == EXPLORE_FULL);
    }
    exploration_free(found);
    model_free(model);
    return graph;
}

static void test_little(void) {
    struct subject subject;
    open_subject(&subject);
    test_folder_write(&subject.folder, "cycle.aut",
                      "des (0, 9, 8)\n(0, a, 1)\n(1, b, 2)\n(2, a, 3)\n(3, b, 4)\n(4, a, 5)\n(5, c, 6)\n"
                      "(6, c, 7)\n(7, \"x; prob 0.5\", 0)\n(7, \"x; prob 0.5\", 4)\n");
    open_network(&subject, "cycle.aut ||| cycle.aut ||| cycle.aut ||| cycle.aut ||| cycle.aut");
    struct outcome expected = find_outcome(&subject, backends[0], 0, 0);
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (!(*backend)->on_device || !backend_is_testable(*backend)) {
            continue;
        }
        uint64_t built = 0;
        for (uint64_t budget = (uint64_t)100 << 20; budget < (uint64_t)1 << 30; budget += budget / 8) {
            for (uint32_t words = 0; words <= 5; words += words < 4 ? 2 : 1) {
                subject.run.device_bytes = budget;
                struct graph *graph = build_within(&subject, *backend, words);
                CU_ASSERT_TRUE(graph == NULL || same_graphs(graph, expected.graph));
                built += graph != NULL;
                graph_free(graph);
            }
        }
        CU_ASSERT_TRUE(built > 0);
    }
    free_outcome(&subject, &expected);
    close_subject(&subject);
}

/* --- stopped --- */

static void stop_on(struct subject *subject, const struct backend *backend) {
    int stop = 0;
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct model_options layout = {0};
    struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
    struct trace trace = {0};
    model *model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    subject->run.stop = &stop;
    struct exploration *found = backend->explore(model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
    stop = 1;
    CU_ASSERT_NOT_EQUAL(backend->trace(found, &goal, &subject->run, &trace, &subject->error), 0);
    CU_ASSERT_EQUAL(subject->error.code, ERROR_INTERRUPTED);
    CU_ASSERT_PTR_NULL(trace.states);
    memset(&subject->error, 0, sizeof subject->error);
    CU_ASSERT_PTR_NULL(backend->graph(found, NULL, &subject->run, &subject->error));
    CU_ASSERT_EQUAL(subject->error.code, ERROR_INTERRUPTED);
    subject->run.stop = NULL;
    exploration_free(found);
    model_free(model);
}

static void test_stopped(void) {
    struct subject subject;
    open_subject(&subject);
    test_folder_write(&subject.folder, "end.aut", "des (0, 3, 4)\n(0, a, 1)\n(1, b, 2)\n(2, a, 3)\n");
    open_network(&subject, "end.aut ||| end.aut ||| end.aut");
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (backend_is_testable(*backend)) {
            stop_on(&subject, *backend);
        }
    }
    close_subject(&subject);
}

/* --- folding --- */

/* Single words, and keys from the foldings of another state, against whole rows. */
static void check_folding(struct subject *subject, uint32_t words, uint64_t max_depth) {
    struct model_options layout = {.words = words};
    struct explore_options options = {.keep_levels = 1, .max_depth = max_depth};
    model *model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = backends[0]->explore(model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    const struct model_header *header = model_header(model);
    const struct intern_view *interner = interner_view(found->space.interner);
    uint64_t stride = fold_stride(header), compared = 0;
    uint64_t *rows = calloc(3 * stride, sizeof *rows), *last = rows, *here = rows + stride,
             *again = here + stride;
    struct intern_stock stock = {0, 0};
    for (uint64_t level = 0; level < found->result.levels; level++) {
        uint64_t count;
        const struct level_segment *segments = level_store_segments(found->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            for (uint64_t k = 0; k < segments[i].count; k++, compared++) {
                const uint64_t *key = segments[i].keys + k * header->key_words;
                int same = 1;
                fold_undo(header, interner->pairs, key, here);
                for (uint32_t w = 0; w < header->words; w++) {
                    same &= fold_word(header, interner->pairs, key, w) == here[w];
                    again[w] = here[w];
                }
                CU_ASSERT_TRUE(same);
                CU_ASSERT_TRUE(fold_again(header, interner, &stock, compared == 0 ? here : last, again));
                CU_ASSERT_EQUAL(memcmp(again, here, stride * sizeof *again), 0);
                memcpy(last, here, stride * sizeof *last);
            }
        }
    }
    CU_ASSERT_EQUAL(compared, found->result.states);
    free(rows);
    exploration_free(found);
    model_free(model);
}

static void test_folding(void) {
    /* Bits of all words but the last are 63 or a little less; the last has few (a tail that is joined) or
     * many. */
    static const unsigned components[] = {17, 63, 80, 94, 104, 110, 140, 157, 173, 220, 250, 600, 4001};
    for (unsigned i = 0; i < LENGTH(components); i++) {
        struct subject subject;
        char *text = malloc(16 * (size_t)components[i] + 16), *at = text;
        open_subject(&subject);
        test_folder_write(&subject.folder, "c.aut",
                          "des (0, 4, 9)\n(0, a, 8)\n(8, b, 5)\n(5, a, 2)\n(2, c, 7)\n");
        for (unsigned k = 0; k < components[i]; k++) {
            at += sprintf(at, "%sc.aut", k == 0 ? "" : "|||");
        }
        open_network(&subject, text);
        free(text);
        check_folding(&subject, 5, components[i] > 500 ? 1 : 2);
        close_subject(&subject);
    }
}

/* --- graphs that stay on the GPU --- */

#ifdef HEDDLE_CUDA
/* Without labels, rows have each target once; choices are kept apart only on request. */
static void expect_targets(const struct graph *graph, const struct graph *whole) {
    CU_ASSERT_PTR_NULL(graph->labels);
    CU_ASSERT_EQUAL_FATAL(graph->vertices, whole->vertices);
    for (uint64_t v = 0; v < whole->vertices; v++) {
        uint64_t begin = graph->offsets[v], end = graph->offsets[v + 1], missing = 0;
        for (uint64_t i = begin + 1; i < end; i++) {
            int later = graph->targets[i - 1] < graph->targets[i] ||
                        (graph->choices != NULL && graph->targets[i - 1] == graph->targets[i] &&
                         graph->choices[i - 1] < graph->choices[i]);
            missing += !later;
        }
        for (uint64_t i = whole->offsets[v]; i < whole->offsets[v + 1]; i++) {
            uint64_t at = begin;
            while (at < end && (graph->targets[at] != whole->targets[i] ||
                                (graph->choices != NULL && graph->choices[at] != whole->choices[i]))) {
                at++;
            }
            missing += at == end;
        }
        CU_ASSERT_EQUAL(missing, 0);
    }
}

static void compare_parts(struct subject *subject, unsigned which) {
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct model_options layout = {0};
    model *model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found =
        backend_find("cuda")->explore(model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    struct graph_options wanted = {which, NULL};
    struct graph_device *device = graph_device_build(found, &wanted, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(device);
    CU_ASSERT_PTR_NULL(found->space.device);
    struct graph *graph = graph_device_download(device, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
    CU_ASSERT_EQUAL(graph->choices != NULL, which == GRAPH_CHOICES);
    graph_device_free(device);
    struct outcome whole = find_outcome(subject, backends[0], 0, 0);
    expect_targets(graph, whole.graph);
    graph_free(graph);
    free_outcome(subject, &whole);
    exploration_free(found);
    model_free(model);
}

static void test_parts(void) {
    const struct backend *cuda = backend_find("cuda");
    if (!backend_is_testable(cuda)) {
        return;
    }
    struct subject subject;
    open_subject(&subject);
    test_folder_write(&subject.folder, "die.aut",
                      "des (0, 8, 3)\n(0, \"roll; prob 0.5\", 1)\n(0, \"roll; prob 0.5\", 2)\n"
                      "(0, \"go; prob 0.25\", 1)\n(0, \"go; prob 0.75\", 2)\n(1, prob 1/2, 1)\n"
                      "(1, prob 1/2, 0)\n(2, x, 0)\n(2, y, 0)\n");
    open_network(&subject, "die.aut ||| die.aut ||| die.aut ||| die.aut");
    compare_parts(&subject, 0);
    compare_parts(&subject, GRAPH_CHOICES);
    close_subject(&subject);
}
#endif

void suite_graph_trace(void) {
    CU_pSuite suite =
        suite_add("graphs and traces of all engines", NULL, NULL, "choices", test_choices,
                  "many narrow levels", test_deep, "a level of a million states", test_wide,
                  "one long row, one state", test_extremes, "stopped", test_stopped, "little memory on a GPU",
                  test_little, "words and successors of folded vectors", test_folding, NULL);
#ifdef HEDDLE_CUDA
    CU_add_test(suite, "graphs without labels, on the GPU", test_parts);
#else
    (void)suite;
#endif
}
