/*
 * Searches that end early, in process: depth exactly, states, memory, stop flag, deadline; and folding of
 * vectors of hundreds of words. Counts must be what was seen, and nothing may be left allocated.
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
#include "tests/support/testing.h"

struct subject {
    struct test_folder folder;
    struct memory memory;
    struct run run;
    struct error error;
    exp_tree *tree;
    struct network *network;
    model *model;
};

static void compile_subject(struct subject *subject, const char *path, uint32_t words, uint64_t budget) {
    static const struct exp_options options;
    struct model_options layout = {.words = words};
    memory_init(&subject->memory, budget);
    subject->run = (struct run){.memory = &subject->memory, .threads = 2};
    subject->tree = exp_tree_read(path, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->network = network_compose(subject->tree, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->network);
    subject->model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->model);
}

/* `components` cycles of `length` states side by side; with `words` of layout. */
static void open_subject(struct subject *subject, unsigned components, unsigned length, uint32_t words,
                         uint64_t budget) {
    char *text = malloc(64 * (size_t)(components + length) + 64);
    char *at = text + sprintf(text, "des (0, %u, %u)\n", length, length);
    memset(subject, 0, sizeof *subject);
    for (unsigned i = 0; i < length; i++) {
        at += sprintf(at, "(%u, \"step\", %u)\n", i, (i + 1) % length);
    }
    test_folder_create(&subject->folder);
    test_folder_write(&subject->folder, "cycle.aut", text);
    at = text;
    for (unsigned i = 0; i < components; i++) {
        at += sprintf(at, "%scycle.aut\n", i == 0 ? "" : "||| ");
    }
    compile_subject(subject, test_folder_write(&subject->folder, "main.exp", text), words, budget);
    free(text);
}
static void close_subject(struct subject *subject) {
    model_free(subject->model);
    network_free(&subject->memory, subject->network);
    exp_tree_free(subject->tree);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
    test_folder_remove(&subject->folder);
}

static struct exploration *explore(struct subject *subject, const struct backend *backend,
                                   struct explore_options options) {
    struct exploration *found = backend->explore(subject->model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL(found->space.level_begin[found->space.levels], found->result.states);
    return found;
}

/* In n cycles of length 10, states at distance d < 10 are the multisets: (d + n - 1) choose (n - 1). */
static uint64_t at_distance(uint64_t d, uint64_t n) {
    uint64_t count = 1;
    for (uint64_t i = 1; i < n; i++) {
        count = count * (d + i) / i;
    }
    return count;
}

static void check_depth(const struct backend *backend, uint32_t words) {
    struct subject subject;
    open_subject(&subject, 6, 10, words, UINT64_MAX);
    uint64_t states = 0, expanded = 0;
    for (uint64_t depth = 0; depth < 8; depth++) {
        expanded = states;
        states += at_distance(depth, 6);
        struct exploration *found = explore(&subject, backend, (struct explore_options){.max_depth = depth});
        CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
        CU_ASSERT_EQUAL(found->result.levels, depth + 1);
        CU_ASSERT_EQUAL(found->result.states, states);
        CU_ASSERT_EQUAL(found->result.transitions, 6 * expanded);
        exploration_free(found);
    }
    struct exploration *whole = explore(&subject, backend, (struct explore_options){.max_depth = 55});
    CU_ASSERT_EQUAL(whole->result.outcome, EXPLORE_DONE);
    CU_ASSERT_EQUAL(whole->result.states, 1000000);
    CU_ASSERT_EQUAL(whole->result.transitions, 6000000);
    CU_ASSERT_EQUAL(whole->result.levels, 55);
    exploration_free(whole);
    close_subject(&subject);
}

static void check_states(const struct backend *backend) {
    struct subject subject;
    open_subject(&subject, 4, 10, 0, UINT64_MAX);
    struct explore_options options = {.max_depth = UINT64_MAX, .max_states = 3000};
    struct exploration *found = explore(&subject, backend, options);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
    CU_ASSERT_TRUE(found->result.states > 3000 && found->result.states <= 10000);
    exploration_free(found);
    options.max_states = 10000; /* exactly as many as there are: the limit is not reached */
    found = explore(&subject, backend, options);
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
    CU_ASSERT_EQUAL(found->result.states, 10000);
    exploration_free(found);
    close_subject(&subject);
}

/* Budgets from almost nothing up: never a crash, never too many states, never a wrong DONE. */
static void check_memory(const struct backend *backend, uint32_t words, int keep) {
    uint64_t done = 0, full = 0;
    for (uint64_t budget = 500000; budget < 16000000; budget += budget / 5) {
        struct subject subject;
        open_subject(&subject, 5, 10, words, UINT64_MAX);
        subject.memory.limit = budget;
        subject.memory.peak = subject.memory.used; /* reading may have taken more */
        struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = keep};
        struct exploration *found = backend->explore(subject.model, &options, &subject.run, &subject.error);
        CU_ASSERT_TRUE(found != NULL || subject.error.code == ERROR_MEMORY);
        if (found != NULL && found->result.outcome == EXPLORE_DONE) {
            CU_ASSERT_EQUAL(found->result.states, 100000);
            CU_ASSERT_EQUAL(found->result.transitions, 500000);
            done++;
        } else if (found != NULL) {
            CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_FULL);
            CU_ASSERT_TRUE(found->result.states <= 100000 && found->result.transitions <= 500000);
            full++;
        }
        CU_ASSERT_TRUE(memory_peak(&subject.memory) <= budget);
        if (found != NULL && found->result.outcome == EXPLORE_DONE && keep) {
            struct graph *graph = backend->graph(found, NULL, &subject.run, &subject.error);
            CU_ASSERT_TRUE(graph == NULL ? subject.error.code == ERROR_MEMORY : graph->edges == 500000);
            graph_free(graph);
        }
        exploration_free(found);
        close_subject(&subject);
    }
    CU_ASSERT_TRUE(done > 0 && full > 0);
}

