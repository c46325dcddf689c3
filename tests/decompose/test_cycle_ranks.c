/*
 * Properties of cycles by several ranks against one process: livelocks, starvation and cycles with labels of
 * random networks and models, each by check_run alone and by two to four ranks, which are threads here
 * (thread_ranks.h); on a GPU by ranks that each have a part of GPU 0, and by one process with several parts.
 * Verdicts, lengths and lassos must be the same in all ranks: suite `cycle` confirms those of one process.
 * Limits of one rank must end all, never with a wrong verdict. HEDDLE_CASES (networks) and HEDDLE_SEED choose
 * others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "explorer/model/model_core.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 300u
#endif
#define MOST_STATES 1500u
#define BUDGET ((uint64_t)1 << 30)
#define PROPERTIES 5u
#define TEXT_BYTES 1200u

struct totals {
    const struct backend *engine;
    uint64_t networks, compared, violated, deep, long_cycles, several, undecided;
};

struct trial {
    const struct backend *engine;      /* of the ranks */
    const struct device_list *devices; /* of one process with several GPUs; NULL: ranks */
    language_tree *tree;
    const struct network *network;
    struct property made[PROPERTIES];
    struct check_options options;
    unsigned threads, count;
    struct thread_ranks *ranks;
    unsigned short_rank; /* has this budget and deadline */
    uint64_t short_budget;
    double short_deadline;
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct check *check[THREAD_RANKS_MOST];
    struct error error[THREAD_RANKS_MOST];
};

static void open_rank(struct trial *trial, unsigned rank) {
    const int is_short = trial->short_budget != 0 && rank == trial->short_rank;
    memory_init(&trial->memory[rank], is_short ? trial->short_budget : BUDGET);
    trial->error[rank].code = ERROR_NONE;
    trial->run[rank] =
        (struct run){.memory = &trial->memory[rank],
                     .threads = trial->threads,
                     .deadline = is_short ? trial->short_deadline : 0,
                     .device_bytes = TEST_DEVICE_BYTES,
                     .devices = trial->devices,
                     .ranks = trial->devices != NULL ? NULL : thread_ranks_get(trial->ranks, rank)};
}

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    struct check_options options = trial->options;
    options.backend = trial->engine;
    open_rank(trial, rank);
    trial->check[rank] =
        check_run(trial->network, trial->made, PROPERTIES, &options, &trial->run[rank], &trial->error[rank]);
    if (trial->run[rank].ranks != NULL) {
        ranks_end(trial->run[rank].ranks, trial->check[rank] != NULL ? 0 : 3);
    }
}

static int same_trace(const struct check_result *a, const struct check_result *b) {
    if (a->has_trace != b->has_trace || !a->has_trace) {
        return a->has_trace == b->has_trace;
    }
    if (a->trace.steps != b->trace.steps || a->trace.lasso != b->trace.lasso) {
        return 0;
    }
    for (uint64_t i = 0; i < a->trace.steps; i++) {
        if (strcmp(a->trace.labels[i], b->trace.labels[i]) != 0) {
            return 0;
        }
    }
    return memcmp(a->trace.states, b->trace.states,
                  (a->trace.steps + 1) * a->trace.components * sizeof *a->trace.states) == 0;
}

/* What differs, or NULL. */
static const char *difference(const struct check *alone, const struct check *rank) {
    if (rank == NULL) {
        return "outcomes";
    }
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct check_result *a = &alone->results[i], *b = &rank->results[i];
        if (a->verdict != b->verdict) {
            return b->verdict == VERDICT_UNDECIDED ? b->why.text : "verdicts";
        }
        if (a->length != b->length || a->cycle_length != b->cycle_length || a->vacuous != b->vacuous) {
            return "lengths";
        }
        if (!same_trace(a, b)) {
            return "lassos";
        }
    }
    return NULL;
}

/* What is wrong in a rank, beside which another was short of memory or time; or NULL. */
static const char *short_difference(const struct check *alone, const struct check *rank,
                                    const struct error *error, struct totals *totals) {
    if (rank == NULL) {
        return error->code == ERROR_MEMORY || error->code == ERROR_LIMIT || error->code == ERROR_FULL ||
                       error->code == ERROR_INTERRUPTED
                   ? NULL
                   : error->text;
    }
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct check_result *a = &alone->results[i], *b = &rank->results[i];
        totals->undecided += b->verdict == VERDICT_UNDECIDED;
        if (b->verdict == VERDICT_UNDECIDED ? b->why.code == ERROR_INPUT || b->why.code == ERROR_IO
                                            : b->verdict != a->verdict) {
            return b->verdict == VERDICT_UNDECIDED ? b->why.text : "verdicts";
        }
        if (b->has_trace && !same_trace(a, b)) {
            return "lassos";
        }
    }
    return NULL;
}

