#ifndef HEDDLE_API_MDP_OUTPUT_H
#define HEDDLE_API_MDP_OUTPUT_H

#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/formats/table/file_format.h"

struct job;
struct mdp;

/*
 * Before the model is read: finds the .lab file of a .tra file (*labels, which the caller frees; its path is
 * NULL where there is none), adds it to the job's outputs, and checks that the options apply to the format.
 * Returns 0, or -1 with job->error.
 */
int mdp_output_check(struct job *job, const char *path, enum file_format format,
                     const struct mdp_write_options *options, struct mdp_beside *labels);

/* Writes .drn or .tra; 0, or -1 with job->error. */
int mdp_output_write(struct job *job, const struct mdp *mdp, const char *path, enum file_format format,
                     const struct mdp_write_options *options);

#endif
