/*
 * Observers of every kind with error states, searched together with random networks, against the naive
 * product: states that move alone or not at all, error states that go on, errors at the very beginning. The
 * level of the first error state and the canonical trace to it must agree; moves of the observer alone are no
 * steps of the trace.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "model/observer.h"
#include "explorer/model/network.h"
#include "frontend/exp/compile/network_compose.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/oracle/oracle_property.h"
#include "tests/random/random_network.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define CASES 200u
#else
#define CASES 1200u
#endif
#define MOST_STATES 1500u
#define MOST_LABELS 4096u
#define STATES 8u
#define CLASSES 3u
#define TARGETS 3u /* most moves of a state on a class */

struct drawn {
    const struct network *network;
    struct observer observer;
    struct observer_state state[STATES];
    uint32_t class_of_label[MOST_LABELS];
    uint64_t row[STATES * CLASSES + 1];
    uint32_t target[STATES * CLASSES * TARGETS];
    /* the observer in the form of the oracle */
    uint8_t kind[STATES], error[STATES];
    struct oracle_automaton automaton;
    struct oracle_goal goal;
};

struct totals {
    uint64_t compared, mismatches;
    uint64_t violated, holds, at_once, deep;
    uint64_t alone;    /* traces on which the observer moves alone */
    uint64_t going_on; /* violated by an error state that is no STOP state */
};

/* The observer's moves, by the text of the label. */
static uint32_t follow(void *context, uint32_t state, const char *label, const uint32_t **targets) {
    const struct drawn *drawn = context;
    uint32_t class_index = 0, at = 0;
    while (label != NULL && strcmp(drawn->network->labels[at].text, label) != 0) {
        at++;
    }
    class_index = label == NULL ? 0 : drawn->class_of_label[at];
    const uint64_t *row = drawn->row + state * drawn->observer.classes + class_index;
    *targets = drawn->target + row[0];
    return (uint32_t)(row[1] - row[0]);
}

/* Moves anywhere; or, in a chain, from each state to the next on one class, and mostly to itself on the
 * others. */
static void draw_rows(struct drawn *drawn, int chain, uint64_t *random) {
    struct observer *observer = &drawn->observer;
    uint64_t at = 0;
    for (uint32_t s = 0; s < observer->states; s++) {
        uint64_t forward = random_next(random) % observer->classes;
        for (uint32_t c = 0; c < observer->classes; c++) {
            drawn->row[s * observer->classes + c] = at;
            uint64_t first = random_next(random),
                     count = random_next(random) % TARGETS + (random_next(random) % 4 != 0);
            if (chain) {
                first = drawn->kind[s] == ORACLE_EPSILON || c == forward ? s + 1u : s;
                count = 1 + random_next(random) % 4 / 3;
            }
            for (uint64_t i = 0; i < count && i < observer->states; i++) {
                drawn->target[at++] = (uint32_t)((first + observer->states - i) % observer->states);
            }
        }
    }
    drawn->row[observer->states * observer->classes] = at;
}

static void draw_observer(struct drawn *drawn, const struct network *network, uint64_t *random) {
    static const uint8_t kinds[] = {ORACLE_STEP, ORACLE_EPSILON, ORACLE_STOP};
    struct observer *observer = &drawn->observer;
    drawn->network = network;
    observer->states = 1 + (uint32_t)(random_next(random) % STATES);
    observer->classes = 1 + (uint32_t)(random_next(random) % CLASSES);
    observer->initial = (uint32_t)(random_next(random) % observer->states);
    observer->state = drawn->state;
    observer->class_of_label = drawn->class_of_label;
    observer->row = drawn->row;
    observer->target = drawn->target;
    for (uint32_t i = 0; i < network->label_count; i++) {
        drawn->class_of_label[i] = (uint32_t)(random_next(random) % observer->classes);
    }
    int chain = random_next(random) % 2 == 0;
    uint64_t errors = chain ? 0 : 10 + random_next(random) % 30; /* in 100 states */
    observer->initial = chain ? 0 : observer->initial;
    for (uint32_t s = 0; s < observer->states; s++) {
        uint64_t draw = random_next(random) % 8;
        uint8_t kind = draw == 0 ? OBSERVER_STOP : draw < 3 ? OBSERVER_EPSILON : OBSERVER_STEP;
        drawn->error[s] = chain ? s + 1 == observer->states : random_next(random) % 100 < errors;
        drawn->state[s] = (struct observer_state){.kind = kind, .error = drawn->error[s]};
        drawn->kind[s] = kinds[kind];
    }
    draw_rows(drawn, chain, random);
    drawn->automaton = (struct oracle_automaton){
        observer->states, observer->initial, drawn->kind, drawn->error, follow, drawn};
    drawn->goal = (struct oracle_goal){ORACLE_ERROR, NULL, NULL, &drawn->automaton};
}

/* Ends a search when the first error has been met. */
static int found_error(void *context, const struct exploration *exploration) {
    (void)context;
    return exploration->result.error_level != UINT64_MAX;
}

static const char *compare_traces(const struct backend *backend, struct exploration *found,
                                  const struct oracle_graph *graph, const struct oracle_goal *oracle_goal,
                                  const struct oracle_verdict *truth, const struct run *run) {
    struct trace_goal goal = {.kind = TRACE_TO_ERROR};
    struct trace trace = {.components = graph->leaves};
    struct error error;
    if (backend->trace(found, &goal, run, &trace, &error) != 0) {
        return truth->violated ? "traces, which are missing," : NULL;
    }
    const char *what = "violations";
    if (truth->violated) {
        what = oracle_trace_fault(graph, oracle_goal, &trace);
        what = what != NULL ? what : oracle_trace_difference(graph, truth, &trace);
    }
    trace_free(run->memory, &trace);
    return what;
}

