/*
 * Certificates of several ranks against those of one process, byte for byte: random properties of random
 * networks and models, by check_run alone and by two to four ranks, which are threads here (thread_ranks.h),
 * with windows of all sizes, in one file or a file for each property; and a network of more states, which are
 * packed. One rank that is short of memory or time, also after the search, or a file that rank 0 cannot
 * write, leaves either the whole file or none. HEDDLE_CASES (networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/oracle/oracle.h"
#include "tests/random/random_network.h"
#include "tests/random/random_property.h"
#include "tests/support/backend_test.h"
#include "tests/support/certificate_trial.h"
#include "tests/support/drawn_model.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_CUDA
#include "base/device/device.h"
#endif

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 150u
#endif
#define MOST_STATES 3000u
#define BUDGET ((uint64_t)1 << 30)

struct totals {
    const struct engine *engine;
    uint64_t compared, states, monitors, alone, whole, missing, failed;
};

static void count_files(const struct certificate_trial *trial, const struct check *alone,
                        struct totals *totals) {
    for (uint32_t i = 0; alone != NULL && i < CERTIFICATE_PROPERTIES; i++) {
        const struct check_result *result = &alone->results[i];
        totals->compared += result->certified != 0;
        totals->alone += result->certified && trial->apart;
        totals->monitors += result->certified && alone->searches[result->search].product;
        totals->states += result->certified ? alone->searches[result->search].result.states : 0;
    }
}

/* --- with failures --- */

/* Whether a search of the rank has seen all states, with the property in mind. */
static int has_searched(const struct check *check, const struct check_result *result) {
    return result->search != CHECK_NO_SEARCH &&
           check->searches[result->search].result.outcome == EXPLORE_DONE;
}

/* Of a file for each property: if a rank says that there is a certificate, the file is there, and whole. */
static const char *judge_short(const struct certificate_trial *trial, const struct check *alone,
                               struct totals *totals) {
    for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
        const int there = certificate_is_there(trial->ranked.name[i]);
        if (there && !certificate_is_same(trial->one.name[i], trial->ranked.name[i])) {
            return "a file that is not whole";
        }
        for (unsigned r = 0; r < trial->count; r++) {
            const struct check_result *result = trial->check[r] != NULL ? &trial->check[r]->results[i] : NULL;
            if (result != NULL && result->certified && !there) {
                return "a certificate without file";
            }
            if (result != NULL && result->verdict != VERDICT_UNDECIDED &&
                result->verdict != alone->results[i].verdict) {
                return "verdicts differ";
            }
            if (result != NULL && result->verdict == VERDICT_HOLDS && !result->certified &&
                result->why.code == ERROR_NONE && has_searched(trial->check[r], result)) {
                return "no certificate, and no reason";
            }
            totals->failed += result != NULL && result->verdict == VERDICT_HOLDS && !result->certified &&
                              has_searched(trial->check[r], result);
        }
        totals->whole += there;
        totals->missing += !there && alone->results[i].certified;
    }
    return NULL;
}

/* The states of a search that has ended do not come, as if memory had ended then. */
static int lose_states(struct exploration *exploration, const struct run *run, struct error *error) {
    (void)exploration;
    (void)run;
    return error_memory(error, "for the states");
}

/* What one rank is short of. Little memory and time may suffice or not, as threads happen to run; the others
 * do not depend on that. */
enum shortage { SHORT_OF_NOTHING, SHORT_OF_MEMORY, SHORT_OF_TIME, SHORT_AFTER_SEARCH, SHORTAGES };

/* One rank is short. */
static unsigned check_short(struct certificate_trial *trial, uint64_t seed, const struct check *alone,
                            uint64_t *random, struct totals *totals) {
    const enum shortage shortage = (enum shortage)(seed / 3 % SHORTAGES);
    struct backend losing = *trial->engine;
    losing.fetch = lose_states;
    trial->short_rank = random_draw(random, trial->count);
    trial->short_budget = shortage != SHORT_OF_MEMORY
                              ? BUDGET
                              : ((uint64_t)65536 << random_draw(random, 9)) + random_draw(random, 65536);
    trial->short_deadline = shortage != SHORT_OF_TIME ? 0 : run_clock() + 0.0001 * random_draw(random, 200);
    trial->short_engine = shortage == SHORT_AFTER_SEARCH ? &losing : NULL;
    certificate_trial_run(trial, seed);
    const char *what = judge_short(trial, alone, totals);
    const unsigned wrong = what != NULL ? certificate_trial_tell(trial, seed, trial->short_rank, what) : 0;
    trial->short_budget = 0;
    trial->short_engine = NULL;
    return certificate_trial_free(trial) + wrong;
}

/* --- random networks --- */

