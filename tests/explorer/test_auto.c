/*
 * The engine `auto` with scripted devices (fake_device.h), and the command where there is no GPU: every
 * engine finds the same, failures are reported, and all memory is freed.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/check.h"
#include "explorer/explore_auto.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "tests/support/command.h"
#include "tests/support/fake_device.h"
#include "tests/support/folder.h"
#include "tests/support/reduction_difference.h"
#include "tests/support/same_trace.h"
#include "tests/support/testing.h"

/* Five lines of ten states side by side: 10^5 states in 46 levels, the last one a deadlock. */
#define STATES 100000u
#define TRANSITIONS 450000u
#define LEVELS 46u
#define LAST_STEPS 9u                  /* a shortest trace to the label `last` */
#define HOST_BYTES ((uint64_t)1000000) /* not enough for all states */

struct subject {
    struct test_folder folder;
    struct memory memory;
    struct run run;
    struct error error;
    language_tree *tree;
    struct network *network;
    model *model;
};

#define FIVE_LINES "line.aut ||| line.aut ||| line.aut ||| line.aut ||| line.aut\n"
/* The last line has a label of its own. */
#define FOUR_LINES                                                                                           \
    "line.aut ||| line.aut ||| line.aut ||| line.aut ||| rename step -> quiet, last -> quiet in line.aut "   \
    "end rename\n"

