/* Judges one piece of evidence: reads its network or other input as the piece, or the command line, says,
 * and verifies the piece. */
#include "cli/verify/verify_judge.h"

#include <stdio.h>
#include <string.h>

#include "checker/verify/trace_follow.h"
#include "checker/verify/verify_components.h"
#include "frontend/formats/aut.h"
#include "frontend/formats/mdp_read.h"

static int add_text(struct pieces *pieces, struct text_buffer *text, const char *more) {
    struct job *job = pieces->job;
    return text_buffer_add(&job->memory, text, more) == 0 ? 0 : error_memory(&job->error, "for the result");
}

/* Describes the options for reading the network, unless they are the defaults: with other options it is
 * another network. */
static int set_reading(struct pieces *pieces, const struct exp_options *options) {
    struct text_buffer *text = &pieces->reading_text;
    int failed = (options->ignore_case && add_text(pieces, text, " --ignore-case") != 0) ||
                 (options->independent && add_text(pieces, text, " --independent") != 0) ||
                 (options->regex_extended && add_text(pieces, text, " --regex=extended") != 0);
    for (uint32_t k = 0; k < options->internal_count && !failed; k++) {
        failed =
            add_text(pieces, text, " --internal=") != 0 || add_text(pieces, text, options->internal[k]) != 0;
    }
    pieces->result.reading = text->data == NULL || text->data[0] == '\0' ? NULL : text->data + 1;
    return failed ? -1 : 0;
}

static int expect_kind(const struct pieces *pieces, enum evidence_kind kind, uint64_t line) {
    static const char *const names[EVIDENCE_KINDS] = {"a trace",
                                                      "a certificate",
                                                      "evidence of strongly connected components",
                                                      "evidence of maximal end components",
                                                      "evidence of a scheduler",
                                                      "a strategy for the parity game of a formula"};
    return pieces->kind < 0 || pieces->kind == (int)kind
               ? 0
               : error_at(&pieces->job->error, ERROR_INPUT, pieces->path, (uint32_t)line, 0,
                          "this is %s, not %s", names[kind], names[pieces->kind]);
}

/* The path of the input that the piece is about. */
static const char *subject_path(const struct pieces *pieces, const struct evidence *evidence) {
    return pieces->network != NULL ? pieces->network : evidence->network;
}

/* --- traces of labels --- */

static int verify_path(struct pieces *pieces, language_tree *tree, const char *const *labels,
                       uint64_t count) {
    struct job *job = pieces->job;
    const struct property_options *properties = &pieces->options->properties;
    struct property property = {0};
    int some = property_options_count(properties) != 0;
    int failed = some && property_options_make(job, properties, tree, &property) != 0;
    if (!failed) {
        failed = verify_labels(labels, count, some ? &property : NULL, tree, &job->run, &pieces->verification,
                               &job->error) != 0;
        pieces->result.steps = pieces->verification.steps;
    }
    property_free(&property, &job->run);
    return failed ? -1 : 0;
}

static int read_and_verify_path(struct pieces *pieces, language_tree *tree) {
    struct job *job = pieces->job;
    struct trace_labels labels;
    int failed = trace_read_labels(pieces->path, language_labels(tree), &job->run, &labels, &job->error);
    if (!failed && labels.returns) {
        failed = error_at(
            &job->error, ERROR_INPUT, pieces->path, 0, 0,
            "this graph is not a trace: it returns to a state; a lasso can be verified only as JSON");
    }
    failed = failed || verify_path(pieces, tree, labels.labels, labels.count) != 0;
    trace_labels_free(&labels, &job->run);
    return failed ? -1 : 0;
}

