#ifndef HEDDLE_BENCH_SCC_SUBJECT_H
#define HEDDLE_BENCH_SCC_SUBJECT_H

#include <stdint.h>

#include "decompose/digraph.h"
#include "decompose/mec.h"

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

/* How a graph was decomposed. */
struct scc_measure {
    double
        seconds; /* median, from the graph in the engine's memory to the components there; -1: not at all */
    enum scc_algorithm algorithm;
    uint64_t rounds, bytes;
};

/* 0, or -1 with *bench->error filled and nothing to close. */
int scc_subject_open(struct bench *bench, const struct digraph *graph, struct scc_subject *subject);
void scc_subject_close(struct scc_subject *subject);

/*
 * Decomposes it several times, once to warm up, and fetches the components. Memory that is spent is no
 * failure: *seconds are negative then and bench->stopped counts it. 0, or -1 with *bench->error filled.
 */
int scc_subject_run(struct scc_subject *subject, const struct scc_options *options,
                    struct scc_measure *measure);
int scc_subject_run_mec(struct scc_subject *subject, const struct mec_options *options,
                        struct scc_measure *measure);

/* The same once, by Tarjan's algorithm on the host, whatever the engine. */
int scc_subject_tarjan(struct scc_subject *subject, struct scc_measure *measure);
int scc_subject_mec_tarjan(struct scc_subject *subject, struct scc_measure *measure);

#endif