static void open_network(struct subject *subject, struct fake_device how, const char *lines) {
    static const struct exp_options options;
    static const struct model_options layout;
    char text[1024], *at = text + sprintf(text, "des (0, 9, 10)\n");
    memset(subject, 0, sizeof *subject);
    for (unsigned i = 0; i < 8; i++) {
        at += sprintf(at, "(%u, step, %u)\n", i, i + 1);
    }
    sprintf(at, "(8, last, 9)\n");
    test_folder_create(&subject->folder);
    test_folder_write(&subject->folder, "line.aut", text);
    const char *path = test_folder_write(&subject->folder, "main.exp", lines);
    memory_init(&subject->memory, UINT64_MAX);
    subject->run = (struct run){.memory = &subject->memory, .threads = 2};
    subject->tree = language_read(path, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->tree);
    subject->network = language_compile(subject->tree, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->network);
    subject->model = model_compile(subject->network, &layout, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(subject->model);
    fake_reset(how);
}

static void open_subject(struct subject *subject, struct fake_device how) {
    open_network(subject, how, FIVE_LINES);
}

static void close_subject(struct subject *subject) {
    fake_reset((struct fake_device){.absent = 1});
    model_free(subject->model);
    network_free(&subject->memory, subject->network);
    language_free(subject->tree);
    CU_ASSERT_EQUAL(memory_used(&subject->memory), 0);
    test_folder_remove(&subject->folder);
}

static struct exploration *explore(struct subject *subject, struct explore_options options) {
    struct exploration *found =
        auto_explore(&fake_engines, subject->model, &options, &subject->run, &subject->error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    CU_ASSERT_EQUAL(found->space.level_begin[found->space.levels], found->result.states);
    CU_ASSERT_TRUE(found->effort.seconds > 0);
    return found;
}

static void expect_searches(unsigned host, unsigned device) {
    CU_ASSERT_EQUAL(fake.host_searches, host);
    CU_ASSERT_EQUAL(fake.device_searches, device);
}

/* All states are found by the engine of that name; `fallback`: the reported failure of a device, or NULL. */
static void expect_whole(const struct exploration *found, const char *device, const char *fallback) {
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
    CU_ASSERT_EQUAL(found->result.states, STATES);
    CU_ASSERT_EQUAL(found->result.transitions, TRANSITIONS);
    CU_ASSERT_EQUAL(found->result.levels, LEVELS);
    CU_ASSERT_EQUAL(found->result.deadlocks, 1);
    CU_ASSERT_STRING_EQUAL(found->effort.device, device);
    CU_ASSERT_EQUAL(found->effort.on_device, strcmp(device, "cpu") != 0);
    CU_ASSERT_EQUAL(found->effort.fallback.code != ERROR_NONE, fallback != NULL);
    if (fallback != NULL) {
        CU_ASSERT_PTR_NOT_NULL(strstr(found->effort.fallback.text, fallback));
    }
}

/* A complete search with the current fake device. */
static void search_whole(struct subject *subject, const char *device, const char *fallback) {
    struct exploration *found = explore(subject, (struct explore_options){.max_depth = UINT64_MAX});
    expect_whole(found, device, fallback);
    exploration_free(found);
}

/* --- a device that works --- */

static void test_takes_over(void) {
    static const uint64_t ready_at[] = {0, 500, 20000, 70000};
    for (size_t i = 0; i < LENGTH(ready_at); i++) {
        struct subject subject;
        open_subject(&subject, (struct fake_device){.ready_at = ready_at[i]});
        subject.run.threads = 1 + (unsigned)i;
        search_whole(&subject, FAKE_NAME, NULL);
        expect_searches(1, 1);
        CU_ASSERT_EQUAL(fake.starts, 1);
        /* The host gives up at once, in the middle of a level: the widest have thousands of states. */
        uint64_t least = ready_at[i] < FAKE_LEAVE_STATES ? FAKE_LEAVE_STATES : ready_at[i];
        CU_ASSERT_TRUE(fake.left_at >= least && fake.left_at < least + 4500);
        search_whole(&subject, FAKE_NAME, NULL); /* it is ready now */
        expect_searches(2, 2);
        CU_ASSERT_EQUAL(fake.starts, 1);
        CU_ASSERT_TRUE(fake.left_at < FAKE_LEAVE_STATES + 4500);
        close_subject(&subject);
    }
}

static void search_reduced(int decides_not) {
    struct subject subject;
    open_network(&subject, (struct fake_device){.decides_not = decides_not}, FOUR_LINES);
    uint8_t *watched = test_allocate(subject.network->label_count, 1);
    for (uint32_t i = 0; i < subject.network->label_count; i++) {
        watched[i] = strcmp(subject.network->labels[i].text, "quiet") != 0;
    }
    const struct explore_options how = {.max_depth = UINT64_MAX, .partial_order = 1, .watched = watched};
    struct exploration *host = explore_cpu(subject.model, &how, &subject.run, &subject.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(host);
    struct exploration *found = explore(&subject, how);
    CU_ASSERT_PTR_NULL(reduction_difference(&host->result, &found->result));
    CU_ASSERT_STRING_EQUAL(found->effort.device, decides_not ? "cpu" : FAKE_NAME);
    CU_ASSERT_EQUAL(device_start_state(fake_engines.device_start), DEVICE_READY);
    expect_searches(1, decides_not ? 0 : 1);
    CU_ASSERT_EQUAL(fake.undecided, 0);
    CU_ASSERT_TRUE(found->result.reduced > 0 && found->result.reduced_until != UINT64_MAX);
    CU_ASSERT_TRUE(decides_not || fake.left_at >= 2 * FAKE_LEAVE_STATES);
    exploration_free(host);
    exploration_free(found);
    free(watched);
    close_subject(&subject);
}

/*
 * With partial-order reduction the device begins when the host has decided from which level on nothing is
 * left out, and never before. Here the quiet line moves first, which saves much, and then nothing can be left
 * out.
 */
static void test_reduced(void) {
    search_reduced(0);
    search_reduced(1);
}

static void test_not_ready(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){.ready_at = UINT64_MAX});
    search_whole(&subject, "cpu", NULL);
    expect_searches(1, 0);
    CU_ASSERT_EQUAL(device_start_state(fake_engines.device_start), DEVICE_STARTING);
    fake_settle();
    search_whole(&subject, FAKE_NAME, NULL);
    expect_searches(2, 1);
    close_subject(&subject);
}

static void test_not_needed(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){0});
    /* 56 states at distance 3 or less; and a limit that is too low to leave. */
    struct exploration *found = explore(&subject, (struct explore_options){.max_depth = 3});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
    CU_ASSERT_EQUAL(found->result.states, 56);
    exploration_free(found);
    found =
        explore(&subject, (struct explore_options){.max_depth = UINT64_MAX, .max_states = FAKE_LEAVE_STATES});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
    CU_ASSERT_STRING_EQUAL(found->effort.device, "cpu");
    exploration_free(found);
    expect_searches(2, 0);
    CU_ASSERT_EQUAL(device_start_state(fake_engines.device_start), DEVICE_IDLE);
    close_subject(&subject);
}

