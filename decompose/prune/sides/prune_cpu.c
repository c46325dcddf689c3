/* Pruning on CPU threads. The calling thread alone drains a queue that gets few states in each level. */
#include "base/error.h"
#include "base/run.h"
#include "base/steps/steps_host.h"
#include "base/team.h"
#include "decompose/almost_sure/almost_sure_core.h"
#include "decompose/mec/mec_core.h"
#include "decompose/prune/prune.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/graph_reverse.h"

#define LARGE_LEVEL ((uint64_t)4096) /* entries of the queue; as many between two checks of the stop flag */

PRUNE_STEPS(STEPS_HOST)
MEC_STEPS(STEPS_HOST)
SURE_STEPS(STEPS_HOST)

static const step_function prune_steps[] = {PRUNE_STEPS(STEPS_HOST_NAME)};
static const step_function mec_steps[] = {MEC_STEPS(STEPS_HOST_NAME)};
static const step_function sure_steps[] = {SURE_STEPS(STEPS_HOST_NAME)};

static int host_drain(struct prune *prune, step_function step, const void *view) {
    const uint64_t *queued = &prune->view.counters->queued;
    uint64_t checked = 0; /* the entry at which the stop flag was checked last */
    for (uint64_t first = 0, end; first < *queued; first = end) {
        end = *queued;
        if (end - first > LARGE_LEVEL || first - checked >= LARGE_LEVEL) {
            checked = first;
            if (prune_each(prune, step, view, first, end - first) != 0) {
                return -1;
            }
        } else {
            step(&prune->steps, view, first, end - first);
        }
    }
    return 0;
}

static int host_drain_falls(struct prune *prune, const void *view) {
    return host_drain(prune, prune_steps[PRUNE_FALL], view);
}

static int host_drain_reach(struct prune *prune, const void *view) {
    return host_drain(prune, sure_steps[SURE_REACH], view);
}

/* --- the transpose --- */

struct reversal {
    const struct prune *prune;
    struct graph_reverse reverse;
};

static int reverse_graph(struct team *team, void *context) {
    struct reversal *reversal = context;
    return graph_reverse_make(team, &reversal->prune->view.graph, reversal->prune->steps.run,
                              &reversal->reverse);
}

static int host_transpose(struct prune *prune) {
    const struct run *run = prune->steps.run;
    struct error *error = prune->steps.error;
    struct reversal reversal = {.prune = prune};
    int result = team_run(run, run->threads, reverse_graph, &reversal);
    if (result != 0) {
        prune_note_bytes(prune, reversal.reverse.targets == NULL
                                    ? (prune->view.graph.vertices + 1) * sizeof *reversal.reverse.offsets
                                    : graph_reverse_bytes(&reversal.reverse.graph));
        graph_reverse_free(&reversal.reverse, prune->steps.memory);
        return result > 0 ? error_memory(error, "to transpose the graph")
                          : error_set(error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    }
    prune->view.sources_begin = reversal.reverse.offsets;
    prune->view.sources = reversal.reverse.targets;
    prune->source_count = reversal.reverse.graph.edges;
    return 0;
}

static int host_decompose(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                          uint32_t *component, struct scc_report *report) {
    return scc_cpu(graph, options, prune->steps.run, component, report, prune->steps.error);
}

static const struct prune_side host_side = {prune_steps,      mec_steps,      sure_steps,    host_drain_falls,
                                            host_drain_reach, host_transpose, host_decompose};

struct prune prune_on_host(const struct run *run, struct error *error) {
    return (struct prune){.side = &host_side,
                          .steps = {.side = &steps_host_side,
                                    .memory = run->memory,
                                    .run = run,
                                    .error = error,
                                    .task = "decomposing the graph"}};
}
