/* Compares PRISM models and files that have Markov models: probabilistic equivalence. */
#include "api/compare/compare_internal.h"

#include "model/mdp.h"
#include "reduce/lump/lump_model.h"

int compare_has_models(const struct compare_work *work) {
    return work->result->operands[0].model != NULL || work->result->operands[1].model != NULL;
}

static const char *kind_of(const struct mdp *mdp) {
    return mdp == NULL  ? "a graph whose labels have numbers"
           : mdp->rates ? "a Markov chain in continuous time"
           : mdp->chain ? "a Markov chain in discrete time"
                        : "a Markov decision process";
}

static int check_kinds(struct compare_work *work) {
    const struct mdp *const models[2] = {work->result->operands[0].model, work->result->operands[1].model};
    return models[0] != NULL && models[1] != NULL && models[0]->rates == models[1]->rates &&
                   models[0]->chain == models[1]->chain
               ? 0
               : error_set(&work->job->error, ERROR_USAGE,
                           "%.200s is %s, and %.200s is %s: only models of the same kind can be compared",
                           work->result->operands[0].path, kind_of(models[0]), work->result->operands[1].path,
                           kind_of(models[1]));
}

static int find_sizes(struct compare_work *work, const struct model_lumping *lumping) {
    struct job *job = work->job;
    for (uint32_t k = 0; k < 2; k++) {
        const uint64_t dropped = lumping->models[k]->states - lumping->reached[k];
        struct model_size size;
        if (lump_model_size(lumping, k, &job->run, &size, &job->error) != 0) {
            return -1;
        }
        work->result->comparison.minimised_states[k] = size.states;
        work->result->comparison.minimised_transitions[k] = size.edges;
        if (dropped > 0) {
            operand_warn_dropped(job, &work->result->operands[k], dropped);
        }
    }
    return job_accept_warnings(job);
}

/* Explains the difference, or takes the classes if they are needed. */
static int conclude(struct compare_work *work, struct model_lumping *lumping) {
    struct job *job = work->job;
    struct comparison *comparison = &work->result->comparison;
    struct difference *difference = &comparison->difference;
    if (!comparison->related) {
        explain_moves(moves_of_models(lumping, &job->run, &difference->moves, &job->error) != 0, difference,
                      &job->run, &job->error);
        return 0;
    }
    for (uint32_t k = 0; k < 2 && work->request->evidence != NULL;
         k++) { /* the classes move to the comparison */
        comparison->classes[k] = lumping->class_of[k];
        comparison->class_counts[k] = lumping->models[k]->states;
        lumping->class_of[k] = NULL;
    }
    return 0;
}

int compare_models(struct compare_work *work) {
    struct job *job = work->job;
    const struct mdp *const models[2] = {work->result->operands[0].model, work->result->operands[1].model};
    const struct lump_refiner refiner = classes_refiner(&work->result->refining);
    struct model_lumping lumping = {.count = 0};
    int failed = check_kinds(work) != 0 ||
                 lump_models(models, 2, &refiner, &job->run, &lumping, &job->error) != 0 ||
                 find_sizes(work, &lumping) != 0 ||
                 lump_models_equal(&lumping, &work->result->comparison.related, &job->error) != 0 ||
                 conclude(work, &lumping) != 0;
    model_lumping_free(&lumping);
    return failed ? -1 : 0;
}
