/* Whether two state spaces are equivalent, or what one can do and the other cannot. */
#include "api/compare/compare_internal.h"
#include "api/output_name.h"
#include "base/options/statistics.h"
#include "checker/evidence/evidence_put.h"
#include "model/mdp.h"
#include "explorer/graph/graph.h"

enum compare_relation compare_relation_of(const struct compare_request *request) {
    return request->preorder >= 0 ? (enum compare_relation)(COMPARE_FIRST_PREORDER + request->preorder)
           : request->operand.equivalence >= 0 ? (enum compare_relation)request->operand.equivalence
                                               : COMPARE_STRONG;
}

/* --- the difference --- */

/* Checks the formula on both operands. 1 if both verdicts are as they should be, 0 if one is undecided (with
 * a message), or -1. */
static int confirm(struct compare_work *work, struct evidence_writer *evidence) {
    struct job *job = work->job;
    const struct difference *difference = &work->result->comparison.difference;
    for (int k = 0; k < 2; k++) {
        struct confirmation confirmation;
        enum verdict truth = difference->holds_in == k + 1 ? VERDICT_HOLDS : VERDICT_VIOLATED;
        if (compare_confirm_formula(work, k, difference->formula.data, evidence, &confirmation) != 0) {
            return -1;
        }
        if (confirmation.verdict == VERDICT_UNDECIDED) {
            job_warning(job, "the formula is not checked on %.200s: %s", work->result->operands[k].path,
                        confirmation.why.text);
            return 0;
        }
        if (confirmation.verdict != truth) {
            return error_set(
                &job->error, ERROR_INPUT,
                "a check of the formula on %.200s does not confirm the difference: this is an error "
                "of heddle, please report it",
                work->result->operands[k].path);
        }
    }
    return 1;
}

/* Checks the formula, and writes the verdicts as evidence. As confirm. */
static int confirm_in_file(struct compare_work *work) {
    struct job *job = work->job;
    struct evidence_writer writer = {.run = &job->run, .error = &job->error};
    if (evidence_writer_open(&writer, work->request->evidence) != 0) {
        return -1;
    }
    int confirmed = confirm(work, &writer);
    writer.failed |= confirmed != 1;
    if (evidence_writer_close(&writer) != 0 && confirmed == 1) {
        return -1;
    }
    work->result->evidence = confirmed == 1 ? output_name_shown(work->request->evidence) : NULL;
    return confirmed;
}

/* Checks the formula of the difference, if there is one; says why if that is undecided. 0, or -1 with
 * job->error. */
static int check_difference(struct compare_work *work) {
    struct job *job = work->job;
    struct compare_result *result = work->result;
    const double begun = run_clock();
    if (result->comparison.difference.formula.data == NULL) {
        result->not_written = "there is no formula";
        return 0;
    }
    int confirmed = work->request->evidence != NULL ? confirm_in_file(work) : confirm(work, NULL);
    result->confirmed = confirmed == 1;
    result->check_seconds = run_clock() - begun;
    if (confirmed < 0 && error_is_undecided(job->error.code)) {
        job_warning(job, "the formula is not checked: %s", job->error.text);
        job->error.code = ERROR_NONE;
        confirmed = 0;
    }
    if (confirmed == 0) {
        result->not_written = "the formula is not checked";
    }
    return confirmed < 0 ? -1 : 0;
}

/* Writes evidence of a formula with numbers, which was evaluated when it was made. 0, or -1 with job->error.
 */
static int write_difference(struct compare_work *work) {
    struct compare_result *result = work->result;
    result->confirmed = result->comparison.difference.measured.nodes.count > 0;
    if (!result->confirmed) {
        result->not_written = "there is no formula";
        return 0;
    }
    return work->request->evidence == NULL ? 0 : compare_write_difference(work);
}

/* --- the comparison --- */

/* Compares two graphs with labels. */
static int compare_prepared(struct compare_work *work, const char *internal) {
    struct job *job = work->job;
    const struct lump_refiner refiner = classes_refiner(&work->result->refining);
    struct compare_options how = {.relation = compare_relation_of(work->request),
                                  .refiner = &refiner,
                                  .explain = 1,
                                  .internal = internal,
                                  .classes = work->request->evidence != NULL};
    const struct graph *graphs[2];
    uint32_t *state_of[2] = {NULL, NULL};
    int failed = 0;
    for (int k = 0; k < 2; k++) {
        graphs[k] = work->result->operands[k].prepared.graph;
        failed = failed || operand_number_states(job, &work->result->operands[k], &state_of[k]) != 0;
        how.names[k] = work->result->operands[k].path;
        how.state_of[k] = state_of[k];
        how.labels[k] = work->result->operands[k].labels;
        how.alone[k] = work->result->operands[k].network != NULL;
    }
    failed = failed || compare_graphs(graphs, &how, &job->run, &work->result->comparison, &job->error) != 0;
    for (int k = 0; k < 2; k++) {
        memory_free(&job->memory, state_of[k], graphs[k]->vertices * sizeof *state_of[k]);
    }
    return failed ? -1 : 0;
}

