/*
 * Searches with partial-order reduction against all states, on thousands of random networks: deadlocks, and
 * the sequences of visible labels, which are compared by sets of states of both graphs. A case that fails
 * leaves its files in the temporary directory, and the seed is printed.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/network.h"
#include "explorer/model/stubborn.h"
#include "explorer/search/expand.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_modules.h"
#include "tests/random/random_network.h"
#include "tests/random/random_vectors.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/support/reduction_difference.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 400u
#else
#define DEFAULT_CASES 3000u
#endif
#define MOST_STATES 400u
#define SET_WORDS ((MOST_STATES + 63) / 64)
#define MOST_PAIRS 600u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    struct test_folder folder;
    uint64_t compared, mismatches, reduced, fewer, labelled, wide, states, reduced_states, pairs;
    uint64_t models, reduced_models; /* with data */
    uint64_t on_devices; /* searches on GPUs; those with sets of models, of more than 64 processes */
    uint64_t models_on_devices, large_on_devices;
};

struct edge {
    uint32_t from, to, label; /* label: of the network */
};

/* A graph of states of the oracle. */
struct edges {
    struct edge *items;
    uint64_t count, capacity;
};

struct subject {
    uint64_t seed;
    struct memory memory;
    struct run run;
    language_tree *tree;
    struct network *network;
    struct oracle_graph *graph;
    uint64_t random;
    struct totals *totals;
};

static void report(const struct subject *subject, const char *what) {
    subject->totals->mismatches++;
    fprintf(stderr, "seed %llu: %s differ (%s)\n", (unsigned long long)subject->seed, what,
            subject->totals->folder.path);
}

/* --- the reduced graph --- */

static void add_edge(struct edges *edges, struct edge edge) {
    if (edges->count == edges->capacity) {
        edges->capacity = 2 * edges->capacity + 64;
        edges->items = test_present(realloc(edges->items, edges->capacity * sizeof *edges->items));
    }
    edges->items[edges->count++] = edge;
}

/* The state of the oracle that a key means. */
static uint32_t state_of(const struct subject *subject, const struct exploration *found,
                         const uint64_t *key) {
    const struct model_view view = model_view_of(model_header(found->model));
    uint64_t *row = test_allocate(fold_stride(view.header), sizeof *row);
    uint32_t *tuple = test_allocate(view.header->components, sizeof *tuple);
    fold_undo(view.header, exploration_pairs(found), key, row);
    for (uint32_t c = 0; c < view.header->components; c++) {
        tuple[c] = model_field(view.component + c, row);
    }
    uint32_t state = oracle_find(subject->graph, tuple);
    free(tuple);
    free(row);
    return state;
}

/* Expands a state again, with labels. Returns whether that went well. */
static int add_edges_of(const struct subject *subject, const struct exploration *found,
                        struct expansion *expansion, const uint64_t *key, struct edges *edges) {
    const uint32_t words = model_header(found->model)->key_words;
    uint32_t from = state_of(subject, found, key);
    if (expansion_batch(expansion, key, 1) != 0 || expansion->sources != 1 ||
        from >= subject->graph->states) {
        return 0;
    }
    for (uint64_t i = 0; i < expansion->count; i++) {
        uint32_t to = state_of(subject, found, expansion->keys + i * words);
        add_edge(edges, (struct edge){from, to, expansion->labels[i]});
    }
    return 1;
}

static int find_edges(const struct subject *subject, const struct exploration *found, const uint8_t *watched,
                      struct edges *edges) {
    struct error error;
    const struct model_view view = model_view_of(model_header(found->model));
    stubborn *tables = stubborn_create(&view, watched, &subject->run, &error);
    struct expansion expansion;
    int fine = expansion_init(&expansion, found, &subject->run, 1) == 0 && tables != NULL &&
               expansion_reduce(&expansion, tables) == 0;
    for (uint64_t level = 0; level < found->space.levels && fine; level++) {
        uint64_t count;
        const struct level_segment *segments = level_store_segments(found->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            for (uint64_t k = 0; k < segments[i].count && fine; k++) {
                fine = add_edges_of(subject, found, &expansion, segments[i].keys + k * view.header->key_words,
                                    edges);
            }
        }
    }
    expansion_free(&expansion);
    stubborn_free(tables);
    return fine;
}

