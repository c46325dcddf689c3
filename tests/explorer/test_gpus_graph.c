/*
 * Graphs of states that several GPUs have found. On any machine: the levels of a search on the CPU are parted
 * among owners, as GPUs leave them, joined again, and the graph and the states of its vertices are made of
 * them without a visited set; they must be those of the search, whatever the layout, and there is an error
 * where memory is short. On one with a GPU: the same by searches in two to four parts on GPU 0 (suite
 * `gpus_files` has files and commands). HEDDLE_CASES (networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/model_core.h"
#include "explorer/search/level_store.h"
#include "explorer/search/owners_core.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_network.h"
#include "tests/support/folder.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 60u
#else
#define DEFAULT_CASES 600u
#endif
#define MOST_STATES 3000u
#define MOST_PARTS 4u
#define BUDGET ((uint64_t)1 << 30)

/* --- graphs --- */

/* A graph with the states of its vertices. */
struct result {
    struct graph *graph;
    struct graph_states *states;
};

static void close_result(struct result *result) {
    graph_states_free(result->states);
    graph_free(result->graph);
}

static struct result make_graph(struct exploration *exploration, const struct run *run, struct error *error) {
    struct result result = {NULL, NULL};
    const struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES, &result.states};
    result.graph = graph_build_cpu(exploration, &options, run, error);
    return result;
}

static int same_words(const uint32_t *a, const uint32_t *b, uint64_t count) {
    return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, count * sizeof *a) == 0);
}

static int same_states(const struct graph_states *a, const struct graph_states *b) {
    const uint32_t width = graph_states_width(a);
    uint32_t *tuples = test_allocate((uint64_t)width * 2, sizeof *tuples);
    int same = graph_states_vertices(a) == graph_states_vertices(b) && width == graph_states_width(b);
    for (uint64_t v = 0; same && v < graph_states_vertices(a); v++) {
        graph_states_tuple(a, v, tuples);
        graph_states_tuple(b, v, tuples + width);
        same = memcmp(tuples, tuples + width, width * sizeof *tuples) == 0;
    }
    free(tuples);
    return same;
}

/* What differs, or NULL. */
static const char *difference(const struct result *expected, const struct result *found,
                              const struct error *error) {
    const struct graph *a = expected->graph, *b = found->graph;
    if (b == NULL) {
        return error->text;
    }
    return a->vertices != b->vertices || a->edges != b->edges ? "sizes"
           : memcmp(a->offsets, b->offsets, (a->vertices + 1) * sizeof *a->offsets) != 0 ||
                   !same_words(a->targets, b->targets, a->edges) ||
                   !same_words(a->labels, b->labels, a->edges) ||
                   !same_words(a->choices, b->choices, a->edges)
               ? "edges"
           : !same_states(expected->states, found->states) ? "states"
                                                           : NULL;
}

/* --- states that are parted --- */

/* Appends the keys of a level that a part owns; writer: NULL to count them alone. Returns how many. */
static uint64_t append_owned(const struct exploration *exploration, uint64_t level, uint32_t part,
                             uint32_t parts, level_store *store, struct level_writer *writer) {
    const uint32_t words = model_header(exploration->model)->key_words;
    static const uint64_t all_bits[MODEL_KEY_WORDS] = {OWNER_ALL_BITS, OWNER_ALL_BITS, OWNER_ALL_BITS,
                                                       OWNER_ALL_BITS};
    uint64_t count, owned = 0;
    const struct level_segment *segments =
        level_store_segments(exploration->space.level_store, level, &count);
    for (uint64_t s = 0; s < count; s++) {
        for (uint64_t k = 0; k < segments[s].count; k++) {
            const uint64_t *key = segments[s].keys + k * words;
            if (owner_of(owner_hash(key, all_bits, words), parts) != part) {
                continue;
            }
            owned++;
            if (writer != NULL) {
                CU_ASSERT_EQUAL_FATAL(level_writer_room(store, writer, 1), 0);
                memcpy(writer->at, key, words * sizeof *key);
                writer->at += words;
            }
        }
    }
    return owned;
}