/* Nothing is known of what the operands become. */
static void forget_sizes(struct comparison *comparison) {
    for (int k = 0; k < 2; k++) {
        comparison->minimised_states[k] = comparison->minimised_transitions[k] = STATISTIC_ABSENT;
    }
}

/* 0, or -1 with job->error. */
static int compare_operands(struct compare_work *work) {
    struct job *job = work->job;
    struct compare_result *result = work->result;
    struct text_buffer internal = {NULL, 0, 0};
    const double begun = run_clock();
    int failed = compare_internal_actions(job, &work->operand, &internal);
    if (failed == 0) {
        failed = compare_has_models(work) ? compare_models(work) : compare_prepared(work, internal.data);
    }
    text_buffer_free(&job->memory, &internal);
    job_warning_fallback(job, &result->refining.fallback);
    result->seconds = run_clock() - begun;
    result->compared = failed == 0;
    if (failed != 0) {
        forget_sizes(&result->comparison);
    }
    return failed;
}

/* Explains or writes what was found. 0, or -1 with job->error. */
static int conclude(struct compare_work *work) {
    const struct comparison *comparison = &work->result->comparison;
    if (comparison->related) {
        return work->request->evidence != NULL ? compare_write_related(work) : 0;
    }
    if (comparison->difference.why.code != ERROR_NONE) {
        job_message(work->job, "no formula: %s", comparison->difference.why.text);
    }
    return compare_relation_of(work->request) == COMPARE_PROBABILISTIC ? write_difference(work)
                                                                       : check_difference(work);
}

/* --- the command --- */

/* Before anything is read. 0, or -1 with job->error. */
static int check(struct compare_work *work) {
    struct job *job = work->job;
    const struct compare_request *request = work->request;
    static const enum file_format json[] = {FILE_JSON, FILE_UNKNOWN};
    const struct job_output evidence = {{"--evidence", request->evidence, json, NULL, -1}, 1};
    if (search_open_spill(job, &request->operand.search) != 0) {
        return -1;
    }
    for (int k = 0; k < 2; k++) {
        if (file_format_is_stream(request->paths[k])) {
            return error_set(
                &job->error, ERROR_USAGE,
                "%.200s: standard input cannot be compared: the inputs are read twice; give files",
                request->paths[k]);
        }
    }
    return job_output(job, &evidence, NULL);
}

/* Reads or searches both, unless the first one is incomplete. 0, or -1 with job->error. */
static int open_operands(struct compare_work *work) {
    const struct operand_needs needs = {.tuples = work->request->evidence != NULL};
    struct operand *operands = work->result->operands;
    int failed = 0;
    for (int k = 0; k < 2 && !failed && (k == 0 || operands[0].complete); k++) {
        failed = operand_open(work->job, work->request->paths[k], &work->operand, &needs, &operands[k]) != 0;
    }
    return failed ? -1 : 0;
}

/* A graph that is compared with a Markov decision process is one, too. 0, or -1 with job->error. */
static int match_kinds(struct compare_work *work) {
    int failed = 0;
    for (int k = 0; k < 2 && !failed; k++) {
        struct operand *operand = &work->result->operands[k];
        const struct mdp *other = work->result->operands[1 - k].model;
        if (other != NULL && !other->rates && !other->chain && operand->is_graph_file) {
            failed = operand_read_graph_as_model(work->job, &work->operand, operand) != 0;
        }
    }
    return failed ? -1 : 0;
}

static int run(struct compare_work *work) {
    struct job *job = work->job;
    struct operand *operands = work->result->operands;
    if (check(work) != 0 || open_operands(work) != 0) {
        return -1;
    }
    if (!operands[0].complete || !operands[1].complete) {
        work->result->not_written = "a state space is incomplete";
        return 0;
    }
    /* A GPU that one of the searches has lost is not tried again. */
    work->result->refining.backend = operands[operands[0].backend == job->backend].backend;
    return match_kinds(work) != 0 || job_check_constants(job, &work->operand.reader) != 0 ||
                   operand_warn_unmatched(job, &work->operand, &operands[0], &operands[1]) != 0 ||
                   job_outputs_spared(job) != 0 || compare_operands(work) != 0 || conclude(work) != 0
               ? -1
               : 0;
}

int api_compare(struct job *job, const struct compare_request *request, struct compare_result *result) {
    struct compare_work work = {
        .job = job, .request = request, .result = result, .operand = request->operand};
    work.operand.reader.shares_constants = 1;
    if (request->operand.equivalence < 0) {
        work.operand.equivalence = EQUIVALENCE_STRONG;
    }
    *result = (struct compare_result){.seconds = -1, .check_seconds = -1};
    forget_sizes(&result->comparison);
    operand_clear(&result->operands[0]);
    operand_clear(&result->operands[1]);
    if (run(&work) == 0) {
        return 0;
    }
    result->not_written = result->compared ? NULL : "the comparison did not end";
    return -1;
}

void compare_result_free(struct compare_result *result, struct job *job) {
    comparison_free(&result->comparison, &job->memory);
    operand_close(job, &result->operands[0]);
    operand_close(job, &result->operands[1]);
}
