/* Judges one piece of evidence: reads its network or other input as the piece, or the command line, says,
 * and verifies the piece. */
#include "api/verify/verify_internal.h"

#include <stdio.h>
#include <string.h>

#include "checker/verify/trace_follow.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/mdp_read.h"

static int add_text(struct pieces *pieces, struct text_buffer *text, const char *more) {
    struct job *job = pieces->job;
    return text_buffer_add(&job->memory, text, more) == 0 ? 0 : error_memory(&job->error, "for the result");
}

/* Describes the options for reading a network, unless they are the defaults: with other options it is
 * another network. Sets *reading, NULL for the defaults, to a part of `text`. 0 or -1. */
static int describe_reading(struct pieces *pieces, const struct exp_options *options,
                            struct text_buffer *text, const char **reading) {
    const struct definitions *constants = options->definitions;
    int failed = (options->ignore_case && add_text(pieces, text, " --ignore-case") != 0) ||
                 (options->independent && add_text(pieces, text, " --independent") != 0) ||
                 (options->regex_extended && add_text(pieces, text, " --regex=extended") != 0);
    for (uint32_t k = 0; k < options->internal_count && !failed; k++) {
        failed =
            add_text(pieces, text, " --internal=") != 0 || add_text(pieces, text, options->internal[k]) != 0;
    }
    for (uint64_t k = 0; constants != NULL && k < constants->list.count && !failed; k++) {
        failed = add_text(pieces, text, " --const=") != 0 ||
                 add_text(pieces, text, constants->list.data[k].name) != 0 ||
                 add_text(pieces, text, "=") != 0 ||
                 add_text(pieces, text, constants->list.data[k].value) != 0;
    }
    *reading = text->data == NULL || text->data[0] == '\0' ? NULL : text->data + 1;
    return failed ? -1 : 0;
}

/* Describes that of the second input of a comparison, where it is read in another way than the first. */
static int set_second_reading(struct pieces *pieces, const struct exp_options *options) {
    const char *first = pieces->piece.reading == NULL ? "" : pieces->piece.reading, *second;
    if (describe_reading(pieces, options, &pieces->second_reading_text, &second) != 0) {
        return -1;
    }
    if (strcmp(first, second == NULL ? "" : second) != 0) {
        pieces->piece.second_reading = second == NULL ? "default options" : second;
    }
    return 0;
}

static int expect_kind(const struct pieces *pieces, enum evidence_kind kind, uint64_t line) {
    static const char *const names[EVIDENCE_KINDS] = {"a trace",
                                                      "a certificate",
                                                      "evidence of strongly connected components",
                                                      "evidence of maximal end components",
                                                      "evidence of a scheduler",
                                                      "a strategy for the parity game of a formula",
                                                      "evidence of a comparison",
                                                      "evidence of a difference"};
    return pieces->request->kind < 0 || pieces->request->kind == (int)kind
               ? 0
               : error_at(&pieces->job->error, ERROR_INPUT, (struct source_position){pieces->path, line, 0},
                          "this is %s, not %s", names[kind], names[pieces->request->kind]);
}

/* --- traces of labels --- */

static int verify_path(struct pieces *pieces, language_tree *tree, const struct trace_labels *labels) {
    struct job *job = pieces->job;
    struct property_list list = {0};
    struct property property = {0};
    const struct verify_request *request = pieces->request;
    int failed = request->property_count != 0 && request->list_properties(job, request->context, &list) != 0,
        some = list.entries.count != 0;
    if (!failed && list.entries.count > 1) {
        failed = error_set(&job->error, ERROR_USAGE, "a trace violates one property: give no other");
    }
    failed = failed || (some && property_list_make(job, &list, tree, &property) != 0);
    if (!failed) {
        property_list_warn(job, &list);
        failed = verify_labels(labels, some ? &property : NULL, tree, &job->run, &pieces->verification,
                               &job->error) != 0;
        pieces->piece.steps = pieces->verification.steps;
    }
    property_free(&property, &job->run);
    property_list_free(job, &list);
    return failed ? -1 : 0;
}

static int read_and_verify_path(struct pieces *pieces, language_tree *tree) {
    struct job *job = pieces->job;
    struct trace_labels labels;
    int failed = trace_read_labels(pieces->path, language_labels(tree), &job->run, &labels, &job->error);
    if (!failed && labels.returns) {
        failed = error_in(
            &job->error, ERROR_INPUT, pieces->path,
            "this graph is not a trace: it returns to a state; a lasso can be verified only as JSON");
    }
    failed = failed || verify_path(pieces, tree, &labels) != 0;
    trace_labels_free(&labels, &job->run);
    return failed ? -1 : 0;
}