/* The graph of all states, with labels of the network. */
static void find_all_edges(const struct subject *subject, struct edges *edges) {
    const struct oracle_graph *graph = subject->graph;
    for (uint32_t s = 0; s < graph->states; s++) {
        for (uint64_t e = graph->offsets[s]; e < graph->offsets[s + 1]; e++) {
            uint32_t label = 0;
            while (strcmp(subject->network->labels[label].text, graph->edge_label[e]) != 0) {
                label++;
            }
            add_edge(edges, (struct edge){s, graph->edge_target[e], label});
        }
    }
}

/* --- sequences of visible labels --- */

struct pair {
    uint64_t full[SET_WORDS], reduced[SET_WORDS];
};

static int has(const uint64_t *set, uint32_t state) {
    return (int)(set[state / 64] >> (state % 64) & 1);
}

static void put(uint64_t *set, uint32_t state) {
    set[state / 64] |= (uint64_t)1 << (state % 64);
}

/* Adds what invisible steps reach. */
static void close_set(const struct edges *edges, const uint8_t *visible, uint64_t *set) {
    for (int again = 1; again;) {
        again = 0;
        for (uint64_t i = 0; i < edges->count; i++) {
            const struct edge *edge = &edges->items[i];
            if (!visible[edge->label] && has(set, edge->from) && !has(set, edge->to)) {
                put(set, edge->to);
                again = 1;
            }
        }
    }
}

/* The states after a label, closed. Returns whether there are any. */
static int step(const struct edges *edges, const uint8_t *visible, uint32_t label, const uint64_t *from,
                uint64_t *to) {
    int any = 0;
    memset(to, 0, SET_WORDS * sizeof *to);
    for (uint64_t i = 0; i < edges->count; i++) {
        const struct edge *edge = &edges->items[i];
        if (edge->label == label && has(from, edge->from)) {
            put(to, edge->to);
            any = 1;
        }
    }
    close_set(edges, visible, to);
    return any;
}