static void test_no_device(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){.absent = 1});
    search_whole(&subject, "cpu", NULL);
    search_whole(&subject, "cpu", NULL);
    expect_searches(2, 0);
    CU_ASSERT_EQUAL(fake.starts, 0);
    struct auto_engines host_only = fake_engines;
    host_only.device = NULL; /* a build without GPU engine */
    struct explore_options options = {.max_depth = UINT64_MAX};
    struct exploration *found =
        auto_explore(&host_only, subject.model, &options, &subject.run, &subject.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    expect_whole(found, "cpu", NULL);
    exploration_free(found);
    close_subject(&subject);
}

/* --- limits hold on both engines --- */

static int is_stuck(void *context, const struct exploration *exploration) {
    (void)context;
    return exploration->result.deadlock_level != UINT64_MAX;
}

static int never(void *context, const struct exploration *exploration) {
    (void)context, (void)exploration;
    return 0;
}

static void test_limits(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){0});
    struct exploration *found = explore(&subject, (struct explore_options){.max_depth = 9});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
    CU_ASSERT_EQUAL(found->result.levels, 10);
    CU_ASSERT_EQUAL(found->result.states, 2002); /* 14 choose 5 */
    CU_ASSERT_STRING_EQUAL(found->effort.device, FAKE_NAME);
    exploration_free(found);
    found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX, .max_states = 5000});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_LIMIT);
    CU_ASSERT_TRUE(found->result.states > 5000 && found->result.states < STATES);
    CU_ASSERT_STRING_EQUAL(found->effort.device, FAKE_NAME);
    exploration_free(found);
    found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX, .decided = is_stuck});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE); /* the deadlock is in the last level */
    exploration_free(found);
    int stop = 1;
    subject.run.stop = &stop;
    found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_INTERRUPTED);
    exploration_free(found);
    stop = 0;
    subject.run.deadline = run_clock() - 1;
    found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_TIMEOUT);
    exploration_free(found);
    close_subject(&subject);
}

/* --- devices that fail --- */

static void test_failures(void) {
    static const struct {
        enum fake_search search;
        const char *text;
    } cases[] = {{FAKE_OPENS_NOT, "fake 0 does not open"}, {FAKE_IS_LOST, "fake 0 is lost"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct subject subject;
        open_subject(&subject, (struct fake_device){.search = cases[i].search});
        search_whole(&subject, "cpu", cases[i].text); /* the host goes on */
        expect_searches(1, 1);
        /* A device that failed is not tried again; later searches report it, too. */
        search_whole(&subject, "cpu", cases[i].text);
        expect_searches(2, 1);
        /* A search that the host does in any case reports no failure. */
        struct exploration *found = explore(&subject, (struct explore_options){.max_depth = 3});
        CU_ASSERT_EQUAL(found->effort.fallback.code, ERROR_NONE);
        exploration_free(found);
        close_subject(&subject);
    }
}

static void test_start_fails(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){.start_fails = 1});
    search_whole(&subject, "cpu", "fake 0 does not start");
    expect_searches(1, 0);
    close_subject(&subject);
}

