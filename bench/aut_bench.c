/*
 * AUT files, plain and compressed, by one thread and by all. A file cannot be written faster than its bytes
 * are copied to the disk's cache, which is measured beside it.
 */
#include "bench/aut_bench.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/label.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "bench/subject.h"
#include "explorer/graph/graph.h"
#include "model/lts.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/graph_write.h"

#define COPY_BYTES ((size_t)512 << 10)

struct line {
    const char *name;
    uint64_t threads, bytes;
    double write_seconds, copy_seconds, read_seconds, write_rate, read_rate;
};

static const struct statistic_row columns[] = {
    COLUMN("format", "file", TEXT, name),
    COLUMN("threads", "threads", COUNT, threads),
    COLUMN("bytes", "size", BYTES, bytes),
    COLUMN("write_seconds", "written", SECONDS, write_seconds),
    COLUMN("copy_seconds", "so many bytes", SECONDS, copy_seconds),
    COLUMN("read_seconds", "read", SECONDS, read_seconds),
    COLUMN("written_per_second", "transitions/s", RATE, write_rate),
    COLUMN("read_per_second", "read/s", RATE, read_rate),
};

/* A file of the graph, by some of the threads. */
struct aut_work {
    const struct graph *graph;
    const char *path;
    struct run run;
    int compressed;
    uint64_t bytes;
};

static int write_once(void *context, double *seconds, struct error *error) {
    struct aut_work *work = context;
    double begin = run_clock();
    int failed = graph_write(work->graph, work->path, FILE_AUT, &work->run, error);
    *seconds = run_clock() - begin;
    return failed;
}

static int read_once(void *context, double *seconds, struct error *error) {
    struct aut_work *work = context;
    label_table *labels = label_table_create(work->run.memory, 0, NULL, 0);
    if (labels == NULL) {
        return error_memory(error, "for labels");
    }
    double begin = run_clock();
    struct lts *lts = aut_read(work->path, labels, &work->run, error);
    *seconds = run_clock() - begin;
    lts_free(work->run.memory, lts);
    label_table_free(labels);
    return lts == NULL ? -1 : 0;
}

/* Writes as many bytes to a new file of that name. */
static int copy_once(void *context, double *seconds, struct error *error) {
    struct aut_work *work = context;
    char *zeros = memory_allocate_zeroed(work->run.memory, COPY_BYTES);
    if (zeros == NULL) {
        return error_memory(error, "to write bytes");
    }
    unlink(work->path);
    double begin = run_clock();
    int file = open(work->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int failed = file < 0;
    for (uint64_t done = 0; done < work->bytes && !failed;) {
        uint64_t left = work->bytes - done;
        ssize_t count = write(file, zeros, left < COPY_BYTES ? left : COPY_BYTES);
        failed = count <= 0;
        done += (uint64_t)count;
    }
    failed |= file >= 0 && close(file) != 0;
    *seconds = run_clock() - begin;
    memory_free(work->run.memory, zeros, COPY_BYTES);
    return failed ? error_in(error, ERROR_IO, work->path, "cannot write") : 0;
}

typedef int once(void *context, double *seconds, struct error *error);

/* The median of several times; one time for compressed files, which take long. */
static int measure_time(struct bench *bench, struct aut_work *work, once *once, double *seconds) {
    return work->compressed ? once(work, seconds, bench->error)
                            : bench_repeat(bench->run, once, work, seconds, bench->error);
}

static int measure(struct bench *bench, struct aut_work *work, const char *name) {
    struct stat status;
    struct line line = {.name = name, .threads = work->run.threads};
    if (measure_time(bench, work, write_once, &line.write_seconds) != 0 ||
        measure_time(bench, work, read_once, &line.read_seconds) != 0) {
        return -1;
    }
    if (stat(work->path, &status) != 0) {
        return error_in(bench->error, ERROR_IO, work->path, "the file is gone");
    }
    line.bytes = work->bytes = (uint64_t)status.st_size;
    if (measure_time(bench, work, copy_once, &line.copy_seconds) != 0) {
        return -1;
    }
    line.write_rate = (double)work->graph->edges / line.write_seconds;
    line.read_rate = (double)work->graph->edges / line.read_seconds;
    return bench_line(bench, &line);
}

static int measure_all(struct bench *bench, const struct graph *graph, const char *folder) {
    static const char *const names[] = {".aut", ".aut.gz", ".aut.zst"};
    char path[SUBJECT_FOLDER + 16];
    struct aut_work work = {.graph = graph, .path = path, .run = *bench->run};
    int failed = 0;
    work.run.files_read = NULL; /* they are written again */
    for (unsigned i = 0; i < LENGTH(names) && !failed; i++) {
        snprintf(path, sizeof path, "%s/graph%s", folder, names[i]);
        work.compressed = i > 0;
        for (unsigned threads = bench->run->threads; threads > 0 && !failed;
             threads = threads > 1 && i == 0) {
            work.run.threads = threads;
            failed = measure(bench, &work, names[i]);
        }
    }
    return failed;
}

int bench_aut(struct bench *bench) {
    static const struct bench_table table = {
        "aut",
        "The graph of a token ring, written as AUT and read again, by one thread and by all;\n"
        "beside it, the time that writing so many bytes takes.",
        columns, LENGTH(columns)};
    struct network_shape shape = {NETWORK_RING, .size = bench->quick ? 9 : 11};
    struct subject subject;
    struct graph *graph = NULL;
    char folder[SUBJECT_FOLDER];
    if (bench_begin(bench, &table) != 0 || subject_open(bench, &shape, &subject) != 0) {
        return -1;
    }
    int failed = subject_graph(bench, &subject, &graph);
    if (failed == 0 && graph == NULL) {
        failed = error_memory(bench->error, "for the graph");
    }
    if (failed == 0 && (failed = subject_folder_create(folder, bench->error)) == 0) {
        failed = measure_all(bench, graph, folder);
        subject_folder_remove(folder);
    }
    graph_free(graph);
    subject_close(bench, &subject);
    return failed;
}
