/* A state space as a Markov decision process, in the formats of PRISM and Storm. */
#include "cli/explore_model.h"

#include "cli/common.h"
#include "cli/convert/convert_format.h"
#include "cli/output_name.h"
#include "decompose/mdp/mdp_network.h"
#include "frontend/formats/mdp_write.h"

int explore_model_check(struct explore_model *model, struct job *job, const char *output) {
    enum convert_format format = output == NULL ? CONVERT_NONE : convert_format_by_ending(output);
    *model = (struct explore_model){.path = NULL};
    if (format != CONVERT_TRA && format != CONVERT_DRN) {
        return 0;
    }
    model->path = output;
    if (output_name_writable(output, &job->error) != 0 ||
        (format == CONVERT_TRA &&
         mdp_beside_find(output, ".lab", &job->memory, &model->labels, &job->error) != 0)) {
        return -1;
    }
    return model->labels.path == NULL ? 0 : output_name_writable(model->labels.path, &job->error);
}

void explore_model_free(struct explore_model *model, struct job *job) {
    mdp_beside_free(&model->labels, &job->memory);
}

int explore_model_write(struct explore_model *model, struct job *job, const struct graph *graph,
                        const struct network *network) {
    struct mdp *mdp = mdp_from_graph_to_write(graph, network, &job->run, &job->error);
    if (mdp == NULL) {
        return -1;
    }
    model->choices = mdp->choices;
    int failed = convert_format_by_ending(model->path) == CONVERT_DRN
                     ? mdp_write_drn(mdp, model->path, &job->run, &job->error)
                     : mdp_write(mdp, model->path, model->labels.path, &job->run, &job->error);
    mdp_free(mdp);
    return failed;
}