static void test_memory(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){.search = FAKE_REFUSES});
    search_whole(&subject, "cpu", "fake 0 does not open");
    search_whole(&subject, "cpu", "fake 0 does not open"); /* the next time there may be more memory */
    expect_searches(2, 2);
    close_subject(&subject);

    open_subject(&subject, (struct fake_device){.search = FAKE_IS_FULL});
    search_whole(&subject, "cpu", FAKE_NAME ": its memory (1.00 GiB) is full");
    expect_searches(1, 1);
    subject.memory.limit = FAKE_BUDGET; /* the same budget as the device had */
    struct exploration *found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_FULL);
    CU_ASSERT_EQUAL(found->effort.memory_limit, FAKE_BUDGET);
    CU_ASSERT_EQUAL(found->effort.fallback.code, ERROR_NONE);
    CU_ASSERT_STRING_EQUAL(found->effort.device, FAKE_NAME);
    exploration_free(found);
    expect_searches(2, 2);
    close_subject(&subject);
}

/* Several devices search, and a graph follows. */
static void expect_graph(struct subject *subject) {
    struct error error;
    struct exploration *found =
        explore(subject, (struct explore_options){
                             .max_depth = UINT64_MAX, .keep_levels = 1, .graph_follows = 1, .may_join = 1});
    CU_ASSERT_EQUAL_FATAL(found->result.outcome, EXPLORE_DONE);
    CU_ASSERT_EQUAL(fake.joint_searches, 2);
    exploration_drop_table(found); /* as several GPUs do */
    struct graph *graph = fake_auto.graph(found, NULL, &subject->run, &error);
    CU_ASSERT_TRUE(graph != NULL && graph->vertices == STATES);
    graph_free(graph);
    exploration_free(found);
}

/* One device is full: two search together, if they may; from the beginning, or with what the one has handed
 * over. A graph may follow. */
static void test_several_devices(void) {
    struct subject subject;
    for (int hands_over = 0; hands_over < 2; hands_over++) {
        open_subject(&subject,
                     (struct fake_device){.search = FAKE_IS_FULL, .devices = 2, .hands_over = hands_over});
        subject.memory.limit = FAKE_BUDGET;
        struct exploration *found =
            explore(&subject, (struct explore_options){.max_depth = UINT64_MAX, .may_join = 1});
        CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_DONE);
        CU_ASSERT_EQUAL(found->result.states, STATES);
        CU_ASSERT_TRUE(found->effort.on_device);
        CU_ASSERT_EQUAL(found->effort.handed_states, hands_over ? 2 : 0);
        CU_ASSERT_EQUAL(fake.joint_searches, 1);
        CU_ASSERT_EQUAL(fake.continued, (unsigned)hands_over);
        exploration_free(found);
        expect_searches(1, 2);
        found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX});
        CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_FULL);
        CU_ASSERT_EQUAL(fake.joint_searches, 1);
        exploration_free(found);
        expect_graph(&subject);
        close_subject(&subject);
    }
}

/* An error of the model that those find which search together is the result. */
static void test_several_find_error(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){
                               .search = FAKE_IS_FULL, .devices = 2, .hands_over = 1, .meets_error = 1});
    subject.memory.limit = FAKE_BUDGET;
    const struct explore_options options = {.max_depth = UINT64_MAX, .may_join = 1};
    CU_ASSERT_PTR_NULL(auto_explore(&fake_engines, subject.model, &options, &subject.run, &subject.error));
    CU_ASSERT_EQUAL(subject.error.code, ERROR_INPUT);
    CU_ASSERT_STRING_EQUAL(subject.error.text, "the model has an error");
    CU_ASSERT_EQUAL(fake.joint_searches, 1);
    expect_searches(1, 2);
    close_subject(&subject);
}

/* --- both sides at once --- */

/* The host is first, and stops the device. */
static void test_host_is_first(void) {
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct subject subject;
        open_subject(&subject, (struct fake_device){.search = FAKE_IS_SLOW});
        subject.run.threads = threads;
        search_whole(&subject, "cpu", NULL);
        expect_searches(1, 1);
        search_whole(&subject, "cpu", NULL);
        expect_searches(2, 2);
        CU_ASSERT_EQUAL(fake.left_at, 0);
        close_subject(&subject);
    }
}

