/* Writes state spaces that several processes have (cluster_graph.h). */
#include "cli/cluster_graph.h"

#include "base/stream/output.h"
#include "cli/common.h"
#include "explorer/graph/graph_ranks.h"
#include "frontend/formats/aut_write.h"

static int begin_file(void *context, uint64_t edges, uint64_t states, struct error *error) {
    return aut_write_header(context, 0, edges, states, error);
}

static int write_edge(void *context, uint64_t source, const char *label, uint64_t target,
                      struct error *error) {
    return aut_write_transition(context, source, label, target, error);
}

int cluster_graph_write(struct job *job, struct exploration *exploration, const char *path, uint64_t *edges) {
    output *output = output_create(&job->run, path, &job->error);
    const struct graph_sink sink = {.context = output, .begin = begin_file, .edge = write_edge};
    int failed = graph_ranks_rows(exploration, output != NULL ? &sink : NULL, edges, &job->run, &job->error);
    return output_end(output, failed != 0, &job->error);
}
