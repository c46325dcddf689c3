#ifndef HEDDLE_API_MINIMISE_MODEL_H
#define HEDDLE_API_MINIMISE_MODEL_H

#include "api/operand.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "reduce/lump/lump_model.h"

/* A Markov chain or decision process whose states are lumped. Begins as zeros; functions return 0, or -1 with
 * job->error. */
struct minimised_model {
    struct model_lumping lumping;
    struct mdp *quotient;     /* NULL unless it is to be written */
    struct mdp_beside labels; /* the .lab file beside a .tra file */
};

/* Before the model is read: adds the .lab file beside a .tra file to the job's outputs. */
int minimise_model_open(struct minimised_model *minimised, struct job *job, const char *output,
                        enum file_format format);
/* Whether the model can be written in the format; output: NULL if it is not to be written. */
int minimise_model_check(struct job *job, const char *output, enum file_format format,
                         const struct mdp *model);
/* Finds the classes, and with `quotient` makes their model. */
int minimise_model(struct minimised_model *minimised, struct job *job, struct classes_refining *refining,
                   const struct mdp *model, int quotient);
/* dialect: of AUT. */
int minimise_model_write(struct minimised_model *minimised, struct job *job, const char *output,
                         enum file_format format, enum mdp_dialect dialect);
void minimise_model_close(struct minimised_model *minimised, struct job *job);

#endif