/* The host gives up when the device is far ahead, and begins again if that is lost. */
static void test_far_ahead(void) {
    struct subject subject;
    open_subject(&subject, (struct fake_device){.search = FAKE_BOASTS});
    search_whole(&subject, "cpu", "fake 0 is lost");
    expect_searches(2, 1);
    CU_ASSERT_TRUE(fake.left_at >= FAKE_LEAVE_STATES && fake.left_at < STATES);
    close_subject(&subject);
}

/* The host is first, but its result is worth less than the device's: a graph follows. */
static void test_graph_follows(void) {
    static const struct {
        enum fake_search search;
        int follows;
        const char *device, *fallback;
    } cases[] = {{FAKE_IS_LAST, 0, "cpu", NULL},
                 {FAKE_IS_LAST, 1, FAKE_NAME, NULL},
                 {FAKE_IS_LOST, 1, "cpu", "fake 0 is lost"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct subject subject;
        open_subject(&subject, (struct fake_device){.search = cases[i].search});
        struct exploration *found = explore(
            &subject, (struct explore_options){.max_depth = UINT64_MAX, .graph_follows = cases[i].follows});
        expect_whole(found, cases[i].device, cases[i].fallback);
        exploration_free(found);
        expect_searches(1, 1);
        close_subject(&subject);
    }
}

struct questions {
    int inside, asked, ends_at; /* the question that ends a search */
    int ended;
};

/* Not for several threads at once, and not to be asked again after it has ended a search. */
static int count_questions(void *context, const struct exploration *exploration) {
    struct questions *questions = context;
    (void)exploration;
    CU_ASSERT_EQUAL(__atomic_exchange_n(&questions->inside, 1, __ATOMIC_RELAXED), 0);
    CU_ASSERT_FALSE(questions->ended);
    questions->ended = ++questions->asked == questions->ends_at;
    __atomic_store_n(&questions->inside, 0, __ATOMIC_RELAXED);
    return questions->ended;
}

static void test_questions(void) {
    for (int ends_at = 1; ends_at < 130; ends_at += 1 + ends_at / 8) {
        struct subject subject;
        struct questions questions = {.ends_at = ends_at};
        open_subject(&subject, (struct fake_device){.search = ends_at % 2 != 0 ? FAKE_WORKS : FAKE_IS_SLOW});
        struct exploration *found =
            explore(&subject, (struct explore_options){.max_depth = UINT64_MAX,
                                                       .decided = count_questions,
                                                       .decided_context = &questions});
        CU_ASSERT_TRUE(found->result.outcome == EXPLORE_VIOLATED || !questions.ended);
        CU_ASSERT_TRUE(found->result.outcome == EXPLORE_DONE || questions.ended);
        exploration_free(found);
        close_subject(&subject);
    }
}

/* The host's memory is full, and the time is over before the device has a result. */
static void test_no_result(void) {
    struct subject subject;
    struct memory memory;
    memory_init(&memory, UINT64_MAX);
    open_subject(&subject, (struct fake_device){.search = FAKE_IS_SLOW, .memory = &memory});
    subject.memory.limit = memory_used(&subject.memory) + HOST_BYTES;
    subject.run.deadline = run_clock() + 1;
    struct exploration *found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_TRUE(found->result.outcome == EXPLORE_TIMEOUT);
    exploration_free(found);
    expect_searches(1, 1);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    close_subject(&subject);
}

/* The host's memory is full before the device is ready: the search waits for the device. */
static void test_late(void) {
    struct subject subject;
    struct memory memory;
    memory_init(&memory, UINT64_MAX);
    open_subject(&subject, (struct fake_device){.ready_at = UINT64_MAX, .is_late = 1, .memory = &memory});
    subject.memory.limit = memory_used(&subject.memory) + HOST_BYTES;
    search_whole(&subject, FAKE_NAME, NULL);
    expect_searches(1, 1);
    CU_ASSERT_EQUAL(fake.left_at, 0);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    close_subject(&subject);

    open_subject(&subject, (struct fake_device){.ready_at = UINT64_MAX, .is_late = 1, .start_fails = 1});
    subject.memory.limit = memory_used(&subject.memory) + HOST_BYTES;
    struct exploration *found = explore(&subject, (struct explore_options){.max_depth = UINT64_MAX});
    CU_ASSERT_EQUAL(found->result.outcome, EXPLORE_FULL);
    CU_ASSERT_TRUE(found->result.states > FAKE_LEAVE_STATES && found->result.states < STATES);
    CU_ASSERT_EQUAL(found->effort.fallback.code, ERROR_DEVICE);
    exploration_free(found);
    expect_searches(1, 0);
    close_subject(&subject);
}

/* --- traces, graphs, states --- */

static struct exploration *explore_and_keep(struct subject *subject, int watch, uint64_t max_depth,
                                            int ends_early) {
    uint8_t *watched = calloc(1, subject->network->label_count);
    for (uint32_t i = 0; i < subject->network->label_count; i++) {
        watched[i] = strcmp(subject->network->labels[i].text, "last") == 0;
    }
    struct explore_options options = {.keep_levels = 1,
                                      .max_depth = max_depth,
                                      .watched = watch ? watched : NULL,
                                      .decided = ends_early ? is_stuck : never};
    struct exploration *found = explore(subject, options);
    free(watched);
    return found;
}

/* Searches on a device, which loses the states if `loses`, and makes the trace. */
static void find_trace(struct subject *subject, enum trace_goal_kind kind, uint64_t max_depth, int loses,
                       struct trace *trace) {
    fake_reset((struct fake_device){.loses_results = loses});
    struct exploration *found = explore_and_keep(subject, 1, max_depth, 0);
    uint64_t states = found->result.states, levels = found->result.levels;
    uint8_t *labels = calloc(1, subject->network->label_count);
    struct trace_goal goal = {.kind = kind, .labels = labels};
    for (uint32_t i = 0; i < subject->network->label_count; i++) {
        labels[i] = strcmp(subject->network->labels[i].text, "last") == 0;
    }
    trace->components = subject->network->component_count;
    CU_ASSERT_STRING_EQUAL(found->effort.device, FAKE_NAME);
    /* Twice: the result of the second search stays. */
    for (int i = 0; i < 2; i++) {
        trace_free(&subject->memory, trace);
        CU_ASSERT_EQUAL(auto_trace(found, &goal, &subject->run, trace, &subject->error), 0);
        CU_ASSERT_STRING_EQUAL(found->effort.device, loses ? "cpu" : FAKE_NAME);
    }
    CU_ASSERT_EQUAL(found->effort.fallback.code, loses ? ERROR_DEVICE : ERROR_NONE);
    CU_ASSERT_EQUAL(found->result.states, states);
    CU_ASSERT_EQUAL(found->result.levels, levels);
    CU_ASSERT_EQUAL(trace_length(found, &goal), trace->steps);
    expect_searches(loses ? 2 : 1, 1);
    free(labels);
    exploration_free(found);
}

static void test_traces(void) {
    static const struct {
        enum trace_goal_kind kind;
        uint64_t max_depth, steps;
    } cases[] = {{TRACE_TO_DEADLOCK, UINT64_MAX, LEVELS - 1},
                 {TRACE_TO_LABEL, UINT64_MAX, LAST_STEPS},
                 {TRACE_TO_LABEL, 12, LAST_STEPS}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct subject subject;
        struct trace kept = {0}, lost = {0};
        open_subject(&subject, (struct fake_device){0});
        find_trace(&subject, cases[i].kind, cases[i].max_depth, 0, &kept);
        find_trace(&subject, cases[i].kind, cases[i].max_depth, 1, &lost);
        CU_ASSERT_EQUAL(kept.steps, cases[i].steps);
        CU_ASSERT_TRUE(same_trace(&kept, &lost));
        trace_free(&subject.memory, &kept);
        trace_free(&subject.memory, &lost);
        close_subject(&subject);
    }
}

static void test_graphs(void) {
    for (int loses = 0; loses < 2; loses++) {
        struct subject subject;
        open_subject(&subject, (struct fake_device){.loses_results = loses});
        struct exploration *found = explore_and_keep(&subject, 0, UINT64_MAX, 0);
        struct graph *graph = auto_graph(found, NULL, &subject.run, &subject.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
        CU_ASSERT_EQUAL(graph->vertices, STATES);
        CU_ASSERT_EQUAL(graph->edges, TRANSITIONS);
        CU_ASSERT_EQUAL(found->effort.fallback.code, loses ? ERROR_DEVICE : ERROR_NONE);
        graph_free(graph);
        exploration_free(found);
        found = explore_and_keep(&subject, 0, UINT64_MAX, 0);
        CU_ASSERT_EQUAL(auto_fetch(found, &subject.run, &subject.error), 0);
        CU_ASSERT_TRUE(found->space.levels_kept && found->space.level_store != NULL);
        exploration_free(found);
        close_subject(&subject);
    }
}

/* If the second search is cut short, that is an error, never half a trace. */
static void test_search_again_ends(void) {
    struct subject subject;
    struct trace trace = {0};
    int stop = 0;
    open_subject(&subject, (struct fake_device){.loses_results = 1});
    subject.run.stop = &stop;
    for (int i = 0; i < 2; i++) {
        fake_reset(fake);
        stop = 0;
        subject.memory.limit = UINT64_MAX;
        struct exploration *found = explore_and_keep(&subject, 0, UINT64_MAX, 0);
        struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
        stop = i == 0;
        if (i == 1) { /* this device's states were in host memory, and are free now: some hundred KiB */
            exploration_drop_table(found);
            subject.memory.limit = 600000;
        }
        CU_ASSERT_EQUAL(auto_trace(found, &goal, &subject.run, &trace, &subject.error), -1);
        CU_ASSERT_EQUAL(subject.error.code, i == 0 ? ERROR_INTERRUPTED : ERROR_MEMORY);
        CU_ASSERT_EQUAL(trace.steps, 0);
        exploration_free(found);
    }
    subject.memory.limit = UINT64_MAX;
    trace_free(&subject.memory, &trace);
    close_subject(&subject);
}

/* The whole of a check: its result says which engine it was and what failed. */
static void test_check(void) {
    static const struct {
        struct fake_device how;
        const char *device, *fallback;
    } cases[] = {{{.search = FAKE_WORKS}, FAKE_NAME, ""},
                 {{.search = FAKE_WORKS, .loses_results = 1}, "cpu", "fake lost what it had"},
                 {{.search = FAKE_IS_LOST}, "cpu", "fake 0 is lost"},
                 {{.absent = 1}, "cpu", ""}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct subject subject;
        struct property properties[2];
        struct check_options options = {.backend = &fake_auto, .explore = {.max_depth = UINT64_MAX}};
        open_subject(&subject, cases[i].how);
        memset(properties, 0, sizeof properties);
        struct property_maker maker = {.tree = subject.tree, .run = &subject.run, .error = &subject.error};
        CU_ASSERT_EQUAL(property_make(&maker, PROPERTY_DEADLOCK, NULL, &properties[0]), 0);
        CU_ASSERT_EQUAL(property_make(&maker, PROPERTY_NEVER, "last", &properties[1]), 0);
        struct check *check =
            check_run(subject.network, properties, 2, &options, &subject.run, &subject.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(check);
        CU_ASSERT_EQUAL(check->results[0].trace.steps, LEVELS - 1);
        CU_ASSERT_EQUAL(check->results[1].trace.steps, LAST_STEPS);
        CU_ASSERT_STRING_EQUAL(check->searches[0].effort.device, cases[i].device);
        CU_ASSERT_STRING_EQUAL(check->searches[0].effort.fallback.text, cases[i].fallback);
        CU_ASSERT_EQUAL(check->searches[0].result.states, STATES);
        check_free(check, &subject.run);
        property_free(&properties[0], &subject.run);
        property_free(&properties[1], &subject.run);
        close_subject(&subject);
    }
}

/* --- the command, as where there is no GPU --- */

static void expect_silence(const char *path, const char *option) {
    json_t *object = command_explore(path, option, 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "device")), "cpu");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "warnings")), 0);
    CU_ASSERT_EQUAL(command_number(object, "states"), 1299078);
    CU_ASSERT_TRUE(command_number(object, "threads") >= 1);
    json_decref(object);
}

