/*
 * State spaces whose GPU fails, with a scripted device (fake_device.h). Under `auto`, all that follows a
 * search has the CPU's answers, and there is one warning for each failure. A device that is named fails with
 * an error.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

#include "api/compare.h"
#include "api/decompose.h"
#include "api/minimise.h"
#include "base/array.h"
#include "explorer/explore_again.h"
#include "explorer/graph/graph.h"
#include "explorer/search/cuda/space_device.h"
#include "space/classes.h"
#include "space/components.h"
#include "space/questions.h"
#include "tests/support/fake_device.h"
#include "tests/support/small_network.h"
#include "tests/support/testing.h"

#define RINGS "ring.aut ||| ring.aut ||| ring.aut ||| ring.aut\n"
#define STATES 10000u
#define EDGES 40000u
#define STEPS 10u /* of a ring */
/* The last line has a label of its own, and ends. */
#define LINES                                                                                                \
    "line.aut ||| line.aut ||| line.aut ||| line.aut ||| rename step -> quiet, last -> quiet in line.aut "   \
    "end rename\n"

static struct small_network small;
static uint8_t last[3]; /* labels */

static void open_network(const char *name, unsigned states, const char *network) {
    char text[512], *at = text + sprintf(text, "des (0, %u, %u)\n", STEPS, states);
    for (unsigned i = 0; i < STEPS; i++) {
        at += sprintf(at, "(%u, %s, %u)\n", i, i + 1 == STEPS ? "last" : "step", (i + 1) % states);
    }
    small_network_open(&small);
    test_folder_write(&small.folder, name, text);
    small_network_compose(&small, network);
    CU_ASSERT_TRUE_FATAL(small.network->label_count <= LENGTH(last));
    for (uint32_t i = 0; i < small.network->label_count; i++) {
        last[i] = strcmp(small.network->labels[i].text, "last") == 0;
    }
}

static void open_rings(void) {
    open_network("ring.aut", STEPS, RINGS);
}

static void close_network(void) {
    fake_reset((struct fake_device){.absent = 1});
    small_network_close(&small);
}

/* --- the engines --- */

static struct exploration *search_named(const model *model, const struct explore_options *options,
                                        const struct run *run, struct error *error) {
    struct run one = *run;
    one.devices = NULL; /* else it never fails */
    return fake_engines.device->explore(model, options, &one, error);
}

static int recover_named(struct exploration *exploration, const struct run *run, struct error *error) {
    return error->code == ERROR_MEMORY ? explore_again(exploration, backends[0], run, error) : -1;
}

/* The device, as if it were named. */
static struct backend named_device(void) {
    struct backend named = *fake_engines.device;
    named.explore = search_named;
    named.recover = recover_named;
    return named;
}

static void open_space(const struct backend *backend, struct fake_device how, struct space *space) {
    const struct space_request request = {
        .backend = backend,
        .network = small.network,
        .layout = {.labels = 1},
        .explore = {.keep_levels = 1, .graph_follows = 1, .watched = last, .max_depth = UINT64_MAX}};
    fake_reset(how);
    CU_ASSERT_EQUAL_FATAL(space_open(space, &request, &small.run, &small.error), 0);
    CU_ASSERT_EQUAL(space->exploration->result.states, STATES);
}

/* --- what follows a search --- */

/* Each returns what it found, or 0 with the error. */
typedef uint64_t (*use)(struct space *space);

static uint64_t use_graph(struct space *space) {
    struct graph *graph = space_graph(space, NULL, &small.run, &small.error);
    const uint64_t edges = graph == NULL ? 0 : graph->edges;
    graph_free(graph);
    return edges;
}

static uint64_t use_trace(struct space *space) {
    const struct trace_goal goal = {.kind = TRACE_TO_LABEL, .labels = last};
    struct trace trace = {.components = small.network->component_count};
    const int failed = space_trace(space, &goal, &small.run, &trace, &small.error);
    const uint64_t steps = trace.steps;
    trace_free(&small.memory, &trace);
    return failed ? 0 : steps;
}

static uint64_t use_fetch(struct space *space) {
    return space_fetch(space, &small.run, &small.error) == 0 && space->exploration->space.level_store != NULL;
}

static uint64_t use_classes(struct space *space) {
    const struct classes_task task = {.equivalence = EQUIVALENCE_STRONG};
    const struct graph_options labels = {GRAPH_LABELS, NULL};
    struct classes classes = {.found = 0};
    int failed = space_classes(space, &task, &small.run, &classes, &small.error);
    struct graph *graph = failed > 0 ? space_graph(space, &labels, &small.run, &small.error) : NULL;
    if (graph != NULL) {
        failed = classes_of_graph(space_backend(space), graph, &task, &small.run, &classes, &small.error);
    }
    const uint64_t found = failed == 0 ? classes.partition.blocks : 0;
    CU_ASSERT_EQUAL(classes.fallback.code, ERROR_NONE);
    graph_free(graph);
    classes_free(&classes, &small.memory);
    return found;
}

