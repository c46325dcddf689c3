/*
 * Searches by several ranks against one process: random properties of random networks, each by check_run
 * alone and by two to four ranks, which are threads here (thread_ranks.h), in a configuration drawn at
 * random. Verdicts, lengths, canonical traces and counts must be the same in all ranks. Limits and failures
 * of one rank must end all of them. HEDDLE_CASES (networks) and HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "tests/random/random_property.h"
#include "tests/support/backend_test.h"
#include "tests/support/check_trial.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_CUDA
#include "base/device/device.h"
#endif

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 20u
#else
#define DEFAULT_CASES 150u
#endif
#define MOST_STATES 3000u
#define PROPERTIES 4u

struct totals {
    uint64_t compared, violated, large, traced, errors, undecided;
    const struct backend *engine;
    unsigned devices;
};

struct subject {
    struct check_trial check;
    struct property made[PROPERTIES];
    int by_rank_0; /* what differs between ranks is asked, not what differs from one process */
};

/* What differs, or NULL. */
static const char *search_difference(const struct check_search *a, const struct check_search *b) {
    return a->result.outcome != b->result.outcome           ? "outcomes"
           : a->result.states != b->result.states           ? "states"
           : a->result.transitions != b->result.transitions ? "transitions"
           : a->result.deadlocks != b->result.deadlocks     ? "deadlocks"
           : a->result.levels != b->result.levels           ? "levels"
           : a->product != b->product                       ? "products"
                                                            : NULL;
}

/* What differs, or NULL. */
static const char *difference(const struct check *alone, const struct check *rank) {
    if (rank == NULL || alone->search_count != rank->search_count) {
        return "the searches";
    }
    for (uint32_t i = 0; i < alone->search_count; i++) {
        const char *what = search_difference(&alone->searches[i], &rank->searches[i]);
        if (what != NULL) {
            return what;
        }
    }
    for (uint32_t i = 0; i < alone->property_count; i++) {
        const struct check_result *a = &alone->results[i], *b = &rank->results[i];
        if (a->verdict != b->verdict || a->vacuous != b->vacuous || a->length != b->length) {
            return "verdicts";
        }
        if (!check_trial_same_trace(a, b)) {
            return "traces";
        }
    }
    return NULL;
}

static void draw_options(struct check_trial *trial, uint64_t *random) {
    static const uint64_t keys[] = {64, 200, 4000};
    check_trial_draw(trial, random);
    trial->trial.count = 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    struct explore_options *explore = &trial->options.explore;
    explore->exchange_keys = keys[random_draw(random, 3)];
    explore->owner_seed = random_draw(random, 2) * random_next(random);
    explore->uneven_states = random_draw(random, 2) * 20;
    explore->first_slots = random_draw(random, 2) ? 8 : 0;
    explore->bucket_integers = 4u << random_draw(random, 4);
    trial->options.keep_going = random_draw(random, 2) == 0;
    trial->options.vacuity = 1;
}

static const char *judge(void *context, unsigned rank) {
    struct subject *subject = context;
    struct check_trial *check = &subject->check;
    const unsigned of = subject->by_rank_0 ? 0 : TRIAL_ALONE;
    if (check->trial.short_budget != 0) {
        return check->check[TRIAL_ALONE] == NULL ? NULL : check_trial_judge_short(check, rank);
    }
    if (check->check[of] == NULL) { /* an error of a model with data */
        return check->check[rank] != NULL ||
                       strcmp(check->trial.error[rank].text, check->trial.error[of].text) != 0
                   ? "errors"
                   : NULL;
    }
    return difference(check->check[of], check->check[rank]);
}

/* A limit of depth is exact. What one of states cuts off depends on time, but all ranks agree. */
static unsigned check_limits(struct subject *subject) {
    struct trial *trial = &subject->check.trial;
    struct check_options *options = &subject->check.options;
    options->explore.max_depth = trial->seed % 5;
    trial_ask_alone(trial);
    unsigned wrong = trial_compare(trial) + trial_end_alone(trial);
    options->explore.max_depth = UINT64_MAX;
    options->explore.max_states = 1 + trial->seed % 200;
    options->vacuity = 0;
    subject->by_rank_0 = 1;
    return wrong + trial_compare(trial);
}

