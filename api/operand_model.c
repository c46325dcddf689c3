/* Operands whose probabilities and rates are added: PRISM models, and files that have Markov models. */
#include <stdlib.h>
#include <string.h>

#include "api/operand.h"
#include "model/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/mdp_read.h"

/* Takes the names of hidden actions off. */
static int hide_actions(struct job *job, const struct operand_request *request, struct operand *operand) {
    struct mdp *mdp = operand->model;
    if (mdp->label_count == 0 || request->hide.count + request->hide_all_but.count == 0) {
        return 0;
    }
    uint8_t *hidden = NULL;
    struct graph *texts = graph_create_labelled(1, (const char *const *)mdp->label_text, mdp->label_count,
                                                &job->run, &job->error);
    const int failed =
        texts == NULL || operand_select_hidden(job, request, texts, operand, &hidden) != 0 ? -1 : 0;
    for (uint64_t edge = 0; !failed && hidden != NULL && mdp->labels != NULL && edge < mdp->edges; edge++) {
        if (mdp->labels[edge] != MDP_NO_LABEL && hidden[mdp->labels[edge]]) {
            mdp->labels[edge] = MDP_NO_LABEL;
        }
    }
    memory_free(&job->memory, hidden, mdp->label_count);
    graph_free(texts);
    return failed;
}

static int note_model(struct job *job, const struct operand_request *request, struct operand *operand) {
    operand->edges = operand->model->edges;
    return hide_actions(job, request, operand) != 0 ? -1 : job_accept_warnings(job);
}

int operand_take_model(struct job *job, const struct operand_request *request, const struct graph *graph,
                       const graph_states *states, struct operand *operand) {
    operand->model = mdp_from_graph_to_write(graph, states, operand->network, 0, &job->run, &job->error);
    return operand->model == NULL ? -1 : note_model(job, request, operand);
}

int operand_read_model(struct job *job, const struct operand_request *request, enum file_format format,
                       struct operand *operand) {
    const struct mdp_read_options how = {.format = format,
                                         .keep = 1,
                                         .ignore_case = request->reader.ignore_case,
                                         .internal = request->reader.internal.items,
                                         .internal_count = (uint32_t)request->reader.internal.count};
    const double begun = run_clock();
    operand->model = mdp_read_as(operand->path, &how, &job->run, &job->error);
    operand->graph_seconds = operand->model != NULL ? run_clock() - begun : -1;
    return operand->model == NULL ? -1 : operand_note_model(job, request, operand);
}

int operand_note_model(struct job *job, const struct operand_request *request, struct operand *operand) {
    const struct mdp *mdp = operand->model;
    if (mdp->rewards) {
        job_warning(job, "%.200s: rewards are not read: states with different rewards may be in one class",
                    operand->path);
    }
    operand_note_sizes(operand, mdp->states, mdp->edges);
    return note_model(job, request, operand);
}

int operand_read_graph_as_model(struct job *job, const struct operand_request *request,
                                struct operand *operand) {
    const struct graph *graph = operand->prepared.graph;
    for (uint32_t label = 0; label < graph->label_count; label++) {
        const char *text = graph->label_text[label];
        if (label_text_kind(operand->labels, text, strlen(text)) == LABEL_RATE) {
            return 0;
        }
    }
    prepared_free(&operand->prepared, &job->run);
    operand->prepared = (struct prepared){.graph = NULL};
    operand->unmatched.count = 0;
    return operand_read_model(job, request, FILE_AUT, operand);
}
