#ifndef HEDDLE_API_VERIFY_VERIFY_INTERNAL_H
#define HEDDLE_API_VERIFY_VERIFY_INTERNAL_H

#include "api/verify.h"

/* Pieces of evidence, which are judged one after the other. */
struct pieces {
    struct job *job;
    const struct verify_request *request;
    struct verify_result *result;
    /* The current piece. */
    const char *path;
    struct verification verification;
    struct verify_piece piece;
    struct text_buffer network_text, reading_text, second_reading_text, claim;
    double begun;
    /* All pieces. */
    struct text_buffer
        first_subject; /* input that the first piece names; only if request->network is given */
};

/* Reads the input that a piece of evidence is about and judges the piece, whose rows the reader reads next.
 * Fills the verification, and the piece except verdict and reason. Returns 0, or -1 with the job's error
 * filled. */
int piece_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence);
/* Judges the trace of labels (AUT) in the current file likewise. */
int piece_judge_labels(struct pieces *pieces);

#endif
