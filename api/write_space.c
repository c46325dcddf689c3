/* Writes state spaces: as graphs, as pictures, and as Markov models. */
#include "api/write_space.h"

#include "api/job.h"
#include "api/mdp_output.h"
#include "api/minimise_model.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/graph_write.h"

/* The model of the classes; frees the other one. NULL with job->error. */
static struct mdp *lump(struct job *job, const struct backend *backend, struct mdp *mdp) {
    struct minimised_model minimised = {.quotient = NULL};
    struct classes_refining refining = {.backend = backend};
    struct mdp *quotient = NULL;
    if (minimise_model(&minimised, job, &refining, mdp, 1) == 0) {
        quotient = minimised.quotient;
        minimised.quotient = NULL;
    }
    minimise_model_close(&minimised, job);
    mdp_free(mdp);
    return quotient;
}

static int write_mdp(struct job *job, struct written_space *space, struct mdp_valuations *valuations) {
    struct mdp_write_options how = space->mdp;
    how.valuations = space->lumps ? NULL : valuations;
    if (space->states != NULL) { /* the model's labels of states, to which its actions are added */
        how.state_labels = 0;
    }
    struct mdp *mdp = mdp_from_graph_to_write(space->graph, space->states, space->network,
                                              space->mdp.state_labels, &job->run, &job->error);
    if (mdp != NULL && space->lumps) {
        mdp = lump(job, space->backend, mdp);
    }
    if (mdp == NULL) {
        error_name_file(&job->error, space->input);
        return -1;
    }
    space->model_states = mdp->states;
    space->model_choices = mdp->choices;
    space->model_edges = mdp->edges;
    const int failed =
        job_accept_warnings(job) != 0 || mdp_output_write(job, mdp, space->path, space->format, &how) != 0;
    mdp_free(mdp);
    return failed ? -1 : 0;
}

static int write_picture(struct job *job, const struct written_space *space,
                         struct mdp_valuations *valuations) {
    const uint64_t initial = space->graph->initial_count;
    const struct graph_picture picture = {valuations, initial > 1 ? initial : 1};
    return graph_write_picture(space->graph, &picture, space->path, &job->run, &job->error);
}

static int write_as(struct job *job, struct written_space *space, struct mdp_valuations *valuations) {
    return space->format == FILE_DOT ? write_picture(job, space, valuations)
                                     : write_mdp(job, space, valuations);
}

int write_space(struct job *job, struct written_space *space) {
    struct mdp_valuations valuations = {.network = NULL};
    if (space->format == FILE_AUT) {
        return graph_write(space->graph, space->path, FILE_AUT, &job->run, &job->error);
    }
    if (space->states == NULL) {
        return write_as(job, space, NULL);
    }
    const int failed =
        graph_states_fetch(space->states, &job->run, &job->error) != 0 ||
        mdp_valuations_open(&valuations, space->network, space->states, &job->memory, &job->error) != 0 ||
        write_as(job, space, &valuations) != 0;
    mdp_valuations_close(&valuations);
    return failed ? -1 : 0;
}
