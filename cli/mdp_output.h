#ifndef HEDDLE_CLI_MDP_OUTPUT_H
#define HEDDLE_CLI_MDP_OUTPUT_H

#include "cli/common.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"

/* Options of commands that write Markov decision processes; `member` is their struct mdp_write_options. */
/* clang-format off */
#define MDP_OUTPUT_ROWS(type, member)                                                                        \
    {"state-labels", 0, OPTION_FLAG, offsetof(type, member.state_labels), NULL, 0, 0,                        \
     "write more labels of states to .drn or .lab: `deadlock`, and each label L for the states where L "     \
     "can happen"},                                                                                          \
    {"deadlock-loops", 0, OPTION_FLAG, offsetof(type, member.deadlock_loops), NULL, 0, 0,                    \
     "give each state without transitions a loop in .drn or .tra, for tools that need it"}
/* clang-format on */

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
