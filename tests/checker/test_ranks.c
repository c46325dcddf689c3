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
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "explorer/model/model.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/random/random_network.h"
#include "tests/random/random_property.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/testing.h"
#include "tests/support/thread_ranks.h"

#ifdef HEDDLE_CUDA
#include "base/device/device.h"
#endif

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 20u
#else
#define DEFAULT_CASES 150u
#endif
#define MOST_STATES 3000u
#define BUDGET ((uint64_t)1 << 30)
#define PROPERTIES 4u

struct trial {
    const struct backend *engine; /* of the ranks */
    unsigned devices;             /* GPUs, of which each rank has one */
    const struct network *network;
    struct property made[PROPERTIES];
    struct check_options options;
    unsigned threads;
    struct thread_ranks *ranks;
    unsigned short_rank; /* has this budget and deadline */
    uint64_t short_budget;
    double short_deadline;
    struct memory memory[THREAD_RANKS_MOST];
    struct run run[THREAD_RANKS_MOST];
    struct check *check[THREAD_RANKS_MOST];
    struct error error[THREAD_RANKS_MOST];
};

struct totals {
    const struct backend *engine;
    unsigned devices;
    uint64_t compared, violated, large, traced, errors, undecided;
};

static void run_rank(void *context, unsigned rank) {
    struct trial *trial = context;
    const int is_short = trial->short_budget != 0 && rank == trial->short_rank;
    struct check_options options = trial->options;
    options.backend = trial->engine;
    memory_init(&trial->memory[rank], is_short ? trial->short_budget : BUDGET);
    trial->run[rank] = (struct run){.memory = &trial->memory[rank],
                                    .threads = trial->threads,
                                    .device = trial->devices == 0 ? 0 : rank % trial->devices,
                                    .device_bytes = TEST_DEVICE_BYTES,
                                    .deadline = is_short ? trial->short_deadline : 0,
                                    .ranks = thread_ranks_get(trial->ranks, rank)};
    trial->check[rank] =
        check_run(trial->network, trial->made, PROPERTIES, &options, &trial->run[rank], &trial->error[rank]);
    ranks_end(trial->run[rank].ranks, trial->check[rank] != NULL ? 0 : 3);
}

static int same_trace(const struct check_result *a, const struct check_result *b) {
    if (a->has_trace != b->has_trace || (a->has_trace && a->trace.steps != b->trace.steps)) {
        return 0;
    }
    for (uint64_t i = 0; a->has_trace && i < a->trace.steps; i++) {
        if (strcmp(a->trace.labels[i], b->trace.labels[i]) != 0) {
            return 0;
        }
    }
    return !a->has_trace || memcmp(a->trace.states, b->trace.states,
                                   (a->trace.steps + 1) * a->trace.components * sizeof *a->trace.states) == 0;
}

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
            fprintf(stderr, "search %u: outcomes %d and %d\n", i, (int)alone->searches[i].result.outcome,
                    (int)rank->searches[i].result.outcome);
            return what;
        }
    }
    for (uint32_t i = 0; i < alone->property_count; i++) {
        const struct check_result *a = &alone->results[i], *b = &rank->results[i];
        if (a->verdict != b->verdict || a->vacuous != b->vacuous || a->length != b->length) {
            return "verdicts";
        }
        if (!same_trace(a, b)) {
            return "traces";
        }
    }
    return NULL;
}

static void draw_options(struct trial *trial, uint64_t *random) {
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    static const uint64_t keys[] = {64, 200, 4000};
    const unsigned widths = trial->devices != 0 ? 3 : 5; /* GPUs do not search folded vectors together */
    trial->threads = 1 + (unsigned)(random_next(random) % 2);
    trial->options =
        (struct check_options){.backend = backends[0], .words = words[random_next(random) % widths]};
    trial->options.explore.exchange_keys = keys[random_next(random) % 3];
    trial->options.explore.max_depth = UINT64_MAX;
    trial->options.explore.owner_seed = random_next(random) % 2 * random_next(random);
    trial->options.explore.uneven_states = random_next(random) % 2 * 20;
    trial->options.explore.first_slots = random_next(random) % 2 ? 8 : 0;
    trial->options.explore.bucket_integers = 4u << random_next(random) % 4;
    trial->options.keep_going = random_next(random) % 2 == 0;
    trial->options.vacuity = 1;
}

/* One process. */
struct alone {
    struct memory memory;
    struct run run;
    struct check *check;
    struct error error;
};