/* Between GPUs: NCCL now and then, as its start takes a second; it takes each GPU once. */
static void choose_exchange(const struct trial *trial) {
    const int has_nccl = trial->count <= trial->gpus && trial->seed % 16 == 0;
    setenv("HEDDLE_EXCHANGE", has_nccl ? "nccl" : "messages", 1);
}

static unsigned compare_properties(struct subject *subject, uint64_t *random, struct totals *totals) {
    struct check_trial *check = &subject->check;
    struct trial *trial = &check->trial;
    draw_options(check, random);
    trial_ask_alone(trial);
    if (trial->gpus != 0) {
        choose_exchange(trial);
    }
    unsigned wrong = trial_compare(trial);
    const struct check *alone = check->check[TRIAL_ALONE];
    totals->errors += alone == NULL;
    for (uint32_t i = 0; alone != NULL && i < PROPERTIES; i++) {
        totals->compared++;
        totals->violated += alone->results[i].verdict == VERDICT_VIOLATED;
        totals->traced += alone->results[i].has_trace && alone->results[i].trace.steps > 2;
    }
    wrong += trial->seed % 3 == 0 && trial->gpus == 0 ? trial_compare_short(trial, random) : 0;
    totals->undecided += check->undecided;
    wrong += trial_end_alone(trial);
    return wrong + (trial->seed % 4 == 0 ? check_limits(subject) : 0);
}

/* The callback of drawn_models_check. */
static unsigned check_network(struct explored_model *model, void *context) {
    static const struct trial_question question = {check_trial_answer, judge, check_trial_forget};
    struct totals *totals = context;
    struct random_property properties[PROPERTIES];
    struct subject subject = {.check = {.engine = totals->engine,
                                        .network = model->network,
                                        .properties = PROPERTIES,
                                        .trial = {.question = &question,
                                                  .context = &subject,
                                                  .gpus = totals->devices,
                                                  .seed = model->drawn->seed}}};
    uint64_t random = model->drawn->seed * 77 + 5;
    unsigned wrong = 0;
    if (totals->devices != 0 && network_is_long(model->network, &model->run)) {
        return 0;
    }
    totals->large += model->graph->states >= 50;
    subject.check.made = subject.made;
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/m%u.aut", model->folder, i);
        random_property_draw(&random, model->graph, model->network, &model->drawn->options, path,
                             &properties[i]);
        wrong += random_property_make(&properties[i], model->tree, &model->run, &subject.made[i],
                                      &model->error) != 0;
    }
    wrong += wrong != 0 ? 0 : compare_properties(&subject, &random, totals);
    for (uint32_t i = 0; i < PROPERTIES; i++) {
        property_free(&subject.made[i], &model->run);
        random_property_free(&properties[i]);
    }
    return wrong;
}

static void draw_networks(int with_data, uint64_t seed, const struct backend *engine, unsigned devices,
                          struct totals *totals) {
    totals->engine = engine;
    totals->devices = devices;
    drawn_models_check(with_data, number_of_cases(DEFAULT_CASES), seed, MOST_STATES, check_network, totals);
    report_counts("properties", totals->compared, "violated", totals->violated, "with a trace",
                  totals->traced, "networks of 50 states", totals->large, "with errors", totals->errors,
                  "undecided for one rank's limits", totals->undecided, NULL);
}

static void test_networks(void) {
    struct totals totals = {0};
    draw_networks(0, 2200, backends[0], 0, &totals);
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    CU_ASSERT(totals.compared >= cases * 2);
    CU_ASSERT(totals.large >= cases / 3);
    CU_ASSERT(totals.violated >= cases / 2 && totals.traced >= cases / 8);
}

static void test_models_with_data(void) {
    struct totals totals = {0};
    draw_networks(1, 2100, backends[0], 0, &totals);
    CU_ASSERT(totals.compared >= number_of_cases(DEFAULT_CASES));
}

