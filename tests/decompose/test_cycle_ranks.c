/*
 * Properties of cycles by several ranks against one process: livelocks, starvation and cycles with labels of
 * random networks and models, half of them where runs are assumed to be fair, each by check_run alone and by
 * two to four ranks, which are threads here (thread_ranks.h); on a GPU by ranks that each have a part of GPU
 * 0, and by one process with several parts. Verdicts, lengths and lassos must be the same in all ranks: suite
 * `cycle` confirms those of one process. Limits of one rank must end all, never with a wrong verdict.
 * HEDDLE_CASES (networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_list.h"
#include "checker/check.h"
#include "checker/property/fairness.h"
#include "explorer/backend.h"
#include "tests/support/backend_test.h"
#include "tests/support/check_trial.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 300u
#endif
#define MOST_STATES 1500u
#define PROPERTIES 5u
#define TEXT_BYTES 1200u

struct totals {
    const struct backend *engine;
    uint64_t networks, compared, violated, deep, long_cycles, several, undecided, fair, fair_violated;
};

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
        if (!check_trial_same_trace(a, b)) {
            return "lassos";
        }
    }
    return NULL;
}

static const char *judge(void *context, unsigned rank) {
    struct check_trial *check = context;
    return check->trial.short_budget != 0 ? check_trial_judge_short(check, rank)
                                          : difference(check->check[TRIAL_ALONE], check->check[rank]);
}

/* --- properties --- */

static const char *draw_label(uint64_t *random, const struct oracle_graph *graph) {
    return graph->edges == 0 ? "none" : graph->edge_label[random_next(random) % graph->edges];
}

/* Writes a label as an atom, or as a pattern that others match, too. */
static void put_labels(const char *label, int is_pattern, char *text) {
    const int is_quoted = strpbrk(label, "\"\\\n") == NULL && strcmp(label, "i") != 0 && *label != '\0';
    text_append(text, TEXT_BYTES, !is_quoted ? "i" : is_pattern ? "'%.1s.*'" : "\"%.300s\"", label);
}

/* A formula of linear time about one label or two: weak, and with marks. */
static void draw_formula(uint64_t *random, const struct oracle_graph *graph, char *text) {
    static const char *const forms[] = {"G (%s -> F %s)", "G F %s || G F %s", "F G !%s && F %s",
                                        "G F %s -> G F %s", "F (%s && X G F %s)"};
    char atom[2][TEXT_BYTES];
    for (unsigned i = 0; i < 2; i++) {
        *atom[i] = '\0';
        put_labels(draw_label(random, graph), 0, atom[i]);
    }
    text_append(text, TEXT_BYTES, forms[random_draw(random, LENGTH(forms))], atom[0], atom[1]);
}

/* Draws what is assumed of runs: of processes, where it is known which of them move, and of a few labels.
 * Returns whether that failed. */
static int draw_fairness(struct explored_model *model, uint64_t *random, struct fairness *fairness,
                         char *text) {
    const struct property_maker maker = {.tree = model->tree, .run = &model->run, .error = &model->error};
    const uint32_t labels = random_draw(random, 4);
    if (model->network->data == NULL) {
        fairness->processes = (enum fairness_strength)random_draw(random, 3);
    }
    for (uint32_t i = 0; i < labels; i++) {
        const char *label = draw_label(random, model->graph);
        const int is_pattern = isalpha((unsigned char)*label) && random_draw(random, 3) == 0;
        text_append(text, TEXT_BYTES, "%s%s:%s", i == 0 ? "" : ",",
                    random_draw(random, 2) ? "weak" : "strong", random_draw(random, 3) == 0 ? "each:" : "");
        put_labels(label, is_pattern, text);
    }
    return labels == 0 ? 0 : fairness_read(&maker, text, fairness);
}

/* Draws a property and makes it. Returns whether that failed. */
static int draw_property(struct explored_model *model, uint64_t *random, const struct fairness *fairness,
                         struct property *made) {
    static const enum property_kind kinds[] = {PROPERTY_LIVELOCK,    PROPERTY_STARVATION,
                                               PROPERTY_NEVER_CYCLE, PROPERTY_NEVER_CYCLE,
                                               PROPERTY_LTL,         PROPERTY_LTL};
    const enum property_kind kind = kinds[random_draw(random, LENGTH(kinds))];
    struct error warning;
    char text[TEXT_BYTES] = "";
    const uint64_t labels = kind == PROPERTY_LIVELOCK || kind == PROPERTY_LTL ? 0
                            : kind == PROPERTY_STARVATION                     ? 1
                                                                              : 1 + random_next(random) % 3;
    for (uint64_t i = 0; i < labels; i++) {
        text_append(text, sizeof text, "%s\"%.300s\"", i == 0 ? "" : ",",
                    kind == PROPERTY_STARVATION && random_next(random) % 3 == 0
                        ? "no such label"
                        : draw_label(random, model->graph));
    }
    if (kind == PROPERTY_LTL) {
        draw_formula(random, model->graph, text);
    }
    const struct property_maker maker = {.tree = model->tree,
                                         .run = &model->run,
                                         .error = &model->error,
                                         .warning = &warning,
                                         .fairness = fairness};
    return property_make(&maker, kind, text, made);
}

