/* Graphs, Markov decision processes and parity games, from one format to another. */
#include "api/convert.h"

#include <string.h>

#include "api/output_name.h"
#include "base/options/statistics.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/file_content.h"
#include "frontend/formats/game_write.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/graph_write.h"

struct conversion {
    struct job *job;
    const struct convert_request *request;
    struct convert_result *result;
    enum file_format from, to;
};

/* --- what can become what --- */

static int refuse(struct conversion *work, const char *option, const char *what) {
    return error_set(&work->job->error, ERROR_USAGE, "%s is for %s", option, what);
}

static int check_options(struct conversion *work) {
    const struct convert_request *request = work->request;
    int game = work->from == FILE_PG;
    if (game != (work->to == FILE_PG)) {
        return error_set(&work->job->error, ERROR_USAGE,
                         game
                             ? "%.200s is a parity game, and can only become a parity game (.pg)"
                             : "%.200s is no parity game, and cannot become one: `heddle check --write-game` "
                               "makes them of formulas",
                         request->input);
    }
    if (!game && (request->reading.min || request->reading.dead_loses || request->reading.to_min)) {
        return refuse(work,
                      request->reading.min          ? "--min"
                      : request->reading.dead_loses ? "--dead-loses"
                                                    : "--to-min",
                      "parity games");
    }
    if (request->labels != NULL && work->from != FILE_TRA) {
        return refuse(work, "--labels", ".tra files");
    }
    if (request->writing.state_labels && work->from != FILE_AUT) {
        return refuse(work, "--state-labels", ".aut files: the states of others have labels of their own");
    }
    return request->dialect >= 0 && work->to != FILE_AUT ? refuse(work, "--dialect", "writing .aut") : 0;
}

static const enum file_format formats[] = {FILE_AUT, FILE_TRA, FILE_DRN, FILE_PG, FILE_DOT, FILE_UNKNOWN};

static int refuse_input(struct conversion *work) {
    const char *input = work->request->input;
    struct error *error = &work->job->error;
    char what[600];
    const struct file_format_row *row = file_format_row(work->from);
    if (row->kind == KIND_NETWORK) {
        return error_set(error, ERROR_USAGE,
                         "%.200s is %s: `heddle explore %.200s -o %.200s` writes its state space", input,
                         row->what, input, work->request->output);
    }
    if (work->from == FILE_UNKNOWN) {
        return error_set(error, ERROR_USAGE,
                         "neither the name nor the first bytes of '%.200s' say which format it has: give "
                         "--from " CONVERT_INPUTS,
                         input);
    }
    file_format_describe(work->from, input, what, sizeof what);
    return error_set(error, ERROR_USAGE, "%.200s is %s", input, what);
}

/* Finds the format of IN by --from, its name or its first bytes; streams are AUT. */
static int find_input(struct conversion *work) {
    struct job *job = work->job;
    const struct convert_request *request = work->request;
    work->from = request->from >= 0 ? formats[request->from]
                                    : file_format_of_file(request->input, &job->run, &job->error);
    if (job->error.code != ERROR_NONE) {
        return -1;
    }
    if (work->from == FILE_UNKNOWN && file_format_is_stream(request->input)) {
        work->from = FILE_AUT;
    }
    return work->from == FILE_AUT || work->from == FILE_TRA || work->from == FILE_DRN || work->from == FILE_PG
               ? 0
               : refuse_input(work);
}

static int find_output(struct conversion *work) {
    const struct job_output output = {{"OUT", work->request->output, formats, "--to", work->request->to}, 1};
    return job_output(work->job, &output, &work->to);
}

/* --- graphs and Markov decision processes: all are read and written as MDPs --- */

static struct mdp *read_model(struct conversion *work) {
    const struct convert_request *request = work->request;
    struct error warning = {.code = ERROR_NONE};
    const struct mdp_read_options how = {
        .label_path = request->labels,
        .format = work->from,
        .keep = 1,
        .warning = &warning,
        .plain = work->to == FILE_DOT || (work->to == FILE_AUT && request->dialect != MDP_DIALECT_MCRL2)};
    struct mdp *mdp = mdp_read_as(work->request->input, &how, &work->job->run, &work->job->error);
    if (job_accept_warning_of_reading(work->job, &warning) != 0) {
        mdp_free(mdp);
        return NULL;
    }
    if (mdp != NULL) {
        work->result->states = mdp->states;
        work->result->choices =
            mdp->begins != NULL || work->from != FILE_AUT ? mdp->choices : STATISTIC_ABSENT;
        work->result->edges = mdp->edges;
    }
    return mdp;
}

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
        job_warning(job, "%.200s: rewards are not carried over", work->request->input);
    }
    if (mdp->variables) {
        job_warning(job, "%.200s: the values of variables (.sta) are not carried over", work->request->input);
    }
    if (!keeps_labels && labels > 0) {
        job_warning(job, "%.200s: %u label%s of states %s not carried over: %s", work->request->input, labels,
                    labels == 1 ? "" : "s", labels == 1 ? "is" : "are",
                    work->to == FILE_TRA ? "they are written beside a file whose name ends in .tra"
                                         : "there are none in this format");
    }
    if (mdp->drawn_initial && !keeps_drawn) {
        job_warning(job, "%.200s: the distribution over initial states becomes a state of its own, %u",
                    work->request->input, mdp->initial);
    }
    return job_accept_warnings(job);
}

