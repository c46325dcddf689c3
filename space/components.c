/* Chooses the side that finds components, and finds them on the host or by several processes. */
#include "space/components.h"

#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "decompose/engine.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "decompose/ranks/part_scc.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_part.h"
#include "explorer/graph/graph_states.h"
#include "space/components_internal.h"
#include "space/side.h"

static const struct component_counts not_counted = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
                                                    UINT64_MAX, NULL,       0,          0};

/* Measured on graphs of state spaces. */
static const struct side_costs costs = {.host_item = 8e-9, .device = 0.01, .device_item = 1e-9};

void components_clear(struct components *found) {
    *found = (struct components){.threads = UINT64_MAX,
                                 .choices = UINT64_MAX,
                                 .edges = UINT64_MAX,
                                 .rounds = UINT64_MAX,
                                 .trimmed = UINT64_MAX,
                                 .memory_bytes = UINT64_MAX,
                                 .bytes_exchanged = UINT64_MAX,
                                 .graph_seconds = -1,
                                 .seconds = -1,
                                 .scc_seconds = -1,
                                 .counts = not_counted,
                                 .fallback = {.code = ERROR_NONE}};
}

void components_free(struct components *found, struct memory *memory) {
    memory_free(memory, found->component, found->vertices * sizeof *found->component);
    component_counts_free(&found->counts, memory);
}

void components_forget(struct components_work *work) {
    struct components *found = work->found;
    const struct components had = *found;
    component_counts_free(&found->counts, work->run->memory);
    components_clear(found);
    found->choices = had.choices;
    found->edges = had.edges;
    found->graph_seconds = had.graph_seconds;
    found->component = had.component;
    found->vertices = had.vertices;
}

int components_want(struct components_work *work, uint64_t vertices) {
    struct components *found = work->found;
    struct memory *memory = work->run->memory;
    memory_free(memory, found->component, found->vertices * sizeof *found->component);
    found->vertices = vertices;
    found->component = memory_allocate_array(memory, vertices, sizeof *found->component);
    return found->component != NULL ? 0 : error_memory(work->error, "for the components");
}

void components_note_scc(struct components *found, const struct scc_report *report) {
    const int by_rounds = report->algorithm != SCC_TARJAN;
    found->algorithm = scc_algorithm_name(report->algorithm);
    found->seconds = report->seconds;
    found->rounds = by_rounds ? report->rounds : UINT64_MAX;
    found->trimmed = by_rounds ? report->trimmed : UINT64_MAX;
}

void components_note_mec(struct components *found, const struct mec_report *report) {
    found->algorithm = scc_algorithm_name(report->algorithm);
    found->seconds = report->seconds;
    found->scc_seconds = report->scc_seconds;
    found->rounds = report->rounds;
}

/* --- graphs in host memory --- */

/* NULL: there is no such engine for GPUs. */
static const struct decompose_engine *find_engine(int on_device) {
    const struct decompose_engine *const *engine = decompose_engines;
    while (*engine != NULL && (*engine)->on_device != on_device) {
        engine++;
    }
    return *engine;
}

/* Chooses the CPU, unless the user asks for a GPU or the graph is large enough for one. */
static const struct decompose_engine *choose_engine(const struct components_work *work,
                                                    const struct backend *backend,
                                                    const struct digraph *graph, int may_move) {
    const struct decompose_engine *gpu = find_engine(1);
    const double items = (double)graph->vertices + (double)graph->edges;
    const int may = gpu != NULL && work->task->how.scc.algorithm != SCC_TARJAN;
    return may && (backend->on_device ||
                   (backend->is_auto && may_move && side_is_worth_a_gpu(backend, &costs, items, work->run)))
               ? gpu
               : find_engine(0);
}

static int run_engine(struct components_work *work, const struct decompose_engine *engine,
                      const struct digraph *graph) {
    struct components *found = work->found;
    const struct components_task *task = work->task;
    enum scc_algorithm algorithm;
    if (task->mec) {
        struct mec_report report = {0};
        const struct mec_result result = {.component = found->component};
        if (engine->mec(graph, &task->how, work->run, &result, &report, work->error) != 0) {
            return -1;
        }
        components_note_mec(found, &report);
        algorithm = report.algorithm;
    } else {
        struct scc_report report = {0};
        if (engine->scc(graph, &task->how.scc, work->run, found->component, &report, work->error) != 0) {
            return -1;
        }
        components_note_scc(found, &report);
        algorithm = report.algorithm;
    }
    found->device = engine->name;
    found->threads = engine->on_device ? UINT64_MAX : algorithm == SCC_TARJAN ? 1 : work->run->threads;
    if (component_counts_make(graph, found->component, work->run, &found->counts, work->error) != 0) {
        components_forget(work);
        return -1;
    }
    return 0;
}

