/*
 * The MDPs that a GPU makes of labelled graphs against those of the host, byte for byte, on thousands of
 * random graphs: choices, races, maximal progress, wrong probabilities, long rows. Networks that are explored
 * there. HEDDLE_CASES and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>

#include "tests/support/testing.h"

#ifdef HEDDLE_CUDA

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "decompose/mdp/mdp_device.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/folder.h"

#define DEFAULT_CASES 1500u
#define STATES 40u
#define EDGES 4096u
#define BUDGET ((uint64_t)1 << 30)
#define LABELS 16u

/* Sorted by bytes, as ranks are. */
static const struct network_label all_labels[LABELS] = {
    {"a", 1, LABEL_PLAIN, 0},           {"a; prob 0.25", 12, LABEL_PROB, 0},
    {"a; prob 0.5", 11, LABEL_PROB, 0}, {"a; prob 0.75", 12, LABEL_PROB, 0},
    {"a; prob 1", 9, LABEL_PROB, 0},    {"a; rate 2", 9, LABEL_RATE, 0},
    {"b", 1, LABEL_PLAIN, 0},           {"b; prob 0.5", 11, LABEL_PROB, 0},
    {"c", 1, LABEL_PLAIN, 0},           {"i", 1, LABEL_INTERNAL, 0},
    {"prob 0.25", 9, LABEL_PROB, 0},    {"prob 0.5", 8, LABEL_PROB, 0},
    {"prob 0.75", 9, LABEL_PROB, 0},    {"prob 1", 6, LABEL_PROB, 0},
    {"rate 1", 6, LABEL_RATE, 0},       {"rate 3", 6, LABEL_RATE, 0}};

struct edge {
    uint32_t label, target, choice;
};

struct subject {
    uint64_t random, states, edges;
    int stochastic, wrong, long_row, with_choices;
    uint32_t next_choice;
    uint64_t offsets[STATES + 1];
    uint32_t targets[EDGES], labels[EDGES], choices[EDGES];
    struct edge row[EDGES];
    uint64_t row_count;
    struct network_label label[LABELS];
    struct network_component components[2]; /* they come from no file */
    struct network network;
    struct graph graph;
};

struct totals {
    uint64_t cases, mismatches, refused, joined, cut_off, own;
};

static uint64_t below(struct subject *subject, uint64_t bound) {
    return random_next(&subject->random) % bound;
}

static void add(struct subject *subject, uint32_t label, uint32_t choice) {
    if (subject->row_count < EDGES / 2) {
        subject->row[subject->row_count++] =
            (struct edge){label, (uint32_t)below(subject, subject->states), choice};
    }
}

/* The `prob` edges of one choice, with or without a name; now and then there is one too few. */
static void add_distribution(struct subject *subject) {
    static const uint32_t patterns[5][4] = {{11, 11}, {10, 12}, {13}, {10, 10, 11}, {10, 10, 10, 10}};
    static const uint32_t named[3][2] = {{2, 2}, {1, 3}, {4}};
    uint32_t choice = subject->next_choice++, of = (uint32_t)below(subject, 8);
    const uint32_t *labels = of < 5 ? patterns[of] : named[of - 5];
    for (unsigned i = 0; i < (of < 5 ? 4 : 2) && labels[i] != 0; i++) {
        if (!subject->wrong || below(subject, 100) != 0) {
            add(subject, labels[i], choice);
        }
    }
}

static int compare_edges(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct edge)) == 0 ? 0
           : ((const struct edge *)a)->label != ((const struct edge *)b)->label
               ? (((const struct edge *)a)->label < ((const struct edge *)b)->label ? -1 : 1)
           : ((const struct edge *)a)->target != ((const struct edge *)b)->target
               ? (((const struct edge *)a)->target < ((const struct edge *)b)->target ? -1 : 1)
           : ((const struct edge *)a)->choice < ((const struct edge *)b)->choice ? -1
                                                                                 : 1;
}

