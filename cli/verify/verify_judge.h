#ifndef HEDDLE_CLI_VERIFY_VERIFY_JUDGE_H
#define HEDDLE_CLI_VERIFY_VERIFY_JUDGE_H

#include "cli/verify/verify_pieces.h"

/* Reads the input that a piece of evidence is about and judges the piece, whose rows the reader reads next.
 * Fills the verification, and the result except verdict and reason. Returns 0, or -1 with the job's error
 * filled. */
int piece_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence);
/* Judges the trace of labels (AUT) in the current file likewise. */
int piece_judge_labels(struct pieces *pieces);

#endif
