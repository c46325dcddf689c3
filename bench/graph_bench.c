/* heddle bench graph: building the graph of a search in the memory that the search used. */
#include <stddef.h>

#include "base/array.h"
#include "base/error.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/subject.h"
#include "explorer/backend.h"

#ifdef HEDDLE_CUDA
#include "explorer/graph/graph_device.h"
#endif

struct line {
    uint64_t size, states, edges, memory;
    double search_seconds, seconds, rate;
    int labels, exact;
    const char *outcome;
};

static const struct statistic_row columns[] = {
    COLUMN("nodes", "N", COUNT, size),
    COLUMN("states", "states", COUNT, states),
    COLUMN("edges", "edges", COUNT, edges),
    COLUMN("labels", "labels", TRUTH, labels),
    COLUMN("search_seconds", "search s", SECONDS, search_seconds),
    COLUMN("seconds", "graph s", SECONDS, seconds),
    COLUMN("edges_per_second", "edges/s", RATE, rate),
    COLUMN("memory_bytes", "memory", BYTES, memory),
    COLUMN("exact", "exact", TRUTH, exact),
    COLUMN("outcome", "", TEXT, outcome),
};

/* Makes the graph and forgets it; *edges. 0, or -1 with *bench->error filled. */
static int build(struct bench *bench, struct exploration *found, int labels, uint64_t *edges) {
#ifdef HEDDLE_CUDA
    if (found->space.device != NULL) {
        struct graph_options options = {labels ? GRAPH_LABELS : 0, NULL};
        struct graph_device *on_device = graph_device_build(found, &options, bench->run, bench->error);
        *edges = on_device == NULL ? 0 : on_device->edges;
        graph_device_free(on_device);
        return on_device == NULL ? -1 : 0;
    }
#endif
    (void)labels;
    struct graph *graph = bench->backend->graph(found, NULL, bench->run, bench->error);
    *edges = graph == NULL ? 0 : graph->edges;
    graph_free(graph);
    return graph == NULL ? -1 : 0;
}

static int measure(struct bench *bench, const model *model, struct line *line) {
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct exploration *found;
    if (subject_search_once(bench, model, &options, &found, &line->outcome) != 0) {
        return -1;
    }
    int failed = 0;
    if (found != NULL) {
        line->states = found->result.states;
        line->search_seconds = found->effort.seconds;
    }
    if (line->outcome == NULL) {
        double begun = run_clock();
        if (build(bench, found, line->labels, &line->edges) != 0) {
            line->outcome = bench_out_of_memory;
            failed = bench->error->code == ERROR_MEMORY ? 0 : -1;
        } else {
            line->seconds = run_clock() - begun;
            line->rate = (double)line->edges / line->seconds;
            line->memory = found->effort.memory_peak;
        }
    }
    exploration_free(found);
    return failed;
}

static int measure_graph(struct bench *bench, uint32_t nodes, const struct subject *subject, int labels) {
    struct model_options layout = {.labels = labels};
    struct line line;
    bench_clear(columns, LENGTH(columns), &line);
    line.size = nodes;
    line.labels = labels;
    model *model = model_compile(subject->network, &layout, bench->run, bench->error);
    int failed = model == NULL || measure(bench, model, &line) != 0;
    model_free(model);
    /* All transitions of the ring are edges of their own. */
    if (!failed && line.outcome == NULL) {
        line.exact = line.states == subject->expected.states && line.edges == subject->expected.transitions;
        bench->wrong += !line.exact;
    }
    bench->stopped += line.outcome != NULL;
    return failed ? -1 : bench_line(bench, &line);
}

static int measure_ring(struct bench *bench, const struct named_shape *which, const struct subject *subject) {
    int failed = 0;
    for (int labels = !bench->backend->on_device; labels < 2 && failed == 0; labels++) {
        failed = measure_graph(bench, which->shape.size, subject, labels);
    }
    return failed;
}

static int bench_ring(struct bench *bench) {
    static const uint32_t largest[BENCH_SIZES] = {8, 11, 12, 16};
    static const struct bench_table table = {
        "ring",
        "The graph of the token ring, in compressed rows, from what a search left; on a GPU it stays there,\n"
        "and is made without labels, too. Each is made once. Memory is that of the search as well.",
        columns, LENGTH(columns)};
    return subject_each_ring(bench, &table, largest[bench_size(bench)], measure_ring);
}

const struct benchmark bench_graph = {"graph", {{"ring", bench_ring, {0.2, 1, 1, 20}, 0}}, 0};
