/*
 * Graphs of states that several ranks have, row by row, against the graph that one process builds of random
 * networks: the same numbers and edges, whatever the layout of states, the window and the chunk, and whether
 * the search leaves a visited set. Ranks are threads here (thread_ranks.h), which search on the CPU, or each
 * on a GPU. A sink that fails in rank 0, or a rank without memory, ends all of them. HEDDLE_CASES and
 * HEDDLE_SEED choose other networks.
 */
#include <CUnit/Basic.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/graph/graph.h"
#include "explorer/graph/graph_ranks.h"
#include "explorer/backend.h"
#include "explorer/model/model_core.h"
#include "explorer/search/explore.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/testing.h"
#include "tests/support/trial.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 40u
#else
#define DEFAULT_CASES 200u
#endif
#define MOST_STATES 3000u

struct totals {
    const struct backend *engine;
    uint64_t edges, large, folded, failed, dropped;
};

struct subject {
    struct trial trial;
    const struct backend *engine; /* of the ranks */
    const struct network *network;
    struct model_options layout;
    uint64_t owner_seed;
    int drops; /* the search leaves no visited set */
    const struct graph *expected;
    uint64_t window_edges, chunk_words;
    uint64_t fails_at;      /* the sink fails at this edge; UINT64_MAX: never */
    unsigned short_rank;    /* has this budget when the states are written .. */
    uint64_t short_budget;  /* .. unless that is 0 */
    uint64_t edges, vertex; /* that the sink has seen */
    uint64_t wrong;
    uint64_t counted[THREAD_RANKS_MOST];
};

static int take_begin(void *context, uint64_t edges, uint64_t states, struct error *error) {
    struct subject *subject = context;
    (void)error;
    subject->wrong += edges != subject->expected->edges || states != subject->expected->vertices;
    return 0;
}

static int take_edge(void *context, uint64_t source, const char *label, uint64_t target,
                     struct error *error) {
    struct subject *subject = context;
    const struct graph *expected = subject->expected;
    const uint64_t edge = subject->edges++;
    if (edge == subject->fails_at) {
        return error_set(error, ERROR_IO, "the disk is full");
    }
    while (subject->vertex < expected->vertices && edge >= expected->offsets[subject->vertex + 1]) {
        subject->vertex++;
    }
    subject->wrong += edge >= expected->edges || source != subject->vertex ||
                      target != expected->targets[edge] ||
                      strcmp(label, expected->label_text[expected->labels[edge]]) != 0;
    return 0;
}

/* Searches with levels; both are NULL if that fails. */
static struct exploration *explore(const struct subject *subject, const struct backend *engine,
                                   const struct run *run, model **model) {
    struct explore_options options = {.keep_levels = 1,
                                      .max_depth = UINT64_MAX,
                                      .exchange_keys = 200,
                                      .owner_seed = subject->owner_seed,
                                      .uneven_states = 50};
    struct error error;
    *model = model_compile(subject->network, &subject->layout, run, &error);
    return *model == NULL ? NULL : engine->explore(*model, &options, run, &error);
}

static int answer(void *context, unsigned rank) {
    struct subject *subject = context;
    struct trial *trial = &subject->trial;
    struct memory *memory = &trial->memory[rank];
    const struct run *run = &trial->run[rank];
    int failed = -1;
    model *model;
    struct exploration *exploration = explore(subject, subject->engine, run, &model);
    if (exploration != NULL && subject->drops) {
        exploration_drop_table(exploration);
    }
    if (exploration != NULL) {
        const struct graph_sink sink = {.context = subject,
                                        .begin = take_begin,
                                        .edge = take_edge,
                                        .window_edges = subject->window_edges,
                                        .chunk_words = subject->chunk_words};
        if (subject->short_budget != 0 && rank == subject->short_rank) {
            memory->limit = memory_used(memory) + subject->short_budget;
        }
        failed = graph_ranks_rows(exploration, &sink, &subject->counted[rank], run, &trial->error[rank]);
        exploration_free(exploration);
    }
    model_free(model);
    return failed;
}

/* If something fails, all ranks do, with an error that is not one of input. */
static const char *judge(void *context, unsigned rank) {
    const struct subject *subject = context;
    const struct trial *trial = &subject->trial;
    const int is_short = subject->short_budget != 0;
    if (is_short || subject->fails_at != UINT64_MAX) {
        const enum error_code code = rank != (is_short ? subject->short_rank : 0) ? ERROR_LIMIT
                                     : is_short                                   ? ERROR_MEMORY
                                                                                  : ERROR_IO;
        return trial->result[rank] == 0 || trial->error[rank].code != code ? "another end" : NULL;
    }
    return trial->result[rank] != 0                                            ? trial->error[rank].text
           : subject->counted[rank] != subject->expected->edges                ? "its count"
           : subject->wrong != 0 || subject->edges != subject->expected->edges ? "edges"
                                                                               : NULL;
}