static void run_alone(const struct trial *trial, struct alone *alone) {
    memory_init(&alone->memory, BUDGET);
    alone->run = (struct run){.memory = &alone->memory, .threads = 1};
    alone->check =
        check_run(trial->network, trial->made, PROPERTIES, &trial->options, &alone->run, &alone->error);
}

/* What differs in a rank from one process or, if that is NULL, from rank 0; or NULL. */
static const char *rank_difference(const struct trial *trial, unsigned rank, const struct alone *alone) {
    const struct check *expected = alone != NULL ? alone->check : trial->check[0];
    const struct error *error = alone != NULL ? &alone->error : &trial->error[0];
    if (expected == NULL) { /* an error of a model with data */
        return trial->check[rank] != NULL || strcmp(trial->error[rank].text, error->text) != 0 ? "errors"
                                                                                               : NULL;
    }
    return difference(expected, trial->check[rank]);
}

/* Runs the ranks' check. Returns how many ranks were wrong. */
static unsigned check_ranks(struct trial *trial, unsigned count, const struct alone *alone, uint64_t seed) {
    unsigned wrong = 0;
    trial->ranks = thread_ranks_create(count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    for (unsigned r = 0; r < count; r++) {
        const char *what = rank_difference(trial, r, alone);
        if (what != NULL) {
            fprintf(stderr, "seed %llu, rank %u of %u: %s differ\n", (unsigned long long)seed, r, count,
                    what);
            wrong++;
        }
    }
    for (unsigned r = 0; r < count; r++) {
        check_free(trial->check[r], &trial->run[r]);
        wrong += memory_used(&trial->memory[r]) != 0;
    }
    wrong += !thread_ranks_are_idle(trial->ranks);
    thread_ranks_free(trial->ranks);
    return wrong;
}

/* A limit of depth is exact. What one of states cuts off depends on time, but all ranks agree. */
static unsigned check_limits(struct trial *trial, unsigned count, uint64_t seed) {
    struct alone alone;
    trial->options.explore.max_depth = seed % 5;
    run_alone(trial, &alone);
    unsigned wrong = check_ranks(trial, count, &alone, seed);
    check_free(alone.check, &alone.run);
    trial->options.explore.max_depth = UINT64_MAX;
    trial->options.explore.max_states = 1 + seed % 200;
    trial->options.vacuity = 0;
    return wrong + check_ranks(trial, count, NULL, seed);
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
    for (uint32_t i = 0; i < alone->property_count; i++) {
        const struct check_result *a = &alone->results[i], *b = &rank->results[i];
        totals->undecided += b->verdict == VERDICT_UNDECIDED;
        if (b->verdict == VERDICT_UNDECIDED ? b->why.code == ERROR_INPUT || b->why.code == ERROR_IO
                                            : b->verdict != a->verdict) {
            return b->verdict == VERDICT_UNDECIDED ? b->why.text : "verdicts";
        }
        if (b->has_trace && !same_trace(a, b)) {
            return "traces";
        }
    }
    return NULL;
}

/* One rank has little memory or little time: no rank waits for ever, or has another verdict. */
static unsigned check_short(struct trial *trial, unsigned count, uint64_t seed, struct totals *totals) {
    struct alone alone;
    uint64_t random = seed * 3 + 1;
    unsigned wrong = 0;
    run_alone(trial, &alone);
    trial->short_rank = (unsigned)(random_next(&random) % count);
    trial->short_budget = BUDGET;
    trial->short_deadline = 0;
    if (random_next(&random) % 2 != 0) {
        trial->short_budget = ((uint64_t)4096 << random_next(&random) % 12) + random_next(&random) % 4096;
    } else {
        trial->short_deadline = run_clock() + 0.0001 * (double)(random_next(&random) % 100);
    }
    trial->ranks = thread_ranks_create(count, seed);
    thread_ranks_run(trial->ranks, run_rank, trial);
    for (unsigned r = 0; r < count; r++) {
        const char *what = alone.check == NULL
                               ? NULL
                               : short_difference(alone.check, trial->check[r], &trial->error[r], totals);
        if (what != NULL) {
            fprintf(stderr, "seed %llu, rank %u of %u, rank %u is short: %s\n", (unsigned long long)seed, r,
                    count, trial->short_rank, what);
            wrong++;
        }
        check_free(trial->check[r], &trial->run[r]);
        wrong += memory_used(&trial->memory[r]) != 0;
    }
    wrong += !thread_ranks_are_idle(trial->ranks);
    thread_ranks_free(trial->ranks);
    check_free(alone.check, &alone.run);
    trial->short_budget = 0;
    return wrong;
}

/* Between GPUs: NCCL now and then, as its start takes a second; it takes each GPU once. */
static void choose_exchange(const struct trial *trial, unsigned count, uint64_t seed) {
    const int has_nccl = count <= trial->devices && seed % 16 == 0;
    setenv("HEDDLE_EXCHANGE", has_nccl ? "nccl" : "messages", 1);
}

static unsigned compare_properties(struct trial *trial, uint64_t seed, uint64_t *random,
                                   struct totals *totals) {
    struct alone alone;
    draw_options(trial, random);
    const unsigned count = 2 + (unsigned)(random_next(random) % (THREAD_RANKS_MOST - 1));
    run_alone(trial, &alone);
    if (trial->devices != 0) {
        choose_exchange(trial, count, seed);
    }
    unsigned wrong = check_ranks(trial, count, &alone, seed);
    totals->errors += alone.check == NULL;
    for (uint32_t i = 0; alone.check != NULL && i < PROPERTIES; i++) {
        totals->compared++;
        totals->violated += alone.check->results[i].verdict == VERDICT_VIOLATED;
        totals->traced += alone.check->results[i].has_trace && alone.check->results[i].trace.steps > 2;
    }
    check_free(alone.check, &alone.run);
    wrong += seed % 3 == 0 && trial->devices == 0 ? check_short(trial, count, seed, totals) : 0;
    return wrong + (seed % 4 == 0 ? check_limits(trial, count, seed) : 0);
}

/* Whether state vectors may have more than four words with an observer, for which GPUs do not work together.
 */
static int is_long(const struct network *network, const struct run *run) {
    struct error error;
    model *model = model_compile(network, &(struct model_options){0}, run, &error);
    const int is = model == NULL || model_header(model)->words > 3;
    model_free(model);
    return is;
}

/* The callback of drawn_models_check. */
static unsigned check_network(const struct random_network *drawn, const char *folder, uint64_t number,
                              void *context) {
    struct totals *totals = context;
    const struct backend *engine = totals->engine;
    const unsigned devices = totals->devices;
    (void)number;
    struct memory memory;
    struct error error = {.code = ERROR_NONE};
    struct random_property properties[PROPERTIES];
    struct trial trial = {.engine = engine, .devices = devices, .threads = 1};
    uint64_t random = drawn->seed * 77 + 5;
    unsigned wrong = 0;
    memory_init(&memory, BUDGET);
    struct run run = {.memory = &memory, .threads = 1};
    language_tree *tree = language_read(drawn->path, &drawn->options, &run, &error);
    struct oracle_graph *graph = tree == NULL ? NULL : oracle_explore_model(tree, MOST_STATES);
    struct network *network =
        graph == NULL || graph->outcome != ORACLE_DONE ? NULL : language_compile(tree, &run, &error);
    if (network != NULL && devices != 0 && is_long(network, &run)) {
        network_free(&memory, network);
        network = NULL;
    }
    if (network != NULL) {
        totals->large += graph->states >= 50;
        for (uint32_t i = 0; i < PROPERTIES; i++) {
            char path[600];
            snprintf(path, sizeof path, "%s/m%u.aut", folder, i);
            random_property_draw(&random, graph, network, &drawn->options, path, &properties[i]);
            wrong += random_property_make(&properties[i], tree, &run, &trial.made[i], &error) != 0;
        }
        trial.network = network;
        wrong += wrong != 0 ? 0 : compare_properties(&trial, drawn->seed, &random, totals);
        for (uint32_t i = 0; i < PROPERTIES; i++) {
            property_free(&trial.made[i], &run);
            random_property_free(&properties[i]);
        }
    }
    network_free(&memory, network);
    oracle_free(graph);
    language_free(tree);
    return wrong;
}

static void draw_networks(int with_data, uint64_t seed, const struct backend *engine, unsigned devices,
                          struct totals *totals) {
    totals->engine = engine;
    totals->devices = devices;
    drawn_models_check(with_data, number_of_cases(DEFAULT_CASES), seed, check_network, totals);
    report_counts("properties", totals->compared, "violated", totals->violated, "with a trace",
                  totals->traced, "networks of 50 states", totals->large, "with errors", totals->errors,
                  "undecided for one rank's limits", totals->undecided, NULL);
}

static void test_networks(void) {
    struct totals totals = {0};
    draw_networks(0, 2100, backends[0], 0, &totals);
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    CU_ASSERT(totals.compared >= cases * 2);
    CU_ASSERT(totals.large >= cases / 3);
    CU_ASSERT(totals.violated >= cases / 2 && totals.traced >= cases / 8);
}

static void test_models_with_data(void) {
    struct totals totals = {0};
    draw_networks(1, 2200, backends[0], 0, &totals);
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
