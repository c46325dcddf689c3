/* Search for cycles in a graph in host memory. */
#include "base/run.h"
#include "base/steps/steps_host.h"
#include "decompose/cycles/cycle_internal.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/edge_mask.h"
#include "explorer/graph/graph.h"

CYCLE_STEPS(STEPS_HOST)

static const step_function host_steps[] = {CYCLE_STEPS(STEPS_HOST_NAME)};

static int host_decompose(struct cycle_search *search) {
    const struct cycle_view *view = &search->view;
    const struct run *run = search->steps.run;
    const struct scc_options options = {.algorithm = SCC_AUTO};
    struct scc_report report;
    struct error *error = search->steps.error;
    return edge_mask_fill(search->graph, view->wanted_set, run, view->live, error) != 0
               ? -1
               : scc_cpu(&view->graph, &options, run, view->component, &report, error);
}

int cycle_find(const struct graph *graph, const struct cycle_levels *levels, const struct cycle_goal *goal,
               const struct run *run, struct cycle *cycle, struct error *error) {
    struct cycle_search search = {.steps = {.side = &steps_host_side,
                                            .memory = run->memory,
                                            .run = run,
                                            .error = error,
                                            .task = "looking for cycles"},
                                  .functions = host_steps,
                                  .decompose = host_decompose,
                                  .graph = graph,
                                  .view = {.graph = {.vertices = graph->vertices,
                                                     .edges = graph->edges,
                                                     .offsets = graph->offsets,
                                                     .targets = graph->targets},
                                           .labels = graph->labels},
                                  .label_count = graph->label_count};
    return cycle_find_on_side(&search, levels, goal, cycle);
}