static void draw_options(struct check_trial *check, uint64_t *random) {
    const int several = check->engine->on_device; /* GPUs: more than one */
    check_trial_draw(check, random);
    check->trial.count =
        check->trial.devices != NULL ? 1 : 1 + several + random_draw(random, THREAD_RANKS_MOST - several);
    check->options.keep_going = random_draw(random, 4) == 0;
    check->options.keep_apart = random_draw(random, 3) != 0;
    check->options.explore.first_slots = random_draw(random, 2) ? 8 : 0;
}

static void count_worth(const struct check_trial *trial, struct totals *totals) {
    totals->networks++;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        const struct check_result *result = &trial->check[TRIAL_ALONE]->results[i];
        const int violated = result->verdict == VERDICT_VIOLATED;
        totals->compared++;
        totals->violated += violated;
        totals->deep += violated && result->length - result->cycle_length >= 3;
        totals->long_cycles += violated && result->cycle_length >= 4;
        totals->several += violated && trial->made[i].part_count > 1;
        totals->fair += fairness_is_assumed(trial->made[i].fairness) != 0;
        totals->fair_violated += violated && fairness_is_assumed(trial->made[i].fairness);
    }
}

static unsigned compare_all(struct check_trial *check, uint64_t *random, struct totals *totals) {
    struct trial *trial = &check->trial;
    draw_options(check, random);
    if (trial_ask_alone(trial) != 0) {
        return trial_end_alone(trial); /* an error of the model: suite `ranks` has those */
    }
    count_worth(check, totals);
    unsigned wrong = trial_compare(trial);
    if (trial->seed % 2 == 0 && !check->engine->on_device) {
        wrong += trial_compare_short(trial, random);
    }
    totals->undecided += check->undecided;
    return wrong + trial_end_alone(trial);
}

/* The callback of drawn_models_check. On GPUs: by turns by ranks, and by one process with two to four parts.
 */
static unsigned check_network(struct explored_model *model, void *context) {
    static const struct trial_question question = {check_trial_answer, judge, check_trial_forget};
    struct totals *totals = context;
    const struct backend *engine = totals->engine;
    const struct device_list devices = {.count = 2 + (unsigned)(model->number / 4 % 3)};
    const int parts = engine->on_device && model->number / 2 % 2;
    struct property made[PROPERTIES] = {0};
    struct check_trial check = {.engine = engine,
                                .network = model->network,
                                .made = made,
                                .properties = PROPERTIES,
                                .trial = {.question = &question,
                                          .context = &check,
                                          .devices = parts ? &devices : NULL,
                                          .seed = model->drawn->seed}};
    uint64_t random = model->drawn->seed * 91 + 17;
    struct fairness fairness = {.processes = FAIRNESS_NONE};
    char labels[TEXT_BYTES] = "";
    unsigned wrong = 0;
    if (engine->on_device &&
        (network_is_long(model->network, &model->run) || !backend_takes(engine, model->network))) {
        return 0;
    }
    if (engine->on_device && !parts) {
        setenv("HEDDLE_EXCHANGE", "messages", 1); /* of ranks */
    }
    if (random_draw(&random, 2)) {
        wrong += draw_fairness(model, &random, &fairness, labels) != 0;
    }
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        wrong += draw_property(model, &random, &fairness, &made[i]) != 0;
    }
    wrong += wrong != 0 ? 0 : compare_all(&check, &random, totals);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        property_free(&made[i], &model->run);
    }
    fairness_free(&fairness, &model->run);
    unsetenv("HEDDLE_EXCHANGE");
    return wrong;
}

static void draw_networks(int with_data, const struct backend *engine, uint64_t seed, uint64_t cases,
                          struct totals *totals) {
    totals->engine = engine;
    drawn_models_check(with_data, cases, seed, MOST_STATES, check_network, totals);
    report_counts("properties", totals->compared, "violated", totals->violated, "far from the start",
                  totals->deep, "long cycles", totals->long_cycles, "with several labels", totals->several,
                  "fair", totals->fair, "violated", totals->fair_violated, "undecided for one rank's limits",
                  totals->undecided, NULL);
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
        CU_ASSERT(totals.fair >= cases && totals.fair_violated >= cases / 5);
    }
}

static void test_models_with_data(void) {
    struct totals totals = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    draw_networks(1, backends[0], 4900, cases, &totals);
    CU_ASSERT(cases < 100 || totals.compared >= cases);
}

static void test_on_gpus(void) {
#ifdef HEDDLE_CUDA
    const struct backend *engine = backend_find("cuda");
    struct totals totals = {0}, with_data = {0};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    if (!backend_is_testable(engine)) {
        return;
    }
    draw_networks(0, engine, 5300, cases, &totals);
    draw_networks(1, engine, 5700, cases, &with_data);
    CU_ASSERT(cases < 100 || with_data.compared >= cases / 2);
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
              "random models with data", test_models_with_data, "random networks and models on GPUs",
              test_on_gpus, NULL);
}