/*
 * The same with the budget of a GPU: a search ends exact or full, levels that do not fit go to the host, and
 * what is left on both sides makes the graph.
 */
static void check_device_memory(const struct backend *backend, uint32_t words, int keep) {
    uint64_t done = 0, full = 0, moved = 0;
    for (uint64_t budget = (uint64_t)1 << 22; budget < (uint64_t)1 << 28; budget += budget / 4) {
        struct subject subject;
        open_subject(&subject, 6, 10, words, UINT64_MAX);
        subject.run.device_bytes = budget;
        struct explore_options options = {.max_depth = UINT64_MAX, .keep_levels = keep};
        struct exploration *found = backend->explore(subject.model, &options, &subject.run, &subject.error);
        CU_ASSERT_TRUE(found != NULL || subject.error.code == ERROR_MEMORY);
        if (found != NULL && found->result.outcome == EXPLORE_DONE) {
            CU_ASSERT_EQUAL(found->result.states, 1000000);
            CU_ASSERT_EQUAL(found->result.transitions, 6000000);
            CU_ASSERT_EQUAL(found->space.levels_kept, keep);
            CU_ASSERT_TRUE(found->effort.memory_peak <= budget);
            moved += found->space.level_store != NULL;
            done++;
        } else {
            CU_ASSERT_TRUE(found == NULL || found->result.outcome == EXPLORE_FULL);
            CU_ASSERT_TRUE(found == NULL ||
                           (found->result.states <= 1000000 && found->result.transitions <= 6000000));
            full++;
        }
        if (found != NULL && found->result.outcome == EXPLORE_DONE && keep) {
            struct graph *graph = backend->graph(found, NULL, &subject.run, &subject.error);
            CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
            CU_ASSERT_EQUAL(graph->edges, 6000000);
            graph_free(graph);
        }
        exploration_free(found);
        close_subject(&subject);
    }
    CU_ASSERT_TRUE(done > 0 && full > 0 && (moved > 0) == keep);
}

static void check_interruption(const struct backend *backend) {
    struct subject subject;
    int stop = 1;
    open_subject(&subject, 6, 10, 0, UINT64_MAX);
    subject.run.stop = &stop;
    struct exploration *found = explore(&subject, backend, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_INTERRUPTED);
    CU_ASSERT_TRUE(found->result.states >= 1 && found->result.states < 1000000);
    exploration_free(found);
    stop = 0;
    subject.run.deadline = run_clock() - 1;
    found = explore(&subject, backend, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_TIMEOUT);
    exploration_free(found);
    close_subject(&subject);
}