static uint64_t find_components(struct space *space, int mec) {
    const struct components_task task = {.mec = mec};
    struct components found;
    components_clear(&found);
    const int failed = space_components(space, &task, &small.run, &found, &small.error);
    const uint64_t largest = failed ? 0 : found.counts.largest;
    CU_ASSERT_EQUAL(found.fallback.code, ERROR_NONE);
    CU_ASSERT_TRUE(failed || strcmp(found.device, "cpu") == 0);
    components_free(&found, &small.memory);
    return largest;
}

static uint64_t use_scc(struct space *space) {
    return find_components(space, 0);
}

static uint64_t use_mec(struct space *space) {
    return find_components(space, 1);
}

static uint64_t use_cycles(struct space *space) {
    static const uint8_t live[LENGTH(last)] = {1, 1};
    struct cycle_query query = {.goal = {.live = live}};
    const struct space_questions questions = {.cycles = &query, .cycle_count = 1, .with_states = 1};
    const int failed = space_ask(space, &questions, &small.run, &small.error);
    const uint64_t steps = query.cycle.steps;
    CU_ASSERT_TRUE(failed || query.states != NULL);
    cycle_free(&small.memory, &query.cycle);
    graph_states_free(query.states);
    return failed ? 0 : steps;
}

static const use uses[] = {use_graph, use_trace, use_fetch, use_classes, use_scc, use_mec, use_cycles};

/* --- tests --- */

/* The device loses what it has when it is asked for it. */
static void test_lost(void) {
    const struct backend named = named_device();
    open_rings();
    for (size_t i = 0; i < LENGTH(uses); i++) {
        struct space space;
        open_space(backends[0], (struct fake_device){.absent = 1}, &space);
        const uint64_t expected = uses[i](&space);
        CU_ASSERT_TRUE(expected != 0);
        space_close(&space);

        for (int loses = 0; loses < 2; loses++) {
            open_space(&fake_auto, (struct fake_device){.loses_results = loses}, &space);
            CU_ASSERT_PTR_EQUAL(space_backend(&space), &fake_auto);
            CU_ASSERT_EQUAL(uses[i](&space), expected);
            CU_ASSERT_PTR_EQUAL(space_backend(&space), loses ? backends[0] : &fake_auto);
            CU_ASSERT_EQUAL(space.exploration->effort.fallback.code, loses ? ERROR_DEVICE : ERROR_NONE);
            space_close(&space);
        }

        open_space(&named, (struct fake_device){.loses_results = 1}, &space);
        CU_ASSERT_EQUAL(uses[i](&space), 0);
        CU_ASSERT_EQUAL(small.error.code, ERROR_DEVICE);
        CU_ASSERT_PTR_EQUAL(space_backend(&space), &named);
        CU_ASSERT_EQUAL(space.exploration->effort.fallback.code, ERROR_NONE);
        space_close(&space);
    }
    close_network();
}

/* The device fails in the search: it is not tried again for what follows. */
static void test_search(void) {
    static const struct {
        enum fake_search search;
        enum error_code code;
    } failures[] = {{FAKE_OPENS_NOT, ERROR_DEVICE},
                    {FAKE_IS_LOST, ERROR_DEVICE},
                    {FAKE_REFUSES, ERROR_MEMORY},
                    {FAKE_IS_FULL, ERROR_FULL}};
    open_rings();
    small.memory.limit = UINT64_MAX; /* more than a device that is full */
    for (size_t i = 0; i < LENGTH(failures); i++) {
        struct space space;
        open_space(&fake_auto, (struct fake_device){.search = failures[i].search}, &space);
        CU_ASSERT_PTR_EQUAL(space_backend(&space), backends[0]);
        CU_ASSERT_EQUAL(space.exploration->effort.fallback.code, failures[i].code);
        CU_ASSERT_EQUAL(use_scc(&space), STATES);
        space_close(&space);
    }
    close_network();
}

/* Work on a device has ended with an error: who may do it, and where the states are then. */
static void test_fall_back(void) {
    static const struct {
        int automatic, several; /* GPUs are named */
        enum error_code code;
        int is_gone; /* the states were consumed */
        int continues, searches;
    } cases[] = {
        {1, 0, ERROR_DEVICE, 0, 1, 1}, {1, 0, ERROR_DEVICE, 1, 1, 1},      {1, 0, ERROR_MEMORY, 0, 1, 0},
        {1, 0, ERROR_MEMORY, 1, 1, 1}, {1, 0, ERROR_INTERRUPTED, 1, 0, 0}, {0, 0, ERROR_DEVICE, 0, 0, 0},
        {0, 0, ERROR_DEVICE, 1, 0, 0}, {0, 0, ERROR_MEMORY, 0, 0, 0},      {0, 0, ERROR_MEMORY, 1, 0, 0},
        {0, 1, ERROR_DEVICE, 1, 0, 0}, {0, 1, ERROR_MEMORY, 0, 1, 0},      {0, 1, ERROR_MEMORY, 1, 1, 1}};
    const struct backend named = named_device();
    static struct device_list devices = {2, {0, 1}};
    open_rings();
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct space space;
        struct run run = small.run;
        struct error error;
        run.devices = cases[i].several ? &devices : NULL;
        open_space(cases[i].automatic ? &fake_auto : &named, (struct fake_device){0}, &space);
        const struct space_device *had = space.exploration->space.device;
        if (cases[i].is_gone) {
            exploration_drop_states(space.exploration);
        }
        error_set(&error, cases[i].code, "no more");
        CU_ASSERT_EQUAL(space_fall_back(&space, &run, &error), cases[i].continues ? 1 : -1);
        CU_ASSERT_EQUAL(error.code, cases[i].continues && cases[i].searches ? ERROR_NONE : cases[i].code);
        CU_ASSERT_STRING_EQUAL(space.exploration->effort.fallback.text, cases[i].continues ? "no more" : "");
        CU_ASSERT_TRUE(cases[i].searches ==
                       (space.exploration->space.table != NULL && space.exploration->space.device != had));
        /* not the components, which a real device would look for */
        CU_ASSERT_TRUE(!cases[i].searches || use_graph(&space) == EDGES);
        space_close(&space);
    }
    close_network();
}

