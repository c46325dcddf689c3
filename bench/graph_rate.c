/* Traces and graphs made on a GPU, of a network whose size is the caller's choice. */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef HEDDLE_CUDA
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph_device.h"
#include "frontend/network.h"

struct bench_graph {
    struct memory memory;
    struct run run;
    struct error error;
    const model *model;
};

static void give_up(const struct error *error) {
    char text[2048];
    fprintf(stderr, "%s\n", error_describe(error, text, sizeof text));
    exit(1);
}

static void print_trace(struct bench_graph *bench, struct exploration *found) {
    struct trace_goal goal = {.kind = TRACE_TO_DEADLOCK};
    struct trace trace = {0};
    double begun = run_clock();
    if (found->deadlock_level == UINT64_MAX) {
        return;
    }
    if (backend_find("cuda")->trace(found, &goal, &bench->run, &trace, &bench->error) != 0) {
        give_up(&bench->error);
    }
    double seconds = run_clock() - begun;
    printf("  trace of %llu steps in %.3f s, %.1f microseconds a step\n", (unsigned long long)trace.steps,
           seconds, 1e6 * seconds / (double)(trace.steps + 1));
    trace_free(&bench->memory, &trace);
}

static void print_graph(struct bench_graph *bench, unsigned which) {
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct exploration *found =
        backend_find("cuda")->explore(bench->model, &options, &bench->run, &bench->error);
    if (found == NULL) {
        give_up(&bench->error);
    }
    printf("%s labels: %llu states, %llu transitions found in %.3f s\n", which == 0 ? "without" : "with",
           (unsigned long long)found->states, (unsigned long long)found->transitions, found->seconds);
    print_trace(bench, found);
    double begun = run_clock();
    struct graph_device *graph = graph_device_build(found, which, &bench->run, &bench->error);
    if (graph == NULL) {
        give_up(&bench->error);
    }
    printf("  graph of %llu edges in %.3f s; %.1f GB of the GPU taken at most\n",
           (unsigned long long)graph->edges, run_clock() - begun, (double)found->memory_peak / 1e9);
    graph_device_free(graph);
    exploration_free(found);
}

void bench_graph(const char *path) {
    static const struct exp_options reading;
    static const struct model_options compiling;
    struct bench_graph bench;
    memory_init(&bench.memory, memory_available());
    bench.run = (struct run){.memory = &bench.memory, .threads = 1};
    exp_tree *tree = exp_tree_read(path, &reading, &bench.run, &bench.error);
    struct network *network = tree == NULL ? NULL : network_compose(tree, &bench.run, &bench.error);
    model *model = network == NULL ? NULL : model_compile(network, &compiling, &bench.run, &bench.error);
    if (model == NULL) {
        give_up(&bench.error);
    }
    bench.model = model;
    print_graph(&bench, 0);
    print_graph(&bench, GRAPH_DEVICE_LABELS);
    model_free(model);
    network_free(&bench.memory, network);
    exp_tree_free(tree);
}
#else
void bench_graph(const char *path) {
    (void)path;
    fprintf(stderr, "built without CUDA\n");
    exit(1);
}
#endif
