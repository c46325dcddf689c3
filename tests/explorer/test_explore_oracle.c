/*
 * The whole way from text to graph against the naive explorer: thousands of random networks, each in the base
 * configuration (one thread, default layout) and in one drawn at random, on every backend. States,
 * transitions, deadlocks, levels, the first level of each label and the labelled graph must agree exactly. A
 * case that fails leaves its files in the temporary directory, and the seed is printed. HEDDLE_CASES and
 * HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 600u
#else
#define DEFAULT_CASES 6200u /* at least 5000 of them are compared */
#endif
#define MOST_STATES 6000u

struct configuration {
    unsigned threads;
    struct model_options model;
    struct explore_options explore;
    int watch; /* all labels are watched */
};

struct totals {
    uint64_t compared, large, errors, given_up, mismatches;
    uint64_t words[4], folded_keys[5]; /* W classes: 1, 2, 4, more; key words of folded ones */
    uint64_t linked, labelled;         /* models with links; with blocks and labels */
    uint64_t features[RANDOM_FEATURES];
    struct test_folder folder; /* used by all cases until one fails; a failed case keeps its folder */
};

static struct configuration base_configuration(void) {
    struct configuration configuration = {.threads = 1};
    configuration.explore.keep_levels = 1;
    configuration.explore.max_depth = UINT64_MAX;
    return configuration;
}

static struct configuration draw_configuration(uint64_t *random) {
    static const unsigned threads[] = {1, 2, 4};
    static const uint32_t buckets[] = {4, 8, 16, 32};
    /* Folding of 9 words leaves keys of four, that of 17 takes two levels. */
    static const uint32_t words[] = {0, 2, 4, 5, 9, 17};
    /* Small blocks make links of rules, but not of all of them if links must be small, too. */
    static const uint32_t block_bits[] = {0, 1, 3, 5}, link_bytes[] = {0, 0, 60, 300};
    struct configuration configuration = base_configuration();
    configuration.threads = threads[random_next(random) % 3];
    configuration.model.words = words[random_next(random) % 6];
    configuration.model.block_bits = block_bits[random_next(random) % 4];
    configuration.model.link_bytes = link_bytes[random_next(random) % 4];
    configuration.model.labels = random_next(random) % 4 != 0;
    configuration.watch = random_next(random) % 2 != 0;
    configuration.explore.bucket_integers = buckets[random_next(random) % 4];
    /* Tiny first tables force growth inside levels. */
    configuration.explore.first_slots = random_next(random) % 2 ? 8 : 0;
    /*
     * On a GPU, slots of 32 bits; of keys so long that distances have few bits, and perhaps so long that they
     * do not fit at first.
     */
    if (random_next(random) % 2) {
        configuration.explore.table_unread = 1;
        configuration.explore.keep_levels = random_next(random) % 2 != 0;
        configuration.explore.bucket_integers = 0;
        configuration.explore.least_bits =
            random_next(random) % 2 ? 28 + (uint32_t)(random_next(random) % 9) : 0;
    }
    return configuration;
}

static int same_graph(const struct graph *graph, const struct oracle_graph *oracle) {
    if (graph->vertices != oracle->states || graph->edges != oracle->edges ||
        memcmp(graph->offsets, oracle->offsets, (graph->vertices + 1) * sizeof *graph->offsets) != 0 ||
        memcmp(graph->targets, oracle->edge_target, graph->edges * sizeof *graph->targets) != 0) {
        return 0;
    }
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        if (strcmp(graph->label_text[graph->labels[edge]], oracle->edge_label[edge]) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Compares the graph of a network with choices: it can have several edges that differ only in the choice, its
 * oracle graph has one of them. */
static int same_but_for_choices(const struct graph *graph, const struct oracle_graph *oracle) {
    uint64_t at = 0;
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (edge > graph->offsets[vertex] && graph->labels[edge] == graph->labels[edge - 1] &&
                graph->targets[edge] == graph->targets[edge - 1]) {
                continue;
            }
            if (at >= oracle->edges || graph->targets[edge] != oracle->edge_target[at] ||
                strcmp(graph->label_text[graph->labels[edge]], oracle->edge_label[at]) != 0) {
                return 0;
            }
            at++;
        }
        if (at != oracle->offsets[vertex + 1]) {
            return 0;
        }
    }
    return 1;
}