static void draw_row(struct subject *subject, int is_long) {
    static const uint32_t plain[4] = {0, 6, 8, 9}, rates[3] = {5, 14, 15};
    subject->row_count = 0;
    for (uint64_t more = below(subject, is_long ? 600 : 4); more > 0; more--) {
        uint64_t kind = subject->stochastic ? below(subject, 10) : 9;
        if (kind < 3) {
            add_distribution(subject);
        } else if (kind < 6) {
            add(subject, rates[below(subject, 3)], UINT32_MAX);
        } else {
            /* an internal label that was a `prob` one still has the number of its choice */
            add(subject, plain[below(subject, 4)],
                subject->with_choices && below(subject, 10) == 0 ? subject->next_choice++ : UINT32_MAX);
        }
    }
    qsort(subject->row, subject->row_count, sizeof *subject->row, compare_edges);
}

static void draw(uint64_t seed, struct subject *subject) {
    memset(subject, 0, sizeof *subject);
    subject->random = seed;
    subject->states = 1 + below(subject, STATES);
    subject->stochastic = below(subject, 5) != 0;
    subject->with_choices = subject->stochastic || below(subject, 2);
    subject->wrong = below(subject, 6) == 0;
    subject->long_row = below(subject, 3) == 0;
    for (uint64_t v = 0; v < subject->states; v++) {
        draw_row(subject, subject->long_row && below(subject, subject->states) < 2);
        for (uint64_t i = 0; i < subject->row_count && subject->edges < EDGES; i++) {
            if (i == 0 || compare_edges(&subject->row[i - 1], &subject->row[i]) != 0) {
                subject->labels[subject->edges] = subject->row[i].label;
                subject->targets[subject->edges] = subject->row[i].target;
                subject->choices[subject->edges++] = subject->row[i].choice;
            }
        }
        subject->offsets[v + 1] = subject->edges;
    }
    memcpy(subject->label, all_labels, sizeof all_labels);
    subject->network = (struct network){.labels = subject->label,
                                        .components = subject->components,
                                        .component_count = LENGTH(subject->components),
                                        .initial_count = 1};
    subject->network.label_count = LABELS;
    if (!subject->stochastic) { /* the graph then has no such labels, and names replace the others */
        for (uint32_t i = 0; i < LABELS; i++) {
            subject->label[i].kind = i == 9 ? LABEL_INTERNAL : LABEL_PLAIN;
        }
    }
    subject->graph = (struct graph){.vertices = subject->states,
                                    .edges = subject->edges,
                                    .offsets = subject->offsets,
                                    .targets = subject->targets,
                                    .labels = subject->labels,
                                    .choices = subject->with_choices ? subject->choices : NULL};
}

/* --- to the GPU and back --- */

static uint32_t *upload(struct device *device, struct device_range *range, const uint32_t *from,
                        uint64_t edges) {
    struct error error;
    uint64_t bytes = edges == 0 ? 4 : edges * 4;
    CU_ASSERT_EQUAL_FATAL(device_range_open(device, range, bytes, &error), 0);
    CU_ASSERT_EQUAL_FATAL(device_range_extend(device, range, bytes, &error), 0);
    CU_ASSERT_EQUAL_FATAL(device_upload(range->base, from, edges * 4, &error), 0);
    return range->base;
}

static struct graph_device *to_device(struct device *device, const struct graph *graph,
                                      const struct network *network, struct memory *memory) {
    struct error error;
    struct graph_device *copy = memory_allocate_zeroed(memory, sizeof *copy);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    copy->device = device;
    copy->memory = memory;
    copy->vertices = graph->vertices;
    copy->edges = graph->edges;
    copy->network = network;
    copy->offsets = device_allocate(device, (graph->vertices + 1) * 8, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy->offsets);
    CU_ASSERT_EQUAL_FATAL(device_upload(copy->offsets, graph->offsets, (graph->vertices + 1) * 8, &error), 0);
    copy->targets = upload(device, &copy->target_range, graph->targets, graph->edges);
    copy->labels = upload(device, &copy->label_range, graph->labels, graph->edges);
    if (graph->choices != NULL) {
        copy->choices = upload(device, &copy->choice_range, graph->choices, graph->edges);
    }
    return copy;
}

