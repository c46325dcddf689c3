/*
 * Components of graphs that several ranks have, against those of one process's graph: random networks and
 * models with data, by two to four ranks, which are threads here (thread_ranks.h), on the CPU or each on a
 * part of GPU 0. The graph that ranks build must have as many edges, and components the same counts and
 * sizes; every other rank's search leaves no visited set, as those on GPUs do. HEDDLE_CASES (networks) and
 * HEDDLE_SEED choose others.
 */
#include <CUnit/Basic.h>
#include <stdlib.h>
#include <string.h>

#include "decompose/components/components.h"
#include "decompose/ranks/part_scc.h"
#include "decompose/scc/scc.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_part.h"
#include "explorer/model/model_core.h"
#include "tests/support/backend_test.h"
#include "tests/support/drawn_model.h"
#include "tests/support/drawn_network.h"
#include "tests/support/testing.h"
#include "tests/support/trial.h"

#ifdef HEDDLE_SANITIZED
#define DEFAULT_CASES 30u
#else
#define DEFAULT_CASES 200u
#endif
#define MOST_STATES 1500u

struct totals {
    const struct backend *engine;
    uint64_t compared, components, several;
};

struct subject {
    struct trial trial;
    const struct backend *engine; /* of the ranks */
    const struct network *network;
    struct model_options layout;
    int keep_apart;
    uint64_t window_edges;
    struct component_counts counts[TRIAL_ALONE + 1];
    uint64_t edges[TRIAL_ALONE + 1];
};

static struct exploration *explore(const struct subject *subject, const struct backend *engine,
                                   const struct run *run, model **model, struct error *error) {
    const struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX, .exchange_keys = 200};
    *model = model_compile(subject->network, &subject->layout, run, error);
    return *model == NULL ? NULL : engine->explore(*model, &options, run, error);
}

static int count_part(struct subject *subject, unsigned rank) {
    const struct run *run = &subject->trial.run[rank];
    struct error *error = &subject->trial.error[rank];
    struct part_components components;
    struct part_scc_report report;
    const struct part_scc_options options = {.keep_apart = subject->keep_apart};
    model *model;
    int failed = 1;
    struct exploration *exploration = explore(subject, subject->engine, run, &model, error);
    if (exploration != NULL && rank % 2 != 0) {
        exploration_drop_table(exploration); /* as GPUs do */
    }
    struct graph_part *part =
        exploration == NULL ? NULL : graph_part_build(exploration, subject->window_edges, run, error);
    if (part != NULL) {
        subject->edges[rank] = part->all_edges;
        failed = part_scc(part, &options, run, &components, &report, error) != 0 ||
                 part_scc_count(part, &components, run, &subject->counts[rank], error) != 0;
        part_components_free(&components);
    }
    graph_part_free(part);
    exploration_free(exploration);
    model_free(model);
    return failed ? -1 : 0;
}

/* The counts of one process's graph. */
static int count_alone(struct subject *subject, const struct run *run, struct error *error) {
    model *model;
    struct scc_report report;
    const struct scc_options tarjan = {.algorithm = SCC_TARJAN};
    struct exploration *exploration = explore(subject, backends[0], run, &model, error);
    struct graph *graph = exploration == NULL ? NULL : graph_build_cpu(exploration, NULL, run, error);
    int failed = graph == NULL;
    if (graph != NULL) {
        const struct digraph view = {graph->vertices, graph->edges, graph->offsets,
                                     graph->targets,  NULL,         NULL};
        uint32_t *component = test_allocate(graph->vertices, sizeof *component);
        subject->edges[TRIAL_ALONE] = graph->edges;
        failed = scc_cpu(&view, &tarjan, run, component, &report, error) != 0 ||
                 component_counts_make(&view, component, run, &subject->counts[TRIAL_ALONE], error) != 0;
        free(component);
    }
    graph_free(graph);
    exploration_free(exploration);
    model_free(model);
    return failed ? -1 : 0;
}

