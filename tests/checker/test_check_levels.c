/*
 * Traces of larger searches: components that count side by side, so that the canonical trace to a violation
 * at the far end is known without a search. The levels are kept in memory, spilled to memory beside it, or
 * dropped if there is no room at all; several threads share a level. Whatever happens to the levels, the
 * verdict and the length stand.
 */
#include <CUnit/Basic.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/monitor_observer.h"
#include "checker/check.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/backend_test.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"

#define COUNTERS 5u
#define STATES 10u /* states of each counter: 10^5 in all */
#define LENGTH (COUNTERS * (STATES - 1) + 1)
#ifdef HEDDLE_SANITIZED
#define BUDGET_STEPS 6u /* each budget is larger by this part of the last one */
#define THREADS_STEP 3u
#else
#define BUDGET_STEPS 30u
#define THREADS_STEP 1u
#endif
#define BUDGET ((uint64_t)1 << 30)

enum goal { GOAL_LABEL, GOAL_DEADLOCK, GOAL_MONITOR };

struct subject {
    struct test_folder folder;
    struct memory memory, spill;
    struct run run;
    struct error error;
    language_tree *tree;
    struct network *network;
    struct property property;
    uint32_t words;
};

/* Writes counters that count to 9, each alone. When all have done so, they do `goal` together; a deadlock
 * follows, or they begin again. */