/* Returns the name of a difference, or NULL. */
static const char *compare_search(const struct backend *backend, const struct drawn *drawn,
                                  const struct oracle_graph *graph, const struct oracle_verdict *truth,
                                  uint64_t *random, struct memory *memory) {
    static const uint32_t words[] = {0, 2, 4, 5, 9, 17};
    static const unsigned threads[] = {1, 2, 4};
    struct error error;
    int stops = random_next(random) % 2 == 0;
    struct run run = {
        .memory = memory, .threads = threads[random_next(random) % 3], .device_bytes = TEST_DEVICE_BYTES};
    struct model_options layout = {.words = words[random_next(random) % 6], .observer = &drawn->observer};
    struct explore_options options = {.keep_levels = 1,
                                      .max_depth = UINT64_MAX,
                                      .first_slots = random_next(random) % 2 ? 8 : 0,
                                      .decided = stops ? found_error : NULL};
    model *model = model_compile(drawn->network, &layout, &run, &error);
    struct exploration *found = model == NULL ? NULL : backend->explore(model, &options, &run, &error);
    const char *what = NULL;
    uint64_t depth = truth->violated ? truth->depth : UINT64_MAX;
    int early = found != NULL && found->result.outcome == EXPLORE_VIOLATED;
    if (found == NULL) {
        what = "searches, for there is none,";
    } else if (early ? !stops || !truth->violated : found->result.outcome != EXPLORE_DONE) {
        what = "outcomes";
    } else if (found->result.error_level != depth) {
        what = "levels of the first error";
    } else if (early ? found->result.states > truth->states || found->result.levels != depth + 1
                     : found->result.states != truth->states || found->result.levels != truth->levels ||
                           found->result.deadlocks != truth->deadlocks) {
        what = "counts";
    } else {
        what = compare_traces(backend, found, graph, &drawn->goal, truth, &run);
    }
    exploration_free(found);
    model_free(model);
    return what;
}

static void count_worth(struct totals *totals, const struct drawn *drawn,
                        const struct oracle_verdict *truth) {
    totals->compared++;
    totals->violated += truth->violated != 0;
    totals->holds += !truth->violated;
    totals->at_once += truth->violated && truth->depth == 0;
    totals->deep += truth->violated && truth->length >= 3;
    totals->alone += truth->violated && truth->depth > truth->length;
    int going_on = 0;
    for (uint32_t s = 0; truth->violated && s < drawn->observer.states; s++) {
        going_on |= drawn->error[s] && drawn->kind[s] != ORACLE_STOP;
    }
    totals->going_on += going_on != 0;
}

static void compare_network(const struct random_network *random_network, struct memory *memory,
                            const exp_tree *tree, const struct oracle_graph *graph, struct totals *totals) {
    static struct drawn drawn;
    struct run run = {.memory = memory, .threads = 1};
    struct error error;
    struct network *network = network_compose(tree, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(network);
    uint64_t random = random_network->seed;
    for (unsigned again = 0; again < 3 && network->label_count <= MOST_LABELS; again++) {
        struct oracle_verdict truth;
        draw_observer(&drawn, network, &random);
        oracle_verdict_find(graph, &drawn.goal, &truth);
        for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
            const char *what = NULL;
            if (backend_is_testable(*backend)) {
                what = compare_search(*backend, &drawn, graph, &truth, &random, memory);
            }
            if (what != NULL) {
                totals->mismatches++;
                fprintf(stderr, "seed %llu, observer %u, %s: %s differ\n",
                        (unsigned long long)random_network->seed, again, (*backend)->name, what);
            }
        }
        count_worth(totals, &drawn, &truth);
        oracle_verdict_free(&truth);
    }
    network_free(memory, network);
}

static void test_errors(void) {
    struct totals totals = {0};
    for (uint64_t seed = 1; seed <= CASES && totals.mismatches < 10; seed++) {
        struct test_folder folder;
        struct random_network drawn;
        struct memory memory;
        struct error error;
        test_folder_create(&folder);
        CU_ASSERT_EQUAL_FATAL(random_network_generate(seed, folder.path, &drawn), 0);
        memory_init(&memory, (uint64_t)1 << 30);
        struct run run = {.memory = &memory, .threads = 1};
        exp_tree *tree = exp_tree_read(drawn.path, &drawn.options, &run, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
        struct oracle_graph *graph = oracle_explore(tree, MOST_STATES);
        if (graph->outcome == ORACLE_DONE) {
            compare_network(&drawn, &memory, tree, graph, &totals);
        }
        oracle_free(graph);
        exp_tree_free(tree);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
        test_folder_remove(&folder);
    }
    report_counts("compared", totals.compared, "hold", totals.holds, "violated", totals.violated, "at once",
                  totals.at_once, "after three steps or more", totals.deep, "by moves alone", totals.alone,
                  "an error state goes on", totals.going_on, NULL);
    CU_ASSERT_EQUAL(totals.mismatches, 0);
    if (totals.mismatches == 0) {
        CU_ASSERT_TRUE(totals.compared >= 2 * CASES);
        CU_ASSERT_TRUE(totals.violated >= CASES / 2 && totals.holds >= CASES / 2);
        CU_ASSERT_TRUE(totals.at_once >= CASES / 12 && totals.deep >= CASES / 12);
        CU_ASSERT_TRUE(totals.alone >= CASES / 12 && totals.going_on >= CASES / 12);
    }
}

void suite_check_observer(void) {
    suite_add("observers with errors", NULL, NULL, "random observers against the naive product", test_errors,
              NULL);
}