/* --- properties --- */

static const char *draw_label(uint64_t *random, const struct oracle_graph *graph) {
    return graph->edges == 0 ? "none" : graph->edge_label[random_next(random) % graph->edges];
}

/* Draws a property and makes it. Returns whether that failed. */
static int draw_property(struct trial *trial, uint64_t *random, const struct oracle_graph *graph,
                         struct property *made) {
    static const enum property_kind kinds[] = {PROPERTY_LIVELOCK, PROPERTY_STARVATION, PROPERTY_NEVER_CYCLE,
                                               PROPERTY_NEVER_CYCLE};
    const enum property_kind kind = kinds[random_next(random) % 4];
    struct memory memory;
    struct error error;
    char text[TEXT_BYTES] = "";
    const uint64_t labels = kind == PROPERTY_LIVELOCK     ? 0
                            : kind == PROPERTY_STARVATION ? 1
                                                          : 1 + random_next(random) % 3;
    for (uint64_t i = 0; i < labels; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s\"%.300s\"", i == 0 ? "" : ",",
                 kind == PROPERTY_STARVATION && random_next(random) % 3 == 0 ? "no such label"
                                                                             : draw_label(random, graph));
    }
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = trial->run[0].memory, .threads = 1};
    const struct property_maker maker = {.tree = trial->tree, .run = &run, .error = &error};
    return property_make(&maker, kind, text, made);
}

struct alone {
    struct memory memory;
    struct run run;
    struct check *check;
    struct error error;
};

static void run_ranks(struct trial *trial, uint64_t seed) {
    trial->ranks = thread_ranks_create(trial->count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
}

/* Ends the ranks' check. Returns what is left where nothing should be. */
static unsigned close_ranks(struct trial *trial) {
    unsigned wrong = !thread_ranks_are_idle(trial->ranks);
    for (unsigned r = 0; r < trial->count; r++) {
        check_free(trial->check[r], &trial->run[r]);
        wrong += memory_used(&trial->memory[r]) != 0;
    }
    thread_ranks_free(trial->ranks);
    return wrong;
}

static unsigned compare_ranks(struct trial *trial, uint64_t seed, const struct alone *alone,
                              struct totals *totals) {
    unsigned wrong = 0;
    run_ranks(trial, seed);
    for (unsigned r = 0; r < trial->count; r++) {
        const char *what = trial->short_budget != 0
                               ? short_difference(alone->check, trial->check[r], &trial->error[r], totals)
                               : difference(alone->check, trial->check[r]);
        if (what != NULL) {
            fprintf(stderr, "seed %llu, rank %u of %u%s%s: %s differ\n", (unsigned long long)seed, r,
                    trial->count, trial->options.keep_apart ? ", apart" : "",
                    trial->short_budget != 0 ? ", one is short" : "", what);
            wrong++;
        }
    }
    return wrong + close_ranks(trial);
}

static void draw_options(struct trial *trial, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    const unsigned widths = trial->engine->on_device ? 3 : 5; /* GPUs do not search folded vectors together */
    trial->threads = 1 + (unsigned)(random_next(random) % 2);
    trial->count = trial->devices != NULL     ? 1
                   : trial->engine->on_device ? 2 + (unsigned)(random_next(random) % (THREAD_RANKS_MOST - 1))
                                              : 1 + (unsigned)(random_next(random) % THREAD_RANKS_MOST);
    trial->options = (struct check_options){.backend = backends[0],
                                            .words = words[random_next(random) % widths],
                                            .keep_going = random_next(random) % 4 == 0,
                                            .keep_apart = random_next(random) % 3 != 0};
    trial->options.explore.max_depth = UINT64_MAX;
    trial->options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
}

static void count_worth(const struct trial *trial, const struct check *check, struct totals *totals) {
    totals->networks++;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct check_result *result = &check->results[i];
        const int violated = result->verdict == VERDICT_VIOLATED;
        totals->compared++;
        totals->violated += violated;
        totals->deep += violated && result->length - result->cycle_length >= 3;
        totals->long_cycles += violated && result->cycle_length >= 4;
        totals->several += violated && trial->made[i].part_count > 1;
    }
}

/* One rank gets little memory or little time. */
static void draw_shortage(struct trial *trial, uint64_t *random) {
    trial->short_rank = (unsigned)(random_next(random) % trial->count);
    trial->short_budget = BUDGET;
    trial->short_deadline = 0;
    if (random_next(random) % 4 != 0) {
        trial->short_budget = ((uint64_t)4096 << random_next(random) % 12) + random_next(random) % 4096;
    } else {
        trial->short_deadline = run_clock() + 0.0001 * (double)(random_next(random) % 100);
    }
}

