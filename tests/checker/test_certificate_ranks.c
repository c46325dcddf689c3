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

#include "base/array.h"
#include "explorer/backend.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_property.h"
#include "tests/support/backend_test.h"
#include "tests/support/certificate_trial.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
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

struct totals {
    const struct engine *engine;
    uint64_t compared, states, monitors, alone, whole, missing, failed;
};

static void count_files(const struct certificate_trial *trial, struct totals *totals) {
    const struct check *alone = trial->check.check[TRIAL_ALONE];
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
static const char *judge_short(const struct certificate_trial *trial, struct totals *totals) {
    const struct check *const *check = (const struct check *const *)trial->check.check;
    const struct check *alone = check[TRIAL_ALONE];
    for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
        const int there = certificate_is_there(trial->ranked.name[i]);
        if (there && !certificate_is_same(trial->one.name[i], trial->ranked.name[i])) {
            return "a file that is not whole";
        }
        for (unsigned r = 0; r < trial->check.trial.count; r++) {
            const struct check_result *result = check[r] != NULL ? &check[r]->results[i] : NULL;
            if (result != NULL && result->certified && !there) {
                return "a certificate without file";
            }
            if (result != NULL && result->verdict != VERDICT_UNDECIDED &&
                result->verdict != alone->results[i].verdict) {
                return "verdicts differ";
            }
            if (result != NULL && result->verdict == VERDICT_HOLDS && !result->certified &&
                result->why.code == ERROR_NONE && has_searched(check[r], result)) {
                return "no certificate, and no reason";
            }
            totals->failed += result != NULL && result->verdict == VERDICT_HOLDS && !result->certified &&
                              has_searched(check[r], result);
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
static unsigned check_short(struct certificate_trial *subject, uint64_t *random, struct totals *totals) {
    struct trial *trial = &subject->check.trial;
    const enum shortage shortage = (enum shortage)(trial->seed / 3 % SHORTAGES);
    struct backend losing = *subject->check.engine;
    losing.fetch = lose_states;
    trial->short_rank = random_draw(random, trial->count);
    trial->short_budget = shortage != SHORT_OF_MEMORY
                              ? TRIAL_BUDGET
                              : ((uint64_t)65536 << random_draw(random, 9)) + random_draw(random, 65536);
    trial->short_deadline = shortage != SHORT_OF_TIME ? 0 : run_clock() + 0.0001 * random_draw(random, 200);
    subject->check.short_engine = shortage == SHORT_AFTER_SEARCH ? &losing : NULL;
    certificate_trial_run(subject);
    const unsigned wrong = trial_tell(trial, trial->short_rank, judge_short(subject, totals));
    trial->short_budget = 0;
    subject->check.short_engine = NULL;
    return trial_end(trial) + wrong;
}

/* --- random networks --- */

static void draw_options(struct certificate_trial *trial, uint64_t *random) {
    struct check_options *options = &trial->check.options;
    check_trial_draw(&trial->check, random);
    trial->check.trial.count = 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    trial->apart = random_draw(random, 3) == 0;
    options->keep_going = random_draw(random, 2) == 0;
    options->certificate_window = random_draw(random, 4) == 0 ? 0 : 1 + random_draw(random, 200);
    options->explore.exchange_keys = 200;
    options->explore.owner_seed = random_draw(random, 2) * random_next(random);
    options->explore.uneven_states = random_draw(random, 2) * 20;
}

static unsigned compare(struct certificate_trial *subject, uint64_t *random, struct totals *totals) {
    struct trial *trial = &subject->check.trial;
    draw_options(subject, random);
    const struct check *alone = certificate_trial_alone(subject);
    unsigned wrong = certificate_trial_compare(subject);
    count_files(subject, totals);
    if (trial->seed % 3 == 0 && !wrong && !subject->apart && alone != NULL && alone->certified) {
        wrong += certificate_trial_unwritable(subject,
                                              trial->seed % 2 == 0 ? "/no/such/folder/x.json" : "/dev/full");
    }
    if (trial->seed % 3 == 0 && !wrong && alone != NULL && trial->gpus == 0) {
        wrong += trial_end_alone(trial);
        subject->apart = 1;
        wrong += certificate_trial_alone(subject) == NULL || check_short(subject, random, totals);
    }
    return wrong + trial_end_alone(trial);
}

/* How the networks of a test are searched by ranks. */
struct engine {
    const struct backend *backend;
    unsigned devices;
};

/* The callback of drawn_models_check. */
static unsigned check_network(struct explored_model *model, void *context) {
    static struct certificate_trial trial;
    struct totals *totals = context;
    const struct engine *engine = totals->engine;
    struct random_property properties[CERTIFICATE_PROPERTIES];
    uint64_t random = model->drawn->seed * 91 + 3;
    unsigned wrong = 0;
    if (model->network->component_count > CERTIFICATE_COMPONENTS ||
        (engine->devices != 0 && network_is_long(model->network, &model->run))) {
        return 0;
    }
    certificate_trial_open(&trial, model->network, model->folder, model->drawn);
    trial.check.engine = engine->backend;
    trial.check.trial.gpus = engine->devices;
    for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
        char path[CERTIFICATE_NAME];
        snprintf(path, sizeof path, "%s/m%u.aut", model->folder, i);
        random_property_draw(&random, model->graph, model->network, &model->drawn->options, path,
                             &properties[i]);
        wrong += random_property_make(&properties[i], model->tree, &model->run, &trial.made[i],
                                      &model->error) != 0;
    }
    wrong += wrong != 0 ? 0 : compare(&trial, &random, totals);
    for (uint32_t i = 0; i < CERTIFICATE_PROPERTIES; i++) {
        property_free(&trial.made[i], &model->run);
        random_property_free(&properties[i]);
    }
    return wrong;
}

static uint64_t draw_networks(int with_data, uint64_t seed, const struct engine *engine,
                              struct totals *totals) {
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    totals->engine = engine;
    drawn_models_check(with_data, cases, seed, MOST_STATES, check_network, totals);
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

static unsigned check_packed(struct certificate_trial *subject) {
    static const uint64_t windows[] = {0, 60, 777, 5000};
    struct trial *trial = &subject->check.trial;
    unsigned wrong = 0;
    for (unsigned i = 0; i < 2 * LENGTH(windows) && wrong == 0; i++) {
        trial->seed = i;
        trial->count = 2 + i % (THREAD_RANKS_MOST - 1);
        trial->threads = 1 + i % 2;
        subject->apart = i % 3 == 0;
        subject->check.options =
            (struct check_options){.certificate_window = windows[i / 2], .words = i % 2 == 0 ? 0 : 5};
        subject->check.options.explore.max_depth = UINT64_MAX;
        subject->check.options.explore.owner_seed = i % 2;
        const struct check *alone = certificate_trial_alone(subject);
        wrong += alone == NULL || !alone->certified || alone->searches[0].result.states != 16807;
        wrong += certificate_trial_compare(subject);
        wrong += subject->apart ? 0 : certificate_trial_unwritable(subject, "/dev/full");
        wrong += trial_end_alone(trial);
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
    memory_init(&memory, TRIAL_BUDGET);
    const struct run run = {.memory = &memory, .threads = 1};
    test_folder_create(&folder);
    snprintf(drawn.path, sizeof drawn.path, "%s", write_counters(&folder, monitor));
    language_tree *tree = language_read(drawn.path, &drawn.options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    struct network *network = language_compile(tree, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    certificate_trial_open(&trial, network, folder.path, &drawn);
    const struct property_maker maker = {.tree = tree, .run = &run, .error = &error, .warning = &warning};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_DEADLOCK, NULL, &trial.made[0]), 0);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_NEVER, "down", &trial.made[1]), 0);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_NEVER, "up", &trial.made[2]), 0);
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_MONITOR, monitor, &trial.made[3]), 0);
    CU_ASSERT_EQUAL(check_packed(&trial), 0);
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
