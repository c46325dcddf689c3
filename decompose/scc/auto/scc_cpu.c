/*
 * Chooses the algorithm that decomposes a graph on the host. With several threads, one of them runs Tarjan's
 * algorithm while the others run FBT, and the first result counts: FBT took between 0.1 and 9 times as long
 * as Tarjan's algorithm on 16 threads, and what a graph is like shows only when most of the work is done.
 */
#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/team.h"
#include "decompose/scc/parallel/scc_regions.h"
#include "decompose/scc/scc_internal.h"

#define VERTICES_PER_THREAD 32u            /* at least; fewer are not worth a thread */
#define PARALLEL_LEAST ((uint64_t)1 << 21) /* vertices and edges; Tarjan's algorithm is as fast on less */
#define RACE_THREADS 3u                    /* at least: one for Tarjan's algorithm, two for FBT */

typedef int (*team_algorithm)(struct team *team, const struct scc_task *task);
#define TEAM_ALGORITHM(member, name, team, cuda) team,
static const team_algorithm team_algorithms[] = {SCC_LIST(TEAM_ALGORITHM)};

static int lead_team(struct team *team, void *context) {
    const struct scc_task *task = context;
    return team_algorithms[task->options->algorithm](team, task);
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

static int decompose_alone(const struct scc_task *task, struct error *error) {
    task->report->algorithm = SCC_TARJAN;
    task->report->bytes = scc_tarjan_bytes(task->graph);
    return scc_tarjan(task, error);
}

/* --- the race --- */

struct tarjan_side {
    struct scc_task task; /* of its own but for graph and options */
    struct run run;
    struct scc_report report;
    struct error error;
    int failed;
    int won; /* the flag that stops the other side; written atomically */
};

static void *run_tarjan_side(void *context) {
    struct tarjan_side *side = context;
    side->failed = decompose_alone(&side->task, &side->error) != 0;
    __atomic_store_n(&side->won, !side->failed, __ATOMIC_RELAXED);
    return NULL;
}

static uint64_t component_bytes(const struct digraph *graph) {
    return graph->vertices * sizeof(uint32_t);
}

static uint64_t race_bytes(const struct digraph *graph) {
    return scc_regions_bytes(graph) + scc_tarjan_bytes(graph) + component_bytes(graph);
}

/* Both at once; `component` has room for those of Tarjan's algorithm. */
static int race_tarjan(const struct scc_task *task, uint32_t *component, struct error *error) {
    int searched = 0;
    pthread_t thread;
    struct tarjan_side side = {.run = *task->run};
    side.run.progress = NULL;
    side.run.lost = &searched;
    side.task = (struct scc_task){task->graph, task->options, &side.run, component, &side.report};
    struct run run = *task->run;
    struct scc_task searches = *task;
    searches.run = &run;
    if (pthread_create(&thread, NULL, run_tarjan_side, &side) != 0) {
        return decompose_in_parallel(&searches, error);
    }
    run.threads--;
    run.lost = &side.won;
    int result = decompose_in_parallel(&searches, error);
    __atomic_store_n(&searched, result == 0, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    if (result != 0 && !side.failed) {
        memcpy(task->component, component, component_bytes(task->graph));
        *task->report = side.report;
        *error = (struct error){.code = ERROR_NONE}; /* the other side was stopped */
        result = 0;
    }
    task->report->bytes = race_bytes(task->graph);
    return result;
}

static int race(const struct scc_task *task, struct error *error) {
    struct memory *memory = task->run->memory;
    uint32_t *component = memory_allocate(memory, component_bytes(task->graph));
    if (component == NULL) {
        return error_memory(error, "for strongly connected components");
    }
    int result = race_tarjan(task, component, error);
    memory_free(memory, component, component_bytes(task->graph));
    return result;
}

/* --- the choice --- */

static int may_race(const struct digraph *graph, unsigned threads) {
    return threads >= RACE_THREADS && graph->vertices + graph->edges >= PARALLEL_LEAST;
}

uint64_t scc_cpu_bytes(const struct digraph *graph, enum scc_algorithm algorithm, unsigned threads) {
    if (algorithm == SCC_AUTO && may_race(graph, threads)) {
        return race_bytes(graph);
    }
    return algorithm == SCC_AUTO || algorithm == SCC_TARJAN ? scc_tarjan_bytes(graph)
                                                            : scc_regions_bytes(graph);
}

static int choose_and_decompose(struct scc_task *task, struct error *error) {
    const struct run *run = task->run;
    int is_auto = task->options->algorithm == SCC_AUTO;
    if (is_auto && run->lost == NULL && may_race(task->graph, run->threads) &&
        race_bytes(task->graph) <= memory_left(run->memory)) {
        task->report->algorithm = SCC_FBT;
        return race(task, error);
    }
    return is_auto || team_algorithms[task->options->algorithm] == NULL ? decompose_alone(task, error)
                                                                        : decompose_in_parallel(task, error);
}

int scc_cpu(const struct digraph *graph, const struct scc_options *options, const struct run *run,
            uint32_t *component, struct scc_report *report, struct error *error) {
    double begun = run_clock();
    *report = (struct scc_report){.algorithm = options->algorithm};
    struct scc_task task = {graph, options, run, component, report};
    int result = 0;
    if (run_should_stop(run)) {
        result = error_set(error, ERROR_INTERRUPTED, SCC_INTERRUPTED);
    } else if (graph->vertices != 0) {
        result = choose_and_decompose(&task, error);
    } else if (options->algorithm == SCC_AUTO) {
        report->algorithm = SCC_TARJAN;
    }
    report->seconds = run_clock() - begun;
    return result;
}
