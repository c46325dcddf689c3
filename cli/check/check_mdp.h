#ifndef HEDDLE_CLI_CHECK_CHECK_MDP_H
#define HEDDLE_CLI_CHECK_CHECK_MDP_H

#include "cli/common.h"
#include "cli/check/property_options.h"

/* The options of `heddle check` for a Markov decision process in a file. */
struct check_mdp_options {
    const char *path, *labels; /* labels: the MDP's .lab file; NULL for the one next to `path` */
    const struct property_list *properties;
    int state_label;       /* labels of properties are labels of states */
    int every;             /* properties are about every scheduler, not about some scheduler */
    const char *scheduler; /* output file for evidence; or NULL */
    const char *junit;     /* output file for test results; or NULL */
    int json;
};

/* Checks the properties about schedulers and reports them; returns the exit code. The job must be
 * configured. */
int check_mdp(struct job *job, const struct check_mdp_options *options);

#endif