/* The states of a reduced search are lost: the second one leaves out the same. In all states, the label
 * occurs after STEPS steps. */
static void test_reduced(void) {
    uint8_t watched[LENGTH(last)];
    const struct trace_goal goal = {.kind = TRACE_TO_LABEL, .labels = last};
    struct space space;
    open_network("line.aut", STEPS + 1, LINES);
    for (uint32_t i = 0; i < LENGTH(last); i++) {
        watched[i] = strcmp(small.network->labels[i].text, "quiet") != 0;
    }
    const struct space_request request = {
        .backend = &fake_auto,
        .network = small.network,
        .layout = {.labels = 1},
        .explore = {.keep_levels = 1, .partial_order = 1, .watched = watched, .max_depth = UINT64_MAX}};
    fake_reset((struct fake_device){.loses_results = 1});
    CU_ASSERT_EQUAL_FATAL(space_open(&space, &request, &small.run, &small.error), 0);
    memset(watched, 0xff, sizeof watched); /* they are not needed any more */
    CU_ASSERT_STRING_EQUAL(space.exploration->effort.device, FAKE_NAME);
    CU_ASSERT_TRUE(trace_length(space.exploration, &goal) > STEPS);
    CU_ASSERT_EQUAL(use_trace(&space), trace_length(space.exploration, &goal));
    CU_ASSERT_EQUAL(space.exploration->effort.fallback.code, ERROR_DEVICE);
    CU_ASSERT_EQUAL(space.exploration->space.level_begin[space.exploration->space.levels],
                    space.exploration->result.states);
    space_close(&space);
    close_network();
}

/* --- commands --- */

static void open_job(struct job *job, const struct run_options *run) {
    job_open(job, "test");
    CU_ASSERT_EQUAL_FATAL(job_set_run(job, run, NULL), 0);
    job->backend = &fake_auto;
}

/* The device is lost after each search. There is one warning. */
static void close_job(struct job *job) {
    CU_ASSERT_EQUAL(job->warning_count, 1);
    CU_ASSERT_EQUAL(memory_used(&job->memory), 0);
    job_close(job);
}

static void test_commands(void) {
    struct decompose_request decompose = DECOMPOSE_DEFAULTS;
    struct minimise_request minimise = MINIMISE_DEFAULTS;
    struct compare_request compare = COMPARE_DEFAULTS;
    struct decompose_result components;
    struct minimise_result smallest;
    struct compare_result compared;
    struct job job;
    open_rings();
    const char *path = test_folder_path(&small.folder, "main.exp");
    decompose.path = minimise.path = compare.paths[0] = compare.paths[1] = path;
    compare.operand.equivalence = EQUIVALENCE_PROBABILISTIC;

    fake_reset((struct fake_device){.loses_results = 1});
    open_job(&job, &decompose.run);
    CU_ASSERT_EQUAL(api_decompose(&job, &decompose, &components), 0);
    CU_ASSERT_EQUAL(components.found.counts.largest, STATES);
    decompose_result_free(&components, &job.memory);
    close_job(&job);

    fake_reset((struct fake_device){.loses_results = 1});
    open_job(&job, &minimise.operand.run);
    CU_ASSERT_EQUAL(api_minimise(&job, &minimise, &smallest), 0);
    CU_ASSERT_EQUAL(smallest.size.states, 715); /* 4 of 10 states, in any order: 13 choose 4 */
    minimise_result_free(&smallest, &job);
    close_job(&job);

    fake_reset((struct fake_device){.loses_results = 1});
    open_job(&job, &compare.operand.run);
    CU_ASSERT_EQUAL(api_compare(&job, &compare, &compared), 0);
    CU_ASSERT_TRUE(compared.comparison.related);
    CU_ASSERT_PTR_EQUAL(compared.refining.backend, backends[0]);
    compare_result_free(&compared, &job);
    close_job(&job);
    close_network();
}

void suite_space(void) {
    suite_add("space", NULL, NULL, "a device that is lost", test_lost, "a device that fails in the search",
              test_search, "falling back", test_fall_back, "a reduced search", test_reduced, "commands",
              test_commands, NULL);
}
