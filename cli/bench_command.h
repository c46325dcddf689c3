#ifndef HEDDLE_CLI_BENCH_COMMAND_H
#define HEDDLE_CLI_BENCH_COMMAND_H

#include "cli/common.h"

/* The options of heddle bench: heddle has them for its help, its manual and completion, heddle-bench does
 * what they say. */
struct bench_options {
    struct run_options run;
    int quick;
    const char *only, *csv, *folder, *before;
};

#define BENCH_DEFAULTS                                                                                       \
    {                                                                                                        \
        .run = {.timeout = -1, .device = "auto" }                                                            \
    }

extern const struct options_command bench_command;

#endif