int piece_judge_labels(struct pieces *pieces) {
    struct job *job = pieces->job;
    const struct property_options *properties = &pieces->options->properties;
    struct exp_options how = reader_exp_options(&pieces->options->reader);
    if (pieces->network == NULL) {
        return error_set(&job->error, ERROR_USAGE,
                         "a trace in AUT does not say which network it is about: give NET after it");
    }
    if (strcmp(pieces->path, "-") == 0) {
        return error_set(&job->error, ERROR_USAGE, "evidence from standard input must be JSON");
    }
    if (property_options_count(properties) > 1) {
        return error_set(&job->error, ERROR_USAGE, "a trace violates one property: give no other");
    }
    if (property_options_read_stdin(properties) && strcmp(pieces->network, "-") == 0) {
        return error_set(&job->error, ERROR_USAGE, "standard input cannot be both the network and a formula");
    }
    pieces->result.network = pieces->network;
    pieces->result.kind = evidence_kind_name(EVIDENCE_TRACE);
    if (expect_kind(pieces, EVIDENCE_TRACE, 0) != 0 || set_reading(pieces, &how) != 0) {
        return -1;
    }
    language_tree *tree = language_read(pieces->network, &how, &job->run, &job->error);
    int failed = tree == NULL || read_and_verify_path(pieces, tree) != 0;
    language_free(tree);
    return failed ? -1 : 0;
}

/* --- what evidence in JSON is about --- */

/* Adds a hint after a failure to read the network. */
static void hint_moved(const struct pieces *pieces, const struct evidence *evidence, const char *what) {
    struct job *job = pieces->job;
    if (pieces->network == NULL && job->error.code == ERROR_IO) {
        job_message(
            job,
            "the evidence names the %s %s; if it has moved, give its new path: heddle verify EVIDENCE %s",
            what, evidence->network, evidence->input == EVIDENCE_NETWORK ? "NET" : "FILE");
    }
}

/* Adds a hint about labels: even if the command line gives another path of the model, its labels are looked
 * for at their old path. */
static void hint_labels(const struct pieces *pieces, const struct evidence *evidence) {
    struct job *job = pieces->job;
    if (pieces->network != NULL && evidence->label_file != NULL && job->error.code == ERROR_IO &&
        strcmp(job->error.path, evidence->label_file) == 0) {
        job_message(
            job, "the evidence names the labels %s: run heddle verify in a folder where this path is valid",
            evidence->label_file);
    }
}

static language_tree *read_tree(struct pieces *pieces, const struct evidence *evidence) {
    struct job *job = pieces->job;
    language_tree *tree =
        language_read(subject_path(pieces, evidence), &evidence->options, &job->run, &job->error);
    if (tree == NULL) {
        hint_moved(pieces, evidence, "network");
    }
    return tree;
}

/* Reads a stored graph, with its labels in a new table, which the caller frees. */
static struct lts *read_graph(struct pieces *pieces, const struct evidence *evidence, label_table **labels) {
    struct job *job = pieces->job;
    *labels = label_table_create(&job->memory, 0, NULL, 0);
    if (*labels == NULL) {
        error_memory(&job->error, "for labels");
        return NULL;
    }
    struct lts *graph = aut_read(subject_path(pieces, evidence), *labels, &job->run, &job->error);
    if (graph == NULL) {
        hint_moved(pieces, evidence, "graph");
    }
    return graph;
}

static struct mdp *read_mdp(struct pieces *pieces, const struct evidence *evidence) {
    struct job *job = pieces->job;
    struct mdp *mdp = mdp_read(subject_path(pieces, evidence), evidence->label_file, &job->run, &job->error);
    if (mdp == NULL) {
        hint_moved(pieces, evidence, "model");
        hint_labels(pieces, evidence);
    }
    return mdp;
}

/* --- components and schedulers --- */

static void set_counts(struct pieces *pieces, enum evidence_kind kind, const struct verified_counts *counts) {
    struct piece_result *result = &pieces->result;
    if (!pieces->verification.confirmed) { /* the progress of a refuted check is meaningless */
        return;
    }
    result->states = counts->states;
    if (kind != EVIDENCE_SCHEDULER) {
        result->components = counts->components;
        result->trivial = counts->trivial;
        result->largest = counts->largest;
        result->bottom = counts->bottom;
        result->states_in_components = counts->states_in_components;
    }
}

/* Judges evidence about a network, given by its tree, or about a stored graph or Markov decision process.
 * */
