/* Converts graphs and Markov decision processes: all are read and written as MDPs. */
#include <string.h>

#include "base/run.h"
#include "base/options/statistics.h"
#include "cli/convert/convert.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_write.h"
#include "frontend/formats/graph_dot.h"

static struct mdp *read_model(struct conversion *work) {
    const struct convert_options *options = work->options;
    struct error warning = {.code = ERROR_NONE};
    const struct mdp_read_options how = {
        .label_path = options->labels,
        .format = work->from,
        .keep = 1,
        .warning = &warning,
        .plain = work->to == FILE_DOT || (work->to == FILE_AUT && options->dialect != MDP_DIALECT_MCRL2)};
    struct mdp *mdp = mdp_read_as(work->input, &how, &work->job->run, &work->job->error);
    if (job_accept_warning_of_reading(work->job, &warning) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    if (mdp != NULL) {
        work->result.states = mdp->states;
        work->result.choices =
            mdp->begins != NULL || work->from != FILE_AUT ? mdp->choices : STATISTIC_ABSENT;
        work->result.edges = mdp->edges;
    }
    return mdp;
}

/* --- losses --- */

/* Counts the labels of states except `init`. */
static uint32_t count_state_labels(const struct mdp *mdp) {
    uint32_t count = 0;
    for (uint32_t label = 0; label < mdp->state_label_count; label++) {
        count += strcmp(mdp->state_label_text[label], "init") != 0;
    }
    return count;
}

static int warn_losses(const struct conversion *work, const struct mdp *mdp, int keeps_labels,
                       int keeps_drawn) {
    struct job *job = work->job;
    uint32_t labels = count_state_labels(mdp);
    if (mdp->rewards) {
        job_warning(job, "%.200s: rewards are not carried over", work->input);
    }
    if (mdp->variables) {
        job_warning(job, "%.200s: the values of variables (.sta) are not carried over", work->input);
    }
    if (!keeps_labels && labels > 0) {
        job_warning(job, "%.200s: %u label%s of states %s not carried over: %s", work->input, labels,
                    labels == 1 ? "" : "s", labels == 1 ? "is" : "are",
                    work->to == FILE_TRA ? "they are written beside a file whose name ends in .tra"
                                         : "there are none in this format");
    }
    if (mdp->drawn_initial && !keeps_drawn) {
        job_warning(job, "%.200s: the distribution over initial states becomes a state of its own, %u",
                    work->input, mdp->initial);
    }
    return job_accept_warnings(job);
}

/* --- formats --- */

static int write_mdp(struct conversion *work, const struct mdp *mdp) {
    struct job *job = work->job;
    struct mdp_write_options how = work->options->writing;
    how.label_path = work->labels_out.path;
    if (work->to == FILE_TRA && how.label_path == NULL && (mdp->initial != 0 || mdp->initials != NULL)) {
        return error_set(&job->error, ERROR_USAGE,
                         "%.200s: state %u is initial, which a .lab file says, and that is written beside a "
                         "file whose name ends in .tra: choose such a name",
                         work->output, mdp->initial);
    }
    return warn_losses(work, mdp, work->to == FILE_DRN || how.label_path != NULL, 0) != 0
               ? -1
               : mdp_output_write(job, mdp, work->output, work->to, &how);
}

static int write_aut(struct conversion *work, const struct mdp *mdp) {
    static const char *const names[] = {[MDP_DIALECT_CADP] = "cadp", [MDP_DIALECT_MCRL2] = "mcrl2"};
    int dialect = work->options->dialect;
    if (dialect < 0) {
        dialect = mdp->begins != NULL || mdp->drawn_initial ? MDP_DIALECT_MCRL2 : MDP_DIALECT_CADP;
    }
    work->result.dialect = names[dialect];
    return warn_losses(work, mdp, 0, dialect == MDP_DIALECT_MCRL2) != 0
               ? -1
               : mdp_write_aut(mdp, work->output, (enum mdp_dialect)dialect, &work->job->run,
                               &work->job->error);
}

/* Whether every edge has a label, and goes to one state. */
static int is_graph(const struct mdp *mdp) {
    uint64_t edge = 0;
    if (mdp->begins == NULL && mdp->labels != NULL) {
        while (edge < mdp->edges && mdp->labels[edge] != MDP_NO_LABEL) {
            edge++;
        }
    }
    return edge == mdp->edges;
}

static int write_picture(struct conversion *work, struct mdp *mdp) {
    struct job *job = work->job;
    if (graph_dot_check(work->output, mdp->states, mdp->edges, &job->error) != 0) {
        return -1;
    }
    if (!is_graph(mdp)) {
        return error_set(
            &job->error, ERROR_USAGE,
            "%.200s: only graphs without probabilities, whose transitions all have labels, are drawn",
            work->input);
    }
    const struct graph view = {.vertices = mdp->states,
                               .edges = mdp->edges,
                               .offsets = mdp->offsets,
                               .targets = mdp->targets,
                               .labels = mdp->labels,
                               .label_text = (const char *const *)mdp->label_text,
                               .label_count = mdp->label_count,
                               .initial = mdp->initial,
                               .memory = mdp->memory};
    warn_losses(work, mdp, 0, 0);
    return graph_write(&view, work->output, FILE_DOT, &job->run, &job->error);
}

int convert_model(struct conversion *work) {
    struct job *job = work->job;
    struct mdp *mdp = read_model(work);
    if (mdp == NULL) {
        return -1;
    }
    job_end_progress_for(job, work->output);
    int failed = job_outputs_spared(job);
    if (failed) {
        mdp_free(mdp);
        return -1;
    }
    switch (work->to) {
    case FILE_TRA:
    case FILE_DRN:
        failed = write_mdp(work, mdp);
        break;
    case FILE_DOT:
        failed = write_picture(work, mdp);
        break;
    default:
        failed = write_aut(work, mdp);
    }
    mdp_free(mdp);
    return failed;
}