static void test_command(void) {
    static const char *const named[][2] = {
        {"--device=cuda:x", "--device: 'cuda:x' is not one of auto, cpu, cuda, cuda:K"},
        {"--device=cuda:", "--device: 'cuda:' is not one of"},
        {"--device=cuda:-1", "--device: 'cuda:-1' is not one of"},
        {"--device=autos", "--device: 'autos' is not one of"},
        {"--device=cuda:4294967296", "--device: no machine has a GPU 4294967296"},
        {"--device=cuda", "heddle: --device cuda: "},
        {"--device=cuda:1", "heddle: --device cuda:1: "},
    };
    char path[PATH_BYTES], small[PATH_BYTES];
    struct process process;
    setenv("HEDDLE_DEVICE_FAULT", "driver", 1);
    command_example("ring-11/ring.exp", path); /* more than 2^20 states */
    expect_silence(path, "--device=auto");
    expect_silence(path, "--threads=1");
    command_run(&process, "explore", path);
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.err, "");
    command_prints(&process, "device       cpu\n");
    process_free(&process);
    command_example("producer/network.exp", small);
    for (size_t i = 0; i < LENGTH(named); i++) {
        command_run(&process, i % 2 == 0 ? "explore" : "check", named[i][0], small,
                    i % 2 == 0 ? NULL : "--deadlock");
        command_expect(&process, 2, named[i][1]);
        CU_ASSERT_STRING_EQUAL(process.out, "");
        process_free(&process);
    }
    setenv("HEDDLE_DEVICE_FAULT", "nonsense", 1); /* there is no GPU, and a reason */
    expect_silence(path, "--device=auto");
    command_exits(2, "--device cuda: ", "explore", "--device=cuda", small);
    unsetenv("HEDDLE_DEVICE_FAULT");
}