static int judge_decomposition(struct pieces *pieces, evidence_reader *reader,
                               const struct evidence *evidence, language_tree *tree) {
    struct job *job = pieces->job;
    struct verify_input input = {.tree = tree};
    struct verified_counts counts;
    struct lts *graph = NULL;
    struct mdp *mdp = NULL;
    label_table *labels = NULL;
    int failed = 0;
    if (evidence->input == EVIDENCE_GRAPH) {
        graph = read_graph(pieces, evidence, &labels);
        failed = graph == NULL;
    } else if (evidence->input == EVIDENCE_MDP) {
        mdp = read_mdp(pieces, evidence);
        failed = mdp == NULL;
    }
    input.graph = graph;
    input.labels = labels;
    input.mdp = mdp;
    failed = failed || verify_decomposition(reader, evidence, &input, &job->run, &pieces->verification,
                                            &counts, &job->error) != 0;
    if (!failed) {
        set_counts(pieces, evidence->kind, &counts);
    }
    lts_free(&job->memory, graph);
    label_table_free(labels);
    mdp_free(mdp);
    return failed ? -1 : 0;
}

/* --- all kinds --- */

static int judge_with_tree(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence,
                           language_tree *tree) {
    struct job *job = pieces->job;
    struct piece_result *result = &pieces->result;
    const struct verification *verification = &pieces->verification;
    int failed;
    if (evidence->has_strategy) {
        failed = verify_formula(reader, evidence, tree, &job->run, &pieces->verification, &job->error);
        result->nodes = !failed && verification->confirmed ? verification->nodes : result->nodes;
    } else if (evidence->kind == EVIDENCE_TRACE) {
        failed = verify_trace(evidence, tree, &job->run, &pieces->verification, &job->error);
    } else if (evidence->kind == EVIDENCE_CERTIFICATE) {
        failed = verify_certificate(reader, evidence, tree, &job->run, &pieces->verification, &job->error);
        result->states = verification->states;
    } else {
        failed = judge_decomposition(pieces, reader, evidence, tree);
    }
    if (evidence->kind == EVIDENCE_TRACE) {
        result->steps = verification->steps;
    }
    if (failed && job->error.line != 0 && strcmp(job->error.path, PROPERTY_FORMULA_TEXT) == 0) {
        snprintf(job->error.path, sizeof job->error.path, "%.400s: %s", pieces->path, PROPERTY_FORMULA_TEXT);
    }
    return failed ? -1 : 0;
}

/* Checks that all pieces are about the same input if NET is given, because NET would replace the input of
 * each of them. */
static int expect_subject(struct pieces *pieces, const struct evidence *evidence, uint64_t line) {
    struct job *job = pieces->job;
    if (pieces->network == NULL) {
        return 0;
    }
    if (pieces->first_subject == NULL) {
        pieces->first_subject_bytes = strlen(evidence->network) + 1;
        pieces->first_subject = memory_allocate(&job->memory, pieces->first_subject_bytes);
        if (pieces->first_subject == NULL) {
            return error_memory(&job->error, "for the result");
        }
        memcpy(pieces->first_subject, evidence->network, pieces->first_subject_bytes);
    }
    return strcmp(pieces->first_subject, evidence->network) == 0
               ? 0
               : error_at(&job->error, ERROR_USAGE, pieces->path, (uint32_t)line, 0,
                          "this piece is about %.200s, an earlier one about %.200s: %.200s cannot replace "
                          "both; verify them separately",
                          evidence->network, pieces->first_subject, pieces->network);
}

int piece_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence) {
    uint64_t line = evidence_line(reader);
    pieces->result.kind = evidence_kind_name(evidence->kind);
    if (expect_kind(pieces, evidence->kind, line) != 0 || expect_subject(pieces, evidence, line) != 0 ||
        add_text(pieces, &pieces->network_text, subject_path(pieces, evidence)) != 0) {
        return -1;
    }
    pieces->result.network = pieces->network_text.data;
    if (set_reading(pieces, &evidence->options) != 0) {
        return -1;
    }
    if (evidence->input != EVIDENCE_NETWORK) {
        return judge_with_tree(pieces, reader, evidence, NULL);
    }
    language_tree *tree = read_tree(pieces, evidence);
    int failed = tree == NULL || judge_with_tree(pieces, reader, evidence, tree) != 0;
    language_free(tree);
    return failed ? -1 : 0;
}