/* Each rank has a GPU, which may be that of another one, too. */
static void test_networks_on_gpus(void) {
#ifdef HEDDLE_CUDA
    const struct backend *engine = backend_find("cuda");
    struct totals totals = {0};
    const char *reason;
    if (!backend_is_testable(engine)) {
        return;
    }
    draw_networks(0, 2300, engine, (unsigned)device_count(&reason), &totals);
    unsetenv("HEDDLE_EXCHANGE");
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    CU_ASSERT(totals.compared >= cases * 2);
    CU_ASSERT(totals.violated >= cases / 2 && totals.traced >= cases / 8);
#else
    test_skip("searches by several ranks with GPUs", "this build has no cuda backend");
#endif
}

/* --- ranks that cannot go on --- */

enum meeting_case { MEET_FAILED, MEET_DIFFERENT, MEET_DIFFERENT_LATER, MEET_LEFT, MEET_LEFT_UNDECIDED };

struct meeting {
    struct thread_ranks *ranks;
    struct error error[THREAD_RANKS_MOST];
    int result[THREAD_RANKS_MOST], status[THREAD_RANKS_MOST];
    enum meeting_case what;
};

/* Rank 1 fails, has another model, does something else, or is at its end already. */
static void meet(void *context, unsigned rank) {
    struct meeting *meeting = context;
    const enum meeting_case what = meeting->what;
    struct ranks *ranks = thread_ranks_get(meeting->ranks, rank);
    struct error *error = &meeting->error[rank];
    error->code = ERROR_NONE;
    if (what == MEET_DIFFERENT_LATER) {
        ranks_meet(ranks, RANKS_SEARCH, 5, 0, error);
    }
    if (rank == 1 && (what == MEET_LEFT || what == MEET_LEFT_UNDECIDED)) {
        meeting->status[rank] = ranks_end(ranks, what == MEET_LEFT ? 2 : 3);
        return;
    }
    const int differs = what == MEET_DIFFERENT || what == MEET_DIFFERENT_LATER;
    meeting->result[rank] =
        ranks_meet(ranks, RANKS_SEARCH, differs ? rank : 7, what == MEET_FAILED && rank == 1, error);
    meeting->status[rank] = ranks_end(ranks, rank == 0 ? 3 : 0);
}

static void test_meetings(void) {
    static const struct {
        const char *text;
        enum error_code code;
        int status; /* of rank 1: that of rank 0, where all came to the end */
    } expected[] = {{"rank 1 could not go on", ERROR_LIMIT, 3},
                    {"different models", ERROR_INPUT, 3},
                    {"did not do the same", ERROR_LIMIT, 3},
                    {"rank 1 ended early", ERROR_IO, 2},
                    {"rank 1 ended early", ERROR_LIMIT, 3}};
    for (unsigned what = MEET_FAILED; what <= MEET_LEFT_UNDECIDED; what++) {
        struct meeting meeting = {.ranks = thread_ranks_create(3, 1), .what = (enum meeting_case)what};
        thread_ranks_run(meeting.ranks, meet, &meeting);
        for (unsigned rank = 0; rank < 3; rank++) {
            if (rank == 1 && what != MEET_DIFFERENT && what != MEET_DIFFERENT_LATER) {
                continue;
            }
            CU_ASSERT_EQUAL(meeting.result[rank], -1);
            CU_ASSERT_EQUAL(meeting.error[rank].code, expected[what].code);
            CU_ASSERT_PTR_NOT_NULL(strstr(meeting.error[rank].text, expected[what].text));
        }
        CU_ASSERT_EQUAL(meeting.status[1], expected[what].status);
        thread_ranks_free(meeting.ranks);
    }
}

void suite_ranks(void) {
    suite_add("searches by several ranks", NULL, NULL, "random networks", test_networks,
              "random models with data", test_models_with_data, "random networks on GPUs",
              test_networks_on_gpus, "ranks that cannot go on", test_meetings, NULL);
}
