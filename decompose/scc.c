/* Which algorithm decomposes a graph on the host. */
#include "decompose/scc.h"

#include <string.h>

#include "base/error.h"
#include "base/run.h"
#include "decompose/scc_internal.h"

static const char *const names[SCC_ALGORITHMS] = {"auto", "tarjan", "fbt", "bfbt", "ecl"};

const char *scc_algorithm_name(enum scc_algorithm algorithm) {
    return names[algorithm];
}

int scc_algorithm_find(const char *name) {
    for (int algorithm = 0; algorithm < SCC_ALGORITHMS; algorithm++) {
        if (strcmp(names[algorithm], name) == 0) {
            return algorithm;
        }
    }
    return -1;
}

uint64_t scc_cpu_bytes(const struct digraph *graph, enum scc_algorithm algorithm, unsigned threads) {
    (void)algorithm;
    (void)threads;
    return scc_tarjan_bytes(graph);
}

int scc_cpu(const struct digraph *graph, const struct scc_options *options, const struct run *run,
            uint32_t *component, struct scc_report *report, struct error *error) {
    (void)options;
    double begun = run_clock();
    *report = (struct scc_report){.algorithm = SCC_TARJAN, .bytes = scc_tarjan_bytes(graph)};
    int result = scc_tarjan(graph, run, component, error);
    report->seconds = run_clock() - begun;
    return result;
}