int piece_judge_labels(struct pieces *pieces) {
    struct job *job = pieces->job;
    const struct verify_request *request = pieces->request;
    struct exp_options how = reader_exp_options(&request->reader);
    if (request->network == NULL) {
        return error_set(&job->error, ERROR_USAGE,
                         "a trace in AUT does not say which network it is about: give NET after it");
    }
    if (strcmp(pieces->path, "-") == 0) {
        return error_set(&job->error, ERROR_USAGE, "evidence from standard input must be JSON");
    }
    if (request->property_count > 1) {
        return error_set(&job->error, ERROR_USAGE, "a trace violates one property: give no other");
    }
    if (request->property_is_stdin && strcmp(request->network, "-") == 0) {
        return error_set(&job->error, ERROR_USAGE, "standard input cannot be both the network and a formula");
    }
    pieces->piece.network = request->network;
    pieces->piece.kind = evidence_kind_name(EVIDENCE_TRACE);
    if (expect_kind(pieces, EVIDENCE_TRACE, 0) != 0 ||
        describe_reading(pieces, &how, &pieces->reading_text, &pieces->piece.reading) != 0) {
        return -1;
    }
    language_tree *tree = job_read_tree(job, request->network, &request->reader);
    int failed = tree == NULL || read_and_verify_path(pieces, tree) != 0;
    language_free(tree);
    return failed ? -1 : 0;
}

/* --- evidence in JSON --- */

/* Explains a failure to read the input if its path, or that of its labels, may be an old one. */
static void hint_moved(const struct pieces *pieces, const struct evidence *evidence) {
    static const char *const names[] = {"network", "graph", "model"};
    struct job *job = pieces->job;
    if (job->error.code != ERROR_IO) {
        return;
    }
    if (pieces->request->network == NULL) {
        job_message(
            job,
            "the evidence names the %s %s; if it has moved, give its new path: heddle verify EVIDENCE %s",
            names[evidence->input], evidence->network, evidence->input == EVIDENCE_NETWORK ? "NET" : "FILE");
    } else if (evidence->label_file != NULL && strcmp(job->error.path, evidence->label_file) == 0) {
        /* The command line gives another path of the model alone. */
        job_message(
            job, "the evidence names the labels %s: run heddle verify in a folder where this path is valid",
            evidence->label_file);
    }
}

/* Sets the counts of the result. */
static void set_counts(struct pieces *pieces, const struct evidence *evidence) {
    const struct verification *verification = &pieces->verification;
    struct verify_piece *piece = &pieces->piece;
    if (evidence->kind == EVIDENCE_TRACE) {
        piece->steps = verification->steps;
    } else if (evidence->kind == EVIDENCE_CERTIFICATE ||
               (evidence->second != NULL && verification->confirmed)) {
        piece->counts.states = verification->states;
    }
    if (!verification->confirmed) { /* the progress of another refuted check is meaningless */
        return;
    }
    if (evidence->has_strategy) {
        piece->nodes = verification->nodes;
    } else if (evidence->kind == EVIDENCE_SCHEDULER) {
        piece->counts.states = verification->counts.states;
    } else if (evidence->kind == EVIDENCE_SCC || evidence->kind == EVIDENCE_MEC) {
        piece->counts = verification->counts;
    }
}

/* Sets what the row of a comparison's property shows, which may be shorter than the property. */
static int set_claim(struct pieces *pieces, const struct evidence *evidence) {
    struct job *job = pieces->job;
    const char *whole = pieces->verification.properties.data;
    if (evidence->second == NULL || whole == NULL) {
        return 0;
    }
    if (verify_add_claim(evidence, 1, &job->memory, &pieces->claim) != 0) {
        return error_memory(&job->error, "for the result");
    }
    return strcmp(whole, pieces->claim.data) == 0 ? 0
                                                  : add_text(pieces, &pieces->claim, " (--json lists all)");
}

/* The name of its kind, which stands for a formula of the evidence in an error; NULL if that is about another
 * text. */
static const char *formula_name(const struct error *error) {
    const enum property_kind kind = property_kind_named(error->path, strlen(error->path));
    return error->line != 0 && kind < PROPERTY_KINDS && property_row(kind)->takes == PROPERTY_TAKES_FORMULA
               ? property_row(kind)->name
               : NULL;
}

/* Judges a piece, whose input has been read. */
static int judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence,
                 const struct verify_input *input) {
    struct job *job = pieces->job;
    int failed = verify_evidence(reader, evidence, input, &job->run, &pieces->verification, &job->error) != 0;
    set_counts(pieces, evidence);
    const char *formula = failed ? formula_name(&job->error) : NULL;
    if (formula != NULL) {
        snprintf(job->error.path, sizeof job->error.path, "%.400s: %s", pieces->path, formula);
    }
    return failed || set_claim(pieces, evidence) != 0 ? -1 : 0;
}