/* While a device starts, others cannot mark it as failed; of several reasons, the first is kept. */
static void test_first_failure(void) {
    struct device_start start = {.state = DEVICE_STARTING};
    struct error first, second;
    error_set(&first, ERROR_DEVICE, "first");
    error_set(&second, ERROR_DEVICE, "second");
    device_start_fail(&start, &first);
    CU_ASSERT_EQUAL(device_start_state(&start), DEVICE_STARTING);
    start.state = DEVICE_READY;
    device_start_fail(&start, &first);
    device_start_fail(&start, &second);
    CU_ASSERT_EQUAL(device_start_state(&start), DEVICE_FAILED);
    CU_ASSERT_STRING_EQUAL(start.error.text, "first");
}

void suite_auto(void) {
    suite_add("auto", NULL, NULL, "a device takes over", test_takes_over, "fewer states", test_reduced,
              "a device that is not ready", test_not_ready, "a device that is not needed", test_not_needed,
              "no device", test_no_device, "limits", test_limits, "devices that fail", test_failures,
              "a device that cannot be made ready", test_start_fails, "memory of devices", test_memory,
              "several devices", test_several_devices, "an error that several devices find",
              test_several_find_error, "a device that is late", test_late, "a host that is first",
              test_host_is_first, "a device that is far ahead", test_far_ahead, "a graph follows",
              test_graph_follows, "questions to the caller", test_questions, "no result in time",
              test_no_result, "traces", test_traces, "graphs and states", test_graphs,
              "searching once more is cut short", test_search_again_ends, "checking", test_check,
              "several failures of a device", test_first_failure, NULL);
    command_suite("auto as a command", "no GPU", test_command, NULL);
}