static int same_levels(const struct exploration *exploration, const struct oracle_graph *oracle) {
    if (exploration->result.levels != oracle->levels) {
        return 0;
    }
    return memcmp(exploration->space.level_begin, oracle->level_begin,
                  (exploration->result.levels + 1) * sizeof *exploration->space.level_begin) == 0;
}

/* The first level of a state with a transition of this label; UINT64_MAX if there is none. */
static uint64_t first_level(const struct oracle_graph *oracle, const char *label) {
    uint64_t first = UINT64_MAX;
    for (uint64_t state = 0; state < oracle->states && first == UINT64_MAX; state++) {
        for (uint64_t edge = oracle->offsets[state]; edge < oracle->offsets[state + 1]; edge++) {
            if (strcmp(oracle->edge_label[edge], label) == 0) {
                first = oracle->level[state];
            }
        }
    }
    return first;
}

static int same_label_levels(const struct exploration *exploration, const struct network *network,
                             const struct oracle_graph *oracle) {
    for (uint32_t label = 0; label < network->label_count; label++) {
        if (exploration->result.label_level[label] != first_level(oracle, network->labels[label].text)) {
            return 0;
        }
    }
    return 1;
}

/* One search and its graph, compared. Returns what differs, or NULL. */
static const char *compare(const struct backend *backend, const struct network *network,
                           const struct configuration *configuration, const struct oracle_graph *oracle,
                           struct memory *memory, struct totals *totals) {
    struct run run = {.memory = memory, .threads = configuration->threads, .device_bytes = TEST_DEVICE_BYTES};
    struct error error;
    model *model = model_compile(network, &configuration->model, &run, &error);
    if (model == NULL) {
        return "the model was not compiled";
    }
    const struct model_header *header = model_header(model);
    totals->words[header->words < 3 ? header->words - 1 : header->words == 4 ? 2 : 3]++;
    totals->linked += header->linkers != 0;
    totals->labelled += header->labelled;
    totals->folded_keys[header->fold_levels == 0 ? 0 : header->key_words]++;
    const char *difference = NULL;
    struct explore_options options = configuration->explore;
    uint8_t *watched = malloc(network->label_count + 1u);
    memset(watched, 1, network->label_count + 1u);
    options.watched = configuration->watch ? watched : NULL;
    struct exploration *found = backend->explore(model, &options, &run, &error);
    free(watched);
    struct graph *graph = NULL;
    if (found == NULL) {
        difference = "no search";
    } else if (found->result.outcome != EXPLORE_DONE) {
        difference = "the outcome";
    } else if (found->result.states != oracle->states) {
        difference = "states";
    } else if (found->result.transitions != oracle->transitions) {
        difference = "transitions";
    } else if (found->result.deadlocks != oracle->deadlocks) {
        difference = "deadlocks";
    } else if (!same_levels(found, oracle)) {
        difference = "levels";
    } else if (configuration->watch && !same_label_levels(found, network, oracle)) {
        difference = "the levels of labels";
    } else if (configuration->explore.table_unread) {
        difference = NULL; /* there is no graph */
    } else if ((graph = backend->graph(found, NULL, &run, &error)) == NULL) {
        difference = "no graph";
    } else if (graph->choices == NULL ? !same_graph(graph, oracle) : !same_but_for_choices(graph, oracle)) {
        difference = "the graph";
    }
    graph_free(graph);
    exploration_free(found);
    model_free(model);
    return difference;
}

static void report(struct totals *totals, const struct random_network *network, const char *what) {
    totals->mismatches++;
    fprintf(stderr, "seed %llu: %s differ (%s)\n", (unsigned long long)network->seed, what, network->path);
}

/* Returns whether the case passed, so that its files are not needed. */
static int compare_network(const struct random_network *random_network, struct totals *totals) {
    uint64_t mismatches = totals->mismatches, random = random_network->seed * 77;
    exp_tree *tree = exp_tree_read(random_network->path, &random_network->options, &place.run, &place.error);
    if (tree == NULL) {
        report(totals, random_network, place.error.text);
        return 0;
    }
    struct oracle_graph *oracle = oracle_explore(tree, MOST_STATES);
    struct network *network =
        oracle->outcome == ORACLE_LIMIT ? NULL : network_compose(tree, &place.run, &place.error);
    if (oracle->outcome == ORACLE_LIMIT) {
        totals->given_up++;
    } else if (oracle->outcome == ORACLE_PRIO_CYCLE) {
        totals->errors++;
        if (network != NULL) {
            report(totals, random_network, "a label above itself is accepted: verdicts");
        }
    } else if (network == NULL) {
        report(totals, random_network, place.error.text);
    } else {
        struct configuration configurations[2] = {base_configuration(), draw_configuration(&random)};
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            for (int i = 0; i < 2 && backend_is_testable(*backend); i++) {
                const char *what =
                    compare(*backend, network, &configurations[i], oracle, &place.memory, totals);
                if (what != NULL) {
                    report(totals, random_network, what);
                }
            }
        }
        totals->compared++;
        totals->large += oracle->states >= 50;
        for (int i = 0; i < RANDOM_FEATURES; i++) {
            totals->features[i] += random_network->features[i] != 0;
        }
    }
    network_free(&place.memory, network);
    oracle_free(oracle);
    exp_tree_free(tree);
    if (memory_used(&place.memory) != 0) {
        report(totals, random_network, "memory at the end and 0");
    }
    return totals->mismatches == mismatches;
}