static int write_mdp(struct conversion *work, const struct mdp *mdp) {
    struct job *job = work->job;
    struct mdp_write_options how = work->request->writing;
    how.label_path = work->result->labels_out.path;
    if (work->to == FILE_TRA && how.label_path == NULL && (mdp->initial != 0 || mdp->initials != NULL)) {
        return error_set(&job->error, ERROR_USAGE,
                         "%.200s: state %u is initial, which a .lab file says, and that is written beside a "
                         "file whose name ends in .tra: choose such a name",
                         work->request->output, mdp->initial);
    }
    return warn_losses(work, mdp, work->to == FILE_DRN || how.label_path != NULL, 0) != 0
               ? -1
               : mdp_output_write(job, mdp, work->request->output, work->to, &how);
}

static int write_aut(struct conversion *work, const struct mdp *mdp) {
    static const char *const names[] = {[MDP_DIALECT_CADP] = "cadp", [MDP_DIALECT_MCRL2] = "mcrl2"};
    int dialect = work->request->dialect;
    if (dialect < 0) {
        dialect = mdp->begins != NULL || mdp->drawn_initial ? MDP_DIALECT_MCRL2 : MDP_DIALECT_CADP;
    }
    work->result->dialect = names[dialect];
    return warn_losses(work, mdp, 0, dialect == MDP_DIALECT_MCRL2) != 0
               ? -1
               : mdp_write_aut(mdp, work->request->output, (enum mdp_dialect)dialect, &work->job->run,
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

static int write_picture(struct conversion *work, const struct mdp *mdp) {
    struct job *job = work->job;
    if (graph_dot_check(work->request->output, mdp->states, mdp->edges, &job->error) != 0) {
        return -1;
    }
    if (!is_graph(mdp)) {
        return error_set(
            &job->error, ERROR_USAGE,
            "%.200s: only graphs without probabilities, whose transitions all have labels, are drawn",
            work->request->input);
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
    return warn_losses(work, mdp, 0, 0) != 0
               ? -1
               : graph_write(&view, work->request->output, FILE_DOT, &job->run, &job->error);
}

static int write_model(struct conversion *work, const struct mdp *mdp) {
    switch (work->to) {
    case FILE_TRA:
    case FILE_DRN:
        return write_mdp(work, mdp);
    case FILE_DOT:
        return write_picture(work, mdp);
    default:
        return write_aut(work, mdp);
    }
}

static int convert_model(struct conversion *work) {
    struct mdp *mdp = read_model(work);
    if (mdp == NULL) {
        return -1;
    }
    job_end_progress_for(work->job, work->request->output);
    const int failed = job_outputs_spared(work->job) != 0 || write_model(work, mdp) != 0;
    mdp_free(mdp);
    return failed ? -1 : 0;
}

/* --- parity games --- */

static int convert_game(struct conversion *work) {
    struct job *job = work->job;
    const struct convert_request *request = work->request;
    struct game_store store;
    if (game_read(request->input, &request->reading, &job->run, &store, &job->error) != 0) {
        return -1;
    }
    work->result->vertices = store.game.vertices;
    work->result->edges = store.game.edges;
    int failed = job_outputs_spared(job) != 0;
    if (request->reading.to_min) {
        game_turn_priorities(&store);
    }
    job_end_progress_for(job, request->output);
    failed = failed || game_write(&store, request->output, &job->run, &job->error) != 0;
    game_store_free(&store);
    return failed ? -1 : 0;
}

/* --- the work --- */

int api_convert(struct job *job, const struct convert_request *request, struct convert_result *result) {
    struct conversion work = {.job = job, .request = request, .result = result};
    *result = (struct convert_result){.states = STATISTIC_ABSENT,
                                      .choices = STATISTIC_ABSENT,
                                      .vertices = STATISTIC_ABSENT,
                                      .edges = STATISTIC_ABSENT};
    if (find_input(&work) != 0 || find_output(&work) != 0) {
        return -1;
    }
    result->from = file_format_row(work.from)->name;
    result->to = file_format_row(work.to)->name;
    if (check_options(&work) != 0 ||
        mdp_output_check(job, request->output, work.to, &request->writing, &result->labels_out) != 0 ||
        (work.from == FILE_PG ? convert_game(&work) : convert_model(&work)) != 0) {
        return -1;
    }
    result->written = output_name_shown(request->output);
    result->labels = result->labels_out.path;
    return 0;
}

void convert_result_free(struct convert_result *result, struct memory *memory) {
    mdp_beside_free(&result->labels_out, memory);
}