static unsigned run_ranks(struct subject *subject) {
    subject->edges = subject->vertex = 0;
    return trial_compare(&subject->trial);
}

static unsigned compare_graphs(struct subject *subject, uint64_t *random, struct totals *totals) {
    struct trial *trial = &subject->trial;
    const struct graph *expected = subject->expected;
    trial->count = 2 + random_draw(random, THREAD_RANKS_MOST - 1);
    trial->threads = 1 + random_draw(random, 2);
    subject->window_edges = random_draw(random, 3) == 0 ? 0 : 1 + random_draw(random, 500);
    subject->chunk_words = random_draw(random, 3) == 0 ? 0 : 1 + random_draw(random, 50);
    subject->owner_seed = random_draw(random, 2) * random_next(random);
    subject->fails_at = UINT64_MAX;
    subject->drops = random_draw(random, 2) != 0;
    totals->dropped += subject->drops != 0;
    unsigned wrong = run_ranks(subject);
    totals->edges += subject->edges;
    totals->large += expected->vertices >= 50;
    totals->folded += subject->layout.words > 4;
    if (trial->seed % 4 != 0 || expected->edges == 0) {
        return wrong;
    }
    totals->failed++;
    subject->fails_at = random_next(random) % expected->edges;
    wrong += run_ranks(subject);
    subject->fails_at = UINT64_MAX;
    subject->short_rank = random_draw(random, trial->count);
    subject->short_budget = 1 + random_draw(random, 512);
    return wrong + run_ranks(subject);
}

/* The callback of drawn_models_check. */
static unsigned check_network(struct explored_model *drawn, void *context) {
    static const struct trial_question question = {answer, judge, NULL};
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    const struct graph_options options = {GRAPH_LABELS, NULL};
    struct totals *totals = context;
    uint64_t random = drawn->drawn->seed * 31 + 7;
    struct subject subject = {
        .engine = totals->engine,
        .network = drawn->network,
        .layout = {.words = words[random_draw(&random, totals->engine->on_device ? 3 : 5)], .labels = 1},
        .trial = {.question = &question, .context = &subject, .seed = drawn->drawn->seed}};
    model *model;
    struct exploration *exploration = explore(&subject, backends[0], &drawn->run, &model);
    struct graph *graph =
        exploration == NULL ? NULL : graph_build_cpu(exploration, &options, &drawn->run, &drawn->error);
    unsigned wrong = graph == NULL;
    /* GPUs do not search folded vectors together. */
    if (graph != NULL && !(totals->engine->on_device && model_header(model)->fold_levels != 0)) {
        subject.expected = graph;
        wrong = compare_graphs(&subject, &random, totals);
    }
    graph_free(graph);
    exploration_free(exploration);
    model_free(model);
    return wrong;
}

static void test_random(void) {
    struct totals totals = {.engine = backends[0]};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    drawn_models_check(0, cases, 2300, MOST_STATES, check_network, &totals);
    report_counts("edges", totals.edges, "networks of 50 states", totals.large, "folded", totals.folded,
                  "failures", totals.failed, "without a visited set", totals.dropped, NULL);
    CU_ASSERT(totals.dropped >= cases / 8);
    CU_ASSERT(totals.edges >= cases * 50);
    CU_ASSERT(totals.large >= cases / 4 && totals.folded >= cases / 8 && totals.failed >= cases / 8);
}

/* Each rank searches in a part of GPU 0. */
static void test_random_on_gpus(void) {
#ifdef HEDDLE_CUDA
    struct totals totals = {.engine = backend_find("cuda")};
    if (!backend_is_testable(totals.engine)) {
        return;
    }
    setenv("HEDDLE_EXCHANGE", "messages", 1);
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    drawn_models_check(0, cases, 2700, MOST_STATES, check_network, &totals);
    unsetenv("HEDDLE_EXCHANGE");
    report_counts("edges", totals.edges, "networks of 50 states", totals.large, "failures", totals.failed,
                  NULL);
    CU_ASSERT(totals.edges >= cases * 50 && totals.large >= cases / 4);
#else
    test_skip("graphs of several ranks with GPUs", "this build has no cuda backend");
#endif
}

void suite_graph_ranks(void) {
    suite_add("graphs of several ranks", NULL, NULL, "random networks", test_random,
              "random networks on GPUs", test_random_on_gpus, NULL);
}