static unsigned compare_all(struct trial *trial, uint64_t seed, uint64_t *random, struct totals *totals) {
    struct alone alone;
    memory_init(&alone.memory, BUDGET);
    alone.run = (struct run){.memory = &alone.memory, .threads = 1};
    draw_options(trial, random);
    alone.check =
        check_run(trial->network, trial->made, PROPERTIES, &trial->options, &alone.run, &alone.error);
    if (alone.check == NULL) {
        return 0; /* an error of the model: suite `ranks` has those */
    }
    count_worth(trial, alone.check, totals);
    unsigned wrong = compare_ranks(trial, seed, &alone, totals);
    if (seed % 2 == 0 && !trial->engine->on_device) {
        draw_shortage(trial, random);
        wrong += compare_ranks(trial, seed, &alone, totals);
        trial->short_budget = 0;
    }
    check_free(alone.check, &alone.run);
    return wrong;
}

static unsigned check_parts(const struct random_network *drawn, const struct backend *engine,
                            const struct device_list *devices, struct totals *totals) {
    struct memory memory;
    struct error error;
    struct trial trial = {.engine = engine, .devices = devices};
    uint64_t random = drawn->seed * 91 + 17;
    unsigned wrong = 0;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    trial.tree = language_read(drawn->path, &drawn->options, &run, &error);
    struct oracle_graph *graph = trial.tree == NULL ? NULL : oracle_explore_model(trial.tree, MOST_STATES);
    struct network *network =
        graph == NULL || graph->outcome != ORACLE_DONE ? NULL : language_compile(trial.tree, &run, &error);
    if (network != NULL && engine->on_device && network_is_folded(network, &run)) {
        network_free(&memory, network);
        network = NULL;
    }
    if (network != NULL) {
        trial.network = network;
        trial.run[0].memory = &memory;
        for (uint32_t i = 0; i < PROPERTIES; i++) {
            wrong += draw_property(&trial, &random, graph, &trial.made[i]) != 0;
        }
        wrong += wrong != 0 ? 0 : compare_all(&trial, drawn->seed, &random, totals);
        for (uint32_t i = 0; i < PROPERTIES; i++) {
            property_free(&trial.made[i], &run);
        }
    }
    network_free(&memory, network);
    oracle_free(graph);
    language_free(trial.tree);
    return wrong;
}

/* The callback of drawn_models_check. On GPUs: by turns by ranks, and by one process with two to four parts.
 */
static unsigned check_network(const struct random_network *drawn, const char *folder, uint64_t number,
                              void *context) {
    struct totals *totals = context;
    const struct device_list devices = {.count = 2 + (unsigned)(number / 4 % 3)};
    const int parts = totals->engine->on_device && number / 2 % 2;
    (void)folder;
    if (totals->engine->on_device && !parts) {
        setenv("HEDDLE_EXCHANGE", "messages", 1); /* of ranks */
    }
    const unsigned wrong = check_parts(drawn, totals->engine, parts ? &devices : NULL, totals);
    unsetenv("HEDDLE_EXCHANGE");
    return wrong;
}

static void draw_networks(int with_data, const struct backend *engine, uint64_t seed, uint64_t cases,
                          struct totals *totals) {
    totals->engine = engine;
    drawn_models_check(with_data, cases, seed, check_network, totals);
    report_counts("properties", totals->compared, "violated", totals->violated, "far from the start",
                  totals->deep, "long cycles", totals->long_cycles, "with several labels", totals->several,
                  "undecided for one rank's limits", totals->undecided, NULL);
}

static void test_networks(void) {
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    draw_networks(0, backends[0], 4100, cases, &totals);
    if (cases >= 100) {
        CU_ASSERT(totals.compared >= cases * 3);
        CU_ASSERT(totals.violated >= cases && totals.several >= cases / 10);
        CU_ASSERT(totals.deep >= cases / 20 && totals.long_cycles >= cases / 10);
        CU_ASSERT(totals.undecided >= cases / 4);
    }
}

static void test_models_with_data(void) {
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    draw_networks(1, backends[0], 4900, cases, &totals);
    CU_ASSERT(cases < 100 || totals.compared >= cases);
}

static void test_networks_on_gpus(void) {
#ifdef HEDDLE_CUDA
    const struct backend *engine = backend_find("cuda");
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    if (!backend_is_testable(engine)) {
        return;
    }
    draw_networks(0, engine, 5300, cases, &totals);
    if (cases >= 100) {
        CU_ASSERT(totals.compared >= cases && totals.violated >= cases / 3);
        CU_ASSERT(totals.deep >= cases / 40);
    }
#else
    test_skip("cycles by several GPUs", "this build has no cuda backend");
#endif
}

void suite_cycle_ranks(void) {
    suite_add("cycles by several ranks", NULL, NULL, "random networks", test_networks,
              "random models with data", test_models_with_data, "random networks on GPUs",
              test_networks_on_gpus, NULL);
}
