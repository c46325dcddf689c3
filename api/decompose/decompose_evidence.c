/* Evidence of components: its subject, and the tuples of states. */
#include "api/decompose/decompose_internal.h"

#include "api/output_name.h"
#include "checker/evidence/component_evidence.h"
#include "model/mdp.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"

static void tuple_of(void *context, uint64_t vertex, uint32_t *tuple) {
    graph_states_tuple(context, vertex, tuple);
}

static int write_about(struct decomposition *work, const struct component_subject *subject,
                       const struct digraph *graph, const struct mdp *mdp) {
    struct job *job = work->job;
    const char *path = work->request->evidence;
    job_end_progress_for(job, path);
    const uint32_t *component = work->result->found.component;
    int failed = work->task.mec ? evidence_write_mec(path, subject, mdp, component, &job->run, &job->error)
                                : evidence_write_scc(path, subject, graph, component, &job->run, &job->error);
    if (failed == 0) {
        work->result->evidence = output_name_shown(path);
    }
    return failed;
}

static int write_of_network(struct decomposition *work, const struct digraph *graph, const struct mdp *mdp) {
    struct job *job = work->job;
    uint32_t count = work->network->component_count;
    const char **names = network_names(work->network, &job->memory);
    if (names == NULL) {
        return error_memory(&job->error, "for evidence");
    }
    struct evidence_subject network = {work->request->path, language_options(work->tree), names, count, NULL};
    struct component_subject subject = {.network = &network,
                                        .keep_races = work->request->no_maximal_progress,
                                        .tuple = tuple_of,
                                        .context = work->states};
    int failed = write_about(work, &subject, graph, mdp);
    memory_free(&job->memory, names, count * sizeof *names);
    return failed;
}

static int write_of_file(struct decomposition *work, const struct digraph *graph, const struct mdp *mdp) {
    struct component_subject subject = {.graph = mdp == NULL ? work->request->path : NULL,
                                        .mdp = mdp != NULL ? work->request->path : NULL,
                                        .labels = work->request->labels};
    return write_about(work, &subject, graph, mdp);
}

int decompose_write_evidence(void *context, const struct digraph *graph, const struct mdp *mdp,
                             const struct components *found, struct error *error) {
    struct decomposition *work = context;
    const double begun = run_clock();
    (void)found, (void)error; /* they are the decomposition's and its job's */
    if ((work->network != NULL ? write_of_network(work, graph, mdp) : write_of_file(work, graph, mdp)) != 0) {
        work->no_evidence = work->job->error;
    }
    decompose_note_writing(work, begun);
    return 0;
}
