/* Exploration of examples, and writing and reading AUT. */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "frontend/aut.h"
#include "frontend/network.h"

struct loaded {
    struct memory memory;
    struct run run;
    struct error error;
    exp_tree *tree;
    struct network *network;
    model *model;
};

static void give_up(const struct error *error) {
    char text[2048];
    fprintf(stderr, "%s\n", error_describe(error, text, sizeof text));
    exit(1);
}

static void load(struct loaded *loaded, const char *path, unsigned threads) {
    static const struct exp_options reading;
    static const struct model_options compiling;
    memory_init(&loaded->memory, memory_available());
    loaded->run = (struct run){.memory = &loaded->memory, .threads = threads};
    loaded->tree = exp_tree_read(path, &reading, &loaded->run, &loaded->error);
    loaded->network =
        loaded->tree == NULL ? NULL : network_compose(loaded->tree, &loaded->run, &loaded->error);
    loaded->model = loaded->network == NULL
                        ? NULL
                        : model_compile(loaded->network, &compiling, &loaded->run, &loaded->error);
    if (loaded->model == NULL) {
        give_up(&loaded->error);
    }
}

static void unload(struct loaded *loaded) {
    model_free(loaded->model);
    network_free(&loaded->memory, loaded->network);
    exp_tree_free(loaded->tree);
}

static struct exploration *explore(struct loaded *loaded, int keep) {
    struct explore_options options = {.keep_levels = keep, .max_depth = UINT64_MAX};
    struct exploration *found = explore_cpu(loaded->model, &options, &loaded->run, &loaded->error);
    if (found == NULL) {
        give_up(&loaded->error);
    }
    if (found->outcome != EXPLORE_DONE) {
        fprintf(stderr, "the search is incomplete\n");
        exit(1);
    }
    return found;
}

struct bench_exploration bench_explore(const char *path, unsigned threads, int keep, unsigned repeats) {
    double seconds[BENCH_REPEATS];
    struct bench_exploration result = {0};
    repeats = repeats < BENCH_REPEATS ? repeats : BENCH_REPEATS;
    for (unsigned repeat = 0; repeat < repeats; repeat++) {
        struct loaded loaded;
        load(&loaded, path, threads);
        struct exploration *found = explore(&loaded, keep);
        seconds[repeat] = found->seconds;
        result.states = found->states;
        result.transitions = found->transitions;
        result.deadlocks = found->deadlocks;
        result.table_bytes = found->table_bytes;
        result.bytes_a_state = (double)found->memory_peak / (double)found->states;
        exploration_free(found);
        unload(&loaded);
    }
    result.seconds = bench_median(seconds, repeats);
    return result;
}

void bench_aut(const char *path, double *write_rate, double *read_rate, double *megabytes) {
    char name[] = "/tmp/heddle-bench-XXXXXX.aut";
    int file = mkstemps(name, 4);
    struct loaded loaded;
    struct stat status;
    load(&loaded, path, 2);
    struct graph *graph = file < 0 ? NULL : graph_build_cpu(explore(&loaded, 1), &loaded.run, &loaded.error);
    if (graph == NULL) {
        give_up(&loaded.error);
    }
    double reads[BENCH_REPEATS], begin = run_clock();
    if (graph_write(graph, name, GRAPH_FORMAT_AUT, &loaded.run, &loaded.error) != 0) {
        give_up(&loaded.error);
    }
    double written = run_clock() - begin;
    graph_free(graph);
    unload(&loaded);
    close(file);
    stat(name, &status);
    *megabytes = (double)status.st_size / 1e6;
    for (unsigned repeat = 0; repeat < BENCH_REPEATS; repeat++) {
        struct memory memory;
        memory_init(&memory, memory_available());
        struct run run = {.memory = &memory, .threads = 1};
        label_table *labels = label_table_create(&memory, 0, NULL, 0);
        begin = run_clock();
        struct lts *lts = aut_read(name, labels, &run, &loaded.error);
        reads[repeat] = run_clock() - begin;
        if (lts == NULL) {
            give_up(&loaded.error);
        }
        lts_free(&memory, lts);
        label_table_free(labels);
    }
    unlink(name);
    *write_rate = *megabytes / written;
    *read_rate = *megabytes / bench_median(reads, BENCH_REPEATS);
}
