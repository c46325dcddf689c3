#ifndef HEDDLE_API_EXPLORE_INTERNAL_H
#define HEDDLE_API_EXPLORE_INTERNAL_H

#include "api/explore.h"

/* Shared by the files that explore. Functions return 0, or -1 with job->error. */

/* Whether the states of the request are merged into classes before they are written. */
int explore_refines(const struct explore_request *request);
/* Before the model is read: adds the outputs to the job. */
int explore_add_outputs(struct job *job, const struct explore_request *request,
                        struct explore_writing *writing);
/* After it: whether its state space can be written as requested. */
int explore_check_output(struct job *job, const struct explore_request *request,
                         const struct network *network, struct explore_writing *writing);
void explore_writing_free(struct explore_writing *writing, struct memory *memory);
/* Writes the states of a complete search, which it consumes. */
int explore_write(struct job *job, const struct explore_request *request, struct explored *found);

#endif
