#ifndef HEDDLE_BENCH_SCC_SUBJECT_H
#define HEDDLE_BENCH_SCC_SUBJECT_H

#include <stddef.h>
#include <stdint.h>

#include "base/options/statistics.h"
#include "explorer/graph/digraph.h"
#include "decompose/mec/mec.h"

struct bench;
struct device;
struct digraph_device;

/* A graph to decompose: on the host and, where the bench's engine is a GPU, there as well. */
struct scc_subject {
    struct bench *bench;
    const struct digraph *graph; /* in host memory; not owned */
    uint32_t *component;         /* of the last run, in host memory */
    struct device *device;       /* NULL on the CPU; what follows is on it */
    struct digraph_device *resident;
    uint32_t *resident_component;
};

/* The result of decomposing a graph. */
struct scc_measure {
    double
        seconds; /* median, from the graph in the engine's memory to the components there; -1: not at all */
    enum scc_algorithm algorithm;
    uint64_t rounds, bytes;
};

/* Times of the algorithms for one graph, as tables show them; negative for those that did not run. */
struct scc_times {
    double tarjan; /* seconds */
    double seconds[SCC_ALGORITHMS], milliseconds[SCC_ALGORITHMS];
    const char *automatic; /* what AUTO was */
};

/* Rows for it; `line` is the struct that has it as `times`. */
#define SCC_TIMES_ROWS(line)                                                                                 \
    {"tarjan_seconds", "tarjan s", NULL, STATISTIC_SECONDS, offsetof(line, times.tarjan)},                   \
        {"fbt_seconds", NULL, NULL, STATISTIC_NUMBER, offsetof(line, times.seconds[SCC_FBT])},               \
        {NULL, "fbt", NULL, STATISTIC_NUMBER, offsetof(line, times.milliseconds[SCC_FBT])},                  \
        {"bfbt_seconds", NULL, NULL, STATISTIC_NUMBER, offsetof(line, times.seconds[SCC_BFBT])},             \
        {NULL, "bfbt", NULL, STATISTIC_NUMBER, offsetof(line, times.milliseconds[SCC_BFBT])},                \
        {"ecl_seconds", NULL, NULL, STATISTIC_NUMBER, offsetof(line, times.seconds[SCC_ECL])},               \
        {NULL, "ecl", NULL, STATISTIC_NUMBER, offsetof(line, times.milliseconds[SCC_ECL])},                  \
        {"auto_seconds", NULL, NULL, STATISTIC_NUMBER, offsetof(line, times.seconds[SCC_AUTO])},             \
        {NULL, "auto", NULL, STATISTIC_NUMBER, offsetof(line, times.milliseconds[SCC_AUTO])}, {              \
        "auto_algorithm", NULL, NULL, STATISTIC_TEXT, offsetof(line, times.automatic)                        \
    }

struct scc_times scc_times_none(void);
void scc_times_take(struct scc_times *times, enum scc_algorithm algorithm, const struct scc_measure *measure);

/* 0, or -1 with *bench->error filled and nothing to close. */
int scc_subject_open(struct bench *bench, const struct digraph *graph, struct scc_subject *subject);
void scc_subject_close(struct scc_subject *subject);

/*
 * Decomposes the graph several times, once to warm up, and fetches the components. If memory runs out,
 * measure->seconds is negative and bench->stopped counts it. 0, or -1 with *bench->error
 * filled.
 */
int scc_subject_run(struct scc_subject *subject, const struct scc_options *options,
                    struct scc_measure *measure);
int scc_subject_run_mec(struct scc_subject *subject, const struct mec_options *options,
                        struct scc_measure *measure);

/* The same once, by Tarjan's algorithm on the host, whatever the engine. */
int scc_subject_tarjan(struct scc_subject *subject, struct scc_measure *measure);
int scc_subject_mec_tarjan(struct scc_subject *subject, struct scc_measure *measure);

#endif
