#ifndef HEDDLE_CLI_CHECKPOINT_ROWS_H
#define HEDDLE_CLI_CHECKPOINT_ROWS_H

#include "api/checkpoint.h"

/* The rows of options of commands with checkpoints; `type` is the command's struct of values, whose member
 * `checkpoint` has them. */

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

#define CHECKPOINT_RULES                                                                                     \
    {"checkpoint-interval", OPTION_NEEDS, "checkpoint", "is the time between two checkpoints"},               \
    {"checkpoint", OPTION_EXCLUDES, "partial-order compose", "is for searches of all states"},  \
    {"resume", OPTION_EXCLUDES, "partial-order compose", "is for searches of all states"}

#define CHECKPOINT_COMPLETIONS {"checkpoint", COMPLETION_FILES, NULL}, {"resume", COMPLETION_FILES, NULL}
/* clang-format on */

#endif
