/* Writes evidence that the operands of a comparison are related, or of a difference with numbers. */
#include "api/compare/compare_internal.h"
#include "api/output_name.h"
#include "checker/evidence/comparison_evidence.h"
#include "model/mdp.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"

#define NO_CLASS UINT32_MAX

/* An operand as `heddle verify` reads it: a graph of a file is a network of one process, and a Markov model
 * of a file is itself. */
struct side {
    const struct operand *operand;
    const uint32_t *classes; /* by vertex, or by state of a Markov model; NULL: none are needed */
    int is_mdp;              /* a Markov model of a file */
    const char **names;
    struct exp_options options; /* of a Markov model */
    struct evidence_subject subject;
};

static int state_of(void *context, uint64_t state, uint32_t *tuple, uint32_t *class) {
    const struct side *side = context;
    const struct prepared *prepared = &side->operand->prepared;
    const uint32_t vertex = prepared->vertex == NULL ? (uint32_t)state : prepared->vertex[state];
    if (vertex == PREPARE_NONE || side->classes[vertex] == NO_CLASS) {
        return 0;
    }
    *class = side->classes[vertex];
    if (side->operand->tuples != NULL) {
        graph_states_tuple(side->operand->tuples, state, tuple);
    } else {
        *tuple = (uint32_t)state;
    }
    return 1;
}

static int open_side(struct compare_work *work, int k, struct side *side) {
    struct job *job = work->job;
    struct operand *operand = &work->result->operands[k];
    *side = (struct side){.operand = operand,
                          .classes = work->result->comparison.classes[k],
                          .is_mdp = operand->model != NULL && operand->tree == NULL,
                          .options = reader_exp_options(&work->operand.reader)};
    if (side->is_mdp) {
        side->subject = (struct evidence_subject){operand->path, &side->options, NULL, 0, NULL};
        return 0;
    }
    if (operand_as_network(job, &work->operand.reader, operand) != 0) {
        return -1;
    }
    side->names = network_names(operand->network, &job->memory);
    if (side->names == NULL) {
        return error_memory(&job->error, "for the names");
    }
    side->subject = (struct evidence_subject){operand->path, language_options(operand->tree), side->names,
                                              operand->network->component_count, NULL};
    return 0;
}

static void close_side(struct job *job, struct side *side) {
    if (side->names != NULL) {
        memory_free(&job->memory, side->names, side->operand->network->component_count * sizeof *side->names);
    }
}

/* Opens both sides, and describes them. 0, or -1 with job->error; to be closed in any case. */
static int describe(struct compare_work *work, struct side sides[2], struct comparison_evidence *evidence) {
    const struct operand_request *request = &work->operand;
    const struct option_list *list = request->hide.count > 0 ? &request->hide : &request->hide_all_but;
    int failed = 0;
    evidence->hidden = list->items;
    evidence->hidden_count = list->count;
    evidence->hides_others = list == &request->hide_all_but;
    for (int k = 0; k < 2 && !failed; k++) {
        const struct operand *operand = &work->result->operands[k];
        failed = open_side(work, k, &sides[k]) != 0;
        evidence->sides[k] = (struct comparison_side){
            .subject = &sides[k].subject,
            .is_mdp = sides[k].is_mdp,
            .states = operand->model != NULL ? operand->model->states : operand->prepared.states,
            .state = state_of,
            .context = &sides[k]};
    }
    return failed ? -1 : 0;
}

/* Writes evidence that the sides are related, or of `difference`, unless it is NULL. */
static int write_evidence(struct compare_work *work, struct comparison_evidence *evidence,
                          const struct difference *difference) {
    struct job *job = work->job;
    const char *path = work->request->evidence;
    struct side sides[2] = {{.operand = NULL}, {.operand = NULL}};
    job_end_progress_for(job, path);
    const int failed =
        describe(work, sides, evidence) != 0 ||
        (difference == NULL ? evidence_write_comparison(path, evidence, &job->run, &job->error)
                            : evidence_write_difference(path, evidence, &difference->measured,
                                                        difference->holds_in, &job->run, &job->error)) != 0;
    close_side(job, &sides[0]);
    close_side(job, &sides[1]);
    work->result->evidence = failed ? NULL : output_name_shown(path);
    return failed ? -1 : 0;
}

int compare_write_related(struct compare_work *work) {
    struct comparison_evidence evidence = {.relation =
                                               compare_relation_name(compare_relation_of(work->request)),
                                           .is_preorder = work->request->preorder >= 0};
    return write_evidence(work, &evidence, NULL);
}

int compare_write_difference(struct compare_work *work) {
    struct comparison_evidence evidence = {.relation = compare_relation_name(COMPARE_PROBABILISTIC)};
    return write_evidence(work, &evidence, &work->result->comparison.difference);
}
