#ifndef HEDDLE_API_MINIMISE_H
#define HEDDLE_API_MINIMISE_H

#include "api/minimise_model.h"
#include "api/operand.h"
#include "reduce/lump/lump.h"

/* What to minimise, and what to write. */
struct minimise_request {
    struct operand_request operand; /* first: its options' rows have offsets in it */
    const char *path;
    const char *output, *classes; /* files to write, or NULL */
    int format;                   /* of the output: index into minimise_formats; -1: by its name */
    int canonical;
};

#define MINIMISE_DEFAULTS                                                                                    \
    { .operand = OPERAND_DEFAULTS, .format = -1 }

/* What the output can be; FILE_UNKNOWN ends the list. */
extern const enum file_format minimise_formats[5];

/* What does not apply, or is not known, is UINT64_MAX, a negative time, or NULL. */
struct minimise_result {
    struct operand operand;           /* its classes, wherever they were found */
    int classes_there;                /* .. found on the GPU that had its states */
    struct lumping lumping;           /* of probabilistic: the owner of the labels' texts */
    struct minimised_model model;     /* of probabilistic: where the operand is a Markov model */
    struct classes_refining refining; /* of probabilistic: where that was done */
    struct model_size size;           /* of what the operand becomes */
    uint64_t rounds;
    int done; /* it was minimised: only a file may be missing */
    double seconds;
    const char *written, *written_classes; /* the files that were written, as results show them */
};

/*
 * Reads or searches, finds the smallest equivalent graph or model, and writes what is asked for; warns, and
 * explains why a search is incomplete, which is no error (operand.complete). Returns 0, or -1 with
 * job->error. Free the result in any case.
 */
int api_minimise(struct job *job, const struct minimise_request *request, struct minimise_result *result);
void minimise_result_free(struct minimise_result *result, struct job *job);

#endif
