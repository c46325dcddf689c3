#ifndef HEDDLE_API_CHECK_CHECK_REFUSE_H
#define HEDDLE_API_CHECK_CHECK_REFUSE_H

#include "frontend/formats/table/file_format.h"

struct check_request;
struct checked;
struct job;

/* Refuses what can be seen before a model is read: options that its kind does not have, or that its
 * properties, several processes or GPUs exclude. format: of the model. Returns 0, or -1 with job->error. */
int check_refuse_request(struct job *job, const struct check_request *request, enum file_format format);
/* Refuses planned properties that several processes or GPUs, or searches of fewer states cannot decide.
 * games: some formula needs a game. Returns 0, or -1 with the job's error. */
int check_refuse_planned(const struct checked *checked, int games);

#endif