static int find_pair(const struct pair *pairs, uint32_t count, const struct pair *pair) {
    for (uint32_t i = 0; i < count; i++) {
        if (memcmp(&pairs[i], pair, sizeof *pair) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Whether each sequence of visible labels of the full graph is one of the reduced graph; looks at the first
 * pairs of sets only. */
static int same_sequences(const struct subject *subject, const struct edges *full,
                          const struct edges *reduced, const uint8_t *visible) {
    static struct pair pairs[MOST_PAIRS];
    uint32_t count = 1;
    memset(&pairs[0], 0, sizeof pairs[0]);
    put(pairs[0].full, 0);
    put(pairs[0].reduced, 0);
    close_set(full, visible, pairs[0].full);
    close_set(reduced, visible, pairs[0].reduced);
    for (uint32_t at = 0; at < count; at++) {
        for (uint32_t label = 0; label < subject->network->label_count; label++) {
            struct pair next;
            if (!visible[label] || !step(full, visible, label, pairs[at].full, next.full)) {
                continue;
            }
            if (!step(reduced, visible, label, pairs[at].reduced, next.reduced)) {
                return 0;
            }
            if (count < MOST_PAIRS && !find_pair(pairs, count, &next)) {
                pairs[count++] = next;
            }
        }
    }
    subject->totals->pairs += count;
    return 1;
}

/* Whether each transition of the reduced graph is one of the full graph. */
static int is_part(const struct edges *reduced, const struct edges *full) {
    for (uint64_t i = 0; i < reduced->count; i++) {
        const struct edge *edge = &reduced->items[i];
        uint64_t k = 0;
        while (k < full->count && (full->items[k].from != edge->from || full->items[k].to != edge->to ||
                                   full->items[k].label != edge->label)) {
            k++;
        }
        if (k == full->count) {
            return 0;
        }
    }
    return 1;
}

/* --- one search --- */

static void compare_search(struct subject *subject, const struct exploration *found, const uint8_t *watched) {
    struct edges full = {.count = 0}, reduced = {.count = 0};
    const struct explore_result *result = &found->result;
    struct totals *totals = subject->totals;
    if (result->outcome != EXPLORE_DONE) {
        report(subject, "outcomes");
        return;
    }
    if (result->deadlocks != subject->graph->deadlocks) {
        report(subject, "deadlocks");
    }
    if (result->states > subject->graph->states ||
        (result->reduced == 0 && result->states != subject->graph->states)) {
        report(subject, "states");
    }
    find_all_edges(subject, &full);
    if (!find_edges(subject, found, watched, &reduced)) {
        report(subject, "states of the reduced graph");
    } else if (!is_part(&reduced, &full)) {
        report(subject, "transitions");
    } else if (watched != NULL && !same_sequences(subject, &full, &reduced, watched)) {
        report(subject, "sequences of labels");
    }
    totals->reduced += result->reduced != 0;
    totals->fewer += result->states < subject->graph->states;
    totals->states += subject->graph->states;
    totals->reduced_states += result->states;
    totals->models += subject->network->data != NULL;
    totals->reduced_models += subject->network->data != NULL && result->states < subject->graph->states;
    totals->labelled += watched != NULL && result->reduced != 0;
    free(full.items);
    free(reduced.items);
}

/* --- the same search on a GPU --- */

/* The level of each state of the oracle, from 1 on; 0 of those that the search has not found. */
static void find_levels(const struct subject *subject, const struct exploration *found, uint64_t *levels) {
    const uint32_t words = model_header(found->model)->key_words;
    for (uint64_t level = 0; level < found->space.levels; level++) {
        uint64_t count;
        const struct level_segment *segments = level_store_segments(found->space.level_store, level, &count);
        for (uint64_t i = 0; i < count; i++) {
            for (uint64_t k = 0; k < segments[i].count; k++) {
                const uint32_t state = state_of(subject, found, segments[i].keys + k * words);
                if (state < subject->graph->states) {
                    levels[state] = level + 1;
                }
            }
        }
    }
}

static int same_states(const struct subject *subject, const struct exploration *host,
                       const struct exploration *device) {
    uint64_t expected[MOST_STATES + 1] = {0}, found[MOST_STATES + 1] = {0};
    find_levels(subject, host, expected);
    find_levels(subject, device, found);
    return memcmp(expected, found, sizeof expected) == 0;
}

static int same_labels(const struct subject *subject, const struct explore_result *host,
                       const struct explore_result *device) {
    return host->label_level == NULL ||
           memcmp(host->label_level, device->label_level,
                  subject->network->label_count * sizeof *host->label_level) == 0;
}

static void compare_device(const struct subject *subject, const struct backend *backend,
                           const struct explore_options *how, const struct exploration *host) {
    struct error error = {.code = ERROR_NONE};
    struct exploration *found = backend->explore(host->model, how, &subject->run, &error);
    const char *what = found == NULL || backend->fetch(found, &subject->run, &error) != 0
                           ? error.text
                           : reduction_difference(&host->result, &found->result);
    if (what == NULL && !same_labels(subject, &host->result, &found->result)) {
        what = "levels of labels on a GPU";
    }
    if (what == NULL && !same_states(subject, host, found)) {
        what = "states on a GPU";
    }
    if (what != NULL) {
        report(subject, what);
    }
    subject->totals->on_devices++;
    if (what == NULL && found->result.reduced != 0) {
        subject->totals->models_on_devices += subject->network->data != NULL;
        subject->totals->large_on_devices +=
            subject->network->data == NULL && subject->network->component_count > 64;
    }
    exploration_free(found);
}

static void search_on_devices(const struct subject *subject, const struct explore_options *how,
                              const struct exploration *host) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if ((*backend)->on_device && backend_takes(*backend, subject->network)) {
            compare_device(subject, *backend, how, host);
        }
    }
}

/* Marks some labels, in a new array; one time in three NULL, for deadlocks alone. */
static uint8_t *draw_watched(struct subject *subject) {
    if (random_draw(&subject->random, 3) == 0) {
        return NULL;
    }
    uint8_t *watched = test_allocate((uint64_t)subject->network->label_count + 1, 1);
    for (uint32_t i = 0; i < 2 && subject->network->label_count != 0; i++) {
        watched[random_draw(&subject->random, subject->network->label_count)] = 1;
    }
    return watched;
}

static void search_network(struct subject *subject) {
    static const uint32_t words[] = {0, 2, 4, 5};
    struct error error;
    uint8_t *watched = draw_watched(subject);
    struct model_options layout = {.words = words[random_draw(&subject->random, 4)], .labels = 1};
    struct explore_options how = {.keep_levels = 1,
                                  .max_depth = UINT64_MAX,
                                  .watched = watched,
                                  .first_slots = random_draw(&subject->random, 2) ? 8 : 0,
                                  .partial_order = 1};
    model *model = model_compile(subject->network, &layout, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    struct exploration *found = explore_cpu(model, &how, &subject->run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    compare_search(subject, found, watched);
    search_on_devices(subject, &how, found);
    subject->totals->wide += layout.words != 0;
    exploration_free(found);
    model_free(model);
    free(watched);
}

/* Writes the network of the seed: one in four from the generator of all operators, one is a PRISM model. */
static void read_network(struct subject *subject) {
    static struct random_network drawn;
    static struct exp_options options;
    struct test_folder *folder = &subject->totals->folder;
    struct error error;
    const char *path;
    if (subject->seed % 4 == 0) {
        CU_ASSERT_EQUAL_FATAL(random_network_generate(subject->seed, folder->path, &drawn), 0);
        path = drawn.path;
        subject->tree = language_read(path, &drawn.options, &subject->run, &error);
    } else {
        path = subject->seed % 4 == 1 ? random_modules_write(folder, &subject->random)
                                      : random_vectors_write(folder, &subject->random);
        subject->tree = language_read(path, &options, &subject->run, &error);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->graph = oracle_explore_model(subject->tree, MOST_STATES);
    if (subject->graph->outcome == ORACLE_DONE) {
        subject->network = language_compile(subject->tree, &subject->run, &error);
    }
}

static void judge_network(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct subject subject = {.seed = seed, .random = seed * 7919, .totals = totals};
    uint64_t mismatches = totals->mismatches;
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){
        .memory = &subject.memory, .threads = 1 + (unsigned)(seed % 2), .device_bytes = TEST_DEVICE_BYTES};
    read_network(&subject);
    if (subject.network != NULL && stubborn_refusal(subject.network) == NULL) {
        totals->compared++;
        search_network(&subject);
        search_network(&subject);
    }
    network_free(&subject.memory, subject.network);
    oracle_free(subject.graph);
    language_free(subject.tree);
    if (memory_used(&subject.memory) != 0) {
        report(&subject, "memory at the end and 0");
    }
    if (totals->mismatches != mismatches) {
        test_folder_create(&totals->folder); /* the files stay */
    }
}

static void test_random_networks(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 4711, judge_network, &totals, &totals.mismatches);
    report_counts("compared", totals.compared, "searches with reduction", totals.reduced, "with fewer states",
                  totals.fewer, "with labels", totals.labelled, "W > 1 or folded", totals.wide, "states",
                  totals.states, "of the reduced", totals.reduced_states, "pairs of sets", totals.pairs,
                  "of models with data", totals.models, "with fewer states", totals.reduced_models, "on GPUs",
                  totals.on_devices, "with sets of models there", totals.models_on_devices,
                  "of more than 64 processes", totals.large_on_devices, NULL);
    if (cases >= 500) {
        CU_ASSERT_TRUE(totals.compared >= cases / 2);
        CU_ASSERT_TRUE(totals.fewer >= totals.compared / 2);
        CU_ASSERT_TRUE(totals.labelled >= totals.compared / 4);
        CU_ASSERT_TRUE(totals.reduced_states <= totals.states / 10 * 8);
    }
}

void suite_partial_order(void) {
    suite_add("partial-order reduction", NULL, NULL, "random networks", test_random_networks, NULL);
}
