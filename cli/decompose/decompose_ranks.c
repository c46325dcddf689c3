/* heddle scc as several processes: the graph stays in parts, of which each process has one. */
#include <string.h>

#include "base/array.h"
#include "base/ranks/ranks.h"
#include "cli/cluster.h"
#include "cli/decompose/decompose.h"
#include "decompose/ranks/part_scc.h"
#include "explorer/graph/graph_part.h"

int decompose_check_cluster(struct decomposition *work) {
    const struct decompose_options *options = work->options;
    const enum file_kind kind = file_format_row(work->format)->kind;
    const struct cluster_wish wishes[] = {
        {strcmp(work->path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {kind == KIND_GRAPH || kind == KIND_MDP, "a graph or Markov decision process in a file",
         CLUSTER_GPUS},
        {options->algorithm != SCC_AUTO, "--algorithm", CLUSTER_GPUS},
        {options->output != NULL, "--output", CLUSTER_GPUS},
        {options->evidence != NULL, "--evidence", CLUSTER_GPUS}};
    return cluster_refuse(work->job, wishes, LENGTH(wishes));
}

static int decompose_part(struct decomposition *work, const struct graph_part *part) {
    struct job *job = work->job;
    struct decompose_result *result = &work->result;
    const struct part_scc_options options = {.live = NULL};
    struct part_components components;
    struct part_scc_report report;
    const double begun = run_clock();
    int failed = part_scc(part, &options, &job->run, &components, &report, &job->error) != 0;
    result->seconds = run_clock() - begun;
    result->algorithm = "colouring";
    result->rounds = report.rounds;
    result->trimmed = report.trimmed;
    result->edges = part->all_edges;
    failed = failed || part_scc_count(part, &components, &job->run, &work->counts, &job->error) != 0;
    part_components_free(&components);
    if (!failed) {
        decompose_note_counts(work);
    }
    return failed ? -1 : 0;
}

int decompose_on_ranks(struct decomposition *work, struct exploration *exploration) {
    struct job *job = work->job;
    struct ranks *ranks = job->run.ranks;
    const uint64_t before = ranks->bytes_sent;
    const double begun = run_clock();
    struct graph_part *part = graph_part_build(exploration, 0, &job->run, &job->error);
    work->result.graph_seconds = run_clock() - begun;
    const int failed = part == NULL || decompose_part(work, part) != 0;
    graph_part_free(part);
    uint64_t sums[] = {memory_peak(&job->memory), ranks->bytes_sent - before};
    ranks_sum(ranks, sums, LENGTH(sums));
    work->result.memory_bytes = sums[0];
    work->result.bytes_exchanged += sums[1];
    return failed ? -1 : 0;
}
