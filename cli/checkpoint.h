#ifndef HEDDLE_CLI_CHECKPOINT_H
#define HEDDLE_CLI_CHECKPOINT_H

#include "base/text/text_buffer.h"
#include "cli/common.h"
#include "explorer/checkpoint/checkpoint.h"

struct explore_options;
struct search_options;

/* Checkpoints of a command's searches: the options, their rows, and what is made of them. */
struct checkpoint_options {
    const char *folder, *resume;
    double interval; /* seconds; negative: the default */
    int follows;     /* long work follows a search; set by the command */
    struct checkpoint checkpoint;
    struct text_buffer text; /* of the command and its options, for the identity */
};

#define CHECKPOINT_DEFAULTS                                                                                  \
    { .interval = -1 }

/* clang-format off */
#define CHECKPOINT_ROWS(type)                                                                                \
    {"checkpoint", 0, OPTION_TEXT, offsetof(type, checkpoint.folder), "FOLDER", 0, 0,                        \
     "write the search to FOLDER now and then, and when a signal, a limit or lack of memory ends it, so "    \
     "that --resume can continue it. --device auto then uses the CPU alone"},                                \
    {"checkpoint-interval", 0, OPTION_DURATION, offsetof(type, checkpoint.interval), "TIME", 0, 0,           \
     "time between two checkpoints (default: 30m); more if writing takes more than a twentieth of it"},      \
    {"resume", 0, OPTION_TEXT, offsetof(type, checkpoint.resume), "FOLDER", 0, 0,                            \
     "continue the search whose checkpoint is in FOLDER. Model and options must be the same, except "        \
     "limits, threads and output. With --checkpoint FOLDER, too: begin a search if there is none"}

#define CHECKPOINT_COMPLETIONS {"checkpoint", COMPLETION_FILES, NULL}, {"resume", COMPLETION_FILES, NULL}
/* clang-format on */

/* Checks the options, and selects the CPU for `auto` if there are checkpoints. Returns 0, or -1 with the
 * job's error. */
int checkpoint_check(struct job *job, const struct checkpoint_options *options,
                     const struct search_options *search, int composes);
/*
 * Opens the folders and adds the checkpoints to the options of the searches, if there are some. Returns 0, or
 * -1 with the job's error; checkpoint_end in any case.
 */
int checkpoint_begin(struct job *job, struct checkpoint_options *options, const char *input,
                     const struct network *network, struct explore_options *explore);
/* Adds to the text that identifies the command; 0, or -1 with the job's error. */
int checkpoint_describe(struct job *job, struct checkpoint_options *options, const char *text);
/* Says how the work can be continued if it is not complete; releases everything. */
void checkpoint_end(struct job *job, struct checkpoint_options *options, int complete);

#endif
