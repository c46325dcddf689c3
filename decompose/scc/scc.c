/* Which algorithm decomposes a graph on the host. */
#include "decompose/scc/scc.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/scc/scc_internal.h"
#include "decompose/scc/forward_backward/scc_regions.h"
#include "base/team.h"

#define VERTICES_PER_THREAD 32u            /* fewer are not worth a thread */
#define PARALLEL_LEAST ((uint64_t)1 << 20) /* vertices and edges; Tarjan's algorithm is as fast below */

static const char *const names[SCC_ALGORITHMS] = {"auto", "tarjan", "fbt", "bfbt", "ecl"};

const char *scc_algorithm_name(enum scc_algorithm algorithm) {
    return names[algorithm];
}

void scc_tell_progress(const struct run *run, uint64_t done, uint64_t vertices) {
    run_tell(run, "decomposing", done, vertices, "states");
}

/*
 * What AUTO is for so many threads and so much memory. With two threads FBT took 0.65 of the time of Tarjan's
 * algorithm on the state space of a token ring of 13 nodes, and ECL as long as it.
 */
static enum scc_algorithm choose(const struct digraph *graph, unsigned threads, uint64_t memory) {
    return threads == 1 || graph->vertices + graph->edges < PARALLEL_LEAST || regions_bytes(graph) > memory
               ? SCC_TARJAN
               : SCC_FBT;
}

uint64_t scc_cpu_bytes(const struct digraph *graph, enum scc_algorithm algorithm, unsigned threads) {
    if (algorithm == SCC_AUTO) {
        algorithm = choose(graph, threads, UINT64_MAX);
    }
    return algorithm == SCC_TARJAN ? scc_tarjan_bytes(graph) : regions_bytes(graph);
}

struct work {
    const struct digraph *graph;
    const struct scc_options *options;
    const struct run *run;
    uint32_t *component;
    struct scc_report *report;
};

static int lead(struct team *team, void *context) {
    const struct work *work = context;
    return (work->options->algorithm == SCC_ECL ? scc_cpu_ecl : scc_cpu_fbt)(
        team, work->graph, work->options, work->run, work->component, work->report);
}

static int decompose_in_parallel(struct work *work, struct error *error) {
    uint64_t worth = 1 + work->graph->vertices / VERTICES_PER_THREAD;
    unsigned threads = work->run->threads < worth ? work->run->threads : (unsigned)worth;
    int result = team_run(work->run, threads, lead, work);
    if (result > 0) {
        return error_set(error, ERROR_MEMORY, "not enough memory for strongly connected components");
    }
    return result == 0 ? 0 : error_set(error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
}

int scc_cpu(const struct digraph *graph, const struct scc_options *options, const struct run *run,
            uint32_t *component, struct scc_report *report, struct error *error) {
    struct scc_options chosen = *options;
    double begun = run_clock();
    if (chosen.algorithm == SCC_AUTO) {
        chosen.algorithm = choose(graph, run->threads, memory_left(run->memory));
    }
    *report = (struct scc_report){.algorithm = chosen.algorithm};
    int result = 0;
    if (run_should_stop(run)) {
        result = error_set(error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    } else if (graph->vertices == 0) {
        report->bytes = 0;
    } else if (chosen.algorithm == SCC_TARJAN) {
        report->bytes = scc_tarjan_bytes(graph);
        result = scc_tarjan(graph, run, component, error);
    } else {
        struct work work = {graph, &chosen, run, component, report};
        result = decompose_in_parallel(&work, error);
    }
    report->seconds = run_clock() - begun;
    return result;
}