/* Whether an array on the GPU is as the one on the host; both may be NULL. */
static int is_same(const void *there, const void *here, uint64_t bytes) {
    struct error error;
    if (there == NULL || here == NULL) {
        return there == here;
    }
    void *copy = malloc(bytes + 1);
    int same = device_download(copy, there, bytes, &error) == 0 && memcmp(copy, here, bytes) == 0;
    free(copy);
    return same;
}

static const char *compare(const struct mdp_device *there, const struct mdp *here) {
    if (there->states != here->states || there->choices != here->choices || there->edges != here->edges ||
        there->reachable_states != here->reachable_states || there->initial != here->initial) {
        return "its counts";
    }
    if (!is_same(there->offsets, here->offsets, (here->states + 1) * 8) ||
        !is_same(there->targets, here->targets, here->edges * 4)) {
        return "its edges";
    }
    if (!is_same(there->begins, here->begins, bitmap_words(here->edges) * 4)) {
        return "its choices";
    }
    if (!is_same(there->reachable, here->reachable, bitmap_words(here->states) * 4)) {
        return "its reachable states";
    }
    if (!is_same(there->labels, here->labels, here->edges * 4) || there->label_count != here->label_count) {
        return "its labels";
    }
    for (uint32_t i = 0; i < here->label_count; i++) {
        if (strcmp(there->label_text[i], here->label_text[i]) != 0) {
            return "its texts";
        }
    }
    return NULL;
}

/* --- cases --- */

/* The network's MDP on the GPU is as `here`, or refused with its error. */
static const char *judge(struct graph_device *graph, const struct mdp *here, const struct error *expected,
                         int keep_races, const struct run *run) {
    struct error error = {0};
    struct mdp_device *there = mdp_device_from_graph(graph, keep_races, run, &error);
    const char *wrong = NULL;
    if (there == NULL) {
        graph_device_free(graph);
        return here != NULL                                                              ? "it is refused"
               : error.code != expected->code || strcmp(error.text, expected->text) != 0 ? "its error"
                                                                                         : NULL;
    }
    wrong = here == NULL ? "it is not refused" : compare(there, here);
    mdp_device_free(there);
    return wrong;
}

static void judge_case(uint64_t seed, struct totals *totals) {
    static struct subject subject;
    struct memory memory;
    struct error error = {0}, other;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    draw(seed, &subject);
    int keep_races = (int)(seed % 4 == 0);
    struct mdp *here = mdp_from_graph(&subject.graph, &subject.network, keep_races, &run, &error);
    struct device *device = device_open(0, BUDGET, &other);
    CU_ASSERT_PTR_NOT_NULL_FATAL(device);
    struct graph_device *graph = to_device(device, &subject.graph, &subject.network, &memory);
    const char *wrong = judge(graph, here, &error, keep_races, &run);
    totals->cases++;
    totals->refused += here == NULL;
    if (here != NULL) {
        totals->joined += here->begins != NULL;
        totals->own += here->begins == NULL;
        totals->cut_off += here->reachable != NULL;
    }
    mdp_free(here);
    if (wrong == NULL && memory_used(&memory) != 0) {
        wrong = "memory is left";
    }
    if (wrong != NULL) {
        totals->mismatches++;
        fprintf(stderr, "seed %llu (%llu states, %llu edges): %s\n", (unsigned long long)seed,
                (unsigned long long)subject.states, (unsigned long long)subject.edges, wrong);
    }
}

