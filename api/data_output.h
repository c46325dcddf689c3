#ifndef HEDDLE_API_DATA_OUTPUT_H
#define HEDDLE_API_DATA_OUTPUT_H

#include "frontend/formats/mdp_read.h"
#include "frontend/formats/mdp_write.h"
#include "frontend/formats/table/file_format.h"

struct job;
struct network;

/* The files beside a .tra file of a model with data: values of variables (.sta), and for each reward
 * structure those of states (.srew) and transitions (.trew). */
struct data_output {
    struct memory *memory;
    struct mdp_beside values;
    uint32_t structures;
    struct mdp_beside *besides;            /* [2 * structures] */
    struct mdp_reward_paths *reward_paths; /* [structures], or NULL */
    char **paths;                          /* [1 + 2 * structures]: of all of them */
};

/*
 * Before the search: whether the state space of the model can be written in the format, and with --output
 * NAME.tra the files beside it, which are added to the job. Warns of what the format leaves out. 0, or -1
 * with job->error; to be closed in any case.
 */
int data_output_open(struct data_output *output, struct job *job, const char *path, enum file_format format,
                     const struct network *network);
void data_output_close(struct data_output *output);

#endif