static void check_worth(const struct totals *totals, uint64_t cases) {
    /* The drawn networks are varied enough: many are large, and every operator occurs in hundreds of cases.
     */
    CU_ASSERT_TRUE(2 * totals->large >= totals->compared);
    CU_ASSERT_TRUE(totals->compared >= cases * 4 / 5);
    CU_ASSERT_TRUE(cases != DEFAULT_CASES || cases < 5000 || totals->compared >= 5000);
    CU_ASSERT_TRUE(totals->errors > 0);
    CU_ASSERT_TRUE(totals->linked >= cases / 10);
    CU_ASSERT_TRUE(totals->labelled >= cases / 4);
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_TRUE(totals->words[i] >= cases / 50);
    }
    CU_ASSERT_TRUE(totals->folded_keys[2] > 0 && totals->folded_keys[4] > 0);
    for (int i = 0; i < RANDOM_FEATURES; i++) {
        /* With few cases, rare features may not occur often enough. */
        if (totals->features[i] < (cases >= 5000 ? totals->compared / 50 : 1)) {
            fprintf(stderr, "%s occurs in %llu of %llu cases only\n",
                    random_feature_name((enum random_feature)i), (unsigned long long)totals->features[i],
                    (unsigned long long)cases);
            CU_FAIL("an operator is too rare");
        }
    }
}

static void judge_network(uint64_t seed, void *context) {
    struct totals *totals = context;
    struct random_network network;
    CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, totals->folder.path, &network), 0);
    if (!compare_network(&network, totals)) {
        test_folder_create(&totals->folder);
    }
}

static void test_random_networks(void) {
    struct totals totals = {0};
    uint64_t cases =
        judge_in_folder(&totals.folder, DEFAULT_CASES, 20260, judge_network, &totals, &totals.mismatches);
    report_counts("compared", totals.compared, "with 50 states or more", totals.large, "wrong on both sides",
                  totals.errors, "given up", totals.given_up, "W=1", totals.words[0], "W=2", totals.words[1],
                  "W=4", totals.words[2], "folded", totals.words[3], "with links", totals.linked,
                  "with labels of blocks", totals.labelled, NULL);
    if (cases >= 500) {
        check_worth(&totals, cases);
    }
}

/* 16 states, each with one move, to the state whose number differs in the bits of `change`. */
static void write_flipper(struct test_folder *folder, const char *name, uint32_t change) {
    char text[512] = "des (0,16,16)\n";
    for (uint32_t state = 0; state < 16; state++) {
        text_append(text, sizeof text, "(%u,a,%u)\n", state, state ^ change);
    }
    test_folder_write(folder, name, text);
}

/*
 * Neighbours with one move everywhere, but to other states: tables of components taken together that look
 * alike and are not, however many are taken together. 2^6 states.
 */
static void test_alike(void) {
    write_flipper(&place.folder, "flip.aut", 1);
    write_flipper(&place.folder, "stay.aut", 0);
    struct random_network network = {0};
    snprintf(network.path, sizeof network.path, "%s",
             test_folder_write(&place.folder, "main.exp",
                               "flip ||| flip ||| flip ||| flip ||| flip ||| flip ||| "
                               "stay ||| stay ||| stay ||| stay ||| stay ||| stay"));
    struct totals totals = {0};
    compare_network(&network, &totals);
    CU_ASSERT_EQUAL(totals.compared, 1);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
}

void suite_explore_oracle(void) {
    suite_add("search against the naive explorer", workplace_open, workplace_close,
              "components that look alike", test_alike, "random networks", test_random_networks, NULL);
}
