/* Search for cycles in a graph in host memory. */
#include "base/error.h"
#include "base/run.h"
#include "base/steps/steps_host.h"
#include "decompose/cycles/cycle_internal.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/graph.h"

CYCLE_STEPS(STEPS_HOST)
CYCLE_FAIR_STEPS(STEPS_HOST_HALVES)

static const step_function host_steps[] = {CYCLE_STEPS(STEPS_HOST_NAME) CYCLE_FAIR_STEPS(STEPS_HOST_NAME)};

/* Makes those edges live whose labels are in the wanted set. */
static int select_wanted(struct cycle_search *search) {
    const struct cycle_view *view = &search->view;
    uint64_t words = bitmap_words(view->graph.edges);
    for (uint64_t word = 0; word < words; word++) {
        uint64_t first = word * BITMAP_WORD_BITS, left = view->graph.edges - first;
        uint32_t bits = 0;
        for (uint32_t k = 0; k < BITMAP_WORD_BITS && k < left; k++) {
            bits |= (uint32_t)(view->wanted_set[view->labels[first + k]] != 0) << k;
        }
        view->live[word] = bits;
        if (run_stops_at(search->steps.run, word + 1, (uint64_t)1 << 20)) {
            return error_set(search->steps.error, ERROR_INTERRUPTED, "interrupted while cycles were sought");
        }
    }
    return 0;
}

static int host_decompose(struct cycle_search *search) {
    const struct cycle_view *view = &search->view;
    const struct scc_options options = {.algorithm = SCC_AUTO};
    struct scc_report report;
    return scc_cpu(&view->graph, &options, search->steps.run, view->component, &report, search->steps.error);
}

int cycle_find(const struct graph *graph, const struct cycle_levels *levels, const struct cycle_goal *goal,
               const struct run *run, struct cycle *cycle, struct error *error) {
    struct cycle_search search = {.steps = {.side = &steps_host_side,
                                            .memory = run->memory,
                                            .run = run,
                                            .lanes = 1,
                                            .error = error,
                                            .task = "looking for cycles"},
                                  .functions = host_steps,
                                  .select = select_wanted,
                                  .decompose = host_decompose,
                                  .view = {.graph = {.vertices = graph->vertices,
                                                     .edges = graph->edges,
                                                     .offsets = graph->offsets,
                                                     .targets = graph->targets},
                                           .labels = graph->labels},
                                  .label_count = graph->label_count};
    return cycle_find_on_side(&search, levels, goal, cycle);
}
