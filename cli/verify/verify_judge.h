#ifndef HEDDLE_CLI_VERIFY_VERIFY_JUDGE_H
#define HEDDLE_CLI_VERIFY_VERIFY_JUDGE_H

#include "cli/verify/verify_pieces.h"

/*
 * Reads what a piece of evidence is about and judges the piece, whose rows the reader is about to read. Fills
 * the verification and the result, but for the verdict and the reason. 0, or -1 with the job's error filled.
 */
int piece_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence);
/* The same of the trace of labels (AUT) in the file that is at work. */
int piece_judge_labels(struct pieces *pieces);

#endif