/* The levels that a part would have: up to its last state, and some without a state. */
static level_store *part_of(const struct exploration *exploration, uint32_t part, uint32_t parts) {
    struct level_writer writer = {0};
    level_store *store =
        level_store_create(exploration->memory, NULL, model_header(exploration->model)->key_words);
    uint64_t levels = exploration->space.levels;
    CU_ASSERT_PTR_NOT_NULL_FATAL(store);
    while (levels != 0 && append_owned(exploration, levels - 1, part, parts, NULL, NULL) == 0) {
        levels--;
    }
    for (uint64_t level = 0; level < levels; level++) {
        append_owned(exploration, level, part, parts, store, &writer);
        CU_ASSERT_NOT_EQUAL_FATAL(level_store_end_level(store, &writer, 1), UINT64_MAX);
    }
    level_store_close(store, &writer, 1);
    return store;
}

/* Leaves the exploration what a search on so many GPUs leaves. */
static void part_and_join(struct exploration *exploration, uint32_t parts) {
    level_store *stores[MOST_PARTS];
    for (uint32_t part = 0; part < parts; part++) {
        stores[part] = part_of(exploration, part, parts);
    }
    level_store_free(exploration->space.level_store);
    exploration->space.level_store = level_store_join(stores, parts, exploration->space.levels);
    CU_ASSERT_PTR_NOT_NULL_FATAL(exploration->space.level_store);
    for (uint32_t part = 0; part < parts; part++) {
        CU_ASSERT_EQUAL(level_store_levels(stores[part]), 0);
        level_store_free(stores[part]);
    }
    exploration_drop_table(exploration);
}

/* --- random networks --- */

struct totals {
    struct test_folder folder;
    int short_host; /* searches on GPUs have little host memory */
    uint64_t mismatches, compared, large, folded, choices, failed, deep;
};

struct subject {
    const struct network *network;
    struct model_options layout;
    struct memory memory;
    struct run run;
    model *model;
    struct error error;
};