/* Hundreds of words: 4000 components of 10 states, 4 bits each, to a small depth. */
static void check_wide(const struct backend *backend) {
    struct subject subject;
    open_subject(&subject, 4000, 10, 0, UINT64_MAX);
    CU_ASSERT_EQUAL(model_bits(subject.model), 16000);
    CU_ASSERT_TRUE(model_header(subject.model)->words > 250);
    struct exploration *found = explore(&subject, backend, (struct explore_options){.max_depth = 1});
    CU_ASSERT_EQUAL(found->result.states, 4001);
    exploration_free(found);
    found = explore(&subject, backend, (struct explore_options){.max_depth = 5, .max_states = 20000});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
    CU_ASSERT_TRUE(found->result.states > 20000);
    exploration_free(found);
    close_subject(&subject);
}

/*
 * A rule of 65 participants with two moves each has 2^65 combinations, more than 64 bits count: the search
 * must end by memory or the clock, and must not take the state for a deadlock.
 */
static void check_combinations(const struct backend *backend, unsigned moves, unsigned participants) {
    struct subject subject;
    char text[8192], *at = text + sprintf(text, "des (0, %u, %u)\n", moves, moves);
    memset(&subject, 0, sizeof subject);
    for (unsigned i = 0; i < moves; i++) {
        at += sprintf(at, "(0, a, %u)\n", i);
    }
    test_folder_create(&subject.folder);
    test_folder_write(&subject.folder, "wide.aut", text);
    at = text + sprintf(text, "par a in\n");
    for (unsigned i = 0; i < participants; i++) {
        at += sprintf(at, "%swide.aut\n", i == 0 ? "" : "|| ");
    }
    sprintf(at, "end par\n");
    compile_subject(&subject, test_folder_write(&subject.folder, "main.exp", text), 0, (uint64_t)64 << 20);
    struct exploration *found = explore(&subject, backend, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_FULL);
    CU_ASSERT_EQUAL(found->result.deadlocks, 0);
    exploration_free(found);
    close_subject(&subject);
}

static void test_limits(void) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (!backend_is_testable(*backend)) {
            continue;
        }
        check_depth(*backend, 0);
        check_depth(*backend, 2);
        check_depth(*backend, 5);
        check_states(*backend);
        check_interruption(*backend);
        check_wide(*backend);
        if ((*backend)->on_device) {
            for (uint32_t words = 0; words <= 4; words += 2) {
                check_device_memory(*backend, words, 0);
                check_device_memory(*backend, words, 1);
            }
            continue; /* the budgets below are of the host */
        }
        for (uint32_t words = 0; words <= 5; words += words < 4 ? 2 : 1) {
            check_memory(*backend, words, 0);
            check_memory(*backend, words, 1);
        }
        check_combinations(*backend, 2, 65);
        check_combinations(*backend, 4, 33);
        check_combinations(*backend, 2, 130);
    }
}

/* How many states there may be, by the begins of levels; the last level is not complete. */
static void expect_states(const uint64_t *level_begin, uint64_t levels, uint64_t states, uint64_t expected) {
    uint64_t begin[16];
    struct exploration exploration = {.result = {.outcome = EXPLORE_FULL, .states = states},
                                      .space = {.levels = levels, .level_begin = begin}};
    memcpy(begin, level_begin, (levels + 1) * sizeof *begin);
    exploration_expect(&exploration);
    CU_ASSERT_EQUAL(exploration.result.expected_states, expected);
}

static void test_expected(void) {
    /* Levels of 1, 4, 9, 16, 9, and 3 of the next one: two levels after the largest, so 1 and 4 remain. */
    static const uint64_t shrinks[] = {0, 1, 5, 14, 30, 39, 42};
    static const uint64_t grows[] = {0, 1, 5, 14, 30, 42}, flat[] = {0, 1, 11, 21, 31, 32};
    static const uint64_t falls[] = {0, 100, 110, 111, 112};
    expect_states(shrinks, 6, 42, 39 + 5);
    expect_states(shrinks, 6, 84, 2 * (39 + 5)); /* another rank has as many */
    expect_states(grows, 5, 42, UINT64_MAX);
    expect_states(flat, 5, 32, UINT64_MAX);
    expect_states(falls, 4, 112, 111);
    expect_states(grows, 1, 1, 0);
}

void suite_limits(void) {
    suite_add("limits", NULL, NULL, "depth, states, memory, interruption, width", test_limits,
              "expected states", test_expected, NULL);
}
