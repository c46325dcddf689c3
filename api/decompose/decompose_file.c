/* Decomposes the graphs and Markov decision processes of files. */
#include "api/decompose/decompose_internal.h"

#include "model/mdp.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/table/file_format.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/aut.h"

/* Decomposes a graph that was read, with all its states, whether or not they are reachable. */
static int decompose_graph(struct decomposition *work, const struct digraph *graph, const struct mdp *mdp) {
    struct job *job = work->job;
    struct components *found = &work->result->found;
    work->result->search.states = graph->vertices;
    found->graph_seconds = run_clock() - job->started;
    const int failed =
        components_of_graph(job->backend, graph, mdp, 1, &work->task, &job->run, found, &job->error);
    job_warning_fallback(job, &found->fallback);
    return failed;
}

static int decompose_lts(struct decomposition *work, const struct lts *lts) {
    struct job *job = work->job;
    uint64_t states = lts->states;
    if (states > GRAPH_MOST_VERTICES) {
        return error_in(&job->error, ERROR_LIMIT, work->request->path, "more than 2^32 - 2 states");
    }
    uint64_t *offsets = memory_allocate_array(&job->memory, states + 1, sizeof *offsets);
    if (offsets == NULL) {
        return error_memory(&job->error, "for the graph");
    }
    for (uint64_t state = 0; state <= states; state++) {
        offsets[state] = state <= lts->row_states ? lts->row[state] : lts->moves;
    }
    const struct digraph view = {states, lts->moves, offsets, lts->target, NULL, NULL};
    const int failed = decompose_graph(work, &view, NULL);
    memory_free(&job->memory, offsets, (states + 1) * sizeof *offsets);
    return failed;
}

static int decompose_aut(struct decomposition *work) {
    struct job *job = work->job;
    label_table *labels = label_table_create(&job->memory, 0, NULL, 0);
    if (labels == NULL) {
        return error_memory(&job->error, "for labels");
    }
    struct lts *lts = aut_read(work->request->path, labels, &job->run, &job->error);
    int failed = lts == NULL || job_outputs_spared(work->job) != 0 || decompose_lts(work, lts) != 0;
    lts_free(&job->memory, lts);
    label_table_free(labels);
    return failed ? -1 : 0;
}

static int decompose_mdp(struct decomposition *work) {
    struct job *job = work->job;
    struct error warning = {.code = ERROR_NONE};
    const struct mdp_read_options how = {.label_path = work->request->labels, .warning = &warning};
    struct mdp *mdp = mdp_read_as(work->request->path, &how, &job->run, &job->error);
    if (job_accept_warning_of_reading(job, &warning) != 0 || mdp == NULL) {
        mdp_free(mdp);
        return -1;
    }
    struct digraph view = mdp_digraph(mdp);
    if (!work->task.mec) {
        view.begins = NULL;
    }
    const int failed = job_outputs_spared(work->job) != 0 || decompose_graph(work, &view, mdp) != 0;
    mdp_free(mdp);
    return failed ? -1 : 0;
}

int decompose_file(struct decomposition *work) {
    if (work->task.how.scc.algorithm != SCC_TARJAN) {
        backend_expect_file(work->job->backend, work->request->path, &work->job->run);
    }
    int plain = !work->task.mec && work->format == FILE_AUT;
    return plain ? decompose_aut(work) : decompose_mdp(work);
}