/* An input that is read. */
struct read_input {
    language_tree *tree;
    label_table *labels;
    struct lts *graph;
    struct mdp *mdp;
};

/* Reads an input: 0, or -1 with job->error. Free it in any case. */
static int read_input(struct pieces *pieces, const struct evidence *evidence, const char *path,
                      struct read_input *input) {
    struct job *job = pieces->job;
    const struct mdp_read_options how = {.label_path = evidence->label_file,
                                         .ignore_case = evidence->options.ignore_case,
                                         .internal = evidence->options.internal,
                                         .internal_count = evidence->options.internal_count,
                                         .keep = evidence->kind == EVIDENCE_COMPARISON ||
                                                 evidence->kind == EVIDENCE_DIFFERENCE};
    switch (evidence->input) {
    case EVIDENCE_NETWORK:
        input->tree = language_read(path, &evidence->options, &job->run, &job->error);
        return input->tree == NULL ? -1 : 0;
    case EVIDENCE_GRAPH:
        input->labels = label_table_create(&job->memory, 0, NULL, 0);
        if (input->labels == NULL) {
            return error_memory(&job->error, "for labels");
        }
        input->graph = aut_read(path, input->labels, &job->run, &job->error);
        return input->graph == NULL ? -1 : 0;
    case EVIDENCE_MDP:
        input->mdp = mdp_read_as(path, &how, &job->run, &job->error);
        return input->mdp == NULL ? -1 : 0;
    }
    return -1;
}

static void free_input(struct job *job, struct read_input *input) {
    language_free(input->tree);
    lts_free(&job->memory, input->graph);
    label_table_free(input->labels);
    mdp_free(input->mdp);
}

/* Reads the input of a piece and judges the piece. */
static int read_and_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence,
                          const char *path) {
    const struct evidence *second = evidence->second;
    struct read_input inputs[2] = {{.tree = NULL}, {.tree = NULL}};
    int failed = -1;
    if (read_input(pieces, evidence, path, &inputs[0]) != 0) {
        hint_moved(pieces, evidence);
    } else if (second != NULL && read_input(pieces, second, second->network, &inputs[1]) != 0) {
        hint_moved(pieces, second);
    } else {
        failed = judge(pieces, reader, evidence,
                       &(struct verify_input){.tree = inputs[0].tree,
                                              .graph = inputs[0].graph,
                                              .labels = inputs[0].labels,
                                              .mdp = inputs[0].mdp,
                                              .second = inputs[1].tree,
                                              .second_mdp = inputs[1].mdp});
    }
    free_input(pieces->job, &inputs[0]);
    free_input(pieces->job, &inputs[1]);
    return failed;
}

/* Checks that all pieces are about the same input if NET is given, because NET would replace the input of
 * each of them. */
static int expect_subject(struct pieces *pieces, const struct evidence *evidence, uint64_t line) {
    struct job *job = pieces->job;
    struct text_buffer *first = &pieces->first_subject;
    if (pieces->request->network == NULL) {
        return 0;
    }
    if (first->data == NULL && add_text(pieces, first, evidence->network) != 0) {
        return -1;
    }
    return strcmp(first->data, evidence->network) == 0
               ? 0
               : error_at(&job->error, ERROR_USAGE, (struct source_position){pieces->path, line, 0},
                          "this piece is about %.200s, an earlier one about %.200s: verify them separately, "
                          "because %.200s can be the new path of only one of them",
                          evidence->network, first->data, pieces->request->network);
}

int piece_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence) {
    uint64_t line = evidence_line(reader);
    const char *path = pieces->request->network != NULL ? pieces->request->network : evidence->network;
    pieces->piece.kind = evidence_kind_name(evidence->kind);
    if (pieces->request->network != NULL && evidence->second != NULL) {
        return error_at(&pieces->job->error, ERROR_USAGE, (struct source_position){pieces->path, line, 0},
                        "this piece is about two inputs, %.200s and %.200s: leave %.200s out, and run heddle "
                        "verify in a folder where these paths are valid",
                        evidence->network, evidence->second->network, pieces->request->network);
    }
    if (expect_kind(pieces, evidence->kind, line) != 0 || expect_subject(pieces, evidence, line) != 0 ||
        add_text(pieces, &pieces->network_text, path) != 0 ||
        (evidence->second != NULL &&
         (add_text(pieces, &pieces->network_text, ", ") != 0 ||
          add_text(pieces, &pieces->network_text, evidence->second->network) != 0))) {
        return -1;
    }
    pieces->piece.network = pieces->network_text.data;
    return describe_reading(pieces, &evidence->options, &pieces->reading_text, &pieces->piece.reading) != 0 ||
                   (evidence->second != NULL && set_second_reading(pieces, &evidence->second->options) != 0)
               ? -1
               : read_and_judge(pieces, reader, evidence, path);
}
