/* Chooses the algorithm that decomposes a graph on the host. */
#include <assert.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/team.h"
#include "decompose/scc/parallel/scc_regions.h"
#include "decompose/scc/scc_internal.h"

#define VERTICES_PER_THREAD 32u            /* at least; fewer are not worth a thread */
#define PARALLEL_LEAST ((uint64_t)1 << 20) /* vertices and edges; Tarjan's algorithm is as fast on less */

/*
 * Chooses for AUTO. With two threads FBT took 0.65 of the time of Tarjan's algorithm on the state space of a
 * token ring of 13 nodes, and ECL took as long as it.
 */
static enum scc_algorithm choose_algorithm(const struct digraph *graph, unsigned threads, uint64_t memory) {
    return threads == 1 || graph->vertices + graph->edges < PARALLEL_LEAST ||
                   scc_regions_bytes(graph) > memory
               ? SCC_TARJAN
               : SCC_FBT;
}

uint64_t scc_cpu_bytes(const struct digraph *graph, enum scc_algorithm algorithm, unsigned threads) {
    if (algorithm == SCC_AUTO) {
        algorithm = choose_algorithm(graph, threads, UINT64_MAX);
    }
    return algorithm == SCC_TARJAN ? scc_tarjan_bytes(graph) : scc_regions_bytes(graph);
}

static int lead_team(struct team *team, void *context) {
    const struct scc_task *task = context;
    switch (task->options->algorithm) {
    case SCC_FBT:
    case SCC_BFBT:
        return scc_fbt_cpu(team, task);
    case SCC_ECL:
        return scc_ecl_cpu(team, task);
    case SCC_AUTO:
    case SCC_TARJAN:
        break; /* chosen before; on one thread */
    }
    assert(!"an algorithm for several threads");
    return -1;
}

static int decompose_in_parallel(struct scc_task *task, struct error *error) {
    uint64_t worth = 1 + task->graph->vertices / VERTICES_PER_THREAD;
    unsigned threads = task->run->threads < worth ? task->run->threads : (unsigned)worth;
    int result = team_run(task->run, threads, lead_team, task);
    if (result > 0) {
        return error_memory(error, "for strongly connected components");
    }
    return result == 0 ? 0 : error_set(error, ERROR_INTERRUPTED, SCC_INTERRUPTED);
}

int scc_cpu(const struct digraph *graph, const struct scc_options *options, const struct run *run,
            uint32_t *component, struct scc_report *report, struct error *error) {
    struct scc_options chosen = *options;
    double begun = run_clock();
    if (chosen.algorithm == SCC_AUTO) {
        chosen.algorithm = choose_algorithm(graph, run->threads, memory_left(run->memory));
    }
    *report = (struct scc_report){.algorithm = chosen.algorithm};
    struct scc_task task = {graph, &chosen, run, component, report};
    int result = 0;
    if (run_should_stop(run)) {
        result = error_set(error, ERROR_INTERRUPTED, SCC_INTERRUPTED);
    } else if (graph->vertices != 0 && chosen.algorithm == SCC_TARJAN) {
        report->bytes = scc_tarjan_bytes(graph);
        result = scc_tarjan(&task, error);
    } else if (graph->vertices != 0) {
        result = decompose_in_parallel(&task, error);
    }
    report->seconds = run_clock() - begun;
    return result;
}