static int answer(void *context, unsigned rank) {
    struct subject *subject = context;
    struct trial *trial = &subject->trial;
    subject->counts[rank] = (struct component_counts){0};
    return rank == TRIAL_ALONE ? count_alone(subject, &trial->run[rank], &trial->error[rank])
                               : count_part(subject, rank);
}

static void forget(void *context, unsigned rank) {
    struct subject *subject = context;
    component_counts_free(&subject->counts[rank], &subject->trial.memory[rank]);
}

static int same_counts(const struct component_counts *a, const struct component_counts *b) {
    return a->components == b->components && a->trivial == b->trivial && a->bottom == b->bottom &&
           a->largest == b->largest && a->states_in_components == b->states_in_components &&
           a->size_count == b->size_count &&
           memcmp(a->sizes, b->sizes, a->size_count * sizeof *a->sizes) == 0;
}

static const char *judge(void *context, unsigned rank) {
    const struct subject *subject = context;
    return subject->trial.result[rank] != 0                      ? subject->trial.error[rank].text
           : subject->edges[rank] != subject->edges[TRIAL_ALONE] ? "edges"
           : !same_counts(&subject->counts[rank], &subject->counts[TRIAL_ALONE]) ? "counts"
                                                                                 : NULL;
}

/* The callback of drawn_models_check. */
static unsigned check_network(struct explored_model *model, void *context) {
    static const struct trial_question question = {answer, judge, forget};
    static const uint32_t words[] = {0, 2, 4, 5, 9};
    struct totals *totals = context;
    const struct backend *engine = totals->engine;
    uint64_t random = model->drawn->seed * 23 + 11;
    if (engine->on_device && network_is_folded(model->network, &model->run)) {
        return 0;
    }
    struct subject subject = {
        .engine = engine,
        .network = model->network,
        .layout = {.words = words[random_draw(&random, engine->on_device ? 3 : 5)], .labels = 1},
        .window_edges = random_draw(&random, 2) == 0 ? 0 : 1 + random_draw(&random, 100),
        .keep_apart = random_draw(&random, 3) != 0,
        .trial = {.question = &question,
                  .context = &subject,
                  .threads = 1 + random_draw(&random, 2),
                  .count = 2 + random_draw(&random, THREAD_RANKS_MOST - 1),
                  .seed = model->drawn->seed}};
    unsigned wrong = trial_ask_alone(&subject.trial) != 0;
    const uint64_t components = subject.counts[TRIAL_ALONE].components;
    wrong += trial_compare(&subject.trial) + trial_end_alone(&subject.trial);
    totals->compared++;
    totals->components += components;
    totals->several += components > 1;
    return wrong;
}

static void draw_networks(int with_data, const struct backend *engine, uint64_t seed) {
    struct totals totals = {.engine = engine};
    const uint64_t cases = number_of_cases(DEFAULT_CASES);
    drawn_models_check(with_data, cases, seed, MOST_STATES, check_network, &totals);
    report_counts("compared", totals.compared, "components", totals.components, "with several components",
                  totals.several, NULL);
    CU_ASSERT(cases < 100 || (totals.compared >= cases / 3 && totals.several >= totals.compared / 4));
}

static void test_networks(void) {
    draw_networks(0, backends[0], 4100);
}

static void test_models_with_data(void) {
    draw_networks(1, backends[0], 4900);
}

static void test_networks_on_gpus(void) {
#ifdef HEDDLE_CUDA
    const struct backend *engine = backend_find("cuda");
    if (!backend_is_testable(engine)) {
        return;
    }
    setenv("HEDDLE_EXCHANGE", "messages", 1);
    draw_networks(0, engine, 5300);
    unsetenv("HEDDLE_EXCHANGE");
#else
    test_skip("components by several ranks with GPUs", "this build has no cuda backend");
#endif
}

void suite_component_ranks(void) {
    suite_add("components by several ranks", NULL, NULL, "random networks", test_networks,
              "random models with data", test_models_with_data, "random networks on GPUs",
              test_networks_on_gpus, NULL);
}