static int decompose_on_host(struct components_work *work, const struct backend *backend,
                             const struct digraph *graph, const struct mdp *mdp, int may_move) {
    const struct decompose_engine *engine = choose_engine(work, backend, graph, may_move);
    const struct components_task *task = work->task;
    if (components_want(work, graph->vertices) != 0) {
        return -1;
    }
    int failed = run_engine(work, engine, graph);
    if (failed != 0 && engine->on_device &&
        space_keep_reason(backend, work->run, work->error, &work->found->fallback) > 0) {
        failed = run_engine(work, find_engine(0), graph);
    }
    return failed == 0 && task->use != NULL ? task->use(task->context, graph, mdp, work->found, work->error)
                                            : failed;
}

int components_of_graph(const struct backend *backend, const struct digraph *graph, const struct mdp *mdp,
                        int may_move, const struct components_task *task, const struct run *run,
                        struct components *found, struct error *error) {
    struct components_work work = {task, run, found, error};
    found->choices = mdp != NULL ? mdp->choices : UINT64_MAX;
    found->edges = graph->edges;
    return decompose_on_host(&work, backend, graph, mdp, may_move);
}

/* --- graphs of searches --- */

/* Decomposes the graph of a network in host memory. */
static int decompose_graph(struct components_work *work, const struct space *space,
                           const struct graph *graph) {
    const struct network *network = model_network(space->model);
    if (!work->task->mec) {
        const struct digraph view = {graph->vertices, graph->edges, graph->offsets,
                                     graph->targets,  NULL,         NULL};
        work->found->edges = graph->edges;
        return decompose_on_host(work, space_backend(space), &view, NULL, 0);
    }
    struct mdp *mdp = mdp_from_graph(graph, network, work->task->keep_races, work->run, work->error);
    if (mdp == NULL) {
        return -1;
    }
    const struct digraph view = mdp_digraph(mdp);
    work->found->choices = mdp->choices;
    work->found->edges = mdp->edges;
    const int failed = decompose_on_host(work, space_backend(space), &view, mdp, 0);
    mdp_free(mdp);
    return failed;
}

static int decompose_part(struct components_work *work, const struct graph_part *part) {
    struct components *found = work->found;
    const struct part_scc_options options = {.live = NULL};
    struct part_components components;
    struct part_scc_report report;
    const double begun = run_clock();
    int failed = part_scc(part, &options, work->run, &components, &report, work->error) != 0;
    found->seconds = run_clock() - begun;
    found->algorithm = "colouring";
    found->rounds = report.rounds;
    found->trimmed = report.trimmed;
    found->edges = part->all_edges;
    if (!failed && part_scc_count(part, &components, work->run, &found->counts, work->error) != 0) {
        components_forget(work);
        failed = 1;
    }
    part_components_free(&components);
    return failed ? -1 : 0;
}

/* By several processes: the graph stays in parts, of which each process has one. */
static int decompose_on_ranks(struct components_work *work, struct exploration *exploration) {
    const struct run *run = work->run;
    const uint64_t before = ranks_bytes_sent(run->ranks);
    const double begun = run_clock();
    struct graph_part *part = graph_part_build(exploration, 0, run, work->error);
    work->found->graph_seconds = run_clock() - begun;
    const int failed = part == NULL || decompose_part(work, part) != 0;
    graph_part_free(part);
    uint64_t sums[] = {memory_peak(run->memory), ranks_bytes_sent(run->ranks) - before};
    ranks_sum(run->ranks, sums, LENGTH(sums));
    work->found->memory_bytes = sums[0];
    work->found->bytes_exchanged = sums[1];
    return failed ? -1 : 0;
}

/* Makes the graph in host memory; the states of its vertices, too, if they are needed. */
static struct graph *make_graph(struct components_work *work, struct space *space) {
    const double begun = run_clock();
    const struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES, work->task->states};
    struct graph *graph = space_graph(space, &options, work->run, work->error);
    work->found->graph_seconds = run_clock() - begun;
    return graph;
}

int space_components(struct space *space, const struct components_task *task, const struct run *run,
                     struct components *found, struct error *error) {
    struct components_work work = {task, run, found, error};
    struct graph *graph = NULL;
    if (run->ranks != NULL) {
        return decompose_on_ranks(&work, space->exploration);
    }
    int failed = components_there(&work, space, &graph);
    if (failed > 0) {
        graph = graph == NULL ? make_graph(&work, space) : graph;
        failed = graph == NULL ? -1 : decompose_graph(&work, space, graph);
    }
    graph_free(graph);
    if (task->states != NULL) {
        graph_states_free(*task->states);
        *task->states = NULL;
    }
    return failed;
}