static void test_random_graphs(void) {
    uint64_t cases = number_of_cases(DEFAULT_CASES);
    uint64_t seed = number_from_environment("HEDDLE_SEED", 20263);
    struct totals totals = {0};
    cases = cases < DEFAULT_CASES ? cases : DEFAULT_CASES; /* each opens the GPU */
    for (uint64_t i = 0; i < cases && totals.mismatches < 10; i++) {
        judge_case(seed + i, &totals);
    }
    report_counts("graphs", totals.cases, "refused", totals.refused, "with choices of several edges",
                  totals.joined, "cut off by progress", totals.cut_off, NULL);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
    if (cases >= 500 && totals.mismatches == 0) {
        CU_ASSERT_TRUE(20 * totals.refused >= totals.cases);
        CU_ASSERT_TRUE(6 * totals.joined >= totals.cases);
        CU_ASSERT_TRUE(10 * totals.own >= totals.cases);
        CU_ASSERT_TRUE(30 * totals.cut_off >= totals.cases);
    }
}

/* --- networks that are explored there --- */

static struct exploration *explore(const struct backend *backend, model *model, const struct run *run) {
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct error error;
    struct exploration *found = backend->explore(model, &options, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    return found;
}

static void check_network(const struct network *network, const struct run *run, int keep_races) {
    struct model_options layout = {0};
    struct error error;
    model *model = model_compile(network, &layout, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *here = explore(backends[0], model, run);
    struct exploration *there = explore(backend_find("cuda"), model, run);
    struct graph *graph = backends[0]->graph(here, NULL, run, &error);
    struct graph_device *graph_there = graph_device_build(there, NULL, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph_there);
    struct mdp *mdp = mdp_from_graph(graph, network, keep_races, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp);
    struct mdp_device *mdp_there = mdp_device_from_graph(graph_there, keep_races, run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mdp_there);
    const char *wrong = compare(mdp_there, mdp);
    if (wrong != NULL) {
        CU_FAIL("the MDP of a network");
        fprintf(stderr, "%s\n", wrong);
    }
    mdp_device_free(mdp_there);
    mdp_free(mdp);
    graph_free(graph);
    exploration_free(here);
    exploration_free(there);
    model_free(model);
}

/* Coins that are thrown, a clock with races, and a plain component: all kinds of choices in most states. */
static void test_networks(void) {
    static const struct exp_options options;
    struct test_folder folder;
    struct memory memory, spill;
    struct error error;
    test_folder_create(&folder);
    memory_init(&memory, BUDGET);
    memory_init(&spill, BUDGET);
    struct run run = {.memory = &memory, .spill = &spill, .threads = 1, .device_bytes = (uint64_t)4 << 30};
    test_folder_write(&folder, "coin.aut",
                      "des (0, 7, 4)\n(0, \"throw; prob 0.5\", 1)\n(0, \"throw; prob 1/2\", 2)\n"
                      "(0, give, 3)\n(1, \"prob 0.25\", 0)\n(1, \"prob 0.75\", 3)\n(2, again, 0)\n"
                      "(3, i, 0)\n");
    test_folder_write(&folder, "clock.aut",
                      "des (0, 4, 3)\n(0, \"tick; rate 2\", 1)\n(0, \"rate 3\", 2)\n(1, \"rate 1\", 0)\n"
                      "(2, give, 0)\n");
    const char *path = test_folder_write(&folder, "main.exp",
                                         "\"coin.aut\" ||| \"coin.aut\" ||| \"clock.aut\" ||| \"coin.aut\"");
    exp_tree *tree = exp_tree_read(path, &options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = network_compose(tree, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    check_network(network, &run, 0);
    check_network(network, &run, 1);
    network_free(&memory, network);
    exp_tree_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    test_folder_remove(&folder);
}

void suite_mdp_device(void) {
    const char *reason;
    if (device_count(&reason) == 0) {
        test_skip("MDPs on a GPU", reason);
        return;
    }
    suite_add("MDPs on a GPU", NULL, NULL, "random graphs", test_random_graphs, "explored networks",
              test_networks, NULL);
}

#else

void suite_mdp_device(void) {
    test_skip("MDPs on a GPU", "built without CUDA");
}

#endif
