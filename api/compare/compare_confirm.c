/* Checks formulas on the operands of a comparison, and writes evidence of the verdicts. */
#include <string.h>

#include "api/check/check_reason.h"
#include "api/compare/compare_internal.h"
#include "checker/evidence/evidence_put.h"
#include "checker/strategy/strategy.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"

struct confirming {
    struct job *job;
    const struct operand_request *request;
    const char *path;
    language_tree *tree;
    const struct network *network;
    struct evidence_writer *evidence; /* or NULL */
    const char **names;
    walker *walker;
    struct property property;
};

static int put_evidence(const struct confirming *work, const struct evidence_subject *subject,
                        const struct check_result *result) {
    const struct evidence_claim claim = {subject, &work->property, result->verdict == VERDICT_HOLDS,
                                         &result->trace, check_formula_strategy(result->evidence)};
    if (claim.strategy == NULL) {
        if (result->why.code != ERROR_NONE) {
            work->job->error = result->why;
            return -1;
        }
        return error_set(&work->job->error, ERROR_LIMIT, "%.200s: there is no evidence of this formula",
                         work->path);
    }
    if (claim.strategy->is_part) {
        return error_set(&work->job->error, ERROR_LIMIT, "%.200s: the strategy for the evidence is too large",
                         work->path);
    }
    evidence_put_claim(work->evidence, &claim);
    return work->evidence->failed;
}

static int run_check(struct confirming *work, struct confirmation *confirmation) {
    struct job *job = work->job;
    const struct network *network = work->network;
    struct evidence_subject subject = {work->path, language_options(work->tree), work->names,
                                       network->component_count, NULL};
    struct check_options how = {.backend = job->backend,
                                .words = (uint32_t)work->request->search.words,
                                .no_traces = work->evidence == NULL,
                                .no_files = work->evidence == NULL,
                                .strategies = work->evidence != NULL,
                                .games = work->evidence != NULL,
                                .subject = &subject};
    search_configure(job, &work->request->search, &how.explore);
    if (check_plan_formulas(network, &work->property, 1, &job->run, &job->error) < 0) {
        return -1;
    }
    if (work->evidence != NULL) {
        work->walker = language_walk(work->tree, &job->run, &job->error);
        if (work->walker == NULL) {
            return -1;
        }
        how.walker = work->walker;
    }
    struct check *check = check_run(network, &work->property, 1, &how, &job->run, &job->error);
    if (check == NULL) {
        return -1;
    }
    subject.walker = work->walker;
    confirmation->verdict = check->results[0].verdict;
    int failed = 0;
    if (confirmation->verdict == VERDICT_UNDECIDED) {
        check_why(check, 0, &confirmation->why);
    } else if (work->evidence != NULL) {
        failed = put_evidence(work, &subject, &check->results[0]);
    }
    check_free(check, &job->run);
    return failed;
}

static int check_text(struct confirming *work, const char *formula, struct confirmation *confirmation) {
    struct job *job = work->job;
    struct error warning = {.code = ERROR_NONE};
    const struct property_maker maker = {.tree = work->tree,
                                         .run = &job->run,
                                         .error = &job->error,
                                         .dialect = FORMULA_DIALECT_MCL,
                                         .warning = &warning};
    const struct property_text text = {.text = formula, .length = strlen(formula)};
    work->names = network_names(work->network, &job->memory);
    int failed = work->names == NULL ? error_memory(&job->error, "for the names") : 0;
    failed = failed || property_make_formula_text(&maker, &text, &work->property) != 0 ||
             run_check(work, confirmation) != 0;
    walker_free(work->walker);
    property_free(&work->property, &job->run);
    memory_free(&job->memory, work->names, work->network->component_count * sizeof *work->names);
    return failed ? -1 : 0;
}

int compare_confirm_formula(struct compare_work *work, int k, const char *formula,
                            struct evidence_writer *evidence, struct confirmation *confirmation) {
    struct job *job = work->job;
    struct operand *operand = &work->result->operands[k];
    memset(confirmation, 0, sizeof *confirmation);
    if (operand_as_network(job, &work->operand.reader, operand) != 0) {
        return -1;
    }
    struct confirming confirming = {.job = job,
                                    .request = &work->operand,
                                    .path = operand->path,
                                    .tree = operand->tree,
                                    .network = operand->network,
                                    .evidence = evidence};
    return check_text(&confirming, formula, confirmation);
}
