#ifndef HEDDLE_CLI_REDUCE_CONFIRM_H
#define HEDDLE_CLI_REDUCE_CONFIRM_H

#include "checker/check.h"
#include "cli/reduce/operand.h"

struct evidence_writer;

/* A formula that is checked on an operand as `heddle check` does. */
struct confirmation {
    enum verdict verdict;
    struct error why; /* why it is undecided */
};

/*
 * Checks the formula on the model or graph of an operand, without what is hidden. evidence: receives, if it
 * is not NULL, the winner's strategy as a piece of evidence. 0, or -1 with job->error (also where there is no
 * evidence).
 */
int confirm_formula(struct job *job, const struct reduce_options *options, struct reduce_operand *operand,
                    const char *formula, struct evidence_writer *evidence, struct confirmation *confirmation);

#endif
