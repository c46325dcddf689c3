#ifndef HEDDLE_API_COMPARE_COMPARE_INTERNAL_H
#define HEDDLE_API_COMPARE_COMPARE_INTERNAL_H

#include "api/compare.h"
#include "checker/check.h"

struct evidence_writer;

/* The state of a comparison. */
struct compare_work {
    struct job *job;
    const struct compare_request *request;
    struct compare_result *result;
    struct operand_request operand; /* that of the request, with its equivalence */
};

/* Each returns 0, or -1 with job->error. */

/* Adds an action of formulas for all internal labels: i, (i or "a" or 'b.*'), or (i or not ("c")). */
int compare_internal_actions(struct job *job, const struct operand_request *request,
                             struct text_buffer *text);

/* Whether an operand is a Markov model. */
int compare_has_models(const struct compare_work *work);
/* Compares two Markov models, of the same kind, by probabilistic equivalence: fills comparison.related and
 * the sizes. ERROR_USAGE: they are of different kinds. */
int compare_models(struct compare_work *work);

/* A formula that is checked on an operand as `heddle check` does. */
struct confirmation {
    enum verdict verdict;
    struct error why; /* why it is undecided */
};

/*
 * Checks the formula on the model or graph of an operand, without what is hidden. evidence: receives, if it
 * is not NULL, the winner's strategy as a piece of evidence; it is an error if there is none.
 */
int compare_confirm_formula(struct compare_work *work, int k, const char *formula,
                            struct evidence_writer *evidence, struct confirmation *confirmation);

/* Write evidence, which the result then names: that the operands are related, by the classes of the
 * comparison; or that they are not, by its formula with numbers. */
int compare_write_related(struct compare_work *work);
int compare_write_difference(struct compare_work *work);

#endif