static void draw_options(struct certificate_trial *trial, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    const unsigned widths = trial->devices != 0 ? 3 : 5; /* GPUs do not search folded vectors together */
    trial->threads = 1 + random_draw(random, 2);
    trial->count = 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    trial->apart = random_draw(random, 3) == 0;
    trial->options = (struct check_options){
        .backend = backends[0],
        .words = words[random_draw(random, widths)],
        .keep_going = random_draw(random, 2) == 0,
        .certificate_window = random_draw(random, 4) == 0 ? 0 : 1 + random_draw(random, 200)};
    trial->options.explore.max_depth = UINT64_MAX;
    trial->options.explore.exchange_keys = 200;
    trial->options.explore.owner_seed = random_draw(random, 2) * random_next(random);
    trial->options.explore.uneven_states = random_draw(random, 2) * 20;
}

static unsigned compare(struct certificate_trial *trial, uint64_t seed, uint64_t *random,
                        struct totals *totals) {
    struct memory memory;
    struct error error;
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    draw_options(trial, random);
    struct check *alone = certificate_trial_alone(trial, &run, &error);
    unsigned wrong = certificate_trial_compare(trial, seed, alone);
    count_files(trial, alone, totals);
    if (seed % 3 == 0 && !wrong && !trial->apart && alone != NULL && alone->certified) {
        wrong +=
            certificate_trial_unwritable(trial, seed, seed % 2 == 0 ? "/no/such/folder/x.json" : "/dev/full");
    }
    if (seed % 3 == 0 && !wrong && alone != NULL && trial->devices == 0) {
        check_free(alone, &run);
        trial->apart = 1;
        alone = certificate_trial_alone(trial, &run, &error);
        wrong += alone == NULL || check_short(trial, seed, alone, random, totals);
    }
    check_free(alone, &run);
    return wrong;
}

/* Whether GPUs do not search the network together: vectors with an observer may have more than four words. */
static int is_long(const struct network *network, const struct run *run) {
    struct error error;
    model *model = model_compile(network, &(struct model_options){0}, run, &error);
    const int is = model == NULL || model_header(model)->words > 3;
    model_free(model);
    return is;
}

/* How the networks of a test are searched by ranks. */
struct engine {
    const struct backend *backend;
    unsigned devices;
};

/* The callback of drawn_models_check. */
static unsigned check_network(const struct random_network *drawn, const char *folder, uint64_t number,
                              void *context) {
    struct totals *totals = context;
    const struct engine *engine = totals->engine;
    (void)number;
    static struct certificate_trial trial;
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    struct random_property properties[CERTIFICATE_PROPERTIES];
    uint64_t random = drawn->seed * 91 + 3;
    unsigned wrong = 0;
    memset(&trial, 0, sizeof trial);
    trial.engine = engine->backend;
    trial.devices = engine->devices;
    certificate_trial_name_files(&trial, folder);
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    language_tree *tree = language_read(drawn->path, &drawn->options, &run, &error);
    struct oracle_graph *graph = tree == NULL ? NULL : oracle_explore_model(tree, MOST_STATES);
    struct network *network =
        graph == NULL || graph->outcome != ORACLE_DONE ? NULL : language_compile(tree, &run, &error);
    trial.network = network;
    if (network != NULL && network->component_count <= CERTIFICATE_COMPONENTS &&
        !(engine->devices != 0 && is_long(network, &run))) {
        certificate_trial_name_subject(&trial, drawn);
        for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
            char path[CERTIFICATE_NAME];
            snprintf(path, sizeof path, "%s/m%u.aut", folder, i);
            random_property_draw(&random, graph, network, &drawn->options, path, &properties[i]);
            wrong += random_property_make(&properties[i], tree, &run, &trial.made[i], &error) != 0;
        }
        wrong += wrong != 0 ? 0 : compare(&trial, drawn->seed, &random, totals);
        for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
            property_free(&trial.made[i], &run);
            random_property_free(&properties[i]);
        }
    }
    network_free(&memory, network);
    oracle_free(graph);
    language_free(tree);
    return wrong + (memory_used(&memory) != 0);
}

static uint64_t draw_networks(int with_data, uint64_t seed, const struct engine *engine,
                              struct totals *totals) {
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    totals->engine = engine;
    drawn_models_check(with_data, cases, seed, check_network, totals);
    report_counts("certified", totals->compared, "of monitors", totals->monitors, "in files of their own",
                  totals->alone, "states", totals->states, "whole beside a short rank", totals->whole,
                  "missing for one rank's limits", totals->missing, "of searches that ended", totals->failed,
                  NULL);
    return cases;
}

static void test_networks(void) {
    struct totals totals = {0};
    const uint64_t cases = draw_networks(0, 9300, &(struct engine){backends[0], 0}, &totals);
    if (cases >= 100) {
        CU_ASSERT(totals.compared >= cases / 2 && totals.states >= cases * 50);
        CU_ASSERT(totals.monitors >= cases / 20 && totals.alone >= cases / 8);
        CU_ASSERT(totals.whole >= cases / 20 && totals.missing >= cases / 20);
        CU_ASSERT(totals.failed >= cases / 20);
    }
}

