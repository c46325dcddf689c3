#ifndef HEDDLE_API_CHECKPOINT_H
#define HEDDLE_API_CHECKPOINT_H

#include "base/text/text_buffer.h"
#include "explorer/checkpoint/checkpoint.h"

struct explore_options;
struct job;
struct network;
struct search_options;

/* Requests of commands whose searches can be continued. */
struct checkpoint_options {
    const char *folder, *resume; /* or NULL */
    double interval;             /* seconds; negative: the default */
};

/* Checkpoints of a job's searches. Begins as zeros. */
struct checkpoints {
    int follows; /* long work follows a search; set by the caller */
    struct checkpoint checkpoint;
    struct text_buffer text; /* of the command and its options, for the identity */
};

#define CHECKPOINT_DEFAULTS                                                                                  \
    { .interval = -1 }

/* Selects the CPU for `auto` if there are checkpoints. */
void checkpoint_choose_engine(struct job *job, const struct checkpoint_options *options);
/* Adds to the text that identifies the command; 0, or -1 with the job's error. */
int checkpoints_describe(struct job *job, struct checkpoints *checkpoints, const char *text);
/*
 * Opens the folders and adds the checkpoints to the options of the searches, if there are some. Returns 0, or
 * -1 with the job's error; checkpoints_end in any case.
 */
int checkpoints_begin(struct job *job, struct checkpoints *checkpoints,
                      const struct checkpoint_options *options, const char *input,
                      const struct network *network, struct explore_options *explore);
/* Says how the work can be continued if it is not complete; releases everything. */
void checkpoints_end(struct job *job, struct checkpoints *checkpoints, int complete);

#endif