static void open_subject(struct subject *subject, enum goal goal, uint32_t words) {
    static const struct exp_options options;
    char text[1024], monitor[600], *at;
    memset(subject, 0, sizeof *subject);
    subject->words = words;
    memory_init(&subject->memory, BUDGET);
    memory_init(&subject->spill, BUDGET);
    subject->run = (struct run){.memory = &subject->memory, .threads = 1};
    test_folder_create(&subject->folder);
    at = text + sprintf(text, "des (0, %u, %u)\n", STATES - (goal == GOAL_DEADLOCK), STATES);
    for (unsigned i = 0; i + 1 < STATES; i++) {
        at += sprintf(at, "(%u, step, %u)\n", i, i + 1);
    }
    if (goal != GOAL_DEADLOCK) {
        sprintf(at, "(%u, goal, 0)\n", STATES - 1);
    }
    test_folder_write(&subject->folder, "counter.aut", text);
    strcpy(monitor, test_folder_write(&subject->folder, "monitor.aut",
                                      "des (0, 2, 2)\n(0, goal, 1)\n(1, ERROR, 1)\n"));
    at = text + sprintf(text, "par goal in counter.aut");
    for (unsigned i = 1; i < COUNTERS; i++) {
        at += sprintf(at, " || counter.aut");
    }
    sprintf(at, " end par\n");
    subject->tree = language_read(test_folder_write(&subject->folder, "main.exp", text), &options,
                                  &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->network = language_compile(subject->tree, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->network);
    static const enum property_kind kinds[] = {[GOAL_LABEL] = PROPERTY_NEVER,
                                               [GOAL_DEADLOCK] = PROPERTY_DEADLOCK,
                                               [GOAL_MONITOR] = PROPERTY_MONITOR};
    struct property_maker maker = {.tree = subject->tree, .run = &subject->run, .error = &subject->error};
    CU_ASSERT_EQUAL_FATAL(
        property_make(&maker, kinds[goal], goal == GOAL_LABEL ? "goal" : monitor, &subject->property), 0);
}

static void close_subject(struct subject *subject) {
    property_free(&subject->property, &subject->run);
    network_free(&subject->memory, subject->network);
    language_free(subject->tree);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
    CU_ASSERT_EQUAL(memory_used(&subject->spill), 0);
    test_folder_remove(&subject->folder);
}

static struct check *run_check(struct subject *subject, const struct backend *backend, int keep_going) {
    struct check_options options = {.backend = backend,
                                    .explore = {.max_depth = UINT64_MAX},
                                    .words = subject->words,
                                    .keep_going = keep_going};
    struct check *check =
        check_run(subject->network, &subject->property, 1, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(check);
    return check;
}

/* From the end backwards, the predecessor with the least tuple is chosen. So the first counter counts back
 * first, and in the trace the last counter counts first, up to its end.
 */
static void expect_canonical(const struct trace *trace, enum goal goal) {
    uint64_t length = goal == GOAL_DEADLOCK ? LENGTH - 1 : LENGTH;
    uint32_t expected[COUNTERS] = {0};
    int same = 1;
    CU_ASSERT_EQUAL_FATAL(trace->steps, length);
    CU_ASSERT_EQUAL_FATAL(trace->components, COUNTERS);
    for (uint64_t at = 0; at <= length; at++) {
        if (at == LENGTH) {
            memset(expected, 0, sizeof expected);
        } else if (at > 0) {
            expected[COUNTERS - 1 - (at - 1) / (STATES - 1)]++;
        }
        same &= memcmp(trace_state(trace, at), expected, sizeof expected) == 0;
        same &= at == length || strcmp(trace->labels[at], at + 1 < LENGTH ? "step" : "goal") == 0;
    }
    CU_ASSERT_TRUE(same);
}

static void check_traces(const struct backend *backend, enum goal goal, uint32_t words) {
    struct subject subject;
    open_subject(&subject, goal, words);
    for (unsigned threads = 1; threads <= 4; threads += THREADS_STEP) {
        subject.run.threads = threads;
        struct check *check = run_check(&subject, backend, threads % 2 == 0);
        CU_ASSERT_EQUAL(check->results[0].verdict, VERDICT_VIOLATED);
        CU_ASSERT_EQUAL(check->results[0].length, goal == GOAL_DEADLOCK ? LENGTH - 1 : LENGTH);
        CU_ASSERT_TRUE_FATAL(check->results[0].has_trace);
        expect_canonical(&check->results[0].trace, goal);
        check_free(check, &subject.run);
    }
    close_subject(&subject);
}

static int is_undecided(const struct check *check) {
    CU_ASSERT_EQUAL(check->searches[0].result.outcome, EXPLORE_FULL);
    CU_ASSERT_FALSE(check->results[0].has_trace);
    return check->results[0].verdict == VERDICT_UNDECIDED;
}

static unsigned files; /* searches that had some */

/* Budgets from hardly anything up; returns for how many of them a verdict came without and with a trace.
 * in_files: spilled levels are files. */
static void check_budgets(const struct backend *backend, enum goal goal, uint32_t words, uint64_t spill,
                          int in_files, unsigned traced[2]) {
    for (uint64_t budget = 500000; budget < 8000000; budget += budget / BUDGET_STEPS) {
        struct subject subject;
        open_subject(&subject, goal, words);
        subject.memory.limit = budget;
        subject.memory.peak = subject.memory.used; /* reading may have taken more */
        subject.spill.limit = spill;
        subject.run.spill = spill != 0 ? &subject.spill : NULL;
        subject.spill.folder = in_files ? open(subject.folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : 0;
        subject.run.threads =
            goal == GOAL_MONITOR ? 1 + budget % 3 : 1; /* the result is the same each time */
        struct check *check = run_check(&subject, backend, 0);
        const struct check_result *result = &check->results[0];
        if (result->verdict == VERDICT_VIOLATED) {
            CU_ASSERT_EQUAL(result->length, goal == GOAL_DEADLOCK ? LENGTH - 1 : LENGTH);
            traced[result->has_trace != 0]++;
            if (result->has_trace) {
                expect_canonical(&result->trace, goal);
            } else { /* the levels were dropped, or there is no room to go back */
                CU_ASSERT_TRUE(result->why.code == ERROR_LIMIT || result->why.code == ERROR_MEMORY);
            }
            /* With room for all levels, a trace is missing only if there is no memory to rebuild it. */
            CU_ASSERT_TRUE(spill != BUDGET || result->has_trace || result->why.code == ERROR_MEMORY);
        } else {
            CU_ASSERT_TRUE(is_undecided(check));
        }
        CU_ASSERT_TRUE(memory_peak(&subject.memory) <= budget);
        CU_ASSERT_TRUE(memory_peak(&subject.spill) <= spill);
        check_free(check, &subject.run);
        if (in_files) {
            files += memory_peak(&subject.spill) >= MEMORY_FILE_BYTES;
            close(subject.spill.folder);
        }
        close_subject(&subject);
    }
}

static void for_each_backend(void (*test)(const struct backend *backend)) {
    for (const struct backend *const *backend = backends; *backend != NULL; backend++) {
        if (backend_is_testable(*backend)) {
            test(*backend);
        }
    }
}

static void traces_on(const struct backend *backend) {
    for (int goal = GOAL_LABEL; goal <= GOAL_MONITOR; goal++) {
        for (uint32_t words = 0; words <= 5; words += words < 4 ? 2 : 1) {
            check_traces(backend, (enum goal)goal, words);
        }
    }
}

static void budgets_on(const struct backend *backend) {
    if (backend->on_device) {
        return; /* the budgets are for host memory */
    }
    static const uint32_t words[] = {[GOAL_LABEL] = 0, [GOAL_DEADLOCK] = 2, [GOAL_MONITOR] = 5};
    unsigned none[2] = {0, 0}, little[2] = {0, 0}, enough[2] = {0, 0}, in_files[2] = {0, 0};
    for (int goal = GOAL_LABEL; goal <= GOAL_MONITOR; goal++) {
        check_budgets(backend, (enum goal)goal, words[goal], 0, 0, none);
        check_budgets(backend, (enum goal)goal, words[goal], 200000, 0, little);
        check_budgets(backend, (enum goal)goal, words[goal], BUDGET, 0, enough);
        check_budgets(backend, (enum goal)goal, words[goal], BUDGET, 1, in_files);
    }
    printf("\n    traces with no memory beside: %u of %u verdicts, with a little %u of %u, with enough %u of "
           "%u ",
           none[1], none[0] + none[1], little[1], little[0] + little[1], enough[1], enough[0] + enough[1]);
    CU_ASSERT_TRUE(none[1] > 0 && little[1] > 0 && enough[1] > 0);
    CU_ASSERT_TRUE(in_files[1] > 0 && files > 0);
    CU_ASSERT_TRUE(BUDGET_STEPS < 30 || none[0] + little[0] > 0); /* else none may hit it */
}

static void test_traces(void) {
    for_each_backend(traces_on);
}

static void test_budgets(void) {
    for_each_backend(budgets_on);
}

/* A stop before the search: monitors and observers may be large, too. */
static void test_stopped_early(void) {
    struct subject subject;
    int stop = 1;
    open_subject(&subject, GOAL_MONITOR, 0);
    struct observer *observer =
        monitor_observer(subject.property.monitor, subject.network, &subject.run, &subject.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(observer);
    struct model_options layout = {.observer = observer};
    subject.run.stop = &stop;
    CU_ASSERT_PTR_NULL(model_compile(subject.network, &layout, &subject.run, &subject.error));
    CU_ASSERT_EQUAL(subject.error.code, ERROR_INTERRUPTED);
    monitor_observer_free(observer, &subject.run);
    memset(&subject.error, 0, sizeof subject.error);
    CU_ASSERT_PTR_NULL(
        monitor_observer(subject.property.monitor, subject.network, &subject.run, &subject.error));
    CU_ASSERT_EQUAL(subject.error.code, ERROR_INTERRUPTED);
    close_subject(&subject);
}

static void test_stopped_between_labels(void) {
    struct subject subject;
    int stop = 1;
    char *text = malloc(200000), *at = text + sprintf(text, "des (0, 5000, 1)\n");
    for (unsigned i = 0; i < 5000; i++) {
        at += sprintf(at, "(0, label_%u, 0)\n", i);
    }
    memset(&subject, 0, sizeof subject);
    memory_init(&subject.memory, BUDGET);
    subject.run = (struct run){.memory = &subject.memory, .threads = 1};
    test_folder_create(&subject.folder);
    static const struct exp_options options;
    subject.tree = language_read(test_folder_write(&subject.folder, "main.aut", text), &options, &subject.run,
                                 &subject.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.tree);
    subject.network = language_compile(subject.tree, &subject.run, &subject.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject.network);
    struct property_maker maker = {.tree = subject.tree, .run = &subject.run, .error = &subject.error};
    CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_NEVER, "'x.*'", &subject.property), 0);
    subject.run.stop = &stop;
    struct check_options how = {.backend = backends[0], .explore = {.max_depth = UINT64_MAX}};
    CU_ASSERT_PTR_NULL(check_run(subject.network, &subject.property, 1, &how, &subject.run, &subject.error));
    CU_ASSERT_EQUAL(subject.error.code, ERROR_INTERRUPTED);
    close_subject(&subject);
    free(text);
}

static unsigned begun; /* searches of the engine below */

static struct exploration *note_search(const model *model, const struct explore_options *options,
                                       const struct run *run, struct error *error) {
    begun++;
    return backends[0]->explore(model, options, run, error);
}

/* The engine that was chosen need not be ready for what the labels alone decide. */
static void test_decided_by_labels(void) {
    static const struct {
        const char *formula;
        int keep_going;
        unsigned searches;
        enum verdict verdict;
    } cases[] = {{"[true* . \"nosuch\"] false", 0, 0, VERDICT_HOLDS},
                 {"<true* . \"nosuch\"> true", 0, 0, VERDICT_VIOLATED},
                 {"[true* . \"nosuch\"] false", 1, 1, VERDICT_HOLDS},
                 {"[true* . \"goal\"] false", 0, 1, VERDICT_VIOLATED}};
    struct backend noting = *backends[0];
    noting.explore = note_search;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct subject subject;
        struct error warning = {.code = ERROR_NONE};
        open_subject(&subject, GOAL_LABEL, 1);
        struct property_maker maker = {
            .tree = subject.tree, .run = &subject.run, .error = &subject.error, .warning = &warning};
        property_free(&subject.property, &subject.run);
        CU_ASSERT_EQUAL_FATAL(property_make(&maker, PROPERTY_FORMULA, cases[i].formula, &subject.property),
                              0);
        CU_ASSERT_EQUAL_FATAL(
            check_plan_formulas(subject.network, &subject.property, 1, &subject.run, &subject.error), 0);
        begun = 0;
        struct check *check = run_check(&subject, &noting, cases[i].keep_going);
        CU_ASSERT_EQUAL(check->results[0].verdict, cases[i].verdict);
        CU_ASSERT_EQUAL(begun, cases[i].searches);
        check_free(check, &subject.run);
        close_subject(&subject);
    }
}

void suite_check_levels(void) {
    suite_add("levels and traces of larger searches", NULL, NULL,
              "canonical traces, whatever the threads and words", test_traces,
              "little memory, with and without more beside it", test_budgets, "stopped before the search",
              test_stopped_early, "stopped between labels", test_stopped_between_labels,
              "nothing to search for", test_decided_by_labels, NULL);
}