static void test_models_with_data(void) {
    struct totals totals = {0};
    const uint64_t cases = draw_networks(1, 9400, &(struct engine){backends[0], 0}, &totals);
    CU_ASSERT(cases < 100 || totals.compared >= cases / 4);
}

/* Each rank has a GPU, which may be that of another one, too. */
static void test_networks_on_gpus(void) {
#ifdef HEDDLE_CUDA
    const char *reason;
    const struct engine engine = {backend_find("cuda"), (unsigned)device_count(&reason)};
    struct totals totals = {0};
    if (!backend_is_testable(engine.backend)) {
        return;
    }
    setenv("HEDDLE_EXCHANGE", "messages", 1);
    const uint64_t cases = draw_networks(0, 9500, &engine, &totals);
    unsetenv("HEDDLE_EXCHANGE");
    CU_ASSERT(cases < 100 || (totals.compared >= cases / 2 && totals.alone >= cases / 8));
#else
    test_skip("certificates of several ranks with GPUs", "this build has no cuda backend");
#endif
}

/* --- packed states --- */

#define COUNTERS 5u

/* 16807 states, and twice as many with a monitor: counters that count to 7, each on its own. */
static const char *write_counters(struct test_folder *folder, char monitor[CERTIFICATE_NAME]) {
    test_folder_write(folder, "counter.aut",
                      "des (0, 7, 7)\n(0, up, 1)\n(1, up, 2)\n(2, up, 3)\n(3, up, 4)\n(4, up, 5)\n"
                      "(5, up, 6)\n(6, reset, 0)\n");
    snprintf(monitor, CERTIFICATE_NAME, "%s",
             test_folder_write(folder, "parity.aut",
                               "des (0, 3, 3)\n(0, reset, 1)\n(1, reset, 0)\n(2, ERROR, 2)\n"));
    return test_folder_write(folder, "net.exp",
                             "\"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" ||| \"counter.aut\" "
                             "||| \"counter.aut\"\n");
}

static unsigned check_packed(struct certificate_trial *trial, const struct run *run) {
    static const uint64_t windows[] = {0, 60, 777, 5000};
    struct error error;
    unsigned wrong = 0;
    for (unsigned i = 0; i < 2 * sizeof windows / sizeof *windows && wrong == 0; i++) {
        trial->count = 2 + i % (THREAD_RANKS_MOST - 1);
        trial->threads = 1 + i % 2;
        trial->apart = i % 3 == 0;
        trial->options = (struct check_options){
            .backend = backends[0], .certificate_window = windows[i / 2], .words = i % 2 == 0 ? 0 : 5};
        trial->options.explore.max_depth = UINT64_MAX;
        trial->options.explore.owner_seed = i % 2;
        struct check *alone = certificate_trial_alone(trial, run, &error);
        wrong += alone == NULL || !alone->certified || alone->searches[0].result.states != 16807;
        wrong += certificate_trial_compare(trial, i, alone);
        wrong += trial->apart ? 0 : certificate_trial_unwritable(trial, i, "/dev/full");
        check_free(alone, run);
    }
    return wrong;
}

static void test_packed(void) {
    static struct certificate_trial trial;
    struct test_folder folder;
    struct random_network drawn = {.seed = 1};
    struct memory memory;
    struct error error, warning;
    char monitor[CERTIFICATE_NAME];
    memset(&trial, 0, sizeof trial);
    memory_init(&memory, BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    test_folder_create(&folder);
    snprintf(drawn.path, sizeof drawn.path, "%s", write_counters(&folder, monitor));
    certificate_trial_name_files(&trial, folder.path);
    language_tree *tree = language_read(drawn.path, &drawn.options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = language_compile(tree, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    const struct property_maker maker = {.tree = tree, .run = &run, .error = &error, .warning = &warning};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_DEADLOCK, NULL, &trial.made[0]), 0);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_NEVER, "down", &trial.made[1]), 0);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_NEVER, "up", &trial.made[2]), 0);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_MONITOR, monitor, &trial.made[3]), 0);
    trial.engine = backends[0];
    trial.network = network;
    certificate_trial_name_subject(&trial, &drawn);
    CU_ASSERT_EQUAL(check_packed(&trial, &run), 0);
    for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
        property_free(&trial.made[i], &run);
    }
    network_free(&memory, network);
    language_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    test_folder_remove(&folder);
}

void suite_certificate_ranks(void) {
    suite_add("certificates of several ranks", NULL, NULL, "random networks", test_networks,
              "random models with data", test_models_with_data, "random networks on GPUs",
              test_networks_on_gpus, "packed states", test_packed, NULL);
}