static int open_subject(struct subject *subject, const struct network *network, uint32_t words) {
    *subject = (struct subject){.network = network, .layout = {.words = words, .labels = 1}};
    memory_init(&subject->memory, BUDGET);
    subject->run = (struct run){.memory = &subject->memory, .threads = 1, .device_bytes = TEST_DEVICE_BYTES};
    subject->model = model_compile(network, &subject->layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL(subject->model);
    return subject->model != NULL;
}

static void close_subject(struct subject *subject) {
    model_free(subject->model);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
}

static const struct explore_options whole = {.keep_levels = 1, .max_depth = UINT64_MAX};

static struct exploration *explore(struct subject *subject) {
    struct exploration *found = explore_cpu(subject->model, &whole, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL_FATAL(found->result.outcome, EXPLORE_DONE);
    return found;
}

/* Parts the states of a search; the graph with a budget of so many bytes. */
static struct result graph_of_parts(struct subject *subject, uint32_t parts, uint64_t budget,
                                    struct error *error) {
    struct exploration *found = explore(subject);
    part_and_join(found, parts);
    subject->memory.limit = budget == BUDGET ? BUDGET : memory_used(&subject->memory) + budget;
    const struct result result = make_graph(found, &subject->run, error);
    exploration_free(found);
    subject->memory.limit = BUDGET;
    return result;
}

/* Where memory is short there is no graph, or the same. */
static const char *judge_short(struct subject *subject, const struct result *expected, uint64_t *random,
                               struct totals *totals) {
    struct error error = {.code = ERROR_NONE};
    const uint64_t budget = random_next(random) % ((uint64_t)64 << random_next(random) % 12);
    struct result found = graph_of_parts(subject, 2, budget, &error);
    const char *what = found.graph != NULL          ? difference(expected, &found, &error)
                       : error.code == ERROR_MEMORY ? NULL
                                                    : "the error";
    totals->failed += found.graph == NULL;
    close_result(&found);
    return what;
}

static void judge_network(uint64_t seed, void *context) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    struct totals *totals = context;
    struct drawn_network drawn;
    struct subject subject;
    uint64_t random = seed * 51 + 3;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    if (drawn.network != NULL && open_subject(&subject, drawn.network, words[random_next(&random) % 5])) {
        struct exploration *alone = explore(&subject);
        totals->deep += alone->result.levels >= 10;
        struct result expected = make_graph(alone, &subject.run, &subject.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(expected.graph);
        exploration_free(alone);
        const uint32_t parts = 1 + (uint32_t)(random_next(&random) % MOST_PARTS);
        subject.run.threads = 1 + (unsigned)(random_next(&random) % 3);
        struct result found = graph_of_parts(&subject, parts, BUDGET, &subject.error);
        const char *what = difference(&expected, &found, &subject.error);
        close_result(&found);
        what = what == NULL ? judge_short(&subject, &expected, &random, totals) : what;
        totals->compared++;
        totals->large += expected.graph->vertices >= 50;
        totals->folded += model_header(subject.model)->fold_levels != 0;
        totals->choices += expected.graph->choices != NULL;
        if (what != NULL) {
            totals->mismatches++;
            fprintf(stderr, "seed %llu: %s differ (%u parts, %u threads)\n", (unsigned long long)seed, what,
                    parts, subject.run.threads);
        }
        close_result(&expected);
        close_subject(&subject);
    }
    drawn_network_close(&drawn);
}

static void test_parted(void) {
    struct totals totals = {0};
    const uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 93100, judge_network, &totals, &totals.mismatches);
    report_counts("compared", totals.compared, "with 50 states or more", totals.large, "10 levels or more",
                  totals.deep, "folded", totals.folded, "with choices", totals.choices, "without memory",
                  totals.failed, NULL);
    if (cases >= 100) {
        CU_ASSERT_TRUE(totals.compared >= cases / 2 && 2 * totals.large >= totals.compared);
        CU_ASSERT_TRUE(totals.folded >= cases / 8 && totals.failed >= cases / 8);
        CU_ASSERT_TRUE(totals.deep >= cases / 20 && totals.choices >= cases / 50);
    }
}

/* States that were not kept: no graph, and a reason that helps. */
static void test_forgotten(void) {
    struct test_folder folder;
    struct drawn_network drawn;
    struct subject subject;
    test_folder_create(&folder);
    drawn_network_open(&drawn, 93100, folder.path, MOST_STATES);
    CU_ASSERT_PTR_NOT_NULL_FATAL(drawn.network);
    for (uint32_t gpus = 0; gpus <= 2 && open_subject(&subject, drawn.network, 0); gpus += 2) {
        struct exploration *found = explore(&subject);
        found->space.levels_kept = 0;
        found->effort.gpus = gpus;
        struct result result = make_graph(found, &subject.run, &subject.error);
        CU_ASSERT_PTR_NULL(result.graph);
        CU_ASSERT_EQUAL(subject.error.code, gpus != 0 ? ERROR_FULL : ERROR_MEMORY);
        CU_ASSERT_STRING_EQUAL(subject.error.text,
                               gpus != 0 ? "the memory of the host has no room for the states of all GPUs, "
                                           "which it needs for the graph: use a machine with more memory, "
                                           "or several machines with mpirun"
                                         : "not enough memory for the graph");
        close_result(&result);
        exploration_free(found);
        close_subject(&subject);
    }
    drawn_network_close(&drawn);
    test_folder_remove(&folder);
}

/* --- with a GPU --- */

/* The graph by parts on GPU 0, in host memory of so many bytes. */
static struct result graph_of_gpus(struct subject *subject, uint64_t budget, uint64_t *random) {
    static const uint64_t keys[] = {64, 400, 0};
    struct device_list devices = {.count = 2 + (unsigned)(random_next(random) % 3)};
    struct explore_options options = whole;
    struct result result = {NULL, NULL};
    struct run run = subject->run;
    const struct backend *gpu = backend_find("cuda");
    run.devices = &devices;
    options.exchange_keys = keys[random_next(random) % 3];
    options.first_slots = random_next(random) % 2 ? 8 : 0;
    setenv("HEDDLE_EXCHANGE", random_next(random) % 2 ? "copy" : "direct", 1);
    subject->memory.limit = budget == BUDGET ? BUDGET : memory_used(&subject->memory) + budget;
    struct exploration *found = gpu->explore(subject->model, &options, &run, &subject->error);
    unsetenv("HEDDLE_EXCHANGE");
    if (found != NULL && found->result.outcome == EXPLORE_DONE) {
        const struct graph_options wanted = {GRAPH_LABELS | GRAPH_CHOICES, &result.states};
        result.graph = gpu->graph(found, &wanted, &run, &subject->error);
    } else if (found != NULL) {
        error_set(&subject->error, ERROR_FULL, "the search ended with outcome %d",
                  (int)found->result.outcome);
    }
    exploration_free(found);
    subject->memory.limit = BUDGET;
    return result;
}

/* What differs, or NULL; with a host that is short of memory there may be no graph. */
static const char *judge_on_gpus(struct subject *subject, const struct result *expected, uint64_t *random,
                                 struct totals *totals) {
    const uint64_t less = random_next(random) % ((uint64_t)64 << random_next(random) % 12);
    struct result found = graph_of_gpus(subject, totals->short_host ? less : BUDGET, random);
    const enum error_code code = subject->error.code;
    const int lacks_memory =
        found.graph == NULL && totals->short_host && (code == ERROR_MEMORY || code == ERROR_FULL);
    const char *what = lacks_memory ? NULL : difference(expected, &found, &subject->error);
    totals->failed += found.graph == NULL;
    close_result(&found);
    return what;
}

static void judge_network_on_gpus(uint64_t seed, void *context) {
    static const uint32_t words[] = {0, 2, 4};
    struct totals *totals = context;
    struct drawn_network drawn;
    struct subject subject;
    uint64_t random = seed * 19 + 1;
    drawn_network_open(&drawn, seed, totals->folder.path, MOST_STATES);
    if (drawn.network != NULL && open_subject(&subject, drawn.network, words[random_next(&random) % 3])) {
        if (model_header(subject.model)->fold_levels == 0) {
            struct exploration *alone = explore(&subject);
            struct result expected = make_graph(alone, &subject.run, &subject.error);
            exploration_free(alone);
            subject.run.threads = 1 + (unsigned)(random_next(&random) % 3);
            const char *what = judge_on_gpus(&subject, &expected, &random, totals);
            totals->compared++;
            totals->large += expected.graph->vertices >= 50;
            totals->choices += expected.graph->choices != NULL;
            if (what != NULL) {
                totals->mismatches++;
                fprintf(stderr, "seed %llu: %s differ\n", (unsigned long long)seed, what);
            }
            close_result(&expected);
        }
        close_subject(&subject);
    }
    drawn_network_close(&drawn);
}

static void draw_networks_on_gpus(struct totals *totals, uint64_t count, uint64_t seed) {
    const uint64_t cases =
        judge_in_folder(&totals->folder, count, seed, judge_network_on_gpus, totals, &totals->mismatches);
    report_counts("compared", totals->compared, "with 50 states or more", totals->large, "with choices",
                  totals->choices, "without memory", totals->failed, NULL);
    if (cases >= 100) {
        CU_ASSERT_TRUE(totals->compared >= cases / 3 && 2 * totals->large >= totals->compared);
    }
}

static void test_networks_on_gpus(void) {
    struct totals totals = {0};
    if (search_has_device()) {
        draw_networks_on_gpus(&totals, DEFAULT_CASES, 93800);
        CU_ASSERT_TRUE(totals.failed == 0 && totals.choices >= totals.compared / 50);
    }
}

static void test_short_hosts(void) {
    struct totals totals = {.short_host = 1};
    if (search_has_device()) {
        draw_networks_on_gpus(&totals, DEFAULT_CASES / 4, 94400);
        CU_ASSERT_TRUE(totals.failed >= totals.compared / 8);
    }
}

void suite_gpus_graph(void) {
    suite_add("graphs of several GPUs", NULL, NULL, "parted states", test_parted, "states that were not kept",
              test_forgotten, "random networks", test_networks_on_gpus,
              "random networks with little host memory", test_short_hosts, NULL);
}
